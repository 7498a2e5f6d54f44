import { useCallback, useEffect, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router';
import type { Location } from 'react-router';
import { confirmLeavingFor, ELSEWHERE, wouldLoseWorkAt } from './unsaved-work.ts';
import type { Address } from './unsaved-work.ts';

/** Asks before a navigation or the closing of the window discards unsaved work. Mounted once below the router, which supports only one blocker. */
export const NavigationBlocker = (): null => {
  const blocker = useBlocker(useCallback(({ nextLocation }) => wouldLoseWorkAt(addressOf(nextLocation)), []));
  const question = useRef<Promise<boolean>>(undefined);
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    let isNewest = true;
    // While the question is open, a further navigation replaces the first and gets the same answer.
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
