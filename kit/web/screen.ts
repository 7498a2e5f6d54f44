import { useSyncExternalStore } from 'react';

/** Below 768 and 1088 px, as the shell's specification says; browsers take 767.99 px for 768. */
const PHONE = '(max-width: 767.98px)';
const NARROW = '(max-width: 1087.98px)';

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

export const useIsPhone = (): boolean => useSyncExternalStore(phone.subscribe, phone.get);
/** Phones and tablets: the side menu is folded. */
export const useIsNarrow = (): boolean => useSyncExternalStore(narrow.subscribe, narrow.get);
