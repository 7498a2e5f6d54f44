import { useContext, useEffect, useEffectEvent } from 'react';
import { UNSAFE_NavigationContext } from 'react-router';
import { useFeedback } from './feedback.tsx';
import { guardLeaving, steer } from './leaving.ts';
import type { Address, Steerable } from './leaving.ts';
import { sessionStore } from './session.ts';
import { words } from './words.ts';

/**
 * Asks before a page with unsaved changes is left: by the menu, a link, the browser's buttons or a closed tab. `stays` says which
 * addresses belong to the same work, such as another tab of the page; `onGivenUp` hears that the work is lost. The router of the shell knows no blocking of its own.
 */
export const useLeaveGuard = (dirty: boolean, stays: (to: Address) => boolean, onGivenUp?: () => void): void => {
  const { ask } = useFeedback();
  const navigator = useContext(UNSAFE_NavigationContext).navigator as Steerable; // its methods are plain and ours to wrap
  // Who is signed out has nothing left to save it with.
  const passes = useEffectEvent((to: Address): boolean => stays(to) || sessionStore.get() === null);
  const asks = useEffectEvent(async () => {
    const isGivenUp = await ask({ title: words.unsaved, yes: words.discard, no: words.keepEditing, danger: true });
    if (isGivenUp) onGivenUp?.();
    return isGivenUp;
  });
  useEffect(() => {
    if (!dirty) return undefined;
    steer(navigator);
    return guardLeaving({ passes: (to) => passes(to), asks: () => asks() });
  }, [dirty, navigator]);
};
