import { minorDigits } from '#engines/money/currency.ts';
import { cents } from '#engines/money/units.ts';
import type { BilledAmounts } from '#engines/order/rules/settle.ts';
import { capCentsOf } from '#engines/order/rules/strategy.ts';
import type { OrderView } from '#engines/order/view.ts';
import type { BillInput } from '#engines/tariff/bill-input.ts';
import { bill } from '#engines/tariff/bill.ts';
import type { Bill } from '#engines/tariff/bill.ts';
import type { MeterReading } from '#engines/tariff/readings.ts';
import type { TariffSnapshot } from '#engines/tariff/schedule.ts';
import { sliceBySlots } from '#engines/tariff/slice.ts';
import type { SlicedUsage } from '#engines/tariff/slice.ts';
import type { Energies } from '../lifecycle/order-amounts.ts';

/** Everything that makes up an order's amount, so that it can be calculated again at any time. */
export interface ComputedBill {
  readonly input: BillInput;
  readonly usage: SlicedUsage;
  readonly bill: Bill;
}

/** What an ended order is priced by. */
export interface UsageTerms extends Pick<BillInput, 'coupon' | 'card' | 'vip' | 'points'> {
  readonly tariff: TariffSnapshot;
  /** In any order; the energy of this order so far. Without them the pile's half hours count. */
  readonly samples: readonly MeterReading[];
}

/** When an ended order began and ended, for its price, and what it delivered; null while that is unknown. */
export const billedSpan = ({ end, start }: OrderView): { readonly startMs: number; readonly stopMs: number; readonly billedDwh: bigint } | null => {
  if (!end || end.energyDwh === null) return null;
  return { startMs: Math.min(start?.startAtMs ?? end.stopAtMs, end.stopAtMs), stopMs: end.stopAtMs, billedDwh: BigInt(end.energyDwh) };
};

/** Prices an ended order: energy by the samples where they exist, otherwise by the pile's slots. Null when it cannot be priced. */
export const priceUsage = (view: OrderView, { tariff, samples, ...offers }: UsageTerms): ComputedBill | null => {
  const span = billedSpan(view);
  if (!span) return null;
  const { startMs, stopMs, billedDwh } = span;
  const sliced = sliceBySlots({
    zone: tariff.zone,
    start: { atMs: startMs, meterDwh: 0n },
    stop: { atMs: stopMs, meterDwh: billedDwh },
    samples,
    deviceSlotDwh: view.end?.slotEnergyDwh?.map(BigInt),
    billedDwh,
  });
  if (!sliced.ok) return null;
  const cap = capCentsOf(view.terms.strategy);
  const input: BillInput = { tariff, startMs, usage: sliced.value, ...offers, capCents: cap === null ? undefined : cents(cap) };
  const outcome = bill(input);
  return outcome.ok ? { input, usage: sliced.value, bill: outcome.value } : null;
};

/** The bill in the form that the order's rules judge. */
export const billedOf = ({ bill: result }: Pick<ComputedBill, 'bill'>): BilledAmounts => {
  const fee = (rateType: number): bigint => result.feeTotals.find((total) => total.rateType === rateType)?.netCents ?? 0n;
  return {
    amounts: { elecCents: fee(1), srvCents: fee(2), other1Cents: fee(3), other2Cents: fee(4), totalCents: result.billingAmountCents },
    // The prices that piles receive include the tariff's discounts.
    grossCents: result.orderAmountCents - result.tariffOfferCents,
    minorDigits: minorDigits(result.currency) ?? 2,
  };
};

/** The energies of an order's bill. */
export const energiesOf = (view: OrderView, computed: ComputedBill | null): Energies => {
  const stage = (rateStage: number): bigint => computed?.bill.stageTotals.find((total) => total.rateStage === rateStage)?.energyDwh ?? 0n;
  return { total: BigInt(view.energyDwh), tip: stage(1), peak: stage(2), flat: stage(3), valley: stage(4), slots: computed?.usage.slotDwh ?? null };
};
