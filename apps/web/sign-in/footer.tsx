import { Link } from 'react-router';
import { useSay } from '#kit/web/language.ts';
import { LegalLinks } from '../footer/legal-links.tsx';
import { SELF_CHECK } from '../paths.ts';
import { signInWords } from './sign-in-words.ts';

export const Footer = () => {
  const say = useSay();
  return (
    <footer className="co-sign-foot">
      <LegalLinks />
      <Link to={SELF_CHECK}>{say(signInWords.selfCheck)}</Link>
    </footer>
  );
};
