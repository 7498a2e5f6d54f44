import { billMode } from '#engines/tariff/codes.ts';
import { fineBetween, runningCents, runningPrices } from '#engines/tariff/running.ts';
import type { RunningPrices, RunningTerms } from '#engines/tariff/running.ts';
import { MAX_BILLED_DWH } from '#engines/tariff/slice.ts';
import { costCents } from '#engines/order/rules/hold.ts';

/** A running order's bill so far, and where the last reading stood. */
export interface Accrual {
  readonly terms: RunningTerms;
  readonly prices: RunningPrices;
  readonly lastMs: number;
  readonly lastDwh: number;
  /** Fine units of the tariff engine, not rounded yet. */
  readonly fine: bigint;
  /** A reading came that belongs before the last one: the bill will know it, and the sum is to be made anew from what was kept. */
  readonly cameLate: boolean;
}

export type Pricing = Omit<RunningTerms, 'startMs'>;

/** Energy of the order at an instant. */
export interface MeterSample {
  readonly atMs: number;
  readonly energyDwh: number;
}

/** Nothing used yet; undefined when the order cannot be priced. */
export const beginAccrual = (startMs: number, pricing: Pricing): Accrual | undefined => {
  const terms = { ...pricing, startMs };
  const prices = runningPrices(terms);
  return prices && { terms, prices, lastMs: startMs, lastDwh: 0, fine: 0n, cameLate: false };
};

/** What is known already, where the order is still priced as it was and nothing came late; else from the beginning. */
export const resume = (begun: Accrual, known: Accrual | undefined): Accrual => {
  if (!known || known.cameLate) return begun;
  const [now, then] = [begun.terms, known.terms];
  const isSame = now.startMs === then.startMs && now.tariff === then.tariff && JSON.stringify(now.vip) === JSON.stringify(then.vip);
  return isSame ? known : begun;
};

/** The accrual after one more reading. As in the bill, a lower one stands for the highest until then. */
export const accrue = (accrual: Accrual, { atMs, energyDwh }: MeterSample): Accrual => {
  const { prices, lastMs, lastDwh } = accrual;
  if (atMs <= lastMs) return atMs < lastMs || energyDwh > lastDwh ? { ...accrual, cameLate: true } : accrual;
  const highestDwh = Math.max(energyDwh, lastDwh);
  const more = fineBetween(prices, { atMs: lastMs, meterDwh: BigInt(lastDwh) }, { atMs, meterDwh: BigInt(highestDwh) });
  return more === undefined ? accrual : { ...accrual, lastMs: atMs, lastDwh: highestDwh, fine: accrual.fine + more };
};

/** What the order costs so far, after discounts, before the strategy's cap; null when it cannot be computed. */
export const accruedCents = ({ prices, lastDwh, fine }: Accrual): bigint | null => (lastDwh > MAX_BILLED_DWH ? null : runningCents(prices, fine));

/** The most that a power can cost in a time, at the dearest prices of the month. */
export const costAtMost = ({ dearestE5, digits }: RunningPrices, { powerW, forMs }: { readonly powerW: number; readonly forMs: number }): bigint =>
  // An hour of a price by the hour is a kilowatt for an hour.
  costCents({ powerW, priceE5: dearestE5[billMode.byEnergy], forMs, minorDigits: digits }) +
  costCents({ powerW: 1_000, priceE5: dearestE5[billMode.byHour], forMs, minorDigits: digits });
