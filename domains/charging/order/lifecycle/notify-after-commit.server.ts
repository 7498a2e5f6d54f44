import type { Deps } from '#kit/server/context/deps.ts';
import { announce } from './publish-order-change.server.ts';
import type { Announced } from './publish-order-change.server.ts';

/** A listener runs inside somebody else's transaction and does not see its commit; a wake-up too many does no harm. */
const COMMIT_MS = 5;

/** Wakes topics, and tells of an order that may have changed, shortly after the caller's transaction has ended. */
export const createWaker =
  (deps: Deps) =>
  (topics: ReadonlySet<string>, changed?: Announced): void => {
    if (topics.size === 0 && !changed) return;
    setTimeout(() => {
      for (const topic of topics) deps.bus.wake(topic);
      if (changed) announce(deps.live, changed);
    }, COMMIT_MS).unref();
  };
