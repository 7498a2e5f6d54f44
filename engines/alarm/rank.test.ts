import { expect, test } from 'vitest';
import { rankReasonOf, ranked } from './rank.ts';
import { hourlyLoss, riskCents } from './risk.ts';

/** The example of the reference: 32 kWh in an occupied hour at 0.35 a kWh. */
const hourOf = (occupied: readonly number[]) => ({ occupied, energyKwh: 32, chargeHours: 1, marginCents: 32 * 35 });
const example = hourOf([3, 3, 4, 4, 4, 5, 5, 5, 6, 6]);

test('the loss of an hour is that of the reference, and grows with the guns that are lost', () => {
  expect(hourlyLoss({ guns: 6, lost: 2 }, [example])?.lossCents).toBeCloseTo(952, 6);
  const losses = [0, 1, 2, 3, 6].map((lost) => hourlyLoss({ guns: 6, lost }, [example])?.lossCents ?? -1);
  expect(losses).toEqual(losses.toSorted((one, other) => one - other));
  expect(losses[0]).toBe(0);
  // Every gun lost is every driver lost, and nobody leaves besides.
  expect(losses[4]).toBeCloseTo(4.5 * 1_120 * 1.1, 6);
});

test('an hour without history, or without charges, says nothing', () => {
  expect(hourlyLoss({ guns: 6, lost: 2 }, [])).toBeUndefined();
  expect(hourlyLoss({ guns: 6, lost: 2 }, [{ ...hourOf([0, 0]), energyKwh: 0, chargeHours: 0, marginCents: 0 }])).toBeUndefined();
  expect(hourlyLoss({ guns: 6, lost: 2 }, [example, hourOf([])])?.lossCents).toBeCloseTo(952, 6);
});

test('the risk lasts until the usual repair, four hours where none is known and a day at most', () => {
  expect(riskCents(952, null)).toBe(3_808);
  expect(riskCents(952, 1_800)).toBe(476);
  expect(riskCents(100, 1_000_000)).toBe(2_400);
});

test('danger stands before money, money before level, level before age; currencies are not mixed', () => {
  const item = { isDangerous: false, riskCents: null, currency: 'CNY', level: 3, beganMs: 5 };
  const items = [
    { ...item, name: 'old', beganMs: 1 },
    { ...item, name: 'major', level: 2 },
    { ...item, name: 'euro', riskCents: 9_000, currency: 'EUR' },
    { ...item, name: 'small', riskCents: 100 },
    { ...item, name: 'danger', isDangerous: true, level: 1 },
    { ...item, name: 'large', riskCents: 5_000, level: 4 },
    { ...item, name: 'minor' },
  ];
  expect(ranked(items).map(({ name }) => name)).toEqual(['danger', 'large', 'small', 'euro', 'major', 'old', 'minor']);
  expect(ranked(items.toReversed())).toEqual(ranked(items));
  expect(items.map(rankReasonOf)).toEqual(['level', 'level', 'money', 'money', 'danger', 'money', 'level']);
});
