import { expect, test } from 'vitest';
import { lastDayOf, periodsBefore, wholeMonths } from './period-before.rules.ts';

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

test('the whole months of a span', () => {
  expect(wholeMonths({ from: '2026-08-29', to: '2026-11-26' })).toEqual({ from: '2026-09-01', until: '2026-11-01' });
  expect(wholeMonths({ from: '2026-12-01', to: '2027-01-31' })).toEqual({ from: '2026-12-01', until: '2027-02-01' });
  expect(wholeMonths({ from: '2026-03-02', to: '2026-03-31' })).toEqual({ from: '2026-03-02', until: '2026-03-02' });
  expect(wholeMonths({ from: '2026-03-02', to: '2026-04-29' })).toEqual({ from: '2026-03-02', until: '2026-03-02' });
});
