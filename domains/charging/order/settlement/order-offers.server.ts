import { stateOfUse } from '#engines/marketing/codes.ts';
import type { StateOfUse } from '#engines/marketing/codes.ts';
import type { Bill } from '#engines/tariff/bill.ts';
import type { BillInput } from '#engines/tariff/bill-input.ts';
import { couponCovers } from '#engines/tariff/coupon.ts';
import {
  cardOfOrder,
  couponOfOrder,
  giveCardBack,
  giveCouponBack,
  releaseCard,
  releaseCoupon,
  spendCard,
  spendCoupon,
} from '#domains/marketing/server.ts';
import type { OrderCard, OrderCoupon } from '#domains/marketing/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';

/** What an order has reserved or used, whatever became of it. */
export interface OrderOffers {
  readonly coupon: OrderCoupon | undefined;
  readonly card: OrderCard | undefined;
}

export const offersOfOrder = async (tx: Tx, orderId: string): Promise<OrderOffers> => ({
  coupon: await couponOfOrder(tx, orderId),
  card: await cardOfOrder(tx, orderId),
});

/** Whether a bill counts it: until the order was settled without it, or it was given back. */
const isInForce = ({ state }: { readonly state: StateOfUse }): boolean => state === stateOfUse.reserved || state === stateOfUse.used;

export const offersInForce = async (tx: Tx, orderId: string): Promise<OrderOffers> => {
  const { coupon, card } = await offersOfOrder(tx, orderId);
  return { coupon: coupon && isInForce(coupon) ? coupon : undefined, card: card && isInForce(card) ? card : undefined };
};

/** As the engine counts them, in a bill that is made now. */
export const termsInForce = async (tx: Tx, orderId: string): Promise<Pick<BillInput, 'coupon' | 'card'>> => {
  const { coupon, card } = await offersInForce(tx, orderId);
  return { coupon: coupon?.terms.coupon, card: card?.correctedCard };
};

interface SettledWithOffers {
  readonly orderId: string;
  /** Undefined where the amounts were entered by hand, or nothing was billed. */
  readonly bill: Bill | undefined;
  readonly energyDwh: bigint;
  /** Why an order without a bill leaves them. */
  readonly reason: 'manual' | 'notStarted';
}

/** What the settlement makes of the order's coupon and card: each is used, or free again. */
export const settleOffers = async ({ tx, nowMs }: OrderWork, { orderId, bill, energyDwh, reason }: SettledWithOffers): Promise<void> => {
  const { coupon, card } = await offersOfOrder(tx, orderId);
  const now = new Date(nowMs);
  const whyOf = (outcome: string): string => (!bill || energyDwh === 0n ? reason : outcome === 'used' ? 'nothingOff' : outcome);
  if (coupon?.state === stateOfUse.reserved) {
    if (bill && bill.couponCreditAmountCents > 0n) await spendCoupon(tx, coupon, { ...couponCreditOf(coupon, bill), energyDwh, now });
    else await releaseCoupon(tx, coupon, { reason: whyOf(bill?.couponOutcome ?? reason), now });
  }
  if (card?.state === stateOfUse.reserved) {
    if (bill && bill.cardCreditCents > 0n) await spendCard(tx, card, { ...cardCreditOf(bill), now });
    else await releaseCard(tx, card, { reason: whyOf(bill?.cardOutcome ?? reason), now });
  }
};

/** A corrected bill takes another amount off by its coupon and its card, or none any more. */
export const adjustOffers = async ({ tx, nowMs }: OrderWork, { orderId, bill, energyDwh }: Omit<SettledWithOffers, 'reason'>): Promise<void> => {
  const { coupon, card } = await offersOfOrder(tx, orderId);
  const now = new Date(nowMs);
  if (coupon?.state === stateOfUse.used) {
    if (bill && bill.couponCreditAmountCents > 0n) await spendCoupon(tx, coupon, { ...couponCreditOf(coupon, bill), energyDwh, now });
    else await giveCouponBack(tx, coupon, { reason: 'adjusted', now });
  }
  if (card?.state === stateOfUse.used) {
    if (bill && bill.cardCreditCents > 0n) await spendCard(tx, card, { ...cardCreditOf(bill), now });
    else await giveCardBack(tx, card, { reason: 'adjusted', now });
  }
};

const couponCreditOf = ({ terms: { coupon } }: OrderCoupon, { cells, couponCreditAmountCents }: Bill) => ({
  coveredCents: cells.reduce((sum, cell) => (couponCovers(coupon, cell.rateType) ? sum + cell.grossCents - cell.tariffOfferCents : sum), 0n),
  creditCents: couponCreditAmountCents,
});

const cardCreditOf = ({ cardCreditCents, cardEnergyDwh }: Bill) => ({ creditCents: cardCreditCents, cardDwh: cardEnergyDwh });
