import { useCallback, useEffect, useRef } from 'react';
import { refresh } from '#kit/web/calls/query.tsx';

/** News often arrive in bursts: one refetch covers all that arrive within this time. */
const REFETCH_DELAY_MS = 1_000;

/** Refetches everything below a path soon, and only once for several requests. */
export const useDebouncedRefetch = (noun: { readonly path: string }): (() => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return useCallback(() => {
    if (timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void refresh(noun);
    }, REFETCH_DELAY_MS);
  }, [noun]);
};
