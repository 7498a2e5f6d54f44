import { priceE5, type PriceE5 } from '#engines/money/units.ts';
import { billMode, rateStage, type BillMode, type RateType } from './codes.ts';

export const MONTHS_PER_YEAR = 12;
/** One period for each half hour. */
export const MAX_PERIODS = 48;
/** 10,000,000 currency units per kWh: above any real price in any currency, and amounts still fit into int8. */
export const MAX_PRICE_E5 = 1_000_000_000_000n;
/** Discounts are the percent still to pay, as is usual in China: 100 reduces nothing, 80 reduces by a fifth, 0 is free. */
export const FULL_PERCENT = 100;

/** A price from one half hour of the local day until the next period starts, or until midnight. */
export interface TariffPeriod {
  /** 0 to 47. */
  readonly startSlot: number;
  /** 0 none, 1 tip, 2 peak, 3 flat, 4 valley, and more as the tariff defines. */
  readonly rateStage: number;
  /** Whole percent still to pay, 0 to 100. */
  readonly rateDiscount: number;
  /** List price for a kWh, or for an hour. */
  readonly priceE5: PriceE5;
}

export interface TariffFee {
  readonly rateType: RateType;
  readonly billMode: BillMode;
  /** By start slot, the first at 0, so no gap can be expressed. */
  readonly periods: readonly TariffPeriod[];
}

export interface TariffMonth {
  /** 1 to 12. */
  readonly month: number;
  readonly fees: readonly TariffFee[];
}

/** A schedule before validation: it may be wrong or incomplete. */
export interface TariffDraft {
  readonly rateRuleNo: string;
  /** IANA zone of the station, whose local time determines months and half hours. */
  readonly zone: string;
  readonly currency: string;
  readonly months: readonly TariffMonth[];
}

declare const checked: unique symbol;
/**
 * A complete schedule that passed `validateSchedule` and is frozen: 12 months in order, each with all four fees in order. An order keeps the schedule
 * that was valid at its start.
 */
export type TariffSnapshot = TariffDraft & { readonly [checked]: true };

/** A fee that costs nothing, for fee items that an operator does not use. */
export const freeFee = (rateType: RateType): TariffFee => ({
  rateType,
  billMode: billMode.byEnergy,
  periods: [{ startSlot: 0, rateStage: rateStage.none, rateDiscount: FULL_PERCENT, priceE5: priceE5(0n) }],
});

/** The fees of a month, 1 to 12, in order of fee item type. */
export const feesOf = (tariff: TariffSnapshot, month: number): readonly TariffFee[] => tariff.months[month - 1]?.fees ?? [];
