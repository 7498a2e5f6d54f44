import { useSignInOptions } from '#domains/identity/web.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useSay } from '#kit/web/language.ts';
import { signInWords } from '../sign-in/sign-in-words.ts';
import { FooterDialog } from './footer-dialog.tsx';

const Privacy = lazyComponent(async () => (await import('./privacy.tsx')).Privacy);
const OpenSource = lazyComponent(async () => (await import('./open-source.tsx')).OpenSource);

/** What the operator does with personal data. */
export const PrivacyLink = () => (
  <FooterDialog title={useSay()(signInWords.privacy)}>
    <Privacy />
  </FooterDialog>
);

/** What has to stand at the foot of every page. */
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
