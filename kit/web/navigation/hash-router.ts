import { createHashRouter } from 'react-router';
import type { RouteObject } from 'react-router';

/** The number of the history entry that is shown. */
let shown = 0;

const indexOf = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : undefined;

/**
 * The router numbers the history entries it makes, and its blockers stop only moves between numbered ones. An address that is typed by hand makes an entry
 * without a number, so it gets the next number before the router hears of it.
 */
const numberEntry = (): void => {
  const index = indexOf(window.history.state) ?? shown + 1;
  if (indexOf(window.history.state) === undefined) window.history.replaceState({ idx: index }, '');
  shown = index;
};
// Listeners of the window are called in the order in which they were added, so this one is added before that of any router.
window.addEventListener('popstate', numberEntry);

/** A router on the part of the address behind the hash, all of whose moves can be blocked. */
export const createAppRouter = (routes: RouteObject[]): ReturnType<typeof createHashRouter> => {
  const router = createHashRouter(routes);
  const note = (): void => {
    shown = indexOf(window.history.state) ?? shown;
  };
  note();
  router.subscribe(note);
  return router;
};
