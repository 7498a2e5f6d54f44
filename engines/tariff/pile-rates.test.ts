import { expect, test } from 'vitest';
import { priceE5 } from '../money/units.ts';
import { pileRatesOf } from './pile-rates.ts';
import type { TariffFee } from './schedule.ts';

type Period = readonly [startSlot: number, rateStage: number, price: string, rateDiscount?: number];
const fee = (rateType: TariffFee['rateType'], periods: readonly Period[], billMode: TariffFee['billMode'] = 1): TariffFee => ({
  rateType,
  billMode,
  periods: periods.map(([startSlot, rateStage, price, rateDiscount = 100]) => ({
    startSlot,
    rateStage,
    rateDiscount,
    priceE5: priceE5(Math.round(Number(price) * 100_000)),
  })),
});
const told = (...fees: readonly TariffFee[]) => pileRatesOf({ month: 1, fees });

test('a day of four stages is told as it is, discounts taken off and the fifth digit rounded', () => {
  const rates = told(
    fee(1, [
      [0, 4, '0.3'],
      [16, 2, '1.20005'],
      [24, 3, '0.8'],
      [36, 1, '1.5', 80],
      [44, 4, '0.3'],
    ]),
    fee(2, [[0, 0, '0.5', 90]]),
  );
  if (typeof rates === 'string') throw new Error(rates);
  expect([0, 15, 16, 23, 24, 36, 43, 44, 47].map((slot) => rates.slotStages[slot])).toEqual([4, 4, 2, 2, 3, 1, 1, 4, 4]);
  expect(rates).toMatchObject({
    billMode: 1,
    stagePricesE4: [
      [12_000, 4_500, 0, 0],
      [12_001, 4_500, 0, 0],
      [8_000, 4_500, 0, 0],
      [3_000, 4_500, 0, 0],
    ],
  });
});

test('prices that share a stage, or name none, take a stage that is free', () => {
  const rates = told(
    fee(1, [
      [0, 3, '1'],
      [10, 3, '2'],
      [20, 4, '3'],
      [30, 0, '4'],
    ]),
  );
  if (typeof rates === 'string') throw new Error(rates);
  expect([0, 10, 20, 30].map((slot) => rates.slotStages[slot])).toEqual([3, 2, 4, 1]);
  expect(rates.stagePricesE4.map(([electricity]) => electricity)).toEqual([40_000, 20_000, 10_000, 30_000]);
});

test('what piles cannot be told is said: five prices, energy beside hours, a price beyond their numbers', () => {
  expect(
    told(
      fee(
        1,
        [0, 1, 2, 3, 4].map((slot): Period => [slot, 3, String(slot)]),
      ),
    ),
  ).toBe('tooManyPrices');
  expect(told(fee(1, [[0, 3, '1']]), fee(2, [[0, 0, '1']], 2))).toBe('mixedModes');
  expect(told(fee(1, [[0, 3, '1']]), fee(2, [[0, 0, '0']], 2))).toMatchObject({ billMode: 1 });
  expect(told(fee(1, [[0, 3, '500000']]))).toBe('tooDear');
});
