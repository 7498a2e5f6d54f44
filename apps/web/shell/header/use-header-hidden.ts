import { useEffect, useState } from 'react';

/** The header is hidden only after the page was scrolled this far. */
const AWAY_PX = 100;

/** Whether the header is hidden: it disappears on scrolling down and returns on scrolling up. */
export const useHeaderHidden = (isEnabled: boolean): boolean => {
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!isEnabled) return undefined;
    let last = window.scrollY;
    const follow = (): void => {
      const scrollY = window.scrollY;
      if (scrollY !== last) setAway(scrollY > AWAY_PX && scrollY > last);
      last = scrollY;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [isEnabled]);
  return isEnabled && away;
};
