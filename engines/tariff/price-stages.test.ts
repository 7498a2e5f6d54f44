import { expect, test } from 'vitest';
import { priceStages } from './price-stages.ts';
import { atMs, feeOf, tariffOf } from './tariff.fixture.ts';

test('prices of the next hours: joined, in the zone of the station, after the discounts, fees by time apart', () => {
  const tariff = tariffOf([
    feeOf(1, [
      [0, 3, 65_000],
      [36, 2, 105_000],
      [44, 3, 65_000],
    ]),
    feeOf(2, [
      [0, 0, 50_000],
      [36, 0, 68_750, 80],
    ]),
    feeOf(3, [[0, 0, 1_000]]),
    feeOf(4, [[0, 0, 200_000]], 2),
  ]);
  const fromMs = atMs('2026-11-26T17:42:00+08:00');
  const stages = priceStages(tariff, { fromMs, toMs: fromMs + 24 * 3_600_000 });
  expect(stages.map(({ toMs }) => new Date(toMs).toISOString())).toEqual([
    '2026-11-26T10:00:00.000Z',
    '2026-11-26T14:00:00.000Z',
    '2026-11-26T16:00:00.000Z',
    '2026-11-27T09:42:00.000Z',
  ]);
  expect(stages[0]).toMatchObject({ fromMs, energyE5: 65_000n, serviceE5: 50_000n, otherE5: 1_000n, totalE5: 116_000n, hourE5: 200_000n });
  expect(stages[1]).toMatchObject({ energyE5: 105_000n, serviceE5: 55_000n, totalE5: 161_000n });
  expect(stages[2]).toMatchObject({ energyE5: 65_000n, serviceE5: 55_000n });
  expect(stages.every(({ fromMs: from }, index) => index === 0 || stages[index - 1]?.toMs === from)).toBe(true);
});
