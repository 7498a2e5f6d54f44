import { expect, test } from 'vitest';
import { canSecondPersonLift, settlementProblem, sumOfFees } from './settlement-check.rules.ts';

const fees = { elecAmount: '4.72', srvAmount: '1.83', other1Amount: '0', other2Amount: '0.00', orderAmount: '6.55' };
const free = { cap: null, computed: '6.55' };

test('amounts that add up and are near the tariff are fine', () => {
  expect(settlementProblem(fees, free)).toBeNull();
  expect(sumOfFees(fees)).toBe('6.55');
});

test('a form that is not filled in is incomplete, and what is there is added up', () => {
  expect(settlementProblem({ ...fees, srvAmount: null }, free)).toBe('incomplete');
  expect(settlementProblem({ ...fees, orderAmount: '6.555' }, free)).toBe('incomplete');
  expect(sumOfFees({ ...fees, srvAmount: null })).toBe('4.72');
});

test.each([
  [{ ...fees, other1Amount: '-1.00', orderAmount: '5.55' }, free, 'amount.negative'],
  [{ ...fees, orderAmount: '6.54' }, free, 'amount.totalMismatch'],
  [fees, { cap: '6.54', computed: '6.55' }, 'amount.aboveStrategy'],
  [fees, { cap: null, computed: '5.95' }, 'amount.aboveRecomputed'],
  [fees, { cap: null, computed: null }, 'order.secondPersonNeeded'],
] as const)('%j within %j is refused as %s', (texts, bounds, refusal) => {
  expect(settlementProblem(texts, bounds)).toMatchObject({ refusal });
});

test('a second operator lifts what is only too high', () => {
  expect(['amount.aboveRecomputed', 'order.secondPersonNeeded', 'amount.aboveStrategy', ''].map(canSecondPersonLift)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
