import { expect, test } from 'vitest';
import { cents } from '#engines/money/units.ts';
import { explainBill } from '#engines/tariff/explain.ts';
import type { BillInput } from '#engines/tariff/bill-input.ts';
import { halfHoursOf } from '#engines/tariff/half-hours.ts';
import { atMs, feeOf, tariffOf, usageOf, valueOf } from '#engines/tariff/tariff.fixture.ts';
import { halfHourLinesOf, itemsOf, stepLinesOf } from './billing-lines.rules.ts';
import type { LineNames } from './billing-lines.rules.ts';

const naming: LineNames = { digits: 2, rateType: (value) => `type ${value}`, rateStage: (value) => `stage ${value}`, vipLevelName: 'Gold' };
const startMs = atMs('2026-07-10T04:00:00Z');
const stepsOf = (input: BillInput) => stepLinesOf(valueOf(explainBill(input)).steps, 2);

test('four fees of 0.004: the sum is rounded once, and its two cents go to two of them', () => {
  const tariff = tariffOf(([1, 2, 3, 4] as const).map((rateType) => feeOf(rateType, [[0, 0, 40_000]])));
  const input = { tariff, startMs, usage: usageOf({ 20: 100 }) };
  const { bill, steps } = valueOf(explainBill(input));
  expect(stepsOf(input)).toEqual([{ step: 'orderAmount', exact: '0.016000000', takenOff: '0.00', remains: '0.02' }]);
  expect(itemsOf(bill, steps, naming).map(({ listAmount, rateAmount }) => [listAmount, rateAmount])).toEqual([
    ['0.004000000', '0.01'],
    ['0.004000000', '0.01'],
    ['0.004000000', '0.00'],
    ['0.004000000', '0.00'],
  ]);
});

test('discounts round what remains, a coupon and a limit take off what is rounded already', () => {
  const tariff = tariffOf([
    feeOf(1, [
      [0, 4, 30_000],
      [16, 2, 120_000, 75],
    ]),
  ]);
  const input: BillInput = {
    tariff,
    startMs,
    usage: usageOf({ 15: 100_000, 16: 200_001 }),
    vip: { 1: 90 },
    coupon: { canOverlay: true, couponForm: 2, preferentialAmountCents: cents(200n), rateTypes: [1] },
    capCents: cents(1_000n),
  };
  expect(stepsOf(input)).toEqual([
    { step: 'orderAmount', exact: '27.000120000', takenOff: '0.00', remains: '27.00' },
    { step: 'tariffOffer', exact: '21.000090000', takenOff: '6.00', remains: '21.00' },
    { step: 'vipOffer', exact: '18.900081000', takenOff: '2.10', remains: '18.90' },
    { step: 'coupon', exact: null, takenOff: '2.00', remains: '16.90' },
    { step: 'cap', exact: null, takenOff: '6.90', remains: '10.00' },
  ]);
  const halfHours = halfHourLinesOf(halfHoursOf(input), naming);
  expect(halfHours).toHaveLength(48);
  expect(halfHours[16]).toEqual({
    startTime: '08:00',
    endTime: '08:30',
    energy: '20.0001',
    rateStage: 2,
    rateStage_dictText: 'stage 2',
    listAmount: '24.000120000',
    tariffAmount: '18.000090000',
  });
});
