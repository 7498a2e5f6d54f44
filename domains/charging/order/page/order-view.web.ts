import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

const VIEW = 'view';
const TAB = 'tab';

/** The open order and its tab. Both are part of the address, so that it can be shared. */
export const useOrderInView = () => {
  const [params, setParams] = useSearchParams();
  const show = useCallback(
    (id: string | undefined, tab?: string) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        next.delete(VIEW);
        next.delete(TAB);
        if (id !== undefined) next.set(VIEW, id);
        if (id !== undefined && tab !== undefined) next.set(TAB, tab);
        return next;
      }),
    [setParams],
  );
  return { id: params.get(VIEW) ?? undefined, tab: params.get(TAB) ?? undefined, show };
};
