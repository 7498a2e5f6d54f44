import type { OrderFact } from '../facts.ts';
import type { OrderFacts } from '../merge.ts';
import type { Situation } from '../situation.ts';
import type { Verdict } from '../verdict.ts';
import { foundShiftMs } from '../rules/clock.ts';
import { project } from '../view.ts';
import { resolve } from './resolve.ts';

/** Another charge is to begin on the order's gun, or has begun. */
export interface NextStart {
  readonly kind: 'nextStart';
  /** When the new charge began by the pile's clock; the current time where it has yet to begin. */
  readonly atMs: number;
  /** The pile reports that this order's own party has started again. */
  readonly isAnew: boolean;
}

/**
 * A gun charges one car at a time, so an order whose gun is at rest no longer waits for its end record; a late record still ends it.
 * An order whose gun is not at rest continues, unless its own party has started again.
 */
export const admitNextStart = (facts: OrderFacts, { atMs: beganMs, isAnew }: NextStart, situation: Situation): Verdict => {
  const { start, end, requestedStart, quietSinceMs, lastAtMs, openFlags } = project(facts);
  const { nowMs: atMs } = situation;
  // A start at the same instant is a second report of the known start.
  const isLater = start === null || beganMs + foundShiftMs(facts) > start.startAtMs;
  const flagFields = { sinceMs: Math.max(beganMs, atMs, lastAtMs ?? 0), detail: { says: 'nextStart' } as const, atMs };
  const added: OrderFact[] = [];
  if (end === null && start !== null && !openFlags.includes('endMissing') && ((isAnew && isLater) || quietSinceMs !== null))
    added.push({ kind: 'flagOpened', flag: 'endMissing', ...flagFields });
  if (end === null && start === null && isAnew && requestedStart?.sent === true)
    added.push({ kind: 'flagOpened', flag: 'startTimeout', ...flagFields });
  if (end === null && start === null && isAnew && requestedStart?.sent === false)
    added.push({ kind: 'cancelled', cause: 'startNotSent', by: null, atMs });
  return resolve(facts, added, { situation });
};
