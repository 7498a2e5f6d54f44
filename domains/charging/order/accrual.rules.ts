import { minorDigits } from '#engines/money/currency.ts';
import { energyDwh } from '#engines/money/units.ts';
import { costCents } from '#engines/order/rules/hold.ts';
import { bill } from '#engines/tariff/bill.ts';
import { feesOf } from '#engines/tariff/schedule.ts';
import type { TariffSnapshot } from '#engines/tariff/schedule.ts';
import { sliceBySlots } from '#engines/tariff/slice.ts';
import { monthOf } from '#engines/time/calendar.ts';

/** How a running order's energy and time lie in the day's half hours so far, and where the last reading stood. */
export interface Accrual {
  readonly startMs: number;
  readonly lastMs: number;
  readonly lastDwh: number;
  readonly slotDwh: readonly bigint[];
  readonly slotSeconds: readonly number[];
}

export interface Pricing {
  readonly tariff: TariffSnapshot;
  readonly vip: Readonly<Record<number, number>>;
}

const none = Array.from({ length: 48 }, () => 0);

export const beginAccrual = (startMs: number): Accrual => ({ startMs, lastMs: startMs, lastDwh: 0, slotDwh: none.map(() => 0n), slotSeconds: none });

/** The accrual after one more reading of the order's energy; a reading that is older or lower adds nothing. */
export const accrue = (accrual: Accrual, reading: { readonly atMs: number; readonly energyDwh: number }, zone: string): Accrual => {
  if (reading.atMs <= accrual.lastMs || reading.energyDwh < accrual.lastDwh) return accrual;
  const piece = sliceBySlots({
    zone,
    start: { atMs: accrual.lastMs, meterDwh: BigInt(accrual.lastDwh) },
    stop: { atMs: reading.atMs, meterDwh: BigInt(reading.energyDwh) },
    samples: [],
  });
  if (!piece.ok) return accrual;
  return {
    ...accrual,
    lastMs: reading.atMs,
    lastDwh: reading.energyDwh,
    slotDwh: accrual.slotDwh.map((energy, slot) => energy + (piece.value.slotDwh[slot] ?? 0n)),
    slotSeconds: accrual.slotSeconds.map((seconds, slot) => seconds + (piece.value.slotSeconds[slot] ?? 0)),
  };
};

/** What the order costs so far, after discounts, before the strategy's cap; null when it cannot be computed. */
export const accruedCents = (accrual: Accrual, { tariff, vip }: Pricing): bigint | null => {
  const slotDwh = accrual.slotDwh.map((energy) => energyDwh(energy));
  const outcome = bill({
    tariff,
    startMs: accrual.startMs,
    usage: { slotDwh, slotSeconds: accrual.slotSeconds, billedDwh: energyDwh(slotDwh.reduce((sum, energy) => sum + energy, 0n)) },
    vip,
  });
  return outcome.ok ? outcome.value.billingAmountCents : null;
};

/** The most that a power can cost in a time, at the dearest prices of the month. */
export const costAtMost = ({ tariff }: Pricing, at: { readonly startMs: number; readonly powerW: number; readonly forMs: number }): bigint => {
  const digits = minorDigits(tariff.currency) ?? 2;
  const dearest = (billMode: number): bigint =>
    feesOf(tariff, monthOf(at.startMs, tariff.zone))
      .filter((fee) => fee.billMode === billMode)
      .reduce((sum, fee) => sum + fee.periods.reduce((most, period) => (period.priceE5 > most ? period.priceE5 : most), 0n), 0n);
  // An hour of a price by the hour is a kilowatt for an hour.
  return (
    costCents({ powerW: at.powerW, priceE5: dearest(1), forMs: at.forMs, minorDigits: digits }) +
    costCents({ powerW: 1_000, priceE5: dearest(2), forMs: at.forMs, minorDigits: digits })
  );
};
