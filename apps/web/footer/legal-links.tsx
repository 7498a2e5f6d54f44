import { useSignInOptions } from '#domains/identity/web.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useSay } from '#kit/web/language.ts';
import { signInWords } from '../sign-in/sign-in-words.ts';
import { FooterDialog } from './footer-dialog.tsx';

const Privacy = lazyComponent(async () => (await import('./privacy.tsx')).Privacy);
const OpenSource = lazyComponent(async () => (await import('./open-source.tsx')).OpenSource);

/** The operator's privacy text. */
export const PrivacyLink = () => (
  <FooterDialog title={useSay()(signInWords.privacy)}>
    <Privacy />
  </FooterDialog>
);

/** The links that every page must have in its footer. */
export const LegalLinks = () => {
  const say = useSay();
  const { filingNumber } = useSignInOptions();
  return (
    <>
      <PrivacyLink />
      <FooterDialog title={say(signInWords.openSource)}>
        <OpenSource />
      </FooterDialog>
      {filingNumber !== null && <span>{filingNumber}</span>}
    </>
  );
};
