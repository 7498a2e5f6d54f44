import { minorDigits } from '#engines/money/currency.ts';
import { receivedPrepayStates } from '#engines/payment/codes.ts';
import { rateType } from '#engines/tariff/codes.ts';
import type { RateType } from '#engines/tariff/codes.ts';
import { readBillLines } from '#domains/charging/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { DriverOrderRow } from './driver-order-row.server.ts';
import type { DriverBill, DriverBillLine } from './driver-order.ts';
import { readOrderCharge } from './order-charge.server.ts';
import { costCentsOf, refundViewOf } from './order-view.server.ts';

const DWH_PER_WH = 10;
const SECOND_MS = 1_000;

const kinds: Readonly<Record<RateType, DriverBillLine['kind']>> = {
  [rateType.electricity]: 'energy',
  [rateType.service]: 'service',
  [rateType.other1]: 'other1',
  [rateType.other2]: 'other2',
};

/** The bill of an order: booked amounts once it is settled; before that what was paid, and what the charge costs so far. */
export const readBill = async (tx: Tx, order: DriverOrderRow, receiptBy: DriverBill['receiptBy']): Promise<DriverBill> => {
  const { orderNo } = order;
  const isFromWallet = order.prePayOrderId === null;
  const paid = await readOrderCharge(tx, order);
  const { charge, currency, amountCents, payState } = paid;
  const billed = charge?.billed ?? null;
  const instantOrNull = (ms: number | null | undefined): string | null => (ms === null || ms === undefined ? null : new Date(ms).toISOString());
  return {
    orderNo,
    currency,
    digits: minorDigits(currency) ?? 2,
    lines: (await readBillLines(tx, order)).map((line) => ({
      kind: kinds[line.rateType],
      from: new Date(line.fromMs).toISOString(),
      to: new Date(line.toMs).toISOString(),
      energyWh: Number(line.energyDwh) / DWH_PER_WH,
      durationMs: line.durationS * SECOND_MS,
      priceE5: Number(line.priceE5),
      per: line.isByHour ? 'hour' : 'kWh',
    })),
    fees: {
      energyCents: Number(billed?.energyCents ?? 0n),
      serviceCents: Number(billed?.serviceCents ?? 0n),
      other1Cents: Number(billed?.other1Cents ?? 0n),
      other2Cents: Number(billed?.other2Cents ?? 0n),
    },
    discountCents: Number(billed?.discountCents ?? 0n),
    couponCents: Number(billed?.couponCents ?? 0n),
    pointCents: Number(billed?.pointCents ?? 0n),
    cardCents: Number(billed?.cardCents ?? 0n),
    totalCents: Number(costCentsOf(paid)),
    paidCents: !isFromWallet && receivedPrepayStates.includes(payState) ? Number(amountCents) : 0,
    isFromWallet,
    refunds: paid.refunds.flatMap((refund) => refundViewOf(refund) ?? []),
    startedAt: instantOrNull(charge?.startMs),
    endedAt: instantOrNull(charge?.stopMs),
    energyWh: (charge?.energyDwh ?? 0) / DWH_PER_WH,
    isProvisional: charge !== null && billed === null,
    receiptBy: billed === null ? [] : receiptBy,
  };
};
