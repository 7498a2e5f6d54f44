import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { halfUp } from './round.ts';

const divisor = fc.bigInt({ min: 1n, max: 10n ** 15n });

describe('halfUp', () => {
  it.each([
    [0n, 10n, 0n],
    [4n, 10n, 0n],
    [5n, 10n, 1n],
    [14n, 10n, 1n],
    [15n, 10n, 2n],
    [-5n, 10n, -1n],
    [-4n, 10n, 0n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [3n, 2n, 2n],
    [7n, 1n, 7n],
  ])('%s / %s is %s', (dividend, by, expected) => {
    expect(halfUp(dividend, by)).toBe(expected);
  });

  it('is never further than a half away, and at a half goes away from zero', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), divisor, (dividend, by) => {
        const error = halfUp(dividend, by) * by - dividend;
        const outward = dividend < 0n ? -error : error;
        expect(2n * outward <= by && 2n * outward > -by).toBe(true);
      }),
    );
  });

  it('keeps order and sign', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), divisor, (a, b, by) => {
        expect(a <= b ? halfUp(a, by) <= halfUp(b, by) : halfUp(a, by) >= halfUp(b, by)).toBe(true);
        expect(halfUp(-a, by)).toBe(-halfUp(a, by));
      }),
    );
  });

  it('refuses a divisor that is not positive', () => {
    expect(() => halfUp(1n, 0n)).toThrow(RangeError);
    expect(() => halfUp(1n, -1n)).toThrow(RangeError);
  });
});
