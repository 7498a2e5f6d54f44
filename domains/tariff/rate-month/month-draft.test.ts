import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFees } from './rate-month.rules.ts';
import { ceilingOf, layersOf, linesOf } from './day-curve.rules.ts';
import { copyToFees, feeOf, newFee, paidRate, priceRange, problemsOfMonth, putFee, readMonth, sameMonth, writeMonth } from './month-draft.rules.ts';
import type { MonthEdit } from './month-draft.rules.ts';
import { cannotSplit, longest, moveStart, remove, split } from '#engines/time/day-periods.ts';
import { change, copyPeriods, paint, priceStage, stagesOf, wholeDay } from './periods.rules.ts';
import type { Periods, Stage } from './periods.rules.ts';
import { parse } from '#kit/fields/parse.ts';
import { rateMonthApi } from './rate-month.ts';

const starts = (periods: Periods) => periods.map(({ startSlot }) => startSlot);
const day = (...parts: readonly (readonly [slot: number, stage: Stage, rate: string])[]): Periods =>
  parts.map(([startSlot, rateStage, rate]) => ({ startSlot, rateStage, rate, rateDiscount: 100 }));
/** Valley to 8:00, flat to 22:00, valley again. */
const usual = day([0, 4, '0.30'], [16, 3, '0.70'], [44, 4, '0.30']);

describe('periods', () => {
  test('are cut in the middle, and the time of a deleted one goes to its neighbour', () => {
    expect(starts(split(usual, 1))).toEqual([0, 16, 30, 44]);
    expect(split(usual, 1)[2]).toEqual({ startSlot: 30, rateStage: 3, rate: '0.70', rateDiscount: 100 });
    expect(starts(remove(usual, 1))).toEqual([0, 44]);
    expect(remove(usual, 0)).toEqual(day([0, 3, '0.70'], [44, 4, '0.30']));
    expect(remove(wholeDay(), 0)).toEqual(wholeDay());
    expect(longest(usual)).toBe(1);
  });

  test('half an hour is not cut, and 48 is the end', () => {
    const full = Array.from({ length: 48 }).reduce<Periods>((made) => split(made, longest(made)), wholeDay());
    expect(starts(full)).toEqual(Array.from({ length: 48 }, (_unused, slot) => slot));
    expect(cannotSplit(full, 3)).toBe('full');
    expect(cannotSplit(day([0, 0, '1'], [1, 0, '1']), 0)).toBe('shortest');
    expect(split(full, 3)).toEqual(full);
  });

  test('a border stops at its neighbours and never leaves the day', () => {
    expect(starts(moveStart(usual, 1, 20))).toEqual([0, 20, 44]);
    expect(starts(moveStart(usual, 1, -5))).toEqual([0, 1, 44]);
    expect(starts(moveStart(usual, 1, 99))).toEqual([0, 43, 44]);
    expect(starts(moveStart(usual, 2, 99))).toEqual([0, 16, 47]);
    expect(starts(moveStart(usual, 0, 7))).toEqual([0, 16, 44]);
  });

  test('paint takes the price its stage has elsewhere, and joins equal neighbours', () => {
    expect(paint(usual, { from: 14, to: 18 }, 4)).toEqual(day([0, 4, '0.30'], [18, 3, '0.70'], [44, 4, '0.30']));
    expect(paint(usual, { from: 44, to: 48 }, 3)).toEqual(day([0, 4, '0.30'], [16, 3, '0.70']));
    // A stage that is new to the day keeps the prices of its half hours.
    expect(paint(usual, { from: 24, to: 20 }, 1)).toEqual(day([0, 4, '0.30'], [16, 3, '0.70'], [20, 1, '0.70'], [24, 3, '0.70'], [44, 4, '0.30']));
    expect(paint(usual, { from: 20, to: 20 }, 1)).toBe(usual);
  });

  test('a stage is priced as one', () => {
    expect(stagesOf(usual)).toEqual([
      { stage: 4, rate: '0.30', rateDiscount: 100, slots: 20 },
      { stage: 3, rate: '0.70', rateDiscount: 100, slots: 28 },
    ]);
    expect(stagesOf(change(usual, 2, { rate: '0.31' }))[0]).toMatchObject({ rate: undefined, slots: 20 });
    expect(priceStage(usual, 4, { rate: '0.25' }).map(({ rate }) => rate)).toEqual(['0.25', '0.70', '0.25']);
  });

  test('copied to another fee they bring their prices only when asked', () => {
    const target = day([0, 0, '0.5'], [20, 0, '0.8']);
    expect(copyPeriods(usual, target, false)).toEqual(day([0, 4, '0.5'], [16, 3, '0.5'], [44, 4, '0.8']));
    expect(copyPeriods(usual, undefined, false).map(({ rate }) => rate)).toEqual(['', '', '']);
    expect(copyPeriods(usual, target, true)).toEqual(usual);
  });
});

type Act = (periods: Periods) => Periods;
const slot = fc.integer({ min: -3, max: 60 });
const at = fc.integer({ min: 0, max: 47 });
const stage = fc.constantFrom<Stage>(0, 1, 2, 3, 4);
const act: fc.Arbitrary<Act> = fc.oneof(
  at.map(
    (index): Act =>
      (periods) =>
        split(periods, index % periods.length),
  ),
  at.map(
    (index): Act =>
      (periods) =>
        remove(periods, index % periods.length),
  ),
  fc.tuple(at, slot).map(
    ([index, to]): Act =>
      (periods) =>
        moveStart(periods, index % periods.length, to),
  ),
  fc.tuple(slot, slot, stage).map(
    ([from, to, brush]): Act =>
      (periods) =>
        paint(periods, { from, to }, brush),
  ),
  fc.tuple(at, fc.constantFrom('0.1', '2', '0.55555')).map(
    ([index, rate]): Act =>
      (periods) =>
        change(periods, index % periods.length, { rate }),
  ),
);

test('whatever is done, the server takes the periods and gives them back the same', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const periods = acts.reduce((made, one) => one(made), usual);
      const month: MonthEdit = [{ rateType: 1, billMode: 1, periods }];
      expect(problemsOfMonth(month)).toEqual([]);
      const wire = writeMonth(month);
      const parsed = parse(rateMonthApi.saveMonth.input.fees, wire);
      expect(parsed.ok).toBe(true);
      const taken = readFees(parsed.ok && Array.isArray(parsed.value) ? parsed.value : []);
      expect(taken.ok).toBe(true);
      expect(sameMonth(readMonth(wire), month)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

describe('a month', () => {
  const month: MonthEdit = [{ rateType: 1, billMode: 1, periods: usual }];

  test('is refused where the server refuses it, and says where', () => {
    expect(problemsOfMonth([newFee(2)])).toMatchObject([{ refusal: 'rateRule.electricityMissing' }, { rateType: 2, period: 0 }]);
    const wrong = (patch: Parameters<typeof change>[2]) => problemsOfMonth([{ rateType: 1, billMode: 1, periods: change(usual, 1, patch) }]);
    for (const rate of ['', '-1', '1.234567', '10001', 'x']) expect(wrong({ rate })).toEqual([{ rateType: 1, period: 1, refusal: undefined }]);
    for (const rateDiscount of [null, -1, 101, 50.5]) expect(wrong({ rateDiscount })).toHaveLength(1);
    const broken = problemsOfMonth([{ rateType: 1, billMode: 1, periods: day([1, 0, '1']) }]);
    expect(broken).toEqual([{ rateType: 1, period: 0, refusal: 'rateRule.periodsWrong' }]);
  });

  test('keeps its fees in the order of their types, each once', () => {
    const more = copyToFees(putFee(month, newFee(4)), month[0] ?? newFee(1), { types: [3, 2], withPrices: true });
    expect(more.map(({ rateType }) => rateType)).toEqual([1, 2, 3, 4]);
    expect(feeOf(more, 3)?.periods).toEqual(usual);
    expect(putFee(more, { ...newFee(2), billMode: 2 }).filter(({ rateType }) => rateType === 2)).toHaveLength(1);
  });

  test('a price after its discount is exact', () => {
    const paid = (rate: string, rateDiscount: number | null) => paidRate({ startSlot: 0, rateStage: 0, rate, rateDiscount });
    expect(paid('0.35', 100)).toBe('0.35');
    expect(paid('0.10001', 33)).toBe('0.0330033');
    expect(paid('2', 0)).toBe('0.00');
    expect(paid('', 100)).toBeUndefined();
    expect(paid('-2', 100)).toBeUndefined();
    expect(paid('1', null)).toBeUndefined();
    expect(priceRange(month[0])).toEqual(['0.30', '0.70']);
    expect(priceRange(newFee(1))).toBeUndefined();
  });

  test('its picture stacks what a kWh costs and leaves hours apart', () => {
    const lines = linesOf([...month, { ...newFee(2), periods: day([0, 0, '0.5']) }, { rateType: 3, billMode: 2, periods: day([0, 0, '3']) }]);
    const layers = layersOf(lines);
    expect(layers.map(({ rateType }) => rateType)).toEqual([1, 2]);
    expect([layers[1]?.floors[0], layers[1]?.tops[0], layers[1]?.tops[20]]).toEqual([0.3, 0.8, 1.2]);
    expect(ceilingOf(lines)).toBe(3);
    expect(ceilingOf(linesOf([newFee(1)]))).toBe(1);
    expect(ceilingOf(linesOf([{ ...newFee(1), periods: day([0, 0, '0.55']) }]))).toBe(0.6);
  });
});
