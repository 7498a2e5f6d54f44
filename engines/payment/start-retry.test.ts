import { expect, test } from 'vitest';
import { refundOrderState } from './codes.ts';
import { isCableFault, mayRetry } from './start-retry.ts';

test('results of the car and of its cable may be retried; a stop by a person, the insulation and the charger may not', () => {
  expect([161, 167, 181].map(isCableFault)).toEqual([true, true, true]);
  expect([null, 0, 1, 2, 3, 160, 182, 186, 213].some(isCableFault)).toBe(false);
});

test('a start is tried again once, never after it has begun, and never while money goes back', () => {
  const failed = { startResult: 167, hasBegun: false, retryCount: 0, refunds: [] } as const;
  expect(mayRetry(failed)).toBe(true);
  expect(mayRetry({ ...failed, retryCount: 1 })).toBe(false);
  expect(mayRetry({ ...failed, hasBegun: true })).toBe(false);
  for (const state of Object.values(refundOrderState)) expect(mayRetry({ ...failed, refunds: [state] })).toBe(false);
});
