import { localDate } from '#engines/time/calendar.ts';
import { cutAtSlots } from '#engines/time/slots.ts';
import { shareOf } from './comparison.ts';

const HOUR_S = 3_600;
const HOURS = 24;
const WEEKDAYS = 7;

/** How long guns charged, of the time that they were in service. */
export const usageByTime = ({ chargingS, inServiceS }: { readonly chargingS: number; readonly inServiceS: number }): number | null =>
  shareOf(chargingS, inServiceS);

/** What guns delivered, of what they could have delivered in the time that they were in service. */
export const usageByEnergy = (facts: { readonly energyWh: number; readonly ratedW: number; readonly inServiceS: number }): number | null =>
  shareOf(facts.energyWh * HOUR_S, facts.ratedW * facts.inServiceS);

/** Charges of 0.1 kWh or more for each gun and day in service. */
export const turnover = ({ charges, gunDays }: { readonly charges: number; readonly gunDays: number }): number | null => shareOf(charges, gunDays);

/** A gun was in use from one instant to another, in epoch milliseconds. */
export interface BusySpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The mean number of busy guns by weekday (0 is Monday) and hour of the wall clock of a zone, over a period. An hour that the clock skips or repeats
 * counts as long as it lasts.
 *
 * @returns 7 rows of 24; null for an hour that did not occur in the period
 */
export const busyByHour = (spans: readonly BusySpan[], period: BusySpan, zone: string): readonly (readonly (number | null)[])[] => {
  const lastedMs = emptyWeek();
  const busyMs = emptyWeek();
  addHours(lastedMs, period, zone);
  for (const { fromMs, toMs } of spans) addHours(busyMs, { fromMs: Math.max(fromMs, period.fromMs), toMs: Math.min(toMs, period.toMs) }, zone);
  return lastedMs.map((hours, weekday) => hours.map((lasted, hour) => shareOf(busyMs[weekday]?.[hour] ?? 0, lasted)));
};

const emptyWeek = (): number[][] => Array.from({ length: WEEKDAYS }, () => Array.from({ length: HOURS }, () => 0));

/** Adds a span to the hours of the wall clock in which it lies. */
const addHours = (week: number[][], span: BusySpan, zone: string): void => {
  for (const { slot, fromMs, toMs } of cutAtSlots({ ...span, zone })) {
    const { year, month, day } = localDate(fromMs, zone);
    const row = week[(new Date(Date.UTC(year, month - 1, day)).getUTCDay() + WEEKDAYS - 1) % WEEKDAYS];
    const hour = Math.floor(slot / SLOTS_AN_HOUR);
    if (row) row[hour] = (row[hour] ?? 0) + toMs - fromMs;
  }
};
const SLOTS_AN_HOUR = 2;

/** The median and the ninetieth percentile of some durations; null of none. Each is a duration that occurred. */
export const spreadOf = (durationsMs: readonly number[]): { readonly medianMs: number; readonly p90Ms: number } | null => {
  const sorted = durationsMs.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return sorted.length === 0 ? null : { medianMs: at(0.5), p90Ms: at(0.9) };
};

/** Durations that took equally many begun minutes, and how long they took together. */
export interface CountedDurations {
  readonly minutes: number;
  readonly count: number;
  readonly ms: number;
}

/** The mean of durations, and by the begun minute the median and the ninetieth percentile; null of none. */
export const spreadOfMinutes = (
  durations: readonly CountedDurations[],
): { readonly meanS: number; readonly medianS: number; readonly p90S: number } | null => {
  const sorted = durations.toSorted((one, other) => one.minutes - other.minutes);
  const count = sorted.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return null;
  const at = (share: number): number => {
    let passed = 0;
    const found = sorted.find((each) => (passed += each.count) >= share * count);
    return (found?.minutes ?? 0) * MINUTE_S;
  };
  return { meanS: sorted.reduce((sum, { ms }) => sum + ms, 0) / count / SECOND_MS, medianS: at(0.5), p90S: at(0.9) };
};
const MINUTE_S = 60;
const SECOND_MS = 1_000;
