import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOfYuan, roundedCentsOfYuan, yuanText } from './yuan.ts';

test('an amount written in yuan is read as the same cents', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -1_000_000_000_000n, max: 1_000_000_000_000n }), (cents) => {
      expect(centsOfYuan(yuanText(cents))).toBe(cents);
      expect(roundedCentsOfYuan(yuanText(cents))).toBe(cents);
    }),
  );
});

test('what is no amount of cents is not guessed', () => {
  expect(['12', '12.3', '12.340', '0.30000', '-0.05'].map(centsOfYuan)).toEqual([1_200n, 1_230n, 1_234n, 30n, -5n]);
  expect(['', '12.345', '1,000.00', '1e3', '.5', 'NaN', '12.'].map(centsOfYuan)).toEqual(Array.from({ length: 7 }, () => undefined));
  expect(['0.12345', '0.125', '-0.125', '0.12499'].map(roundedCentsOfYuan)).toEqual([12n, 13n, -13n, 12n]);
});
