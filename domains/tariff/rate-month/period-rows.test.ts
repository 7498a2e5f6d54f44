import { timeOfSlot } from '#engines/time/slots.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endChoices, isValidEnds } from '#engines/time/day-periods.ts';
import { rowsOfPeriods, withCells } from './period-rows.rules.ts';
import type { Periods } from './periods.rules.ts';

/** Valley to 8:00, flat to 22:00, valley again. */
const usual: Periods = [
  { startSlot: 0, rateStage: 4, rate: '0.30', rateDiscount: 100 },
  { startSlot: 16, rateStage: 3, rate: '0.70', rateDiscount: 50 },
  { startSlot: 44, rateStage: 4, rate: '0.30', rateDiscount: 100 },
];
const starts = (periods: Periods) => periods.map(({ startSlot }) => startSlot);

describe('periods as rows', () => {
  test('say where they begin and end, and how far their ends may go', () => {
    expect(rowsOfPeriods(usual).map(({ start, end, hours, paid, endFrom, endTo }) => [start, end, hours, paid, endFrom, endTo])).toEqual([
      ['00:00', '08:00', 8, '0.30', 1, 43],
      ['08:00', '22:00', 14, '0.35', 17, 47],
      ['22:00', '24:00', 2, '0.30', 48, 48],
    ]);
    const free = endChoices({ endFrom: 17, endTo: 47 }).filter(({ disabled }) => !disabled);
    expect([free[0]?.value, free.at(-1)?.value, free.length]).toEqual(['08:30', '23:30', 31]);
  });

  test('an end that is moved takes the start of the next row with it', () => {
    expect(starts(withCells(usual, [{ id: '0', values: { end: '09:30' } }]))).toEqual([0, 19, 44]);
    const pasted = ['02:00', '04:00', '24:00'].map((end, at) => ({ id: String(at), values: { end } }));
    expect([isValidEnds(usual, pasted), starts(withCells(usual, pasted))]).toEqual([true, [0, 4, 8]]);
  });

  test('ends that do not grow are left, with all else that was written', () => {
    for (const changes of [
      [{ id: '0', values: { end: '23:00' } }],
      [{ id: '2', values: { end: '23:00' } }],
      [{ id: '1', values: { end: '08:00' } }],
    ]) {
      expect(isValidEnds(usual, changes)).toBe(false);
      expect(withCells(usual, changes)).toBe(usual);
    }
    const both = [{ id: '0', values: { end: '23:00', rate: '0.5' } }];
    expect(withCells(usual, both).map(({ startSlot, rate }) => [startSlot, rate])).toEqual([
      [0, '0.5'],
      [16, '0.70'],
      [44, '0.30'],
    ]);
  });

  test('a price keeps its digits, and nothing new is nothing changed', () => {
    expect(withCells(usual, [{ id: '0', values: { rate: 0.3, paid: '9', start: '01:00' } }])).toBe(usual);
    expect(withCells(usual, [{ id: '0', values: { rate: 0.1 } }])[0]?.rate).toBe('0.1');
    expect(withCells(usual, [{ id: '0', values: { rate: null, rateDiscount: null, rateStage: '2' } }])[0]).toEqual({
      startSlot: 0,
      rateStage: 2,
      rate: '',
      rateDiscount: null,
    });
    expect(withCells(usual, [{ id: '7', values: { rate: '1' } }])).toBe(usual);
  });

  test('whatever ends are written, the day stays divided', () => {
    const end = fc.record({ id: fc.integer({ min: 0, max: 3 }).map(String), slot: fc.integer({ min: 0, max: 48 }) });
    fc.assert(
      fc.property(fc.array(fc.array(end, { maxLength: 4 }), { maxLength: 10 }), (steps) => {
        const made = steps.reduce(
          (periods, step) =>
            withCells(
              periods,
              step.map(({ id, slot }) => ({ id, values: { end: timeOfSlot(slot) } })),
            ),
          usual,
        );
        expect(made[0]?.startSlot).toBe(0);
        expect(starts(made).every((start, at) => start < (made[at + 1]?.startSlot ?? 48))).toBe(true);
      }),
    );
  });
});
