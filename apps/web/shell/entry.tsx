import { lazy, Suspense, useEffect } from 'react';
import type { ReactNode } from 'react';
import { useFeedback } from '#kit/web/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { useViewer } from '#kit/web/session.ts';
import { useStore } from '#kit/web/store.ts';
import { entryChoiceStore } from '../sign-in/depart-choice.ts';
import { departWords } from './depart-words.ts';

const DepartDialog = lazy(() => import('./depart-dialog.tsx').then((dialog) => ({ default: dialog.DepartDialog })));

/** Nothing is asked for and shown before the department is chosen. */
export const Entry = ({ children }: { readonly children: ReactNode }) => {
  const say = useSay();
  const choice = useStore(entryChoiceStore);
  const viewer = useViewer();
  useWarning(choice?.length === 0);
  if (choice === null || choice.length === 0) return children;
  return (
    <Suspense>
      <DepartDialog
        departs={choice}
        title={viewer?.orgCodeTxt ? say(departWords.current, { name: viewer.orgCodeTxt }) : say(departWords.choose)}
        orgCode={viewer?.orgCode}
        onDone={() => entryChoiceStore.set(null)}
      />
    </Suspense>
  );
};

/** Who belongs to no department is told so once. */
const useWarning = (due: boolean): void => {
  const { warn } = useFeedback();
  useEffect(() => {
    if (!due) return;
    warn(departWords.none);
    entryChoiceStore.set(null);
  }, [due, warn]);
};
