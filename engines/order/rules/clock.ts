import { CLOCK_OFF_MS, STORED_MAX_MS } from '../bounds.ts';
import { factOf, type OrderFacts } from '../merge.ts';
import type { Situation } from '../situation.ts';

type ClockContext = Pick<Situation, 'nowMs' | 'pile'>;

interface ReportedInstant {
  readonly atMs: number;
  /** It may have been kept for a while before it was told. */
  readonly mayBeOld: boolean;
}

/**
 * What to add to the instants of a device message. The clock that the start was told by holds for the whole order, unless it would put the message
 * where it cannot be: then it has been set meanwhile, and the message is judged by itself. That is 0 where the clock is good enough, else the
 * distance to the time of receipt. What was kept is late by nature; only if it is from the future, or from before the order could begin, it betrays a
 * wrong clock.
 */
export const clockShiftMs = (facts: OrderFacts, told: ReportedInstant, { nowMs }: ClockContext): number => {
  const earliestMs = facts.created.notBeforeMs - CLOCK_OFF_MS;
  const foundMs = foundShiftMs(facts);
  if (foundMs !== 0 && told.atMs + foundMs >= earliestMs && told.atMs + foundMs <= nowMs + CLOCK_OFF_MS) return foundMs;
  const shift = nowMs - told.atMs;
  if (shift < -CLOCK_OFF_MS || told.atMs < earliestMs) return shift;
  return shift > CLOCK_OFF_MS && !told.mayBeOld ? shift : 0;
};

/** Whether an instant comes from a clock that was never set. */
export const isClockUnset = (toldMs: number, nowMs: number): boolean => nowMs - toldMs > STORED_MAX_MS;

/** When a charge that a pile tells of began: as it says, but never in the future; by its arrival, `lastedMs` before, where its clock was never set. */
export const begunAtMs = (toldMs: number, nowMs: number, lastedMs = 0): number =>
  isClockUnset(toldMs, nowMs) ? nowMs - lastedMs : Math.min(toldMs, nowMs);

/** How far the pile's clock was off when it told of the start; 0 where it was good, or nobody knows. */
export const foundShiftMs = (facts: OrderFacts): number => factOf(facts, 'clockFound')?.shiftMs ?? 0;

/** When something that is told while it happens did happen. Protocols that mark stored messages have their adapters put live instants right. */
export const liveAtMs = (facts: OrderFacts, atMs: number, situation: ClockContext): number =>
  situation.pile.marksStored ? atMs : atMs + clockShiftMs(facts, { atMs, mayBeOld: true }, situation);
