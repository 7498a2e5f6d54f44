import { useEffect, useState } from 'react';

/** The page scrolls this far before its header may go. */
const AWAY_PX = 100;

/** Whether a header that hides is hidden: gone on the way down, back on the way up. */
export const useHeaderHidden = (hides: boolean): boolean => {
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!hides) return undefined;
    let last = window.scrollY;
    const follow = (): void => {
      const now = window.scrollY;
      if (now !== last) setAway(now > AWAY_PX && now > last);
      last = now;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [hides]);
  return hides && away;
};
