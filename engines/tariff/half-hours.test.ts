import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumOf } from '#engines/money/parts.ts';
import { anyBill } from './any-bill.fixture.ts';
import { bill } from './bill.ts';
import { formatFine } from './fine.ts';
import { halfHoursOf } from './half-hours.ts';
import { atMs, feeOf, tariffOf, usageOf, valueOf } from './tariff.fixture.ts';

test('the half hours add up to what the bill rounds', () => {
  fc.assert(
    fc.property(anyBill, (order) => {
      const { cells } = valueOf(bill(order));
      const halfHours = halfHoursOf(order);
      for (const name of ['listFine', 'tariffFine'] as const)
        expect(sumOf(halfHours.map((each) => each[name]))).toBe(sumOf(cells.map((cell) => cell[name])));
      expect(sumOf(halfHours.map(({ dwh }) => dwh))).toBe(order.usage.billedDwh);
    }),
    { numRuns: 100 },
  );
});

test('each has its own stage, price and time', () => {
  const tariff = tariffOf([
    feeOf(1, [
      [0, 4, 30_000],
      [16, 2, 120_000, 75],
    ]),
    feeOf(2, [[0, 0, 100_000]], 2),
  ]);
  const usage = usageOf({ 15: 100_000, 16: 200_000 }, { 15: 1_800, 16: 100 });
  const [, ...told] = halfHoursOf({ tariff, startMs: atMs('2026-07-10T04:00:00Z'), usage }).slice(14, 18);
  expect(told.map(({ slot, rateStage, listFine, tariffFine }) => [slot, rateStage, formatFine(listFine), formatFine(tariffFine)])).toEqual([
    [15, 4, '3.500000000', '3.500000000'],
    [16, 2, '24.027777778', '18.027777778'],
    [17, 2, '0.000000000', '0.000000000'],
  ]);
});
