import { RATE_TYPES, rateStage, type BillMode, billMode } from './codes.ts';
import { FULL_PERCENT, MAX_PERIODS, type TariffFee, type TariffMonth } from './schedule.ts';

/** A month in the form that a pile can receive (native 1008): a stage for each half hour, and for each of four stages the four fees. */
export interface PileRates {
  /** 48 stages, 1 to 4. */
  readonly slotStages: readonly number[];
  /** Tip, peak, flat, valley; within each electricity, service, other 1, other 2; 0.0001 money a kWh or an hour, discounts taken off. */
  readonly stagePricesE4: readonly (readonly number[])[];
  readonly billMode: BillMode;
}

/**
 * Why a month cannot be expressed for piles: more than four prices a day, fees by energy and by hour together, or a price too large
 * for the field.
 */
export type RateProblem = 'tooManyPrices' | 'mixedModes' | 'tooDear';

/**
 * The rates of a month as sent to a pile. The pile displays the prices and computes its own bill with them; that bill is only
 * compared with the platform's, so a price of five digits is rounded to four. A half hour keeps the stage of its electricity where
 * each stage has one price; otherwise it takes a free stage.
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
    stagePricesE4: STAGES.map((stage) => [...stages.values()].find((one) => one.stage === stage)?.prices ?? FREE),
    billMode: [...modes][0] ?? billMode.byEnergy,
  };
};

/** Four bytes on the wire. */
const MOST_E4 = 2 ** 32 - 1;
const STAGES = [rateStage.tip, rateStage.peak, rateStage.flat, rateStage.valley] as const;
/** Stages used for prices whose own stage is not usable, flat first, because its name misleads least. */
const SPARE = [rateStage.flat, rateStage.valley, rateStage.peak, rateStage.tip] as const;
const FREE = [0, 0, 0, 0] as const;

interface Slot {
  /** Equal prices have equal keys. */
  readonly key: string;
  readonly prices: readonly number[];
  readonly wanted: number;
}

const slotOf = (fees: readonly TariffFee[], slot: number): Slot => {
  const at = (rateType: number) => fees.find((fee) => fee.rateType === rateType)?.periods.findLast(({ startSlot }) => startSlot <= slot);
  const prices = RATE_TYPES.map((rateType) => {
    const period = at(rateType);
    return period ? Number((period.priceE5 * BigInt(period.rateDiscount) + HALF) / E4) : 0;
  });
  return { key: prices.join(), prices, wanted: at(1)?.rateStage ?? rateStage.none };
};
/** From a hundred thousandths and percents to ten thousandths, half up. */
const E4 = BigInt(10 * FULL_PERCENT);
const HALF = E4 / 2n;

/** One stage for each price of the day; undefined when there are more than four. First come those that name one, so that no spare is taken before. */
const stagesOf = (slots: readonly Slot[]): ReadonlyMap<string, { readonly stage: number; readonly prices: readonly number[] }> | undefined => {
  const given = new Map<string, { readonly stage: number; readonly prices: readonly number[] }>();
  const isFree = (stage: number) => ![...given.values()].some((one) => one.stage === stage);
  for (const { key, prices, wanted } of slots)
    if (!given.has(key) && STAGES.some((stage) => stage === wanted) && isFree(wanted)) given.set(key, { stage: wanted, prices });
  for (const { key, prices } of slots) {
    if (given.has(key)) continue;
    const stage = SPARE.find(isFree);
    if (stage === undefined) return undefined;
    given.set(key, { stage, prices });
  }
  return given;
};
