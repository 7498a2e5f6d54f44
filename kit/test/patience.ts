import { expect, vi } from 'vitest';

/**
 * How long a test waits for what must come. A wait ends when it comes: the limit is for what never does, and for a machine several times slower than
 * usual that runs other tests too. Whether something comes quickly is for a test that measures it.
 */
export const PATIENCE_MS = 120_000;

/** Repeats the check until it passes, and returns what it returns. Rejects with its last error when `PATIENCE_MS` are over. */
export const eventually = <Result>(check: () => Result | Promise<Result>, intervalMs = 20): Promise<Result> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval: intervalMs });

/** Waits until the condition holds. */
export const untilHolds = (condition: () => boolean): Promise<void> => eventually(() => expect(condition()).toBe(true), 5);
