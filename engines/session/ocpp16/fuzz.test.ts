import { expect, test } from 'vitest';
import { fuzz } from './testing/fuzzing.ts';

test('5,000 spoilt messages: no crash, every call answered once, the next good one always read, the session stays small', () => {
  const result = fuzz({ seed: 20_261_120, count: 5_000 });
  // Each of the three outcomes must have occurred; otherwise the test proves nothing.
  expect(result.served).toBeGreaterThan(500);
  expect(result.refused).toBeGreaterThan(500);
  expect(result.unreadable).toBeGreaterThan(500);
});
