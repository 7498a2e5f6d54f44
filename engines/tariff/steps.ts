import { type Cents, type PriceE5 } from '#engines/money/units.ts';
import { type Bill } from './bill.ts';
import { type VipDiscounts } from './cells.ts';
import { type BillMode, type RateType } from './codes.ts';
import { type Coupon } from './coupon.ts';
import { type CardOutcome, type CouponOutcome, type VipOutcome } from './offers.ts';
import { type PointTerms } from './points.ts';
import { type PrivilegeCard } from './privilege-card.ts';

/** How one amount was shared among the cells: the weights, and the results in minor units, which add up to the amount. */
export interface Share {
  readonly rateType: RateType;
  readonly rateStage: number;
  readonly weight: bigint;
  readonly resultCents: Cents;
}

/**
 * One step of a bill, without texts: the inputs, the exact value in fine units (`formatFine` formats it), and the result. Steps are listed in the
 * order in which the amounts are computed.
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
      /** Consumption in one period of one fee; `quantity` is 0.1 Wh where billed by energy, seconds where billed by hour. */
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
      readonly kind: 'card';
      readonly card: PrivilegeCard;
      readonly outcome: CardOutcome;
      /** The energy of the order, and the part of it that the card counts for. */
      readonly billedDwh: bigint;
      readonly cardDwh: bigint;
      /** The amount that the card covers. */
      readonly eligibleCents: bigint;
      readonly resultCents: Cents;
      readonly shares: readonly Share[];
    }
  | {
      readonly kind: 'coupon';
      readonly coupon: Coupon;
      readonly outcome: CouponOutcome;
      /** The amount that the coupon covers. */
      readonly eligibleCents: bigint;
      readonly resultCents: Cents;
      readonly shares: readonly Share[];
    }
  | { readonly kind: 'cap'; readonly capCents: Cents; readonly beforeCents: bigint; readonly resultCents: Cents; readonly shares: readonly Share[] }
  | {
      readonly kind: 'points';
      readonly points: PointTerms;
      readonly spentPoints: bigint;
      readonly beforeCents: bigint;
      readonly resultCents: Cents;
      readonly shares: readonly Share[];
    }
  | ({ readonly kind: 'total' } & Pick<
      Bill,
      | 'orderAmountCents'
      | 'tariffOfferCents'
      | 'vipOfferCents'
      | 'cardCreditCents'
      | 'couponCreditAmountCents'
      | 'overrunCents'
      | 'pointCreditCents'
      | 'billingAmountCents'
    >);

/** A discount as the difference of two rounded amounts. */
interface OfferStep<K> {
  readonly kind: K;
  readonly beforeCents: Cents;
  readonly afterFine: bigint;
  readonly afterCents: Cents;
  /** Before minus after; 0 where `outcome` says that a better discount was applied. */
  readonly resultCents: Cents;
  readonly shares: readonly Share[];
}
