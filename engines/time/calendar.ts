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

/** As `2026-03-09`: in the order of the calendar, and as dates travel. */
export const dayText = ({ year, month, day }: LocalDate): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** 1 to 12. */
export const monthOf = (instantMs: number, zone: string): number => localDate(instantMs, zone).month;

/**
 * The first instant of a calendar day in the zone: midnight, or the moment summer time begins where it begins at midnight and
 * there is no midnight. Days out of range roll over, so `day + 1` is tomorrow.
 */
export const dayStartMs = ({ year, month, day }: LocalDate, zone: string): number => {
  const midnightMs = Date.UTC(year, month - 1, day);
  // No zone is further than a day from UTC, so the day starts inside these two days or right after them.
  for (let fromMs = midnightMs - DAY_MS; fromMs <= midnightMs + DAY_MS;) {
    const span = offsetSpan(fromMs, zone);
    const startMs = Math.max(fromMs, midnightMs - span.offsetMs);
    if (startMs < span.toMs) return startMs;
    fromMs = span.toMs;
  }
  return midnightMs + DAY_MS;
};
