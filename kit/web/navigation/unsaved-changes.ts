import { useEffectEvent, useInsertionEffect } from 'react';
import { useFeedback } from '../dialogs/feedback.tsx';
import { sessionStore } from '../session/session.ts';
import { words } from '../words.ts';
import { useTab } from './tab-context.ts';
import type { TabInfo } from './tab-context.ts';
import { registerUnsavedWork } from './unsaved-work.ts';
import type { Address } from './unsaved-work.ts';

/**
 * Asks before a page with unsaved changes is left: by the menu, a link, the browser's buttons or a closed tab. `isSameWork` says which addresses
 * belong to the same work, such as another part of the page. A tab that stays mounted loses nothing to another tab. `onGivenUp` is called when the
 * changes are discarded. `NavigationBlocker` shows the question.
 */
export const useUnsavedChangesGuard = (dirty: boolean, isSameWork: (to: Address) => boolean, onGivenUp?: () => void): void => {
  const { confirm } = useFeedback();
  const tab = useTab();
  // After a sign-out nothing can be saved any more.
  const staysAt = useEffectEvent((to: Address): boolean => isKeptFor(tab, to) || isSameWork(to) || sessionStore.get() === null);
  const askToDiscard = useEffectEvent(async () => {
    const isGivenUp = await confirm({ title: words.unsaved, okText: words.discard, cancelText: words.keepEditing, danger: true });
    if (isGivenUp) onGivenUp?.();
    return isGivenUp;
  });
  // Hiding a tab ends its other effects, but not insertion effects, so the unsaved work of a hidden tab stays registered.
  useInsertionEffect(() => {
    if (!dirty) return undefined;
    return registerUnsavedWork({ tab: tab.path, staysAt: (to) => staysAt(to), askToDiscard: () => askToDiscard() });
  }, [dirty, tab.path]);
};

/** A tab that stays mounted is unchanged when its own address is shown again. */
const isKeptFor = (tab: TabInfo, to: Address): boolean =>
  tab.isKept && to.pathname !== '' && (to.pathname !== tab.path || to.params.toString() === new URLSearchParams(tab.search).toString());
