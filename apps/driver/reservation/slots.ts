import type { DriverReservationOffer } from '#domains/driver/resources.ts';

const SLOT_MS = 30 * 60_000;
/** The choices of a list on a phone: one day in half hours. */
const SLOTS_MAX = 48;
const MINUTE_MS = 60_000;

/** The half hours at which a reservation may begin, as epoch milliseconds; the first is the next one that is half an hour away. */
export const slotsOf = ({ aheadMaxHours }: Pick<DriverReservationOffer, 'aheadMaxHours'>, nowMs: number): readonly number[] => {
  const first = Math.ceil((nowMs + SLOT_MS) / SLOT_MS) * SLOT_MS;
  return Array.from({ length: SLOTS_MAX }, (_, slot) => first + slot * SLOT_MS).filter((atMs) => atMs - nowMs <= aheadMaxHours * 60 * MINUTE_MS);
};

/** Whether somebody else has reserved a part of this time. */
export const isTaken = ({ taken }: Pick<DriverReservationOffer, 'taken'>, fromMs: number, minutes: number): boolean =>
  taken.some(({ from, until }) => fromMs < Date.parse(until) && fromMs + minutes * MINUTE_MS > Date.parse(from));

/** The lengths that are offered: quarters of an hour, and the longest. */
export const lengthsOf = (maxMinutes: number): readonly number[] =>
  [...new Set([15, 30, 45, 60, 90, 120].filter((minutes) => minutes < maxMinutes).concat(maxMinutes))].toSorted((a, b) => a - b);

/** The fee of a reservation that lasts to its end. */
export const dearestFee = ({ intervals }: NonNullable<DriverReservationOffer['terms']>, minutes: number): number =>
  intervals.reduce((sum, { fromMinute, toMinute, minuteCents }) => sum + Math.max(0, Math.min(minutes, toMinute) - fromMinute) * minuteCents, 0);
