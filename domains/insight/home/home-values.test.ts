import { expect, test } from 'vitest';
import type { Figures } from '../figures/added-up.rules.ts';
import { statType } from './home-data.codes.ts';
import { daysOf, monthSpan, monthsOf, usageOf, valuesByPeriod, valuesOf, yearSpan } from './home-values.rules.ts';

const { amount, energy, charges, elec, srv } = statType.items;
const row = (currency: string, n: number): Figures => ({
  currency,
  charges: n,
  energyDwh: BigInt(n) * 10_000n,
  billedCents: BigInt(n) * 150n,
  orderedCents: BigInt(n) * 160n,
  elecCents: BigInt(n) * 100n,
  srvCents: BigInt(n) * 50n,
  busyMs: 0n,
});

test('amounts are of each currency, energy and orders over all', () => {
  const rows = [row('EUR', 2), row('CNY', 3), row('CNY', 1)];
  expect(valuesOf(rows, amount.value)).toEqual([
    { currency: 'CNY', value: '6.00' },
    { currency: 'EUR', value: '3.00' },
  ]);
  expect(valuesOf(rows, elec.value)).toEqual([
    { currency: 'CNY', value: '4.00' },
    { currency: 'EUR', value: '2.00' },
  ]);
  expect(valuesOf(rows, srv.value)).toEqual([
    { currency: 'CNY', value: '2.00' },
    { currency: 'EUR', value: '1.00' },
  ]);
  expect(valuesOf(rows, energy.value)).toEqual([{ currency: null, value: '6.0000' }]);
  expect(valuesOf(rows, charges.value)).toEqual([{ currency: null, value: '6' }]);
});

test('without charges there are no amounts, and no energy', () => {
  expect(valuesOf([], amount.value)).toEqual([]);
  expect(valuesOf([], energy.value)).toEqual([{ currency: null, value: '0.0000' }]);
  expect(valuesOf([], charges.value)).toEqual([{ currency: null, value: '0' }]);
});

test('periods come in the order of time, each with its days', () => {
  const rows = [
    { ...row('CNY', 2), day: '2026-03-01' },
    { ...row('CNY', 1), day: '2026-02-01' },
  ];
  expect(valuesByPeriod(rows, amount.value, (first) => ({ from: first, to: `${first}, the last` }))).toEqual([
    { from: '2026-02-01', to: '2026-02-01, the last', currency: 'CNY', value: '1.50' },
    { from: '2026-03-01', to: '2026-03-01, the last', currency: 'CNY', value: '3.00' },
  ]);
});

test('a month ends with its last day, and the month before January is December', () => {
  expect(monthSpan(2028, 2)).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(monthSpan(2026, 12)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(monthSpan(2026, 0)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(yearSpan(2026)).toEqual({ from: '2026-01-01', to: '2026-12-31' });
});

test('use by time: three hours of charging of two guns that were in service for a day', () => {
  const rows = [{ busyMs: 7_200_000n }, { busyMs: 3_600_000n }];
  expect(usageOf(rows, 2 * 86_400)).toEqual([{ currency: null, value: '0.0625' }]);
  expect(usageOf([], 86_400)).toEqual([{ currency: null, value: '0.0000' }]);
  expect(usageOf(rows, 0)).toEqual([]);
});

test('the days of a month and the months of a year', () => {
  expect(daysOf(monthSpan(2026, 2))).toHaveLength(28);
  expect(monthsOf(2026)[1]).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});
