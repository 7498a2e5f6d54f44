import type { CodeValue } from '#kit/fields/codes.ts';
import type { DaySpan } from '../figures/figures.ts';
import { statUnit } from './charge-sum.codes.ts';

const DAY_MS = 86_400_000;
const MONTHS_A_YEAR = 12;

/**
 * The same number of periods directly before a span: of days, or of the months or years that begin in the span. Undefined where the span contains no
 * beginning of a period.
 */
export const periodsBefore = ({ from, to }: DaySpan, unit: CodeValue<typeof statUnit>): DaySpan | undefined => {
  if (unit === statUnit.items.day.value) {
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    return days > 0 ? { from: plusDays(from, -days), to: plusDays(from, -1) } : undefined;
  }
  const monthsEach = unit === statUnit.items.month.value ? 1 : MONTHS_A_YEAR;
  const periods = ordinalOf(to, monthsEach) - ordinalOf(plusDays(from, -1), monthsEach);
  return periods > 0 ? { from: plusMonths(from, -periods * monthsEach), to: plusMonths(to, -periods * monthsEach) } : undefined;
};

export const plusDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const monthsOf = (day: string): number => Number(day.slice(0, 4)) * MONTHS_A_YEAR + Number(day.slice(5, 7)) - 1;
const ordinalOf = (day: string, monthsEach: number): number => Math.floor(monthsOf(day) / monthsEach);

/** The same day of another month, or its last day where it is shorter. */
const plusMonths = (day: string, months: number): string => {
  const total = monthsOf(day) + months;
  const first = Date.UTC(Math.floor(total / MONTHS_A_YEAR), total % MONTHS_A_YEAR, 1);
  const last = Date.UTC(Math.floor(total / MONTHS_A_YEAR), (total % MONTHS_A_YEAR) + 1, 0);
  return dayOf(Math.min(first + (Number(day.slice(8)) - 1) * DAY_MS, last));
};

/** The last day of the period that begins on a day. */
export const lastDayOf = (first: string, unit: CodeValue<typeof statUnit>): string =>
  unit === statUnit.items.day.value ? first : plusDays(plusMonths(first, unit === statUnit.items.month.value ? 1 : MONTHS_A_YEAR), -1);

/** The days of the periods that begin in a span; undefined where none does. */
export const daysOfPeriods = (span: DaySpan, unit: CodeValue<typeof statUnit>): DaySpan | undefined => {
  if (unit === statUnit.items.day.value) return span.from <= span.to ? span : undefined;
  const monthsEach = unit === statUnit.items.month.value ? 1 : MONTHS_A_YEAR;
  const [first, last] = [ordinalOf(plusDays(span.from, -1), monthsEach) + 1, ordinalOf(span.to, monthsEach)];
  const firstDay = (ordinal: number): string =>
    dayOf(Date.UTC(Math.floor((ordinal * monthsEach) / MONTHS_A_YEAR), (ordinal * monthsEach) % MONTHS_A_YEAR, 1));
  return first <= last ? { from: firstDay(first), to: plusDays(firstDay(last + 1), -1) } : undefined;
};
