import type { ProviderKind } from './payment.ts';

/** Which days of a provider's bill there are, and when. A day is a text such as `2026-11-25`. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface BillClock {
  /** How much the provider's days begin before those of UTC. */
  readonly aheadMs: number;
  /** The bill of a day is there so long after the day has ended. */
  readonly readyMs: number;
}

const beijing: BillClock = { aheadMs: 8 * HOUR_MS, readyMs: 10 * HOUR_MS + 15 * MINUTE_MS };
const clocks: Readonly<Record<ProviderKind, BillClock>> = { wechat: beijing, alipay: beijing, stripe: { aheadMs: 0, readyMs: HOUR_MS } };

/** Providers keep their bills for three months. */
export const BILL_DAYS_MAX = 89;

/** The instants at which a day of the provider begins and ends. */
export const billDayBounds = (kind: ProviderKind, day: string): { readonly fromMs: number; readonly toMs: number } => {
  const fromMs = Date.parse(`${day}T00:00:00Z`) - clocks[kind].aheadMs;
  return { fromMs, toMs: fromMs + DAY_MS };
};

/** The provider's day at an instant. */
export const billDayAt = (kind: ProviderKind, atMs: number): string => new Date(atMs + clocks[kind].aheadMs).toISOString().slice(0, 10);

/** The last day whose bill is there. */
const lastBillDay = (kind: ProviderKind, nowMs: number): string => billDayAt(kind, nowMs - clocks[kind].readyMs - DAY_MS);

/** The days whose bills are there and were not asked for, the oldest first: from `fromDay` on, and none that the provider has thrown away. */
export const billDaysDue = (kind: ProviderKind, fromDay: string, nowMs: number): readonly string[] => {
  const last = Date.parse(`${lastBillDay(kind, nowMs)}T00:00:00Z`);
  const first = Math.max(Date.parse(`${fromDay}T00:00:00Z`), last - (BILL_DAYS_MAX - 1) * DAY_MS);
  const days: string[] = [];
  for (let at = first; at <= last; at += DAY_MS) days.push(new Date(at).toISOString().slice(0, 10));
  return days;
};

/** The day after another one. */
export const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

const RETRY_MS: readonly number[] = [10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS];
/** The pause after the n-th attempt to get a bill that did not succeed; the last one repeats. */
export const billRetryMs = (attempts: number): number => RETRY_MS[Math.min(Math.max(attempts, 1), RETRY_MS.length) - 1] ?? HOUR_MS;

/** A bill that has not come for so long after its time is an exception. */
const OVERDUE_MS = 24 * HOUR_MS;
export const isBillOverdue = (kind: ProviderKind, day: string, nowMs: number): boolean =>
  nowMs >= billDayBounds(kind, day).toMs + clocks[kind].readyMs + OVERDUE_MS;

/**
 * Whether a bill is taken for complete. A provider whose bill is not made yet may answer like one whose day was empty, so an empty bill of a day on which
 * we know of payments is asked for again, until it is overdue.
 */
export const isBillComplete = (
  { lineCount, ownCount }: { readonly lineCount: number; readonly ownCount: number },
  { kind, day, nowMs }: { readonly kind: ProviderKind; readonly day: string; readonly nowMs: number },
): boolean => lineCount > 0 || ownCount === 0 || isBillOverdue(kind, day, nowMs);
