import { lazy, Suspense } from 'react';
import { useSay } from '#kit/web/language.ts';
import { doorWords } from './door-words.ts';
import { FootDialog } from './foot-dialog.tsx';
import { useOptions } from './use-options.ts';

const Privacy = lazy(async () => ({ default: (await import('./privacy.tsx')).Privacy }));
const OpenSource = lazy(async () => ({ default: (await import('./open-source.tsx')).OpenSource }));

/** What has to stand at the foot of the door. */
export const Footer = () => {
  const say = useSay();
  const { filingNumber } = useOptions();
  return (
    <footer className="co-sign-foot">
      <FootDialog title={say(doorWords.privacy)}>
        <Suspense>
          <Privacy />
        </Suspense>
      </FootDialog>
      <FootDialog title={say(doorWords.openSource)}>
        <Suspense>
          <OpenSource />
        </Suspense>
      </FootDialog>
      {filingNumber !== null && <span>{filingNumber}</span>}
    </footer>
  );
};
