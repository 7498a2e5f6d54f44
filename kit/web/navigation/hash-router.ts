import { createHashRouter } from 'react-router';
import type { RouteObject } from 'react-router';

/** The number of the current history entry. */
let shown = 0;

const indexOf = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : undefined;

/**
 * The router numbers the history entries that it creates, and its blockers stop only moves between numbered entries. An address that is typed by
 * hand creates an entry without a number, so this handler numbers it before the router receives the event.
 */
const numberEntry = (): void => {
  const index = indexOf(window.history.state) ?? shown + 1;
  if (indexOf(window.history.state) === undefined) window.history.replaceState({ idx: index }, '');
  shown = index;
};
// The window calls listeners in the order in which they were added, so this one is added before that of any router.
window.addEventListener('popstate', numberEntry);

/** A router on the part of the address after the hash. All of its navigations can be blocked. */
export const createAppRouter = (routes: RouteObject[]): ReturnType<typeof createHashRouter> => {
  const router = createHashRouter(routes);
  const note = (): void => {
    shown = indexOf(window.history.state) ?? shown;
  };
  note();
  router.subscribe(note);
  return router;
};
