import { stateOfUse } from '#engines/marketing/codes.ts';
import type { OrderView } from '#engines/order/view.ts';
import type { BillInput } from '#engines/tariff/bill-input.ts';
import { pointsOfOrder } from '#domains/marketing/server.ts';
import { readSnapshot } from '#domains/tariff/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { readings } from './meter-readings.server.ts';
import { offersOfOrder, termsInForce } from './order-offers.server.ts';
import { countedPoints } from './order-points.server.ts';
import { billedSpan, priceUsage } from './price-usage.rules.ts';
import type { ComputedBill } from './price-usage.rules.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';

/** How a bill is to be calculated. */
interface BillRequest {
  readonly row: StoredOrder;
  readonly view: OrderView;
  /** What it counts. */
  readonly offers: Pick<BillInput, 'coupon' | 'card'>;
}

/** The bill as its settlement or an adjustment would calculate it now. */
export const computeBill = async (tx: Tx, row: StoredOrder, view: OrderView): Promise<ComputedBill | null> =>
  priceOrder(tx, { row, view, offers: await termsInForce(tx, row.orderId) });

/** The bill as it is explained: also with a coupon or a card that it could not use, or that was given back when the order was refunded. */
export const computeShownBill = async (tx: Tx, row: StoredOrder, view: OrderView): Promise<ComputedBill | null> => {
  const { coupon, card } = await offersOfOrder(tx, row.orderId);
  const priceWith = async (offers: BillRequest['offers']): Promise<ComputedBill | null> => {
    const computed = await priceOrder(tx, { row, view, offers });
    // What the settlement did not use is left out where this bill would use it.
    if (offers.coupon && coupon?.state === stateOfUse.notUsed && computed?.bill.couponOutcome === 'used') return priceWith({ card: offers.card });
    if (offers.card && card?.state === stateOfUse.notUsed && computed?.bill.cardOutcome === 'used') return priceWith({ coupon: offers.coupon });
    return computed;
  };
  return priceWith({ coupon: coupon?.terms.coupon, card: card?.card });
};

/** Prices an ended order by its frozen tariff, its samples and its offers. Null when it cannot be priced. */
const priceOrder = async (tx: Tx, { row, view, offers }: BillRequest): Promise<ComputedBill | null> => {
  const span = billedSpan(view);
  if (!span || row.tariffSnapshotId === null) return null;
  const tariff = await readSnapshot(tx, row.tariffSnapshotId);
  if (!tariff) return null;
  const range = { orderId: row.orderId, fromMs: span.startMs, toMs: span.stopMs, startMeterDwh: view.start?.startMeterDwh ?? null };
  return priceUsage(view, {
    tariff,
    samples: span.billedDwh === 0n ? [] : await readings(tx, range),
    vip: row.vipDiscounts ?? {},
    ...offers,
    points: countedPoints(await pointsOfOrder(tx, row.orderId)),
  });
};
