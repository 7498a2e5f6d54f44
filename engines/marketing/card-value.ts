import { dayStartMs, localDate } from '#engines/time/calendar.ts';
import { cardHoldState, type CardHoldState } from './codes.ts';

/** The time of a held privilege card. */
export interface CardWindow {
  readonly beginsAtMs: number;
  /** The first instant at which it is no longer valid: the beginning of a local day. */
  readonly expiresAtMs: number;
  /** The local days of this time, the one on which it begins included. */
  readonly days: number;
}

/** A card holds for the rest of the day on which it begins and so many whole local days; one that begins with a day for these days alone. */
export const windowOfCard = ({ beginsAtMs, validDays, zone }: { beginsAtMs: number; validDays: number; zone: string }): CardWindow => {
  const { day, ...month } = localDate(beginsAtMs, zone);
  const isWholeDay = dayStartMs({ ...month, day }, zone) === beginsAtMs;
  const days = isWholeDay ? validDays : validDays + 1;
  return { beginsAtMs, expiresAtMs: dayStartMs({ ...month, day: day + days }, zone), days };
};

/** What of the price is earned after some of its days: in equal parts, rounded down, and the rest on the last day. */
export const earnedCents = (paidCents: bigint, { daysEnded, days }: { readonly daysEnded: number; readonly days: number }): bigint =>
  daysEnded >= days ? paidCents : (paidCents * BigInt(daysEnded)) / BigInt(days);

/** A sold card as it is used. Money in minor units, energy in 0.1 Wh. */
export interface UsedCard {
  readonly paidCents: bigint;
  /** What it has taken off. */
  readonly savedCents: bigint;
  readonly days: number;
  readonly daysEnded: number;
  readonly timesUsed: number;
  readonly timesLimit: number | null;
  readonly energyUsedDwh: bigint;
  readonly quotaDwh: bigint | null;
}

/**
 * What goes back when a sold card is ended: the part of the price that belongs to the days, charges and energy that are left, the least of them counts, and
 * no more than what it has not yet saved. Rounded down.
 */
export const refundOfCard = ({ paidCents, savedCents, days, daysEnded, timesUsed, timesLimit, energyUsedDwh, quotaDwh }: UsedCard): bigint => {
  const parts = [
    partOf(paidCents, BigInt(days - daysEnded), BigInt(days)),
    ...(timesLimit === null ? [] : [partOf(paidCents, BigInt(timesLimit - timesUsed), BigInt(timesLimit))]),
    ...(quotaDwh === null ? [] : [partOf(paidCents, quotaDwh - energyUsedDwh, quotaDwh)]),
    paidCents - savedCents,
  ];
  const least = parts.reduce((smallest, part) => (part < smallest ? part : smallest));
  return least < 0n ? 0n : least;
};

const partOf = (paidCents: bigint, left: bigint, of: bigint): bigint => (left <= 0n ? 0n : (paidCents * left) / of);

/** A held card as its time and its use make it; `stored` is what was written of its state. */
export interface HeldCard extends Pick<UsedCard, 'timesUsed' | 'timesLimit' | 'energyUsedDwh' | 'quotaDwh'> {
  readonly stored: number;
  readonly beginsAtMs: number;
  readonly expiresAtMs: number;
}

/** The state of a held card at an instant, however late the job is that writes it down. */
export const holdStateAt = (
  { stored, beginsAtMs, expiresAtMs, timesUsed, timesLimit, energyUsedDwh, quotaDwh }: HeldCard,
  nowMs: number,
): CardHoldState => {
  if (stored === cardHoldState.ended) return cardHoldState.ended;
  if (stored === cardHoldState.expired || nowMs >= expiresAtMs) return cardHoldState.expired;
  if ((timesLimit !== null && timesUsed >= timesLimit) || (quotaDwh !== null && energyUsedDwh >= quotaDwh)) return cardHoldState.usedUp;
  return nowMs < beginsAtMs ? cardHoldState.waiting : cardHoldState.active;
};
