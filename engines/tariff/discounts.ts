import { minus, sumOf, type Parts } from '../money/parts.ts';
import { splitByWeight, splitWithin } from '../money/split.ts';
import { type BillInput } from './bill-input.ts';
import { type RawCell } from './cells.ts';
import { couponCovers, couponCredit, type Coupon } from './coupon.ts';

export type VipOutcome = 'none' | 'used' | 'couponBetter';
/** `nothingOff`: it would have taken nothing off. */
export type CouponOutcome = 'none' | 'used' | 'belowLimit' | 'nothingOff' | 'vipBetter';

export interface Discounts {
  readonly vipOffer: Parts;
  readonly coupon: Parts;
  readonly vipOutcome: VipOutcome;
  readonly couponOutcome: CouponOutcome;
}

interface Facts {
  readonly cells: readonly RawCell[];
  /** What each cell costs after the tariff's discount, in minor units. */
  readonly rooms: Parts;
  /** What the VIP discount is worth. */
  readonly vipOfferCents: bigint;
}

/**
 * VIP first, the coupon on what is left. A coupon that may not overlay replaces the VIP discount when it takes more off, before
 * any cap; at equal worth the VIP discount stays and the coupon is kept for another day.
 */
export const chooseDiscounts = ({ vip, coupon }: Pick<BillInput, 'vip' | 'coupon'>, facts: Facts): Discounts => {
  const nothing = facts.rooms.map(() => 0n);
  if (!vip) return withCoupon(coupon, { cells: facts.cells, rooms: facts.rooms, before: { vipOffer: nothing, vipOutcome: 'none' } });

  const weights = facts.cells.map((cell) => cell.tariffFine - cell.vipFine);
  const vipOffer = splitWithin({ total: facts.vipOfferCents, weights, rooms: facts.rooms });
  const before = { vipOffer, vipOutcome: 'used' } as const;
  if (!coupon || coupon.canOverlay) return withCoupon(coupon, { cells: facts.cells, rooms: minus(facts.rooms, vipOffer), before });

  const alone = withCoupon(coupon, { cells: facts.cells, rooms: facts.rooms, before: { vipOffer: nothing, vipOutcome: 'couponBetter' } });
  if (sumOf(alone.coupon) > facts.vipOfferCents) return alone;
  return { ...before, coupon: nothing, couponOutcome: alone.couponOutcome === 'used' ? 'vipBetter' : alone.couponOutcome };
};

interface Remaining {
  readonly cells: readonly RawCell[];
  readonly rooms: Parts;
  readonly before: Pick<Discounts, 'vipOffer' | 'vipOutcome'>;
}

const withCoupon = (coupon: Coupon | undefined, { cells, rooms, before }: Remaining): Discounts => {
  const nothing = rooms.map(() => 0n);
  if (!coupon) return { ...before, coupon: nothing, couponOutcome: 'none' };
  const eligible = rooms.map((room, place) => (covers(coupon, cells[place]) ? room : 0n));
  const credit = couponCredit(coupon, sumOf(eligible));
  if (credit === undefined) return { ...before, coupon: nothing, couponOutcome: 'belowLimit' };
  if (credit === 0n) return { ...before, coupon: nothing, couponOutcome: 'nothingOff' };
  return { ...before, coupon: splitByWeight(credit, eligible), couponOutcome: 'used' };
};

const covers = (coupon: Coupon, cell: RawCell | undefined): boolean => cell !== undefined && couponCovers(coupon, cell.rateType);
