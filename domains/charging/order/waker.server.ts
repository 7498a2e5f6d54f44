import type { Deps } from '#kit/server/deps.ts';

/** A listener runs inside somebody else's transaction and does not see its commit; a wake-up too many does no harm. */
const COMMIT_MS = 5;

/** Wakes topics shortly after the caller's transaction has ended. */
export const createWaker =
  (deps: Deps) =>
  (topics: ReadonlySet<string>): void => {
    if (topics.size > 0) setTimeout(() => topics.forEach((topic) => deps.bus.wake(topic)), COMMIT_MS).unref();
  };
