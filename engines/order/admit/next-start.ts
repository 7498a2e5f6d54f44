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
  /** When it began by the pile's clock; now, where it is to begin. */
  readonly atMs: number;
  /** The pile tells that the very party of this order has begun anew. */
  readonly isAnew: boolean;
}

/**
 * A gun charges one car at a time, so an order whose gun is at rest waits for its end record no longer; a late one still ends it. One that is not at
 * rest goes on, unless its own party has begun anew.
 */
export const admitNextStart = (facts: OrderFacts, { atMs: beganMs, isAnew }: NextStart, situation: Situation): Verdict => {
  const { start, end, startAsked, quietSinceMs, lastAtMs, openFlags } = project(facts);
  const { nowMs: atMs } = situation;
  // A start of the same instant is the one that is known, told in other words.
  const isLater = start === null || beganMs + foundShiftMs(facts) > start.startAtMs;
  const opened = { sinceMs: Math.max(beganMs, atMs, lastAtMs ?? 0), detail: { says: 'nextStart' } as const, atMs };
  const given: OrderFact[] = [];
  if (end === null && start !== null && !openFlags.includes('endMissing') && ((isAnew && isLater) || quietSinceMs !== null))
    given.push({ kind: 'flagOpened', flag: 'endMissing', ...opened });
  if (end === null && start === null && isAnew && startAsked?.sent === true) given.push({ kind: 'flagOpened', flag: 'startTimeout', ...opened });
  if (end === null && start === null && isAnew && startAsked?.sent === false)
    given.push({ kind: 'cancelled', cause: 'startNotSent', by: null, atMs });
  return resolve(facts, given, { situation });
};
