/** The prices that a pile received (native message 1008): a stage for each half hour of the day, four fee items for each stage. */
export interface PriceRule {
  readonly rateRuleNo: string;
  /** 1 to 12. */
  readonly month: number;
  /** 48 stages: 1 tip, 2 peak, 3 flat, 4 valley, 0 none. */
  readonly slotStages: readonly number[];
  /** Tip, peak, flat, valley; in each electricity, service, other 1, other 2; 0.0001 money a kWh or an hour. */
  readonly stagePricesE4: readonly (readonly number[])[];
  /** 1 by energy, 2 by hour. */
  readonly billMode: number;
}

/** The energy and time in each half hour of the day. */
export interface SlotUsage {
  readonly slotDwh: readonly number[];
  readonly slotMs: readonly number[];
}

export interface Amounts {
  /** Electricity, service, other 1, other 2, in 0.0001 money. */
  readonly itemsE4: readonly [number, number, number, number];
  readonly totalE4: number;
}

/** The pile's own bill; zero without prices. Each item is rounded once, half up. */
export const amountsOf = (rule: PriceRule | null, { slotDwh, slotMs }: SlotUsage): Amounts => {
  const sums: [number, number, number, number] = [0, 0, 0, 0];
  for (let slot = 0; rule && slot < slotDwh.length; slot += 1) {
    const prices = rule.stagePricesE4[(rule.slotStages[slot] ?? 0) - 1];
    const quantity = rule.billMode === 2 ? (slotMs[slot] ?? 0) / MS_PER_HOUR : (slotDwh[slot] ?? 0) / DWH_PER_KWH;
    if (!prices || quantity === 0) continue;
    for (const item of ITEMS) sums[item] += quantity * (prices[item] ?? 0);
  }
  const itemsE4: Amounts['itemsE4'] = [Math.round(sums[0]), Math.round(sums[1]), Math.round(sums[2]), Math.round(sums[3])];
  return { itemsE4, totalE4: itemsE4[0] + itemsE4[1] + itemsE4[2] + itemsE4[3] };
};

/** The sum of the four fee items in a half hour, in 0.0001 money a kWh; 0 when energy has no price there. */
export const kwhPriceE4 = (rule: PriceRule | null, slot: number): number => {
  if (!rule || rule.billMode === 2) return 0;
  return (rule.stagePricesE4[(rule.slotStages[slot] ?? 0) - 1] ?? []).reduce((sum, price) => sum + price, 0);
};

/** Energy by stage: tip, peak, flat, valley. Half hours without a stage count as flat, so that the stages always add up. */
export const stagesOf = (rule: PriceRule | null, slotDwh: readonly number[]): readonly [number, number, number, number] => {
  const stages: [number, number, number, number] = [0, 0, 0, 0];
  for (let slot = 0; slot < slotDwh.length; slot += 1) {
    const stage = rule?.slotStages[slot] ?? 0;
    const index = stage === 1 ? 0 : stage === 2 ? 1 : stage === 4 ? 3 : 2;
    stages[index] += slotDwh[slot] ?? 0;
  }
  return stages;
};

export const DWH_PER_KWH = 10_000;
const MS_PER_HOUR = 3_600_000;
const ITEMS = [0, 1, 2, 3] as const;
