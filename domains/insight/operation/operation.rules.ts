import { shareOf } from '#engines/insight/comparison.ts';
import { plusDays } from '../charge-sum/period-before.rules.ts';
import type { DaySpan } from '../figures/figures.ts';

/** What ranking looks at of a pile. */
export interface RankedPile {
  readonly isEnabled: boolean;
  readonly isOnline: boolean;
  readonly guns: number;
  /** Of the pile; its guns together have been in service as often as there are guns. */
  readonly inServiceS: number;
  readonly busyMs: number;
  /** Whether it charged in the last `DORMANT_DAYS` days. */
  readonly isInUse: boolean;
  /** Of a pile that is not in use; null where it has not charged for long. */
  readonly lastDay: string | null;
}

/** So many of the most and of the least used piles are ranked. */
export const RANKED = 5;
export const DAY_S = 86_400;

/**
 * The piles that charged for the largest and for the smallest share of their time, and the dormant ones: enabled and in contact, and without a charge
 * for seven days. A pile is ranked once it has been in service for a day; with few piles the best are not among the worst.
 */
export const rankPiles = <P extends RankedPile>(piles: readonly P[]) => {
  const use = ({ busyMs, guns, inServiceS }: P): number => shareOf(busyMs, guns * inServiceS) ?? 0;
  const ranked = piles.filter(({ isEnabled, inServiceS }) => isEnabled && inServiceS >= DAY_S).toSorted((one, other) => use(other) - use(one));
  const best = ranked.slice(0, Math.min(RANKED, Math.ceil(ranked.length / 2)));
  const dormant = piles
    .filter(({ isEnabled, isOnline, isInUse, inServiceS }) => isEnabled && isOnline && !isInUse && inServiceS >= DAY_S)
    .toSorted((one, other) => dayOrder(one.lastDay ?? '', other.lastDay ?? ''));
  return { best, worst: ranked.slice(best.length).toReversed().slice(0, RANKED), dormant };
};

const PRICE_DIGITS = 3;

/** An amount for each kilowatt hour, both as decimal texts: `1.333`; a dash without energy. */
export const perKwh = (amount: string, energy: string): string =>
  Number(energy) === 0 ? '—' : (Number(amount) / Number(energy)).toFixed(PRICE_DIGITS);

const dayOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const WEEKDAYS = 7;
const HOURS = 24;
const HOUR_S = 3_600;
const HOUR_MS = HOUR_S * 1_000;

/** Local days end twelve hours after those in UTC at the latest. */
const OVER_AFTER_H = 36;

/** The newest day that is over in every time zone. */
export const newestDayOver = (now: Date): string => new Date(now.getTime() - OVER_AFTER_H * HOUR_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

export interface BusyHour {
  /** 1 is Monday. */
  readonly weekday: number;
  readonly hour: number;
  readonly busyMs: bigint;
}

/**
 * The mean share of busy guns by weekday and hour: the time in which guns charged, of the time in which there were guns. A gun counts for the days at the
 * end of the span in which its pile has been in service, of which the first may be a part of a day.
 *
 * @returns 7 rows, Monday first, of 24; null where there was no gun
 */
export const heatOf = (busy: readonly BusyHour[], inService: InService, span: DaySpan): readonly (readonly (number | null)[])[] => {
  const gunHours = Array.from({ length: WEEKDAYS }, () => 0);
  for (const { day, guns } of gunsByDay(inService, span)) {
    const weekday = weekdayOf(day) - 1;
    gunHours[weekday] = (gunHours[weekday] ?? 0) + guns;
  }
  const busyMs = Array.from({ length: WEEKDAYS }, () => Array.from({ length: HOURS }, () => 0));
  for (const { weekday, hour, busyMs: ms } of busy) {
    const row = busyMs[weekday - 1];
    if (row) row[hour] = (row[hour] ?? 0) + Number(ms);
  }
  return busyMs.map((row, weekday) => row.map((ms) => shareOf(ms, (gunHours[weekday] ?? 0) * HOUR_MS)));
};

/** Guns by how many days, the last one begun, their piles have been in service. */
type InService = readonly { readonly guns: number; readonly days: number }[];

/** How many guns were in service on each day of a span, the newest first. */
export const gunsByDay = (inService: InService, { from, to }: DaySpan): readonly { readonly day: string; readonly guns: number }[] => {
  const rows: { day: string; guns: number }[] = [];
  for (let day = to, age = 0; day >= from; day = plusDays(day, -1), age += 1)
    rows.push({ day, guns: inService.filter(({ days }) => days > age).reduce((sum, own) => sum + own.guns, 0) });
  return rows;
};

/** 1 is Monday. */
export const weekdayOf = (day: string): number => ((new Date(day).getUTCDay() + WEEKDAYS - 1) % WEEKDAYS) + 1;
