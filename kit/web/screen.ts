import { useSyncExternalStore } from 'react';

/** The shell's specification sets the limits 768 and 1088 px; media queries need 767.98 px for "below 768". */
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
/** Phones and tablets: the side menu is collapsed. */
export const useIsNarrow = (): boolean => useSyncExternalStore(narrow.subscribe, narrow.get);
