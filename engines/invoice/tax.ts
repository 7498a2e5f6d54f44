import { halfUp } from '../money/round.ts';
import { splitByWeight } from '../money/split.ts';

/** Amounts are minor units and include the tax. A rate is in hundredths of a percent: 1300 is 13 %. */
export interface TaxedAmount {
  readonly rateE2: number;
  readonly totalCents: bigint;
}

export interface TaxParts {
  readonly exclCents: bigint;
  readonly taxCents: bigint;
}

const WHOLE_E2 = 10_000n;

/** The tax within an amount, half up. */
export const taxWithin = ({ rateE2, totalCents }: TaxedAmount): bigint => halfUp(totalCents * BigInt(rateE2), WHOLE_E2 + BigInt(rateE2));

/**
 * Divides amounts into net amount and tax. The tax of all lines of one rate is rounded once and then divided among them by the largest remainder, so the
 * lines add up to the sums by rate, and each line to its total. Amounts must be >= 0.
 */
export const splitTax = <T extends TaxedAmount>(lines: readonly T[]): readonly (T & TaxParts)[] => {
  const taxes = new Map<T, bigint>();
  for (const rateE2 of ratesOf(lines)) {
    const own = lines.filter((line) => line.rateE2 === rateE2);
    const totalCents = sumOf(own, ({ totalCents: cents }) => cents);
    const shares = splitByWeight(
      taxWithin({ rateE2, totalCents }),
      own.map(({ totalCents: cents }) => cents),
    );
    for (const [at, line] of own.entries()) taxes.set(line, shares[at] ?? 0n);
  }
  return lines.map((line) => {
    const taxCents = taxes.get(line) ?? 0n;
    return { ...line, exclCents: line.totalCents - taxCents, taxCents };
  });
};

/** The sums by rate, the highest rate first. */
export const sumsByRate = (lines: readonly (TaxedAmount & TaxParts)[]): readonly (TaxedAmount & TaxParts)[] =>
  ratesOf(lines).map((rateE2) => ({ rateE2, ...sumsOf(lines.filter((line) => line.rateE2 === rateE2)) }));

export const sumsOf = (lines: readonly (TaxedAmount & TaxParts)[]): Omit<TaxedAmount & TaxParts, 'rateE2'> => ({
  totalCents: sumOf(lines, ({ totalCents }) => totalCents),
  exclCents: sumOf(lines, ({ exclCents }) => exclCents),
  taxCents: sumOf(lines, ({ taxCents }) => taxCents),
});

/** The lines of the red invoice, which cancel those of the blue one to the cent. */
export const redLines = <T extends TaxedAmount & TaxParts & { readonly quantityDwh: bigint | null }>(lines: readonly T[]): readonly T[] =>
  lines.map((line) => ({
    ...line,
    totalCents: -line.totalCents,
    exclCents: -line.exclCents,
    taxCents: -line.taxCents,
    quantityDwh: line.quantityDwh === null ? null : -line.quantityDwh,
  }));

const PRICE_DIGITS = 8;
const PRICE_SCALE = 10n ** BigInt(PRICE_DIGITS);
/** kWh in a hundredth of the currency's unit: 10 000 units of 0.1 Wh, 100 cents. */
const DWH_TO_KWH_CENTS = 100n;

/** The net price of a kWh in 10^-8 of the currency's main unit of 100 cents; null without a quantity. */
export const netPriceE8 = (exclCents: bigint, quantityDwh: bigint | null): bigint | null => {
  if (quantityDwh === null || quantityDwh === 0n) return null;
  const [cents, dwh] = quantityDwh < 0n ? [-exclCents, -quantityDwh] : [exclCents, quantityDwh];
  return halfUp(cents * PRICE_SCALE * DWH_TO_KWH_CENTS, dwh);
};

const ratesOf = (lines: readonly TaxedAmount[]): readonly number[] => [...new Set(lines.map(({ rateE2 }) => rateE2))].toSorted((a, b) => b - a);
const sumOf = <T>(items: readonly T[], valueOf: (item: T) => bigint): bigint => items.reduce((sum, item) => sum + valueOf(item), 0n);
