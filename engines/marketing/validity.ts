import { dayStartMs, localDate } from '#engines/time/calendar.ts';

/** From when and until when a received coupon may be used. */
export interface UseWindow {
  readonly beginsAtMs: number;
  /** The first instant at which it is no longer valid. */
  readonly expiresAtMs: number;
}

export interface UseTerms {
  readonly useBeginMs: number;
  /** The first instant at which no coupon of this kind is valid. */
  readonly useEndMs: number;
  /** Whole local days after the day of the receipt; undefined where only the window counts. */
  readonly validDays?: number | undefined;
  /** IANA zone in which days are counted. */
  readonly zone: string;
}

/**
 * A coupon that was received at 23:50 and holds one day ends at the end of the next day. The end of the window cuts it off. A coupon whose window is over
 * before it begins is never valid.
 */
export const windowOfUse = ({ useBeginMs, useEndMs, validDays, zone }: UseTerms, receivedAtMs: number): UseWindow => {
  const daysEndMs = validDays === undefined ? useEndMs : endOfDayAfter(receivedAtMs, validDays, zone);
  return { beginsAtMs: Math.max(receivedAtMs, useBeginMs), expiresAtMs: Math.min(daysEndMs, useEndMs) };
};

/** The end of the local day that is so many days after the one of an instant. */
const endOfDayAfter = (instantMs: number, days: number, zone: string): number => {
  const { day, ...month } = localDate(instantMs, zone);
  return dayStartMs({ ...month, day: day + days + 1 }, zone);
};
