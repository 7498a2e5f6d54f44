import { stateOfUse } from '#engines/marketing/codes.ts';
import { minorDigits } from '#engines/money/currency.ts';
import { cents } from '#engines/money/units.ts';
import type { Bill } from '#engines/tariff/bill.ts';
import { pointCreditOf, pointsFor } from '#engines/tariff/points.ts';
import type { PointTerms } from '#engines/tariff/points.ts';
import { correctEarnedPoints, correctOrderPoints, earnPoints, pointsOfOrder, spendOrderPoints } from '#domains/marketing/server.ts';
import type { OrderPoints } from '#domains/marketing/server.ts';
import type { PointMoney } from '#engines/order/situation.ts';
import type { Tx } from '#kit/db/index.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';

/** The points that a bill counts: those set aside for the order, or those that its settlement has spent. */
export const countedPoints = (use: OrderPoints | undefined): PointTerms | undefined =>
  use && (use.state === stateOfUse.reserved || use.state === stateOfUse.used) ? use.terms : undefined;

/** What points pay of a running order. */
export const pointMoneyOf = (use: OrderPoints | undefined, accruedCents: bigint): PointMoney | undefined => {
  if (use?.state !== stateOfUse.reserved) return undefined;
  return { paidCents: pointCreditOf(pointsFor(use.terms, accruedCents), use.terms), sureCents: use.sureCents };
};

/** What points surely pay of the amount of an order that has not been settled. */
export const sureCentsOf = async (tx: Tx, orderId: string): Promise<bigint> => {
  const use = await pointsOfOrder(tx, orderId);
  return use?.state === stateOfUse.reserved ? use.sureCents : 0n;
};

interface BilledOrder {
  readonly row: StoredOrder;
  /** Undefined where the amounts were entered by hand, or nothing was billed. */
  readonly bill: Bill | undefined;
  /** What is paid in money. */
  readonly paidCents: bigint;
  readonly energyDwh: bigint;
}

const actorOf = ({ actor, nowMs }: OrderWork, { orderId, orderNo }: StoredOrder) => ({
  by: actor,
  now: new Date(nowMs),
  order: { chargingOrderId: orderId, chargingOrderNo: orderNo },
});

const amountsOf = ({ row, paidCents, energyDwh }: Omit<BilledOrder, 'bill'>) => ({
  paidCents: cents(paidCents),
  digits: minorDigits(row.currency) ?? 2,
  energyDwh,
});

/** The settlement spends the points of the order or frees them, and the order earns points. */
export const settlePoints = async (work: OrderWork, order: BilledOrder): Promise<void> => {
  const use = await pointsOfOrder(work.tx, order.row.orderId);
  const actor = actorOf(work, order.row);
  if (use) await spendOrderPoints(work.tx, use, { ...actor, points: order.bill?.spentPoints ?? 0n });
  await earnPoints(work.tx, amountsOf(order), actor);
};

/** A corrected bill is paid by fewer points, and earns what it would have earned. `refundedCents`: what was given back of it before. */
export const adjustPoints = async (work: OrderWork, order: BilledOrder & { readonly refundedCents: bigint }): Promise<void> => {
  const use = await pointsOfOrder(work.tx, order.row.orderId);
  const actor = actorOf(work, order.row);
  if (use) await correctOrderPoints(work.tx, use, { ...actor, points: order.bill?.spentPoints ?? 0n });
  await correctEarnedPoints(work.tx, { ...amountsOf(order), refundedCents: order.refundedCents }, actor);
};
