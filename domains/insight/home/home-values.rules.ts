import type { CodeValue } from '#kit/fields/codes.ts';
import { addedUp, wireOf } from '../figures/added-up.rules.ts';
import type { Figures } from '../figures/added-up.rules.ts';
import type { DaySpan } from '../figures/figures.ts';
import { statType } from './home-data.codes.ts';
import type { HomeValue, PeriodValue } from './home-data.ts';

type StatType = CodeValue<typeof statType>;

const { amount, energy, charges, elec, srv } = statType.items;
const nameOf = { [amount.value]: 'billed', [elec.value]: 'elec', [srv.value]: 'srv' } as const;

/** The sums of rows in one kind of figure. Without rows an amount has no currency and is missing; energy and orders are zero. */
export const valuesOf = (rows: readonly Figures[], type: StatType): readonly HomeValue[] => {
  if (type === energy.value || type === charges.value) {
    const [all] = addedUp(rows.map((row) => ({ ...row, currency: '' }))).map(wireOf);
    return [{ currency: null, value: type === energy.value ? (all?.energy ?? '0.0000') : String(all?.charges ?? 0) }];
  }
  return addedUp(rows).map((row) => ({ currency: row.currency, value: wireOf(row)[nameOf[type]] }));
};

/** The values of each period that has rows, in the order of time. `spanOf` has the days of the period that begins on a day. */
export const valuesByPeriod = (
  rows: readonly (Figures & { readonly day: string })[],
  type: StatType,
  spanOf: (first: string) => DaySpan,
): readonly PeriodValue[] =>
  [...new Set(rows.map(({ day }) => day))].toSorted().flatMap((day) =>
    valuesOf(
      rows.filter((row) => row.day === day),
      type,
    ).map((value) => ({ ...spanOf(day), ...value })),
  );

/** The months of a year and the days of a month, and the month and the year before. */
export const monthSpan = (year: number, month: number): DaySpan => ({
  from: isoDay(year, month, 1),
  to: isoDay(year, month + 1, 0),
});
export const yearSpan = (year: number): DaySpan => ({ from: isoDay(year, 1, 1), to: isoDay(year, 12, 31) });

const ISO_DAY = 'YYYY-MM-DD'.length;
/** Months and days may lie outside their range, as in `Date.UTC`. */
const isoDay = (year: number, month: number, day: number): string => new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, ISO_DAY);
