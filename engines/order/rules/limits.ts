import { SESSION_MAX_MS } from '../bounds.ts';
import type { StopCause } from '../codes.ts';
import type { Strategy } from './strategy.ts';

/** How far a running order has come. */
export interface ChargingProgress {
  readonly startAtMs: number;
  readonly energyDwh: number;
  readonly soc: number | null;
  /** Null while nobody has computed what the order costs. */
  readonly accruedCents: bigint | null;
  /** Cost of what still flows between a stop command and its effect. */
  readonly leadCents: bigint;
}

/** Which limit of the strategy, or the session's own, has been reached; null while the order may go on. Low balance is `nextHold`'s to find. */
export const limitReached = (strategy: Strategy, progress: ChargingProgress, nowMs: number): StopCause | null => {
  const { startAtMs, energyDwh, soc, accruedCents, leadCents } = progress;
  if (nowMs - startAtMs >= SESSION_MAX_MS) return 'dayLimit';
  switch (strategy.type) {
    case 2:
      return accruedCents !== null && accruedCents + leadCents >= strategy.capCents ? 'amountReached' : null;
    case 3:
      return energyDwh >= strategy.energyDwh ? 'energyReached' : null;
    case 4:
      return soc !== null && soc >= strategy.soc ? 'socReached' : null;
    case 5:
      return nowMs - startAtMs >= strategy.durationMs ? 'durationReached' : null;
    case 6:
      return nowMs >= strategy.untilMs ? 'scheduleReached' : null;
    default:
      return null;
  }
};

/** When a limit of time will be reached, for the timer. */
export const timeLimitMs = (strategy: Strategy, startAtMs: number): number => {
  const dayLimitMs = startAtMs + SESSION_MAX_MS;
  if (strategy.type === 5) return Math.min(dayLimitMs, startAtMs + strategy.durationMs);
  return strategy.type === 6 ? Math.min(dayLimitMs, strategy.untilMs) : dayLimitMs;
};
