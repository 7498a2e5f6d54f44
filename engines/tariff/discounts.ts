import { minus, sumOf, type Parts } from '#engines/money/parts.ts';
import { splitByWeight, splitWithin } from '#engines/money/split.ts';
import { type BillInput } from './bill-input.ts';
import { type RawCell } from './cells.ts';
import { couponCovers, couponCredit, couponReachesLimit, type Coupon } from './coupon.ts';

export type VipOutcome = 'none' | 'used' | 'couponBetter';
/** `nothingOff`: it would have reduced nothing. */
export type CouponOutcome = 'none' | 'used' | 'belowLimit' | 'nothingOff' | 'vipBetter';

export interface Discounts {
  readonly vipOffer: Parts;
  readonly coupon: Parts;
  readonly vipOutcome: VipOutcome;
  readonly couponOutcome: CouponOutcome;
}

interface DiscountFacts {
  readonly cells: readonly RawCell[];
  /** The cost of each cell after the tariff's discount, in minor units. */
  readonly rooms: Parts;
  /** The amount of the VIP discount. */
  readonly vipOfferCents: bigint;
}

/**
 * The VIP discount first, then the coupon on the rest. A coupon that cannot be combined replaces the VIP discount when it reduces more, before any
 * cap; at equal amounts the VIP discount applies and the coupon is kept for later.
 */
export const chooseDiscounts = ({ vip, coupon }: Pick<BillInput, 'vip' | 'coupon'>, facts: DiscountFacts): Discounts => {
  const zeros = facts.rooms.map(() => 0n);
  if (!vip) return { vipOffer: zeros, vipOutcome: 'none', ...redeem(coupon, facts, zeros) };

  const weights = facts.cells.map((cell) => cell.tariffFine - cell.vipFine);
  const vipOffer = splitWithin({ total: facts.vipOfferCents, weights, rooms: facts.rooms });
  if (!coupon || coupon.canOverlay) return { vipOffer, vipOutcome: 'used', ...redeem(coupon, facts, vipOffer) };

  const alone = redeem(coupon, facts, zeros);
  if (sumOf(alone.coupon) > facts.vipOfferCents) return { vipOffer: zeros, vipOutcome: 'couponBetter', ...alone };
  return { vipOffer, vipOutcome: 'used', coupon: zeros, couponOutcome: alone.couponOutcome === 'used' ? 'vipBetter' : alone.couponOutcome };
};

const redeem = (coupon: Coupon | undefined, { cells, rooms }: DiscountFacts, vipOffer: Parts): Pick<Discounts, 'coupon' | 'couponOutcome'> => {
  const zeros = rooms.map(() => 0n);
  if (!coupon) return { coupon: zeros, couponOutcome: 'none' };
  const coveredOnly = (parts: Parts): bigint[] => parts.map((part, index) => (covers(coupon, cells[index]) ? part : 0n));
  if (!couponReachesLimit(coupon, sumOf(coveredOnly(rooms)))) return { coupon: zeros, couponOutcome: 'belowLimit' };
  const eligible = coveredOnly(minus(rooms, vipOffer));
  const credit = couponCredit(coupon, sumOf(eligible));
  if (credit === 0n) return { coupon: zeros, couponOutcome: 'nothingOff' };
  return { coupon: splitByWeight(credit, eligible), couponOutcome: 'used' };
};

const covers = (coupon: Coupon, cell: RawCell | undefined): boolean => cell !== undefined && couponCovers(coupon, cell.rateType);
