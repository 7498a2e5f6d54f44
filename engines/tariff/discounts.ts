import { minus, sumOf, type Parts } from '#engines/money/parts.ts';
import { splitByWeight, splitWithin } from '#engines/money/split.ts';
import { type BillInput } from './bill-input.ts';
import { type RawCell } from './cells.ts';
import { couponCovers, couponCredit, couponReachesLimit, type Coupon } from './coupon.ts';

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
  if (!vip) return { vipOffer: nothing, vipOutcome: 'none', ...redeem(coupon, facts, nothing) };

  const weights = facts.cells.map((cell) => cell.tariffFine - cell.vipFine);
  const vipOffer = splitWithin({ total: facts.vipOfferCents, weights, rooms: facts.rooms });
  if (!coupon || coupon.canOverlay) return { vipOffer, vipOutcome: 'used', ...redeem(coupon, facts, vipOffer) };

  const alone = redeem(coupon, facts, nothing);
  if (sumOf(alone.coupon) > facts.vipOfferCents) return { vipOffer: nothing, vipOutcome: 'couponBetter', ...alone };
  return { vipOffer, vipOutcome: 'used', coupon: nothing, couponOutcome: alone.couponOutcome === 'used' ? 'vipBetter' : alone.couponOutcome };
};

const redeem = (coupon: Coupon | undefined, { cells, rooms }: Facts, vipOffer: Parts): Pick<Discounts, 'coupon' | 'couponOutcome'> => {
  const nothing = rooms.map(() => 0n);
  if (!coupon) return { coupon: nothing, couponOutcome: 'none' };
  const covered = (parts: Parts): bigint[] => parts.map((part, place) => (covers(coupon, cells[place]) ? part : 0n));
  if (!couponReachesLimit(coupon, sumOf(covered(rooms)))) return { coupon: nothing, couponOutcome: 'belowLimit' };
  const eligible = covered(minus(rooms, vipOffer));
  const credit = couponCredit(coupon, sumOf(eligible));
  if (credit === 0n) return { coupon: nothing, couponOutcome: 'nothingOff' };
  return { coupon: splitByWeight(credit, eligible), couponOutcome: 'used' };
};

const covers = (coupon: Coupon, cell: RawCell | undefined): boolean => cell !== undefined && couponCovers(coupon, cell.rateType);
