import { RATE_TYPES, rateStage, type BillMode, billMode } from './codes.ts';
import { FULL_PERCENT, MAX_PERIODS, type TariffFee, type TariffMonth } from './schedule.ts';

/** A month in the form that a pile can receive (native 1008): a stage for each half hour, and the four fees for each of four stages. */
export interface PileRates {
  /** 48 stages, 1 to 4. */
  readonly slotStages: readonly number[];
  /**
   * Tip, peak, flat, valley; within each stage electricity, service, other 1, other 2; in 0.0001 of a currency unit per kWh or hour, after discounts.
   */
  readonly stagePricesE4: readonly (readonly number[])[];
  readonly billMode: BillMode;
}

/** Why a month cannot be sent to piles: more than four prices in a day, fees by energy and by hour together, or a price too large for the field. */
export type RateProblem = 'tooManyPrices' | 'mixedModes' | 'tooDear';

/**
 * The rates of a month as sent to a pile. The pile displays the prices and computes its own bill with them. That bill is only compared with the
 * platform's, so a price of five digits is rounded to four. A half hour keeps the stage of its electricity where each stage has one price; otherwise
 * it gets a free stage.
 */
export const pileRatesOf = ({ fees }: TariffMonth): PileRates | RateProblem => {
  const charged = fees.filter((fee) => fee.periods.some((period) => period.priceE5 > 0n && period.rateDiscount > 0));
  const modes = new Set(charged.map((fee) => fee.billMode));
  if (modes.size > 1) return 'mixedModes';
  const slots = Array.from({ length: MAX_PERIODS }, (_unused, slot) => slotOf(fees, slot));
  if (slots.some(({ prices }) => prices.some((price) => price > MOST_E4))) return 'tooDear';
  const stages = stagesOf(slots);
  if (!stages) return 'tooManyPrices';
  return {
    slotStages: slots.map(({ key }) => stages.get(key)?.stage ?? rateStage.flat),
    stagePricesE4: STAGES.map((stage) => [...stages.values()].find((price) => price.stage === stage)?.prices ?? FREE),
    billMode: [...modes][0] ?? billMode.byEnergy,
  };
};

/** Four bytes on the wire. */
const MOST_E4 = 2 ** 32 - 1;
const STAGES = [rateStage.tip, rateStage.peak, rateStage.flat, rateStage.valley] as const;
/** Stages used for prices whose own stage is not usable, flat first, because its name is the least misleading. */
const SPARE = [rateStage.flat, rateStage.valley, rateStage.peak, rateStage.tip] as const;
const FREE = [0, 0, 0, 0] as const;

interface Slot {
  /** Equal prices have equal keys. */
  readonly key: string;
  readonly prices: readonly number[];
  readonly preferredStage: number;
}

const slotOf = (fees: readonly TariffFee[], slot: number): Slot => {
  const periodOf = (rateType: number) => fees.find((fee) => fee.rateType === rateType)?.periods.findLast(({ startSlot }) => startSlot <= slot);
  const prices = RATE_TYPES.map((rateType) => {
    const period = periodOf(rateType);
    return period ? Number((period.priceE5 * BigInt(period.rateDiscount) + HALF) / E4) : 0;
  });
  return { key: prices.join(), prices, preferredStage: periodOf(1)?.rateStage ?? rateStage.none };
};
/** From units of 1e-5 with percents to units of 1e-4, half up. */
const E4 = BigInt(10 * FULL_PERCENT);
const HALF = E4 / 2n;

/**
 * One stage for each price of the day; undefined when there are more than four. Prices that have a stage of their own come first, so that their stage
 * is not given to another price.
 */
const stagesOf = (slots: readonly Slot[]): ReadonlyMap<string, { readonly stage: number; readonly prices: readonly number[] }> | undefined => {
  const pricesByStage = new Map<string, { readonly stage: number; readonly prices: readonly number[] }>();
  const isFree = (stage: number) => ![...pricesByStage.values()].some((price) => price.stage === stage);
  for (const { key, prices, preferredStage } of slots)
    if (!pricesByStage.has(key) && STAGES.some((stage) => stage === preferredStage) && isFree(preferredStage))
      pricesByStage.set(key, { stage: preferredStage, prices });
  for (const { key, prices } of slots) {
    if (pricesByStage.has(key)) continue;
    const stage = SPARE.find(isFree);
    if (stage === undefined) return undefined;
    pricesByStage.set(key, { stage, prices });
  }
  return pricesByStage;
};
