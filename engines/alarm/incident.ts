/**
 * The life of an incident: when its growth and its recovery are told, and when it is over. Pure; the caller counts its members and stores the times.
 * An incident causes four messages to an address at most: its opening, its growth, the recovery of half of it, and its end.
 */

/** Piles that are lost within this time after the opening join. */
export const JOIN_MS = 30 * 60_000;
/** Growth is told once, and not before this time: by then most of a storm has arrived. */
const GROWTH_WAIT_MS = 5 * 60_000;
const GROWTH_FACTOR = 2;
/** A half that recovers on the way to a full recovery is not told. */
const HALF_WAIT_MS = 60_000;
/** An incident is over when nothing of it has been lost for this time: a line that comes and goes is one incident. */
const CALM_MS = 2 * 60_000;
/** Piles that stay away so long after half of the incident has recovered have a cause of their own. */
const STRAGGLER_MS = 30 * 60_000;

/** Messages of one incident to one address before that of its end. */
export const MESSAGES_BEFORE_END_MAX = 3;

export interface IncidentState {
  readonly openedMs: number;
  /** The piles that were ever lost in it, and those that are lost now. */
  readonly members: number;
  readonly lasting: number;
  /** `members` when the opening was told. */
  readonly toldMembers: number;
  readonly isGrowthTold: boolean;
  readonly isHalfTold: boolean;
  /** Since when at most half of the members last; null while more do. */
  readonly halfSinceMs: number | null;
  /** Since when no member lasts; null while one does. */
  readonly calmSinceMs: number | null;
}

export interface IncidentVerdict {
  readonly halfSinceMs: number | null;
  readonly calmSinceMs: number | null;
  /** What is told now. */
  readonly tells: 'growth' | 'half' | 'end' | null;
  readonly isOver: boolean;
  /** Those that still last leave the incident, and are exceptions of their own. */
  readonly releases: boolean;
}

export const judgeIncident = (state: IncidentState, nowMs: number): IncidentVerdict => {
  const halfSinceMs = state.lasting * 2 <= state.members ? (state.halfSinceMs ?? nowMs) : null;
  const calmSinceMs = state.lasting === 0 ? (state.calmSinceMs ?? nowMs) : null;
  const releases = state.lasting > 0 && halfSinceMs !== null && nowMs - halfSinceMs >= STRAGGLER_MS;
  const isOver = releases || (calmSinceMs !== null && nowMs - calmSinceMs >= CALM_MS);
  return { halfSinceMs, calmSinceMs, releases, isOver, tells: isOver ? 'end' : tellingOf(state, halfSinceMs, nowMs) };
};

const tellingOf = (state: IncidentState, halfSinceMs: number | null, nowMs: number): 'growth' | 'half' | null => {
  if (state.lasting === 0) return null;
  if (halfSinceMs !== null) return !state.isHalfTold && nowMs - halfSinceMs >= HALF_WAIT_MS ? 'half' : null;
  const hasGrown = state.members >= GROWTH_FACTOR * state.toldMembers && nowMs - state.openedMs >= GROWTH_WAIT_MS;
  return hasGrown && !state.isGrowthTold ? 'growth' : null;
};
