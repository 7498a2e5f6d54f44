import type { Rng } from '#engines/protocol/codec/kind.ts';
import { between } from '../model/random.ts';

/** What a station is near to, and so when cars come. */
export type Surroundings = 'station' | 'offices' | 'city';

/** A calendar day. */
export interface PastDay {
  /** `2026-03-09`. */
  readonly text: string;
  /** 0 Sunday to 6 Saturday. */
  readonly weekday: number;
  /** 1 to 12. */
  readonly month: number;
  /** 0 for the oldest day of the past, 1 for the newest. */
  readonly progress: number;
}

/** The least number of charges of the network in a whole day. */
export const CHARGES_A_DAY_MIN = 104;
const CHARGES_A_DAY_FIRST = 102;
/** The share by which the newest day has more charges than the oldest. */
const GROWTH = 0.35;
const NOISE = 0.08;

/** The number of charges of the whole network on a day, before weekdays, season and holidays of single stations divide it. */
export const chargesOfDay = (day: PastDay, rng: Rng): number => {
  const wanted = CHARGES_A_DAY_FIRST * (1 + GROWTH * day.progress) * seasonFactor(day.month) * between(rng, 1 - NOISE, 1 + NOISE);
  return Math.max(CHARGES_A_DAY_MIN, Math.round(wanted));
};

/** People drive and heat more in winter, and cool in summer. */
const seasonFactor = (month: number): number => (month === 12 || month <= 2 ? 1.08 : month === 7 || month === 8 ? 1.05 : 0.97);

/** The energy of a charge in a month, relative to the yearly mean. */
export const energyFactor = (month: number): number => (month === 12 || month <= 2 ? 1.12 : month === 7 || month === 8 ? 1.05 : 0.96);

/** The share of a station in the charges of a day is its weight times this. */
export const dayFactor = (surroundings: Surroundings, day: PastDay, isHoliday: boolean): number => {
  if (isHoliday) return holidayFactors[surroundings];
  return weekdayFactors[surroundings][day.weekday] ?? 1;
};

const holidayFactors: Readonly<Record<Surroundings, number>> = { station: 1.5, offices: 0.4, city: 1.1 };
/** From Sunday to Saturday. */
const weekdayFactors: Readonly<Record<Surroundings, readonly number[]>> = {
  station: [1.25, 0.95, 0.9, 0.9, 0.95, 1.2, 1],
  offices: [0.5, 1.1, 1.12, 1.12, 1.1, 1.05, 0.6],
  city: [1.15, 0.9, 0.92, 0.92, 0.95, 1.05, 1.3],
};

/** Weights of the 24 hours of the local day. */
export const hourWeights = (surroundings: Surroundings, isWorkday: boolean): readonly number[] =>
  surroundings === 'offices' && isWorkday ? hours.offices : surroundings === 'station' ? hours.station : hours.leisure;

const hours = {
  offices: [2, 1, 1, 1, 1, 2, 4, 8, 12, 11, 9, 8, 9, 9, 8, 7, 7, 8, 9, 7, 5, 4, 4, 3],
  station: [4, 3, 2, 2, 2, 4, 7, 8, 8, 8, 8, 9, 9, 8, 8, 8, 9, 10, 10, 9, 8, 7, 7, 5],
  leisure: [3, 2, 1, 1, 1, 2, 3, 4, 6, 8, 9, 10, 10, 10, 10, 9, 9, 10, 11, 11, 9, 7, 6, 4],
} as const;

/** Public holidays by the country of a time zone, as `MM-DD` where they are the same each year. */
const fixedHolidays: Readonly<Record<string, ReadonlySet<string>>> = {
  'Asia/Shanghai': new Set(['01-01', '05-01', '05-02', '05-03', '10-01', '10-02', '10-03', '10-04', '10-05', '10-06', '10-07']),
  'Europe/Berlin': new Set(['01-01', '05-01', '10-03', '12-25', '12-26']),
};
/** The spring festivals, first and last day. */
const springFestivals = [
  ['2025-01-28', '2025-02-04'],
  ['2026-02-15', '2026-02-23'],
  ['2027-02-05', '2027-02-11'],
  ['2028-01-25', '2028-02-01'],
] as const;

export const isHoliday = ({ text }: Pick<PastDay, 'text'>, zone: string): boolean =>
  (fixedHolidays[zone]?.has(text.slice(5)) ?? false) ||
  (zone === 'Asia/Shanghai' && springFestivals.some(([first, last]) => text >= first && text <= last));
