import { expect, it } from 'vitest';
import { BUFFER_MAX_BYTES } from '../../protocol/native/limits.ts';
import { fuzzNative } from './testing/fuzzing.ts';
import { SESSION_LIMITS } from './limits.ts';

it('survives 5,000 damaged frames, and reads the good frame behind each', () => {
  const counts = fuzzNative({ seed: 20_261_121, mutants: 5_000 });
  expect(counts.failures).toEqual([]);
  // The damage must reach every layer; otherwise the test proves nothing.
  expect(counts.badBytes).toBeGreaterThan(10_000);
  expect(counts.delivered).toBeGreaterThan(5_000);
  expect(counts.sessionsEnded).toBeGreaterThan(100);
  expect(counts.alarms).toBeGreaterThan(100);
  expect(counts.waitingBytesMax).toBeLessThan(BUFFER_MAX_BYTES);
  expect(counts.askedMax).toBeLessThanOrEqual(SESSION_LIMITS.repliesMax + SESSION_LIMITS.ticketsMax);
});

it('does the same for v1.0 records', () => {
  const counts = fuzzNative({ seed: 20_261_126, mutants: 5_000, variant: 0x10 });
  expect(counts.failures).toEqual([]);
  expect(counts.badBytes).toBeGreaterThan(10_000);
  expect(counts.delivered).toBeGreaterThan(5_000);
  expect(counts.sessionsEnded).toBeGreaterThan(100);
  expect(counts.alarms).toBeGreaterThan(100);
  expect(counts.waitingBytesMax).toBeLessThan(BUFFER_MAX_BYTES);
  expect(counts.askedMax).toBeLessThanOrEqual(SESSION_LIMITS.repliesMax + SESSION_LIMITS.ticketsMax);
});

it('gives the same counts for the same seed', () => {
  expect(fuzzNative({ seed: 5, mutants: 300 })).toEqual(fuzzNative({ seed: 5, mutants: 300 }));
});
