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

/** The departments of the user, loaded once. `onNone` is called after a message that there are none or that loading failed. */
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
