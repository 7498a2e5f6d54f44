import { billMode } from '#engines/tariff/codes.ts';
import { fineBetween, runningCents, runningPrices } from '#engines/tariff/running.ts';
import type { RunningPrices } from '#engines/tariff/running.ts';
import type { TariffSnapshot } from '#engines/tariff/schedule.ts';
import { MAX_BILLED_DWH } from '#engines/tariff/slice.ts';
import { costCents } from '#engines/order/rules/hold.ts';

/** A running order's bill so far, and where the last reading stood. */
export interface Accrual {
  readonly prices: RunningPrices;
  readonly lastMs: number;
  readonly lastDwh: number;
  /** Fine units of the tariff engine, not rounded yet. */
  readonly fine: bigint;
}

export interface Pricing {
  readonly tariff: TariffSnapshot;
  readonly vip: Readonly<Record<number, number>>;
  /** IANA zone of the station. */
  readonly zone: string;
}

/** Nothing used yet; undefined when the order cannot be priced. */
export const beginAccrual = (startMs: number, pricing: Pricing): Accrual | undefined => {
  const prices = runningPrices({ ...pricing, startMs });
  return prices && { prices, lastMs: startMs, lastDwh: 0, fine: 0n };
};

/** The accrual after one more reading of the order's energy; a reading that is older or lower adds nothing. */
export const accrue = (accrual: Accrual, { atMs, energyDwh }: { readonly atMs: number; readonly energyDwh: number }): Accrual => {
  const { prices, lastMs, lastDwh } = accrual;
  if (atMs <= lastMs || energyDwh < lastDwh) return accrual;
  const more = fineBetween(prices, { atMs: lastMs, meterDwh: BigInt(lastDwh) }, { atMs, meterDwh: BigInt(energyDwh) });
  return more === undefined ? accrual : { prices, lastMs: atMs, lastDwh: energyDwh, fine: accrual.fine + more };
};

/** What the order costs so far, after discounts, before the strategy's cap; null when it cannot be computed. */
export const accruedCents = ({ prices, lastDwh, fine }: Accrual): bigint | null => (lastDwh > MAX_BILLED_DWH ? null : runningCents(prices, fine));

/** The most that a power can cost in a time, at the dearest prices of the month. */
export const costAtMost = ({ dearestE5, digits }: RunningPrices, { powerW, forMs }: { readonly powerW: number; readonly forMs: number }): bigint =>
  // An hour of a price by the hour is a kilowatt for an hour.
  costCents({ powerW, priceE5: dearestE5[billMode.byEnergy], forMs, minorDigits: digits }) +
  costCents({ powerW: 1_000, priceE5: dearestE5[billMode.byHour], forMs, minorDigits: digits });
