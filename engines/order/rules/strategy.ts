import { strategyType } from '../codes.ts';
/** When an order should stop by itself: charging strategy types with typed limits. */
export type Strategy =
  | { readonly type: typeof strategyType.untilFull }
  | { readonly type: typeof strategyType.byAmount; readonly capCents: bigint }
  | { readonly type: typeof strategyType.byEnergy; readonly energyDwh: number }
  | { readonly type: typeof strategyType.bySoc; readonly soc: number }
  | { readonly type: typeof strategyType.byDuration; readonly durationMs: number }
  /** Charge until an instant. The platform interprets the type "scheduled time" as an end time. */
  | { readonly type: typeof strategyType.byTime; readonly untilMs: number }
  /** By VIN, as far as the account balance reaches. */
  | { readonly type: typeof strategyType.byVin }
  | { readonly type: typeof strategyType.other };

export type StrategyRefusal = 'strategy.unknown' | 'strategy.valueMissing' | 'strategy.socOutOfRange' | 'strategy.noCar';

export interface StrategyOnWire {
  readonly strategyType: number;
  /** Cents, 0.01 kWh, 0.01 %, 0.01 min: the strategy's own unit times 100. Type 6: minutes after local midnight. Unused by types 1, 7 and 9. */
  readonly strategyValE2: number;
  /** Type 6 only: the scheduled local time, already converted to an instant by the caller. */
  readonly untilMs?: number;
}

/** Types whose value is a limit. */
const valued: readonly number[] = [strategyType.byAmount, strategyType.byEnergy, strategyType.bySoc, strategyType.byDuration];

/** Parses a strategy; an invalid type or value is refused. */
export const strategyOf = (wire: StrategyOnWire): Strategy | StrategyRefusal => {
  const { strategyType: type, strategyValE2: value, untilMs } = wire;
  if (type === strategyType.untilFull || type === strategyType.byVin || type === strategyType.other) return { type };
  if (type === strategyType.byTime) return untilMs === undefined ? 'strategy.valueMissing' : { type, untilMs };
  if (!valued.includes(type)) return 'strategy.unknown';
  if (!Number.isSafeInteger(value) || value <= 0) return 'strategy.valueMissing';
  if (type === strategyType.byAmount) return { type, capCents: BigInt(value) };
  if (type === strategyType.byEnergy) return { type, energyDwh: value * 100 };
  if (type === strategyType.byDuration) return { type, durationMs: value * 600 };
  return value % 100 === 0 && value <= 10_000 ? { type: strategyType.bySoc, soc: value / 100 } : 'strategy.socOutOfRange';
};

/** The value that a start command carries. Type 6 has no value there, because the platform stops the order. */
export const strategyValE2 = (strategy: Strategy): number => {
  switch (strategy.type) {
    case strategyType.byAmount:
      return Number(strategy.capCents);
    case strategyType.byEnergy:
      return Math.trunc(strategy.energyDwh / 100);
    case strategyType.bySoc:
      return strategy.soc * 100;
    case strategyType.byDuration:
      return Math.trunc(strategy.durationMs / 600);
    default:
      return 0;
  }
};

/** Whether the payer is not the car that "by VIN" charges: a card or a person, or another car than the one at the gun, where its VIN is known. */
export const lacksCar = (strategy: Strategy, payerVin: string | null, vinAtGun: string | undefined): boolean =>
  strategy.type === strategyType.byVin && (payerVin === null || (vinAtGun !== undefined && vinAtGun !== payerVin));

/** The most the order may cost, or null when the strategy sets no amount. */
export const capCentsOf = (strategy: Strategy): bigint | null => (strategy.type === strategyType.byAmount ? strategy.capCents : null);
