import { settledOrderStates } from '#engines/order/codes.ts';
import { wallClockMs } from '#engines/time/calendar.ts';
import { plusDays } from '../charge-sum/period-before.rules.ts';
import { listQuery } from './behind.rules.ts';
import type { PlaceFilter } from './behind.rules.ts';
import type { BusyPart } from './operation.ts';

/** A charge of more than 48 hours is a wrong clock, and has no busy time. */
const BEGAN_DAYS_BEFORE = 2;
const HOUR_MIN = 60;

/** The settled orders that charged within an hour of a day, of which the time within the hour is added up. */
export const chargedInHourBehind = (
  { timezone, filter }: NonNullable<BusyPart['orders']>,
  { day, hour }: { readonly day: string; readonly hour: number },
  query: PlaceFilter,
): Readonly<Record<string, string>> => {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split('-').map(Number);
  const begins = (atHour: number): string => new Date(wallClockMs({ year, month, day: dayOfMonth }, atHour * HOUR_MIN, timezone)).toISOString();
  return listQuery(query, { ...filter, chargeDay_begin: plusDays(day, -BEGAN_DAYS_BEFORE), chargeDay_end: day }, [
    { field: 'orderState', rule: 'in', val: settledOrderStates.join(',') },
    { field: 'startTime', rule: 'lt', val: begins(hour + 1) },
    { field: 'stopTime', rule: 'gt', val: begins(hour) },
  ]);
};
