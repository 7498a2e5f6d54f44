import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { powerLimitRefusals } from './power-limit.labels.ts';

/** A longer one is a change of the power control. */
export const LIMIT_DAYS_MAX = 31;
const DAY_MS = 86_400_000;

type LimitRefusal = keyof typeof powerLimitRefusals;

/** How long a limit may last that is received now. */
export const checkTimes = ({ beginMs, endMs }: { readonly beginMs: number; readonly endMs: number }, nowMs: number): Verdict<true, LimitRefusal> => {
  if (endMs <= nowMs || endMs <= beginMs) return deny('powerLimit.endPast');
  return endMs > nowMs + LIMIT_DAYS_MAX * DAY_MS ? deny('powerLimit.tooLong', { days: LIMIT_DAYS_MAX }) : allow(true);
};

/** What a limit means in a sweep. */
export interface OpenLimit {
  readonly limitHw: number;
  readonly beginMs: number;
  readonly endMs: number;
}

/** The lowest of the limits that count at an instant; null for none. */
export const lowestLimit = (limits: readonly OpenLimit[], nowMs: number): number | null => {
  const counting = limits.filter(({ beginMs, endMs }) => beginMs <= nowMs && nowMs < endMs).map(({ limitHw }) => limitHw);
  return counting.length === 0 ? null : Math.min(...counting);
};

export interface LimitProof {
  readonly limitHw: number;
  readonly isApplied: boolean;
  readonly isObeyed: boolean;
  readonly isBroken: boolean;
}

/** What a sweep that counted a limit proves about it. `worstHw` is everything that may be drawn after it. */
export const proofOf = (limit: LimitProof, worstHw: number): { readonly applied: boolean; readonly obeyed: boolean; readonly broken: boolean } => {
  const isWithin = worstHw <= limit.limitHw;
  return { applied: !limit.isApplied, obeyed: !limit.isObeyed && isWithin, broken: limit.isObeyed && !limit.isBroken && !isWithin };
};
