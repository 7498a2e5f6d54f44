import { END_MISSING_FREE_MS, END_MISSING_MS, LAST_SAMPLE_MS } from '../bounds.ts';
import type { GunQuiet } from '../facts.ts';
import { factsOf, factOf, isOver, type OrderFacts } from '../merge.ts';
import { startedFact } from './start.ts';

/** Reports of the gun at rest since the order began that no later sample contradicts, the earliest first. */
export const restReports = (facts: OrderFacts): readonly GunQuiet[] => {
  const started = startedFact(facts);
  const progress = factOf(facts, 'progress');
  const beganMs = started?.startAtMs ?? progress?.firstAtMs ?? null;
  if (beganMs === null) return [];
  const afterMs = Math.max(beganMs, (progress?.lastAtMs ?? -Infinity) - LAST_SAMPLE_MS);
  // A boot is dated by the platform's clock, so everything received before it is older, whatever the pile's clock says.
  const heardMs = progress?.heardMs ?? started?.atMs ?? Infinity;
  return factsOf(facts, 'gunQuiet').filter(({ sinceMs, cause }) => sinceMs > afterMs || (cause === 'boot' && sinceMs > heardMs));
};

/** The deadline of the end record; null while the gun is not at rest. */
export const recordDue = (facts: OrderFacts): number | null => {
  const dueMs = restReports(facts).map(({ sinceMs, cause }) => sinceMs + (isOver(cause) ? END_MISSING_FREE_MS : END_MISSING_MS));
  return dueMs.length === 0 ? null : Math.min(...dueMs);
};
