import { useCallback, useEffect, useRef } from 'react';
import { refresh } from '#kit/web/calls/query.tsx';

/** News come in crowds: one reading answers all that came within this time. */
const READ_AGAIN_MS = 1_000;

/** Asks to have everything below a path read again, soon and once for many askings. */
export const useReadAgain = (noun: { readonly path: string }): (() => void) => {
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
    }, READ_AGAIN_MS);
  }, [noun]);
};
