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
