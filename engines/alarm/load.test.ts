import { expect, test } from 'vitest';
import { alarmLoad } from './load.ts';

test('a flood begins with ten alarms in ten minutes and lasts until fewer than five', () => {
  const counts = new Map([
    [100, 9],
    [101, 10],
    [102, 5],
    [103, 11],
    [104, 4],
    // Five do not begin one, and a period without any ends it.
    [105, 5],
    [110, 12],
    [112, 6],
  ]);
  expect(alarmLoad(counts, 144)).toEqual({
    total: 62,
    perHour: (62 * 6) / 144,
    // The hour of the periods 102 to 107.
    busiestHour: 25,
    busiestPeriod: 12,
    overloadedShare: 2 / 144,
    floodShare: 4 / 144,
    floods: 2,
  });
  expect(alarmLoad(new Map(), 144)).toMatchObject({ total: 0, perHour: 0, busiestHour: 0, floodShare: 0 });
});
