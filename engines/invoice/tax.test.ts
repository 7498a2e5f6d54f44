import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { integerAt, parseJson, valueAt } from '../payment/read.ts';
import { netPriceE8, redLines, splitTax, sumsByRate, sumsOf, taxWithin } from './tax.ts';

const line = fc.record({
  rateE2: fc.constantFrom(0, 100, 300, 600, 700, 900, 1300, 1900, 2000, 2100, 2550),
  totalCents: fc.bigInt({ min: 0n, max: 100_000_000n }),
  quantityDwh: fc.option(fc.bigInt({ min: 0n, max: 10_000_000n })),
});
const invoices = fc.array(line, { minLength: 1, maxLength: 40 });

const vectors = valueAt(parseJson(readFileSync(new URL('../payment/payments.vectors.json', import.meta.url), 'utf8')), 'tax', 'split_inclusive');

test('amounts are split as in the vectors', () => {
  const rows = Array.isArray(vectors) ? vectors : [];
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) {
    const [totalCents, rate] = [integerAt(row, 'incl_fen') ?? -1n, Number(integerAt(row, 'rate'))];
    expect(splitTax([{ rateE2: rate * 100, totalCents }])[0]).toMatchObject({
      exclCents: integerAt(row, 'excl_fen'),
      taxCents: integerAt(row, 'tax_fen'),
    });
  }
});

/** |tax - total * rate / (100 % + rate)| < 1 1/2 cents, without a fraction. */
const isNear = ({ rateE2, totalCents, taxCents }: { readonly rateE2: number; readonly totalCents: bigint; readonly taxCents: bigint }): boolean => {
  const whole = 10_000n + BigInt(rateE2);
  const off = taxCents * whole - totalCents * BigInt(rateE2);
  return (off < 0n ? -off : off) * 2n < 3n * whole;
};

test('10,000 random invoices add up: each line, each rate and the whole, and no line is more than a cent off its exact tax', () => {
  fc.assert(
    fc.property(invoices, (lines) => {
      const split = splitTax(lines);
      const rates = sumsByRate(split);
      const [ofRates, ofLines] = [sumsOf(rates), sumsOf(split)];
      return (
        split.every((part, at) => part.totalCents === lines[at]?.totalCents && part.exclCents + part.taxCents === part.totalCents) &&
        split.every((part) => part.taxCents >= 0n && part.exclCents >= 0n && isNear(part)) &&
        rates.every((sums) => sums.taxCents === taxWithin(sums)) &&
        ofRates.taxCents === ofLines.taxCents &&
        ofRates.exclCents === ofLines.exclCents &&
        ofLines.totalCents === lines.reduce((sum, { totalCents }) => sum + totalCents, 0n)
      );
    }),
    { numRuns: 10_000 },
  );
});

test('a red invoice cancels its blue one to the cent: each line, each rate and the whole', () => {
  fc.assert(
    fc.property(invoices, (lines) => {
      const blue = splitTax(lines);
      const both = [...blue, ...redLines(blue)];
      return (
        [sumsOf(both), ...sumsByRate(both)].every(
          ({ totalCents, exclCents, taxCents }) => totalCents === 0n && exclCents === 0n && taxCents === 0n,
        ) && both.reduce((sum, { quantityDwh }) => sum + (quantityDwh ?? 0n), 0n) === 0n
      );
    }),
    { numRuns: 10_000 },
  );
});

test('a price of a kWh times the quantity is the net amount again', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10_000_000n }), fc.bigInt({ min: 1n, max: 10_000_000n }), (exclCents, dwh) => {
      const price = netPriceE8(exclCents, dwh) ?? -1n;
      // 0.1 Wh times 10^-8: 10^12 parts of the main unit, 10^10 of a cent.
      const back = (price * dwh + 5_000_000_000n) / 10_000_000_000n;
      expect(back).toBe(exclCents);
      expect(netPriceE8(-exclCents, -dwh)).toBe(price);
    }),
  );
  expect(netPriceE8(100n, 0n)).toBeNull();
  expect(netPriceE8(100n, null)).toBeNull();
});
