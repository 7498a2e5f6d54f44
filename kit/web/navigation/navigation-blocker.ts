import { useCallback, useEffect, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import type { Location } from 'react-router';
import { confirmLeavingFor, ELSEWHERE, wouldLoseWorkAt } from './unsaved-work.ts';
import type { Address } from './unsaved-work.ts';

/** Asks before unsaved work is lost to a navigation or with the window. Mounted once below the router, which has one blocker at a time. */
export const NavigationBlocker = (): null => {
  const blocker = useBlocker(useCallback(({ nextLocation }) => wouldLoseWorkAt(addressOf(nextLocation)), []));
  const question = useRef<Promise<boolean>>(undefined);
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    let isNewest = true;
    // While the viewer is asked, a further navigation takes the place of the first and gets the same answer.
    question.current ??= confirmLeavingFor(addressOf(blocker.location)).finally(() => (question.current = undefined));
    void question.current.then((mayLeave) => {
      if (!isNewest) return;
      if (mayLeave) blocker.proceed();
      else blocker.reset();
    });
    return () => {
      isNewest = false;
    };
  }, [blocker]);
  useBeforeUnload(
    useCallback((event) => {
      if (wouldLoseWorkAt(ELSEWHERE)) event.preventDefault();
    }, []),
  );
  return null;
};

const addressOf = ({ pathname, search }: Location): Address => ({ pathname, params: new URLSearchParams(search) });
