import { occupancy } from './occupancy.ts';
import type { Interval, Occupancy } from './occupancy.ts';

/** The time for which a gun is reserved. Instants in epoch milliseconds. */
export interface ReservedWindow {
  readonly fromMs: number;
  /** Exclusive. */
  readonly untilMs: number;
}

/** A charge that could not last this long before it had to end is refused, because its driver would drive on with nothing. */
export const USEFUL_CHARGE_MS = 10 * 60_000;
/** A window that begins this soon begins now. It also forgives the clock of a browser and the time a person takes to press the button. */
export const BEGINS_NOW_MS = 60_000;

/** From when a gun is closed to others before a window: so long before it that a charge could not be useful and end in time. */
export const closedFromMs = (fromMs: number, clearMs: number): number => fromMs - clearMs - USEFUL_CHARGE_MS;

export interface GunPromise {
  /** The gun is closed to others. */
  readonly isReservedSoon: boolean;
  /** When a charge that begins now has to end; null where charges are not ended for reservations. */
  readonly endByMs: number | null;
}

/** What a reservation of somebody else means for a charge that begins now. `clearMs`: so long before the window charges end; 0: they are not ended. */
export const promiseOf = ({ fromMs }: Pick<ReservedWindow, 'fromMs'>, clearMs: number, nowMs: number): GunPromise => ({
  isReservedSoon: nowMs >= closedFromMs(fromMs, clearMs),
  endByMs: clearMs === 0 ? null : fromMs - clearMs,
});

/** The window that a request means. One that begins in the past or within a minute begins now. */
export const windowOf = (fromMs: number | null, minutes: number, nowMs: number): ReservedWindow => {
  const beginsMs = fromMs === null || Math.abs(fromMs - nowMs) <= BEGINS_NOW_MS ? nowMs : fromMs;
  return { fromMs: beginsMs, untilMs: beginsMs + minutes * MINUTE_MS };
};
const MINUTE_MS = 60_000;

export type WindowProblem = 'past' | 'tooFar';

export const windowProblem = ({ fromMs }: ReservedWindow, { nowMs, aheadMaxMs }: { readonly nowMs: number; readonly aheadMaxMs: number }) => {
  if (fromMs < nowMs) return 'past' satisfies WindowProblem;
  return fromMs - nowMs > aheadMaxMs ? ('tooFar' satisfies WindowProblem) : null;
};

export interface KeptTime extends ReservedWindow {
  /** Since when the gun has been kept; null while it has not. */
  readonly keptSinceMs: number | null;
}

/** The fee of a reservation that ends at an instant. Only the time within the window counts for which the gun was really kept. */
export const keptOccupancy = (intervals: readonly Interval[], { fromMs, untilMs, keptSinceMs }: KeptTime, endMs: number): Occupancy =>
  keptSinceMs === null ? NOT_KEPT : occupancy(intervals, Math.min(endMs, untilMs) - Math.max(fromMs, keptSinceMs));

const NOT_KEPT: Occupancy = { minutes: 0, feeCents: 0n };
