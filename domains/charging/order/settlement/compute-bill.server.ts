import { stateOfUse } from '#engines/marketing/codes.ts';
import { minorDigits } from '#engines/money/currency.ts';
import { cents } from '#engines/money/units.ts';
import { capCentsOf } from '#engines/order/rules/strategy.ts';
import type { BilledAmounts } from '#engines/order/rules/settle.ts';
import type { OrderView } from '#engines/order/view.ts';
import type { BillInput } from '#engines/tariff/bill-input.ts';
import { bill } from '#engines/tariff/bill.ts';
import type { Bill } from '#engines/tariff/bill.ts';
import { sliceBySlots } from '#engines/tariff/slice.ts';
import type { SlicedUsage } from '#engines/tariff/slice.ts';
import { pointsOfOrder } from '#domains/marketing/server.ts';
import { readSnapshot } from '#domains/tariff/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { readings } from './meter-readings.server.ts';
import { offersOfOrder, termsInForce } from './order-offers.server.ts';
import { countedPoints } from './order-points.server.ts';
import type { StoredOrder } from '../lifecycle/stored-order.server.ts';

/** Everything that makes up an order's amount, so that it can be calculated again at any time. */
export interface ComputedBill {
  readonly input: BillInput;
  readonly usage: SlicedUsage;
  readonly bill: Bill;
}

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

/**
 * Prices an ended order by its frozen tariff: energy by the samples where they exist, otherwise by the pile's slots. Null when it cannot be priced.
 */
const priceOrder = async (tx: Tx, { row, view, offers }: BillRequest): Promise<ComputedBill | null> => {
  const { end, start } = view;
  if (!end || end.energyDwh === null || row.tariffSnapshotId === null) return null;
  const tariff = await readSnapshot(tx, row.tariffSnapshotId);
  if (!tariff) return null;
  const startMs = Math.min(start?.startAtMs ?? end.stopAtMs, end.stopAtMs);
  const billedDwh = BigInt(end.energyDwh);
  const sliced = sliceBySlots({
    zone: tariff.zone,
    start: { atMs: startMs, meterDwh: 0n },
    stop: { atMs: end.stopAtMs, meterDwh: billedDwh },
    samples:
      billedDwh === 0n
        ? []
        : await readings(tx, { orderId: row.orderId, fromMs: startMs, toMs: end.stopAtMs, startMeterDwh: start?.startMeterDwh ?? null }),
    deviceSlotDwh: end.slotEnergyDwh?.map(BigInt),
    billedDwh,
  });
  if (!sliced.ok) return null;
  const cap = capCentsOf(view.terms.strategy);
  const input: BillInput = {
    tariff,
    startMs,
    usage: sliced.value,
    vip: row.vipDiscounts ?? {},
    ...offers,
    capCents: cap === null ? undefined : cents(cap),
    points: countedPoints(await pointsOfOrder(tx, row.orderId)),
  };
  const outcome = bill(input);
  return outcome.ok ? { input, usage: sliced.value, bill: outcome.value } : null;
};

/** The bill in the form that the order's rules judge. */
export const billedOf = ({ bill: result }: ComputedBill): BilledAmounts => {
  const fee = (rateType: number): bigint => result.feeTotals.find((total) => total.rateType === rateType)?.netCents ?? 0n;
  return {
    amounts: { elecCents: fee(1), srvCents: fee(2), other1Cents: fee(3), other2Cents: fee(4), totalCents: result.billingAmountCents },
    // The prices that piles receive include the tariff's discounts.
    grossCents: result.orderAmountCents - result.tariffOfferCents,
    minorDigits: minorDigits(result.currency) ?? 2,
  };
};
