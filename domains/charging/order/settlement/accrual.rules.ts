import { energyDwh as toEnergyDwh } from '#engines/money/units.ts';
import { billMode } from '#engines/tariff/codes.ts';
import { fineBetween, pricesByFee, runningCents, runningDueCents, runningPrices } from '#engines/tariff/running.ts';
import type { FeeFines, FeePrices, RunningPrices, RunningTerms } from '#engines/tariff/running.ts';
import type { MeterReading } from '#engines/tariff/readings.ts';
import { MAX_BILLED_DWH } from '#engines/tariff/slice.ts';
import { costCents } from '#engines/order/rules/hold.ts';
import { jsonText } from '#kit/fields/json-text.ts';

/** The bill of a running order so far, up to its last reading. */
export interface Accrual {
  readonly terms: RunningTerms;
  readonly prices: RunningPrices;
  readonly lastMs: number;
  readonly lastDwh: number;
  /** In the fine units of the tariff engine, not rounded yet. */
  readonly fine: bigint;
  /** What the card and the coupon of the order look at; undefined without them. */
  readonly byFee: FeeAccrual | undefined;
  /** A reading arrived that belongs before the last one. The bill will include it, so the sum has to be made again from the stored samples. */
  readonly hasLateReading: boolean;
}

interface FeeAccrual {
  readonly prices: readonly FeePrices[];
  readonly fines: FeeFines;
}

export type Pricing = Omit<RunningTerms, 'startMs'>;

/** Energy of the order at an instant. */
export interface MeterSample {
  readonly atMs: number;
  readonly energyDwh: number;
}

/** An accrual with nothing used yet; undefined when the order cannot be priced. */
export const beginAccrual = (startMs: number, pricing: Pricing): Accrual | undefined => {
  const terms = { ...pricing, startMs };
  const prices = runningPrices(terms);
  const hasOffers = pricing.card !== undefined || pricing.coupon !== undefined;
  return prices && { terms, prices, lastMs: startMs, lastDwh: 0, fine: 0n, byFee: hasOffers ? beginByFee(terms) : undefined, hasLateReading: false };
};

const beginByFee = (terms: RunningTerms): FeeAccrual => {
  const prices = pricesByFee(terms);
  return { prices, fines: prices.map(() => ({ tariff: 0n, vip: 0n })) };
};

/** The previous accrual, if the order is priced as before and no reading was late; otherwise the initial one. */
export const resume = (initial: Accrual, previous: Accrual | undefined): Accrual => {
  if (!previous || previous.hasLateReading) return initial;
  const [current, earlier] = [initial.terms, previous.terms];
  const isSame = current.startMs === earlier.startMs && current.tariff === earlier.tariff && discountsOf(current) === discountsOf(earlier);
  return isSame ? previous : initial;
};

const discountsOf = ({ vip, card, coupon }: RunningTerms): string => jsonText([vip, card, coupon]);

/** The accrual after one more reading. As in the bill, a lower reading counts as the highest one so far. */
export const accrue = (accrual: Accrual, { atMs, energyDwh }: MeterSample): Accrual => {
  const { prices, lastMs, lastDwh } = accrual;
  if (atMs <= lastMs) return atMs < lastMs || energyDwh > lastDwh ? { ...accrual, hasLateReading: true } : accrual;
  const highestDwh = Math.max(energyDwh, lastDwh);
  const [start, stop] = [
    { atMs: lastMs, meterDwh: BigInt(lastDwh) },
    { atMs, meterDwh: BigInt(highestDwh) },
  ];
  const added = fineBetween(prices, start, stop);
  if (added === undefined) return accrual;
  const byFee = accrual.byFee && accrueByFee(accrual.byFee, start, stop);
  return { ...accrual, lastMs: atMs, lastDwh: highestDwh, fine: accrual.fine + added, byFee };
};

const accrueByFee = ({ prices, fines }: FeeAccrual, start: MeterReading, stop: MeterReading): FeeAccrual => ({
  prices,
  fines: prices.map((fee, index) => ({
    tariff: (fines[index]?.tariff ?? 0n) + (fineBetween(fee.tariff, start, stop) ?? 0n),
    vip: (fines[index]?.vip ?? 0n) + (fineBetween(fee.vip, start, stop) ?? 0n),
  })),
});

/** What the order costs so far, after discounts and before the strategy's cap; null when it cannot be calculated. */
export const accruedCents = ({ terms, prices, lastDwh, fine, byFee }: Accrual): bigint | null => {
  if (lastDwh > MAX_BILLED_DWH) return null;
  if (!byFee) return runningCents(prices, fine);
  return runningDueCents(prices.digits, { terms, fees: byFee.prices, fines: byFee.fines, billedDwh: toEnergyDwh(lastDwh) });
};

/** The most that a power can cost in a time, at the highest prices of the month. */
export const costAtMost = (
  { highestPricesE5, digits }: RunningPrices,
  { powerW, forMs }: { readonly powerW: number; readonly forMs: number },
): bigint =>
  // An hour at a price by the hour costs as much as one kilowatt for an hour.
  costCents({ powerW, priceE5: highestPricesE5[billMode.byEnergy], forMs, minorDigits: digits }) +
  costCents({ powerW: 1_000, priceE5: highestPricesE5[billMode.byHour], forMs, minorDigits: digits });
