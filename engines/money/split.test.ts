import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumOf } from './parts.ts';
import { splitByWeight, splitWithin } from './split.ts';

const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
const weights = fc.array(fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 5n }), fc.bigInt({ min: 0n, max: 10n ** 20n })), {
  minLength: 1,
  maxLength: 25,
});
const partsWithRoom = fc.array(fc.tuple(fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 20n })), fc.bigInt({ min: 0n, max: 500n })), {
  minLength: 1,
  maxLength: 25,
});

describe('splitByWeight', () => {
  it('gives what is left to the largest remainders, a tie to the earlier part', () => {
    expect(splitByWeight(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(splitByWeight(200n, [1n, 1n, 1n])).toEqual([67n, 67n, 66n]);
    expect(splitByWeight(10n, [15n, 25n, 60n])).toEqual([2n, 2n, 6n]);
    expect(splitByWeight(10n, [14n, 26n, 60n])).toEqual([1n, 3n, 6n]);
    expect(splitByWeight(1n, [0n, 5n, 5n])).toEqual([0n, 1n, 0n]);
  });

  it('shares nothing when there is nothing', () => {
    expect(splitByWeight(0n, [])).toEqual([]);
    expect(splitByWeight(0n, [0n, 0n])).toEqual([0n, 0n]);
  });

  it('refuses to share what nobody may have', () => {
    expect(() => splitByWeight(1n, [0n, 0n])).toThrow(RangeError);
    expect(() => splitByWeight(1n, [])).toThrow(RangeError);
    expect(() => splitByWeight(-1n, [1n])).toThrow(RangeError);
  });

  it('adds up, and each share lies within one of its exact share', () => {
    fc.assert(
      fc.property(amount, weights, (total, parts) => {
        const whole = sumOf(parts);
        fc.pre(whole > 0n);
        const shares = splitByWeight(total, parts);
        expect(sumOf(shares)).toBe(total);
        for (const [index, share] of shares.entries()) {
          const error = share * whole - total * parts[index]!;
          expect(error > -whole && error < whole).toBe(true);
          expect(parts[index] === 0n && share > 0n).toBe(false);
        }
      }),
    );
  });

  it('gives no part more than its weight when the total is at most the weights together', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 1_000n }), { minLength: 1, maxLength: 25 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (parts, share) => {
          const total = (sumOf(parts) * BigInt(Math.floor(share * 1_000))) / 1_000n;
          for (const [index, given] of splitByWeight(total, parts).entries()) expect(given <= parts[index]!).toBe(true);
        },
      ),
    );
  });
});

describe('splitWithin', () => {
  it('is the plain split where there is room', () => {
    expect(splitWithin({ total: 10n, weights: [14n, 26n, 60n], rooms: [9n, 9n, 9n] })).toEqual([1n, 3n, 6n]);
  });

  it('shares the excess among those with room, and at last among those without weight', () => {
    expect(splitWithin({ total: 10n, weights: [1n, 1n, 8n], rooms: [9n, 9n, 2n] })).toEqual([4n, 4n, 2n]);
    expect(splitWithin({ total: 3n, weights: [1n, 0n, 0n], rooms: [1n, 1n, 5n] })).toEqual([1n, 0n, 2n]);
    expect(splitWithin({ total: 1n, weights: [7n, 0n], rooms: [0n, 1n] })).toEqual([0n, 1n]);
  });

  it('adds up and overfills nobody, whatever the weights', () => {
    fc.assert(
      fc.property(partsWithRoom, fc.bigInt({ min: 0n, max: 10_000n }), (drawn, wish) => {
        const parts = drawn.map(([weight]) => weight);
        const rooms = drawn.map(([, room]) => room);
        const most = sumOf(rooms);
        const total = wish < most ? wish : most;
        const shares = splitWithin({ total, weights: parts, rooms });
        expect(sumOf(shares)).toBe(total);
        for (const [index, share] of shares.entries()) expect(share >= 0n && share <= rooms[index]!).toBe(true);
      }),
    );
  });

  it('refuses a total that does not fit', () => {
    expect(() => splitWithin({ total: 3n, weights: [1n, 1n], rooms: [1n, 1n] })).toThrow(RangeError);
  });
});
