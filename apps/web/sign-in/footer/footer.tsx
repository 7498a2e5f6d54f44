import { useSay } from '#kit/web/language.ts';
import { Link } from 'react-router';
import { useSignInOptions } from '#domains/identity/web.ts';
import { SELF_CHECK } from '../../paths.ts';
import { signInWords } from '../sign-in-words.ts';
import { FooterDialog } from './footer-dialog.tsx';
import { late } from '#kit/web/code-loading/lazy-component.tsx';

const Privacy = late(async () => (await import('./privacy.tsx')).Privacy);
const OpenSource = late(async () => (await import('./open-source.tsx')).OpenSource);

/** What has to stand at the foot of the door. */
export const Footer = () => {
  const say = useSay();
  const { filingNumber } = useSignInOptions();
  return (
    <footer className="co-sign-foot">
      <FooterDialog title={say(signInWords.privacy)}>
        <Privacy />
      </FooterDialog>
      <FooterDialog title={say(signInWords.openSource)}>
        <OpenSource />
      </FooterDialog>
      <Link to={SELF_CHECK}>{say(signInWords.selfCheck)}</Link>
      {filingNumber !== null && <span>{filingNumber}</span>}
    </footer>
  );
};
