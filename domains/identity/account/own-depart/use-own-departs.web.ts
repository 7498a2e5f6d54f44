import { useEffect, useRef, useState } from 'react';
import { sessionApi } from '../../session/session.ts';
import type { DepartChoice } from '../../session/session.ts';
import { call, CallError } from '#kit/web/calls/client.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { departWords } from './depart-choice.labels.ts';

interface OwnDeparts {
  readonly list: readonly DepartChoice[];
  readonly orgCode: string | null;
}

/** One's own departments, asked for once when first drawn. `onNone` is called after the reader was told that there are none, or why they did not come. */
export const useOwnDeparts = (onNone: () => void): OwnDeparts | undefined => {
  const feedback = useFeedback();
  const [own, setOwn] = useState<OwnDeparts>();
  const latest = useRef({ ...feedback, onNone });
  useEffect(() => {
    const { warn, refused, onNone: close } = latest.current;
    call(sessionApi.getCurrentUserDeparts, {}).then(
      (answer) => {
        if (answer.list.length > 0) return setOwn(answer);
        warn(departWords.none);
        close();
      },
      (problem: unknown) => {
        if (!(problem instanceof CallError)) throw problem;
        refused(problem);
        close();
      },
    );
  }, []);
  return own;
};
