import { expect, test } from 'vitest';
import { daysOfPeriods, lastDayOf, periodsBefore } from './period-before.rules.ts';

test('as many days, months or years before', () => {
  expect(periodsBefore({ from: '2026-03-01', to: '2026-03-07' }, 2)).toEqual({ from: '2026-02-22', to: '2026-02-28' });
  expect(periodsBefore({ from: '2026-03-08', to: '2026-03-07' }, 2)).toBeUndefined();
  expect(periodsBefore({ from: '2026-02-01', to: '2026-03-31' }, 3)).toEqual({ from: '2025-12-01', to: '2026-01-31' });
  // Of the span, only March begins in it.
  expect(periodsBefore({ from: '2026-02-10', to: '2026-03-31' }, 3)).toEqual({ from: '2026-01-10', to: '2026-02-28' });
  expect(periodsBefore({ from: '2026-02-10', to: '2026-02-28' }, 3)).toBeUndefined();
  expect(periodsBefore({ from: '2025-01-01', to: '2026-12-31' }, 4)).toEqual({ from: '2023-01-01', to: '2024-12-31' });
});

test('the last day of a period', () => {
  expect([lastDayOf('2026-02-28', 2), lastDayOf('2028-02-01', 3), lastDayOf('2026-01-01', 4)]).toEqual(['2026-02-28', '2028-02-29', '2026-12-31']);
});

test('the days of the periods that begin in a span', () => {
  expect(daysOfPeriods({ from: '2026-03-02', to: '2026-03-09' }, 2)).toEqual({ from: '2026-03-02', to: '2026-03-09' });
  expect(daysOfPeriods({ from: '2026-03-09', to: '2026-03-08' }, 2)).toBeUndefined();
  expect(daysOfPeriods({ from: '2025-11-01', to: '2026-02-01' }, 3)).toEqual({ from: '2025-11-01', to: '2026-02-28' });
  expect(daysOfPeriods({ from: '2025-11-02', to: '2025-12-31' }, 3)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(daysOfPeriods({ from: '2025-11-02', to: '2025-11-30' }, 3)).toBeUndefined();
  expect(daysOfPeriods({ from: '2025-01-01', to: '2026-11-30' }, 4)).toEqual({ from: '2025-01-01', to: '2026-12-31' });
  expect(daysOfPeriods({ from: '2025-01-02', to: '2025-12-31' }, 4)).toBeUndefined();
});
