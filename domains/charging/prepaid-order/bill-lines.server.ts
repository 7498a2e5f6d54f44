import { project } from '#engines/order/view.ts';
import { billMode } from '#engines/tariff/codes.ts';
import type { RateType } from '#engines/tariff/codes.ts';
import { feesOf, FULL_PERCENT } from '#engines/tariff/schedule.ts';
import { dayStartMs, dayText, localDate, monthOf } from '#engines/time/calendar.ts';
import { SLOT_COUNT, SLOT_MS } from '#engines/time/slots.ts';
import type { Tx } from '#kit/db/index.ts';
import { readOrder } from '../order/lifecycle/stored-order.server.ts';
import { computeBill } from '../order/settlement/compute-bill.server.ts';
import { chargeOf } from './prepaid-row.server.ts';

/** What was taken at one price of one fee. */
export interface BillLine {
  readonly rateType: RateType;
  /** When the price applied, on the day of the start; within the charge, unless that goes past midnight. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly energyDwh: bigint;
  readonly durationS: number;
  /** After the discount of the tariff: 0.00001 of the currency unit for a kWh, or for an hour. */
  readonly priceE5: bigint;
  readonly isByHour: boolean;
}

/** A payment, or the charge that a wallet pays. */
export interface PaidBy {
  readonly prePayOrderId: string | null;
  readonly chargingOrderId: string | null;
}

/** The lines of an ended charge by its frozen tariff, in the order of the fees and of the day; prices of zero are left out. Empty before the end. */
export const readBillLines = async (tx: Tx, { prePayOrderId, chargingOrderId }: PaidBy): Promise<readonly BillLine[]> => {
  const orderId = prePayOrderId === null ? chargingOrderId : await chargeOf(tx, prePayOrderId);
  const order = orderId === null ? undefined : await readOrder(tx, { orderId });
  const computed = order && (await computeBill(tx, order.row, project(order.facts)));
  if (!computed) return [];
  const { tariff, startMs, usage } = computed.input;
  const { zone } = tariff;
  const stopMs = project(order.facts).end?.stopAtMs ?? startMs;
  const dayMs = dayStartMs(localDate(startMs, zone), zone);
  const isOneDay = dayText(localDate(startMs, zone)) === dayText(localDate(stopMs, zone));
  const timesOf = (startSlot: number, endSlot: number): Pick<BillLine, 'fromMs' | 'toMs'> => {
    const [fromMs, toMs] = [dayMs + startSlot * SLOT_MS, dayMs + endSlot * SLOT_MS];
    return isOneDay ? { fromMs: Math.max(fromMs, startMs), toMs: Math.min(toMs, stopMs) } : { fromMs, toMs };
  };
  return feesOf(tariff, monthOf(startMs, zone)).flatMap(({ rateType, billMode: mode, periods }) =>
    periods.flatMap((period, index): BillLine[] => {
      const endSlot = periods[index + 1]?.startSlot ?? SLOT_COUNT;
      const energyDwh = usage.slotDwh.slice(period.startSlot, endSlot).reduce<bigint>((sum, energy) => sum + energy, 0n);
      const durationS = usage.slotSeconds.slice(period.startSlot, endSlot).reduce((sum, seconds) => sum + seconds, 0);
      const isByHour = mode === billMode.byHour;
      const priceE5 = (period.priceE5 * BigInt(period.rateDiscount)) / BigInt(FULL_PERCENT);
      const isTaken = isByHour ? durationS > 0 : energyDwh > 0n;
      return isTaken && priceE5 > 0n ? [{ rateType, ...timesOf(period.startSlot, endSlot), energyDwh, durationS, priceE5, isByHour }] : [];
    }),
  );
};
