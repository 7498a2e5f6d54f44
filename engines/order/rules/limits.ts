import { SESSION_MAX_MS } from '../bounds.ts';
import type { StopCause } from '../codes.ts';
import type { Strategy } from './strategy.ts';
import { strategyType } from '../codes.ts';

/** How far a running order has come. */
export interface ChargingProgress {
  readonly startAtMs: number;
  readonly energyDwh: number;
  readonly soc: number | null;
  /** Null while the cost of the order has not been computed. */
  readonly accruedCents: bigint | null;
  /** Cost of the energy that still flows between a stop command and its effect. */
  readonly leadCents: bigint;
}

/** Which limit of the strategy or of the session has been reached; null while the order may continue. `nextHold` detects a low balance. */
export const limitReached = (strategy: Strategy, progress: ChargingProgress, nowMs: number): StopCause | null => {
  const { startAtMs, energyDwh, soc, accruedCents, leadCents } = progress;
  if (nowMs - startAtMs >= SESSION_MAX_MS) return 'dayLimit';
  switch (strategy.type) {
    case strategyType.byAmount:
      return accruedCents !== null && accruedCents + leadCents >= strategy.capCents ? 'amountReached' : null;
    case strategyType.byEnergy:
      return energyDwh >= strategy.energyDwh ? 'energyReached' : null;
    case strategyType.bySoc:
      return soc !== null && soc >= strategy.soc ? 'socReached' : null;
    case strategyType.byDuration:
      return nowMs - startAtMs >= strategy.durationMs ? 'durationReached' : null;
    case strategyType.byTime:
      return nowMs >= strategy.untilMs ? 'scheduleReached' : null;
    default:
      return null;
  }
};

/** When a time limit will be reached, for the timer. */
export const timeLimitMs = (strategy: Strategy, startAtMs: number): number => {
  const dayLimitMs = startAtMs + SESSION_MAX_MS;
  if (strategy.type === strategyType.byDuration) return Math.min(dayLimitMs, startAtMs + strategy.durationMs);
  return strategy.type === strategyType.byTime ? Math.min(dayLimitMs, strategy.untilMs) : dayLimitMs;
};
