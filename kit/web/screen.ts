import { useSyncExternalStore } from 'react';

/** The widths at which the layout changes, from the shell's specification. */
const PHONE = '(max-width: 767.99px)';
const NARROW = '(max-width: 1087.99px)';

const follow = (query: string) => {
  const list = window.matchMedia(query);
  return {
    subscribe: (listener: () => void) => {
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    get: () => list.matches,
  };
};
const phone = follow(PHONE);
const narrow = follow(NARROW);

export const usePhone = (): boolean => useSyncExternalStore(phone.subscribe, phone.get);
/** Phones and tablets: the side menu is folded. */
export const useNarrow = (): boolean => useSyncExternalStore(narrow.subscribe, narrow.get);
