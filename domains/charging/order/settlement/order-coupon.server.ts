import { stateOfUse } from '#engines/marketing/codes.ts';
import type { Bill } from '#engines/tariff/bill.ts';
import { couponCovers } from '#engines/tariff/coupon.ts';
import { couponOfOrder, giveCouponBack, releaseCoupon, spendCoupon } from '#domains/marketing/server.ts';
import type { OrderCoupon } from '#domains/marketing/server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';

/** Whether a bill counts the coupon: until the order was settled without it, or it was given back. */
export const isInForce = ({ state }: OrderCoupon): boolean => state === stateOfUse.reserved || state === stateOfUse.used;

interface SettledWithCoupon {
  readonly orderId: string;
  /** Undefined where the amounts were entered by hand, or nothing was billed. */
  readonly bill: Bill | undefined;
  readonly energyDwh: bigint;
  /** Why an order without a bill leaves its coupon. */
  readonly reason: 'manual' | 'notStarted';
}

/** What the settlement makes of the order's coupon: it is used, or free again. */
export const settleCoupon = async ({ tx, nowMs }: OrderWork, { orderId, bill, energyDwh, reason }: SettledWithCoupon): Promise<void> => {
  const coupon = await couponOfOrder(tx, orderId);
  if (coupon?.state !== stateOfUse.reserved) return;
  const now = new Date(nowMs);
  if (bill && bill.couponCreditAmountCents > 0n) return spendCoupon(tx, coupon, { ...creditOf(coupon, bill), energyDwh, now });
  const why = !bill || energyDwh === 0n ? reason : bill.couponOutcome === 'used' ? 'nothingOff' : bill.couponOutcome;
  return releaseCoupon(tx, coupon, { reason: why, now });
};

/** A corrected bill takes another amount off by its coupon, or none any more. */
export const adjustCoupon = async ({ tx, nowMs }: OrderWork, { orderId, bill, energyDwh }: Omit<SettledWithCoupon, 'reason'>): Promise<void> => {
  const coupon = await couponOfOrder(tx, orderId);
  if (coupon?.state !== stateOfUse.used) return;
  const now = new Date(nowMs);
  if (bill && bill.couponCreditAmountCents > 0n) return spendCoupon(tx, coupon, { ...creditOf(coupon, bill), energyDwh, now });
  return giveCouponBack(tx, coupon, { reason: 'adjusted', now });
};

const creditOf = ({ terms: { coupon } }: OrderCoupon, { cells, couponCreditAmountCents }: Bill) => ({
  coveredCents: cells.reduce((sum, cell) => (couponCovers(coupon, cell.rateType) ? sum + cell.grossCents - cell.tariffOfferCents : sum), 0n),
  creditCents: couponCreditAmountCents,
});
