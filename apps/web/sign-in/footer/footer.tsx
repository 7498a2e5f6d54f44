import { useSay } from '#kit/web/language.ts';
import { Link } from 'react-router';
import { SELF_CHECK } from '../../paths.ts';
import { doorWords } from '../sign-in-words.ts';
import { FootDialog } from './footer-dialog.tsx';
import { useOptions } from '../use-options.ts';
import { late } from '#kit/web/code-loading/lazy-component.tsx';

const Privacy = late(async () => (await import('./privacy.tsx')).Privacy);
const OpenSource = late(async () => (await import('./open-source.tsx')).OpenSource);

/** What has to stand at the foot of the door. */
export const Footer = () => {
  const say = useSay();
  const { filingNumber } = useOptions();
  return (
    <footer className="co-sign-foot">
      <FootDialog title={say(doorWords.privacy)}>
        <Privacy />
      </FootDialog>
      <FootDialog title={say(doorWords.openSource)}>
        <OpenSource />
      </FootDialog>
      <Link to={SELF_CHECK}>{say(doorWords.selfCheck)}</Link>
      {filingNumber !== null && <span>{filingNumber}</span>}
    </footer>
  );
};
