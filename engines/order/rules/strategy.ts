/** When an order should stop by itself: charging strategy types of business-domain.md section 9, with typed limits. */
export type Strategy =
  | { readonly type: 1 }
  | { readonly type: 2; readonly capCents: bigint }
  | { readonly type: 3; readonly energyDwh: number }
  | { readonly type: 4; readonly soc: number }
  | { readonly type: 5; readonly durationMs: number }
  /** Charge until an instant; the specification's "scheduled time" says no more, this is our reading. */
  | { readonly type: 6; readonly untilMs: number }
  /** By VIN, as far as the account balance reaches. */
  | { readonly type: 7 }
  | { readonly type: 9 };

export type StrategyRefusal = 'strategy.unknown' | 'strategy.valueMissing' | 'strategy.socOutOfRange';

export interface StrategyOnWire {
  readonly strategyType: number;
  /** Cents, 0.01 kWh, 0.01 %, 0.01 min: the strategy's own unit times 100. Type 6: minutes after local midnight. Unused by types 1, 7 and 9. */
  readonly strategyValE2: number;
  /** Type 6 only: the scheduled local time, already placed on the time line by the caller. */
  readonly untilMs?: number;
}

/** Reads a strategy; a type or value that means nothing is refused, never guessed. */
export const strategyOf = (wire: StrategyOnWire): Strategy | StrategyRefusal => {
  const { strategyType: type, strategyValE2: value, untilMs } = wire;
  if (type === 1 || type === 7 || type === 9) return { type };
  if (type === 6) return untilMs === undefined ? 'strategy.valueMissing' : { type, untilMs };
  if (type < 2 || type > 5 || !Number.isInteger(type)) return 'strategy.unknown';
  if (!Number.isSafeInteger(value) || value <= 0) return 'strategy.valueMissing';
  if (type === 2) return { type, capCents: BigInt(value) };
  if (type === 3) return { type, energyDwh: value * 100 };
  if (type === 5) return { type, durationMs: value * 600 };
  return value % 100 === 0 && value <= 10_000 ? { type: 4, soc: value / 100 } : 'strategy.socOutOfRange';
};

/** The value as a start command carries it. Type 6 has no value there: the platform stops it. */
export const strategyValE2 = (strategy: Strategy): number => {
  switch (strategy.type) {
    case 2:
      return Number(strategy.capCents);
    case 3:
      return Math.trunc(strategy.energyDwh / 100);
    case 4:
      return strategy.soc * 100;
    case 5:
      return Math.trunc(strategy.durationMs / 600);
    default:
      return 0;
  }
};

/** The most the order may cost, or null when the strategy sets no amount. */
export const capCentsOf = (strategy: Strategy): bigint | null => (strategy.type === 2 ? strategy.capCents : null);
