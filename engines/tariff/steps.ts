import { type Cents, type PriceE5 } from '#engines/money/units.ts';
import { type Bill } from './bill.ts';
import { type VipDiscounts } from './cells.ts';
import { type BillMode, type RateType } from './codes.ts';
import { type Coupon } from './coupon.ts';
import { type CouponOutcome, type VipOutcome } from './discounts.ts';

/** How one amount was laid on the cells: weights as they were compared, results in minor units that add up to the amount. */
export interface Share {
  readonly rateType: RateType;
  readonly rateStage: number;
  readonly weight: bigint;
  readonly resultCents: Cents;
}

/**
 * One step of a bill, without words: what went in, the exact raw value in fine units (`formatFine` shows it), and what came out.
 * Steps come in the order in which the amounts are computed.
 */
export type BillStep =
  | {
      readonly kind: 'tariff';
      readonly rateRuleNo: string;
      readonly zone: string;
      readonly startMs: number;
      readonly month: number;
      readonly minorDigits: number;
    }
  | {
      /** Consumption in one period of one fee; `quantity` is 0.1 Wh by energy, seconds by hour. */
      readonly kind: 'period';
      readonly rateType: RateType;
      readonly billMode: BillMode;
      readonly rateStage: number;
      readonly startSlot: number;
      readonly endSlot: number;
      readonly quantity: bigint;
      readonly priceE5: PriceE5;
      readonly rateDiscount: number;
      readonly vipDiscount: number;
      readonly listFine: bigint;
      readonly tariffFine: bigint;
    }
  | { readonly kind: 'orderAmount'; readonly fine: bigint; readonly resultCents: Cents; readonly shares: readonly Share[] }
  | OfferStep<'tariffOffer'>
  | (OfferStep<'vipOffer'> & { readonly vip: VipDiscounts; readonly outcome: VipOutcome })
  | {
      readonly kind: 'coupon';
      readonly coupon: Coupon;
      readonly outcome: CouponOutcome;
      /** What the coupon could pay for. */
      readonly eligibleCents: bigint;
      readonly resultCents: Cents;
      readonly shares: readonly Share[];
    }
  | { readonly kind: 'cap'; readonly capCents: Cents; readonly beforeCents: bigint; readonly resultCents: Cents; readonly shares: readonly Share[] }
  | ({ readonly kind: 'total' } & Pick<
      Bill,
      'orderAmountCents' | 'tariffOfferCents' | 'vipOfferCents' | 'couponCreditAmountCents' | 'overrunCents' | 'billingAmountCents'
    >);

/** A discount as the difference of two rounded amounts. */
interface OfferStep<K> {
  readonly kind: K;
  readonly beforeCents: Cents;
  readonly afterFine: bigint;
  readonly afterCents: Cents;
  /** Before minus after; 0 where `outcome` says that something better was taken. */
  readonly resultCents: Cents;
  readonly shares: readonly Share[];
}
