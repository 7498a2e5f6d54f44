import { useContext, useEffectEvent, useInsertionEffect } from 'react';
import { UNSAFE_NavigationContext } from 'react-router';
import { useFeedback } from '../dialogs/feedback.tsx';
import { guardLeaving, steer } from './navigation-guards.ts';
import type { Address, Steerable } from './navigation-guards.ts';
import { sessionStore } from '../session/session.ts';
import { useTab } from './tab-context.ts';
import type { TabPlace } from './tab-context.ts';
import { words } from '../words.ts';

/**
 * Asks before a page with unsaved changes is left: by the menu, a link, the browser's buttons or a closed tab. `stays` says which
 * addresses belong to the same work, such as another part of the page; a page that is kept loses nothing to another page.
 * `onGivenUp` hears that the work is lost. The router of the shell knows no blocking of its own.
 */
export const useLeaveGuard = (dirty: boolean, stays: (to: Address) => boolean, onGivenUp?: () => void): void => {
  const { ask } = useFeedback();
  const navigator = useContext(UNSAFE_NavigationContext).navigator as Steerable; // its methods are plain and ours to wrap
  // Who is signed out has nothing left to save it with.
  const tab = useTab();
  const passes = useEffectEvent((to: Address): boolean => isKeptFor(tab, to) || stays(to) || sessionStore.get() === null);
  const asks = useEffectEvent(async () => {
    const isGivenUp = await ask({ title: words.unsaved, yes: words.discard, no: words.keepEditing, danger: true });
    if (isGivenUp) onGivenUp?.();
    return isGivenUp;
  });
  // An effect of this kind outlives the hiding of a tab: what is unsaved there is guarded all the same.
  useInsertionEffect(() => {
    if (!dirty) return undefined;
    steer(navigator);
    return guardLeaving({ tab: tab.path, passes: (to) => passes(to), asks: () => asks() });
  }, [dirty, navigator, tab.path]);
};

/** A kept page waits as it is while another is shown, and is the same when its own address is shown again. */
const isKeptFor = (tab: TabPlace, to: Address): boolean =>
  tab.kept && to.pathname !== '' && (to.pathname !== tab.path || to.params.toString() === new URLSearchParams(tab.search).toString());
