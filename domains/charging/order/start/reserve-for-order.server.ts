import { capCentsOf } from '#engines/order/rules/strategy.ts';
import { bindCoupon, planOrderPoints, reserveBestCoupon, reserveCoupon, reserveOrderPoints } from '#domains/marketing/server.ts';
import type { PlannedPoints } from '#domains/marketing/server.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';
import type { StartTerms } from './open-order.server.ts';

/** The choice of a driver who wants to keep the coupons. */
export const NO_COUPON = 'none';
/** An order whose cost nobody has named is taken to cost about this much when its coupon is chosen, in minor units. */
const TYPICAL_CENTS = 5_000n;

/** The points that the order will use, where its customer has asked for that. They are locked, so what is planned can be set aside. */
export const plannedPoints = async (
  { tx, nowMs }: OrderWork,
  { site, party, strategy, usesPoints }: Pick<StartTerms, 'site' | 'party' | 'strategy' | 'usesPoints'>,
): Promise<PlannedPoints | undefined> => {
  if (!usesPoints) return undefined;
  const capCents = capCentsOf(strategy);
  const { tenantId, agentId } = site;
  return planOrderPoints(tx, { tenantId, agentId, custId: party?.custId ?? null, capCents, now: new Date(nowMs) });
};

/**
 * Reserves the coupon of a new order: the one that the party has chosen, or the best that it holds. An order that was paid in advance has the coupon of
 * its payment. Planned points are set aside.
 */
export const reserveForOrder = async (
  { tx, nowMs }: OrderWork,
  row: StoredOrder,
  {
    party,
    coupon,
    strategy,
    prepaid,
    points,
  }: Pick<StartTerms, 'party' | 'coupon' | 'strategy' | 'prepaid'> & { readonly points: PlannedPoints | undefined },
): Promise<void> => {
  const target = { chargingOrderId: row.orderId, chargingOrderNo: row.orderNo };
  if (points) await reserveOrderPoints(tx, points, { ...target, now: new Date(nowMs) });
  if (prepaid) return bindCoupon(tx, prepaid.prePayOrderId, target);
  if (!party || coupon === NO_COUPON) return;
  const { tenantId, agentId, stationId, currency } = row;
  const query = { party, place: { tenantId, agentId, stationId, currency }, target, now: new Date(nowMs) };
  if (coupon === undefined) await reserveBestCoupon(tx, { ...query, amountCents: capCentsOf(strategy) ?? TYPICAL_CENTS });
  else await reserveCoupon(tx, { ...query, couponReceiveId: coupon });
};
