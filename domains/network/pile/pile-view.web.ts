import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

const [VIEW, TAB] = ['view', 'tab'];

/** The pile whose details are open, and the tab. Both are part of the address, so that it can be shared. */
export const usePileInView = () => {
  const [params, setParams] = useSearchParams();
  const show = useCallback(
    (cpCode: string | undefined, tab?: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of [
            [VIEW, cpCode],
            [TAB, cpCode && tab],
          ] as const) {
            if (value === undefined) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: tab !== undefined },
      ),
    [setParams],
  );
  return { shown: params.get(VIEW) ?? undefined, tab: params.get(TAB) ?? undefined, show };
};
