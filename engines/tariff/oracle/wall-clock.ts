import { Temporal } from 'temporal-polyfill';

/** Local time by Temporal, in steps of a quarter of an hour: every present zone changes its offset at such an instant, by whole minutes. */
const QUARTER_MINUTES = 15;
const MINUTE_MS = 60_000;
const UNKNOWN = -32_768;
const FIRST_MINUTE = Date.UTC(2025, 0, 1) / MINUTE_MS;
const LAST_MINUTE = Date.UTC(2028, 0, 1) / MINUTE_MS;

const offsets = new Map<string, Int16Array>();

/** Local minutes since 1970 of a UTC minute since 1970, in 2025 to 2027. */
const localMinute = (minute: number, zone: string): number => {
  if (minute < FIRST_MINUTE || minute >= LAST_MINUTE) throw new RangeError('the oracle knows 2025 to 2027 only');
  const quarter = Math.floor((minute - FIRST_MINUTE) / QUARTER_MINUTES);
  let table = offsets.get(zone);
  if (!table) {
    table = new Int16Array((LAST_MINUTE - FIRST_MINUTE) / QUARTER_MINUTES).fill(UNKNOWN);
    offsets.set(zone, table);
  }
  let offset = table[quarter] ?? UNKNOWN;
  if (offset === UNKNOWN) {
    const instant = Temporal.Instant.fromEpochMilliseconds((FIRST_MINUTE + quarter * QUARTER_MINUTES) * MINUTE_MS);
    offset = instant.toZonedDateTimeISO(zone).offsetNanoseconds / 60_000_000_000;
    table[quarter] = offset;
  }
  return minute + offset;
};

/** Half hour of the local day, 0 to 47. */
export const labelOf = (minute: number, zone: string): number => Math.floor((localMinute(minute, zone) % 1_440) / 30);

/** 1 to 12. */
export const localMonth = (instantMs: number, zone: string): number =>
  new Date(localMinute(Math.floor(instantMs / MINUTE_MS), zone) * MINUTE_MS).getUTCMonth() + 1;
