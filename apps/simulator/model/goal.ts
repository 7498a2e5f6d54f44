import type { ChargeGoal } from './charge.ts';
import { strategyType } from '#engines/order/codes.ts';

/** How far to charge, in the protocol's charging strategies. */
export interface ChargeStrategy {
  readonly strategyType: number;
  /** Cents, 0.01 kWh, 0.01 %, 0.01 min. */
  readonly strategyValE2: number;
  /** The balance of the account; 0 if the platform did not send it. */
  readonly balanceCents: number;
  /** The most the order may cost; 0 for no limit. */
  readonly maxAmountCents: number;
}

/** The limits at which a pile ends a charge by itself. `startMs` and the result are by the pile's own clock. */
export const goalOf = (wish: ChargeStrategy, { startMs, maxSoc }: { readonly startMs: number; readonly maxSoc: number }): ChargeGoal => {
  const { strategyType: type, strategyValE2: value, balanceCents, maxAmountCents } = wish;
  const amountsCents = [type === strategyType.byAmount && value > 0 ? value : 0, maxAmountCents].filter((cents) => cents > 0);
  const soc = type === strategyType.bySoc && value > 0 ? Math.min(value / 100, maxSoc) : maxSoc;
  return {
    soc,
    ...(type === strategyType.byEnergy && value > 0 && { energyDwh: value * DWH_PER_CENTI_KWH }),
    ...(type === strategyType.byDuration && value > 0 && { untilMs: startMs + value * MS_PER_CENTI_MINUTE }),
    ...(amountsCents.length > 0 && { amountE4: Math.min(...amountsCents) * E4_PER_CENT }),
    ...(balanceCents > 0 && { balanceE4: balanceCents * E4_PER_CENT }),
  };
};

const DWH_PER_CENTI_KWH = 100;
const MS_PER_CENTI_MINUTE = 600;
const E4_PER_CENT = 100;
