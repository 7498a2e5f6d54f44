import { costPerHw } from '../allocation/load.ts';
import { lowestCap, type ShareReason } from '../allocation/site.ts';
import type { DispatchedGun, DispatchState, GunState } from './state.ts';
import { isExhausted, stateOf } from './targets.ts';
import { commandedHw, worstHw } from './worst.ts';

/** How far the device is known to do what it was told. */
export type ProofState = 'proven' | 'waiting' | 'unproven' | 'silent' | 'disobeying';

/** Why a gun has the limit that it has now. */
export type SlowReason =
  | ShareReason
  /** It will be raised to its share: other guns have not yet proven that they went down, or it goes up step by step. */
  | { readonly kind: 'rising'; readonly targetHw: number };

/** One gun as an operator sees it: "42.0 of 120.0 kW, because the site is shared by 4". */
export interface ExplainedGun {
  readonly gunId: string;
  readonly ratedHw: number;
  /** The lowest of its own caps. */
  readonly capHw: number;
  /** What it was told last; null when it was told nothing. */
  readonly limitHw: number | null;
  /** What counts for it. */
  readonly worstHw: number;
  readonly proof: ProofState;
  readonly reason: SlowReason;
}

export const explain = (state: DispatchState, nowMs: number): readonly ExplainedGun[] =>
  state.input.guns.map((gun) => {
    const known = stateOf(state, gun, nowMs);
    return {
      gunId: gun.id,
      ratedHw: gun.ratedHw,
      capHw: lowestCap(gun.caps).powerHw,
      limitHw: known.commandedHw,
      worstHw: worstHw(gun, known),
      proof: proofOf(known, nowMs),
      reason: reasonOf(state, gun, known),
    };
  });

const proofOf = (known: GunState, nowMs: number): ProofState => {
  if (known.isDisobeying) return 'disobeying';
  if (known.isSilent || !known.isConnected) return 'silent';
  if (isExhausted(known, nowMs) || known.refusedUntilMs !== null) return 'unproven';
  return known.sent.length > 0 || known.unprovenSinceMs !== null || known.confirmed === null ? 'waiting' : 'proven';
};

const reasonOf = ({ shares }: DispatchState, { id }: DispatchedGun, known: GunState): SlowReason => {
  const share = shares.get(id);
  if (!share) return { kind: 'idle' };
  const isRising = known.commandedHw !== null && share.powerHw > commandedHw(known);
  return isRising ? { kind: 'rising', targetHw: share.powerHw } : share.reason;
};

/** A site as an operator sees it. Powers are what the grid delivers, in hectowatts. */
export interface ExplainedSite {
  /** Null: none. */
  readonly limitHw: number | null;
  /** What all guns may be drawing together: everything that was sent and is not yet proven to be over. Rounded up. */
  readonly worstHw: number;
  /** What they were measured to draw. Rounded up. */
  readonly drawnHw: number;
  /** Since when some limit may be passed. */
  readonly violationSinceMs: number | null;
}

/** `drawnHw` is the measured power of guns by their ids; of the others nothing is known, or they draw nothing. */
export const explainSite = (state: DispatchState, drawnHw: Readonly<Record<string, number>>, nowMs: number): ExplainedSite => {
  const { input, violationSinceMs } = state;
  const rootHw = input.nodes.find(({ parentId }) => parentId === null)?.limitHw ?? Infinity;
  const gridHw = (powerOf: (gun: DispatchedGun) => number): number =>
    Math.ceil(input.guns.reduce((sum, gun) => sum + powerOf(gun) * costPerHw(gun.supply, null), 0) / MILLION);
  return {
    limitHw: rootHw === Infinity ? null : rootHw,
    worstHw: gridHw((gun) => worstHw(gun, stateOf(state, gun, nowMs))),
    drawnHw: gridHw(({ id }) => drawnHw[id] ?? 0),
    violationSinceMs,
  };
};

const MILLION = 1_000_000;
