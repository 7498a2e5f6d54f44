import { CLOCK_OFF_MS, STORED_MAX_MS } from '../bounds.ts';
import { factOf, type OrderFacts } from '../merge.ts';
import type { Situation } from '../situation.ts';

type ClockContext = Pick<Situation, 'nowMs' | 'pile'>;

interface ReportedInstant {
  readonly atMs: number;
  /** The message may have been stored by the pile before it was sent. */
  readonly mayBeOld: boolean;
}

/**
 * The correction to add to the instants of a device message. The correction found at the start applies to the whole order, unless it
 * would make the message impossible: then the clock has been set meanwhile, and the message is judged by itself. The result is 0
 * where the clock is accurate enough, otherwise the distance to the time of receipt. Stored messages arrive late by nature; they
 * show a wrong clock only if they are from the future or from before the order could begin.
 */
export const clockShiftMs = (facts: OrderFacts, reported: ReportedInstant, { nowMs }: ClockContext): number => {
  const earliestMs = facts.created.notBeforeMs - CLOCK_OFF_MS;
  const foundMs = foundShiftMs(facts);
  if (foundMs !== 0 && reported.atMs + foundMs >= earliestMs && reported.atMs + foundMs <= nowMs + CLOCK_OFF_MS) return foundMs;
  const shift = nowMs - reported.atMs;
  if (shift < -CLOCK_OFF_MS || reported.atMs < earliestMs) return shift;
  return shift > CLOCK_OFF_MS && !reported.mayBeOld ? shift : 0;
};

/** Whether an instant comes from a clock that was never set. */
export const isClockUnset = (toldMs: number, nowMs: number): boolean => nowMs - toldMs > STORED_MAX_MS;

/** When a reported charge began: as reported, but never in the future. Where the pile's clock was never set, it is the arrival minus `lastedMs`. */
export const begunAtMs = (toldMs: number, nowMs: number, lastedMs = 0): number =>
  isClockUnset(toldMs, nowMs) ? nowMs - lastedMs : Math.min(toldMs, nowMs);

/** The error of the pile's clock when it reported the start; 0 where the clock was right or the error is unknown. */
export const foundShiftMs = (facts: OrderFacts): number => factOf(facts, 'clockFound')?.shiftMs ?? 0;

/** When a live-reported event happened. For protocols that mark stored messages, the adapters have already corrected live instants. */
export const liveAtMs = (facts: OrderFacts, atMs: number, situation: ClockContext): number =>
  situation.pile.marksStored ? atMs : atMs + clockShiftMs(facts, { atMs, mayBeOld: true }, situation);
