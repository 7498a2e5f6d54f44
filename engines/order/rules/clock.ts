import { CLOCK_OFF_MS } from '../bounds.ts';
import type { Created } from '../facts.ts';
import type { Situation } from '../situation.ts';

interface Told {
  readonly atMs: number;
  readonly fromStore: boolean;
}

/**
 * What to add to the instants of a device message: 0 where the pile's clock is good enough, else the distance to the time of
 * receipt. Stored messages are late by nature; only one from the future, or from before the order could begin, betrays a wrong clock.
 */
export const clockShiftMs = (created: Created, told: Told, { nowMs, pile }: Situation): number => {
  const shift = nowMs - told.atMs;
  if (shift < -CLOCK_OFF_MS || told.atMs < created.notBeforeMs - CLOCK_OFF_MS) return shift;
  return shift > CLOCK_OFF_MS && pile.marksStored && !told.fromStore ? shift : 0;
};
