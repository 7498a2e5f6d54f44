import { offsetAt, offsetSpan } from './zone.ts';

const DAY_MS = 86_400_000;

export interface LocalDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
}

/** The calendar day that a wall clock in the zone shows at an instant. */
export const localDate = (instantMs: number, zone: string): LocalDate => {
  const local = new Date(instantMs + offsetAt(instantMs, zone));
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
};

/** As `2026-03-09`: the form in which dates are sent, whose text order is the order of the calendar. */
export const dayText = ({ year, month, day }: LocalDate): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** `2026-03-09 14:05` on the wall clock of the zone. */
export const timeText = (instantMs: number, zone: string): string =>
  new Date(instantMs + offsetAt(instantMs, zone)).toISOString().replace('T', ' ').slice(0, 16);

/** 1 to 12. */
export const monthOf = (instantMs: number, zone: string): number => localDate(instantMs, zone).month;

/**
 * The first instant of a calendar day in the zone: midnight, or the beginning of summer time where it begins at midnight and skips it. Days out of
 * range roll over, so `day + 1` is tomorrow.
 */
export const dayStartMs = (date: LocalDate, zone: string): number => wallClockMs(date, 0, zone);

const MINUTES_A_DAY = 1_440;

/** When a wall clock in the zone next shows this time, given in minutes after midnight; undefined where no clock shows it. */
export const nextTimeOfDayMs = (nowMs: number, minutes: number, zone: string): number | undefined => {
  if (!Number.isInteger(minutes) || minutes < 0 || minutes >= MINUTES_A_DAY) return undefined;
  const { day, ...month } = localDate(nowMs, zone);
  const todayMs = wallClockMs({ ...month, day }, minutes, zone);
  return todayMs > nowMs ? todayMs : wallClockMs({ ...month, day: day + 1 }, minutes, zone);
};

/** The first instant at which a wall clock shows this day and time, in minutes after midnight, or a later one where the clock skips it. */
export const wallClockMs = ({ year, month, day }: LocalDate, minutes: number, zone: string): number => {
  const shownMs = Date.UTC(year, month - 1, day, 0, minutes);
  // No zone is further than a day from UTC, so the instant lies inside these two days or right after them.
  for (let fromMs = shownMs - DAY_MS; fromMs <= shownMs + DAY_MS;) {
    const span = offsetSpan(fromMs, zone);
    const startMs = Math.max(fromMs, shownMs - span.offsetMs);
    if (startMs < span.toMs) return startMs;
    fromMs = span.toMs;
  }
  return shownMs + DAY_MS;
};
