import { capCentsOf } from '#engines/order/rules/strategy.ts';
import {
  bindCoupon,
  couponOfOrder,
  planOrderPoints,
  reserveBestCard,
  reserveBestCoupon,
  reserveCoupon,
  reserveOrderPoints,
} from '#domains/marketing/server.ts';
import type { OrderCoupon, PlannedPoints } from '#domains/marketing/server.ts';
import { readSnapshot } from '#domains/tariff/server.ts';
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
 * its payment. Then the card of the party that makes the order cheapest beside it. Planned points are set aside.
 */
export const reserveForOrder = async (
  work: OrderWork,
  row: StoredOrder,
  terms: Pick<StartTerms, 'party' | 'coupon' | 'strategy' | 'prepaid'> & { readonly points: PlannedPoints | undefined },
): Promise<void> => {
  const { tx, nowMs } = work;
  const { party, points } = terms;
  if (points) await reserveOrderPoints(tx, points, { ...targetOf(row), now: new Date(nowMs) });
  const coupon = await reserveCouponFor(work, row, terms);
  if (!party) return;
  await reserveBestCard(tx, {
    party,
    place: placeOf(row),
    order: targetOf(row),
    startsAt: new Date(nowMs),
    expected: async () => {
      const tariff = row.tariffSnapshotId === null ? undefined : await readSnapshot(tx, row.tariffSnapshotId);
      return tariff && { tariff, startMs: nowMs, vip: row.vipDiscounts ?? {}, coupon: coupon?.terms.coupon };
    },
  });
};

const reserveCouponFor = async (
  { tx, nowMs }: OrderWork,
  row: StoredOrder,
  { party, coupon, strategy, prepaid }: Pick<StartTerms, 'party' | 'coupon' | 'strategy' | 'prepaid'>,
): Promise<OrderCoupon | undefined> => {
  const target = targetOf(row);
  if (prepaid) {
    await bindCoupon(tx, prepaid.prePayOrderId, target);
    return couponOfOrder(tx, row.orderId);
  }
  if (!party || coupon === NO_COUPON) return undefined;
  const query = { party, place: placeOf(row), target, now: new Date(nowMs) };
  if (coupon === undefined) return reserveBestCoupon(tx, { ...query, amountCents: capCentsOf(strategy) ?? TYPICAL_CENTS });
  return reserveCoupon(tx, { ...query, couponReceiveId: coupon });
};

const placeOf = ({ tenantId, agentId, stationId, currency }: StoredOrder) => ({ tenantId, agentId, stationId, currency });
const targetOf = ({ orderId, orderNo }: StoredOrder) => ({ chargingOrderId: orderId, chargingOrderNo: orderNo });
