import { usageByTime } from '#engines/insight/usage.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { plusDays } from '../charge-sum/period-before.rules.ts';
import { addedUp, wireOf } from '../figures/added-up.rules.ts';
import type { Figures } from '../figures/added-up.rules.ts';
import type { DaySpan } from '../figures/figures.ts';
import { statType } from './home-data.codes.ts';
import type { HomeValue, PeriodValue } from './home-data.ts';

const { amount, energy, charges, elec, srv, usage } = statType.items;
/** The types whose values are sums of orders. */
export type SumType = Exclude<CodeValue<typeof statType>, typeof usage.value>;

const nameOf = { [amount.value]: 'billed', [elec.value]: 'elec', [srv.value]: 'srv' } as const;

/** The sums of rows in one kind of figure. Without rows an amount has no currency and is missing; energy and orders are zero. */
export const valuesOf = (rows: readonly Figures[], type: SumType): readonly HomeValue[] => {
  if (type === energy.value || type === charges.value) {
    const [all] = addedUp(rows.map((row) => ({ ...row, currency: '' }))).map(wireOf);
    return [{ currency: null, value: type === energy.value ? (all?.energy ?? '0.0000') : String(all?.charges ?? 0) }];
  }
  return addedUp(rows).map((row) => ({ currency: row.currency, value: wireOf(row)[nameOf[type]] }));
};

/** The values of each period that has rows, in the order of time. `spanOf` has the days of the period that begins on a day. */
export const valuesByPeriod = (
  rows: readonly (Figures & { readonly day: string })[],
  type: SumType,
  spanOf: (first: string) => DaySpan,
): readonly PeriodValue[] =>
  [...new Set(rows.map(({ day }) => day))].toSorted().flatMap((day) =>
    valuesOf(
      rows.filter((row) => row.day === day),
      type,
    ).map((value) => ({ ...spanOf(day), ...value })),
  );

const USAGE_DIGITS = 4;

/** The share of their time in service for which guns charged; missing where no gun was in service. */
export const usageOf = (rows: readonly Pick<Figures, 'busyMs'>[], gunS: number): readonly HomeValue[] => {
  const share = usageByTime({ chargingS: rows.reduce((sum, { busyMs }) => sum + Number(busyMs), 0) / 1_000, inServiceS: gunS });
  return share === null ? [] : [{ currency: null, value: share.toFixed(USAGE_DIGITS) }];
};

/** The days of a span. */
export const daysOf = ({ from, to }: DaySpan): readonly DaySpan[] => {
  const days: DaySpan[] = [];
  for (let day = from; day <= to; day = plusDays(day, 1)) days.push({ from: day, to: day });
  return days;
};

const MONTHS = 12;
export const monthsOf = (year: number): readonly DaySpan[] => Array.from({ length: MONTHS }, (_none, at) => monthSpan(year, at + 1));

/** The months of a year and the days of a month, and the month and the year before. */
export const monthSpan = (year: number, month: number): DaySpan => ({
  from: isoDay(year, month, 1),
  to: isoDay(year, month + 1, 0),
});
export const yearSpan = (year: number): DaySpan => ({ from: isoDay(year, 1, 1), to: isoDay(year, 12, 31) });

const ISO_DAY = 'YYYY-MM-DD'.length;
/** Months and days may lie outside their range, as in `Date.UTC`. */
const isoDay = (year: number, month: number, day: number): string => new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, ISO_DAY);
