import { useState } from 'react';
import { sessionApi } from '../session/session.ts';
import type { DepartChoice } from '../session/session.ts';
import { call, CallError } from '#kit/web/calls/client.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { departWords } from './depart-choice.labels.ts';

export interface OwnDeparts {
  readonly list: readonly DepartChoice[];
  readonly orgCode: string | null;
}

/** Asks for one's own departments, as they are now; tells it when there are none. */
export const useOwnDeparts = () => {
  const { warn, refused } = useFeedback();
  const [own, setOwn] = useState<OwnDeparts>();
  const ask = async (): Promise<void> => {
    try {
      const answer = await call(sessionApi.getCurrentUserDeparts, {});
      if (answer.list.length === 0) warn(departWords.none);
      else setOwn(answer);
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      refused(problem);
    }
  };
  return { own, ask, close: () => setOwn(undefined) };
};
