import { costPerHw } from '../allocation/load.ts';
import { GRID_PHASES } from '../allocation/site.ts';
import type { DispatchedGun, GunState } from './state.ts';

/** The most that a gun may be drawing. */
export const worstHw = (gun: DispatchedGun, state: GunState): number => {
  if (state.confirmed === null || state.isDisobeying) return gun.ratedHw;
  const known = state.sent.reduce((most, { powerHw }) => Math.max(most, powerHw), state.confirmed.powerHw);
  return isFailSafeCounted(gun, state) ? Math.max(known, gun.failSafe.powerHw) : known;
};

/** A pile that falls before its silence can be noticed may have fallen at any time. */
const isFailSafeCounted = ({ failSafe }: DispatchedGun, { isSilent, isConnected, unprovenSinceMs }: GunState): boolean =>
  isSilent || !isConnected || unprovenSinceMs !== null || failSafe.afterMs < failSafe.silenceMs;

/** What the gun was told last; Infinity when nothing is known. */
export const commandedHw = (state: GunState): number => state.commandedHw ?? Infinity;

/** What one gun adds to a limit: what it may draw, and what it may draw more when its pile falls silent. */
export interface GunLoad {
  readonly pileId: string;
  readonly perHw: number;
  readonly worstHw: number;
  readonly failSafeHw: number;
}

/** What a limit has to bear: all worst cases, and the piles that would rise most if they fell silent now. In the unit of `perHw`. */
export const borneBy = (loads: readonly GunLoad[], silentPiles: number): number => {
  const worst = loads.reduce((sum, { perHw, worstHw: power }) => sum + perHw * power, 0);
  return worst + riseOf(loads, silentPiles);
};

/** What the `silentPiles` piles that rise most would add. */
export const riseOf = (loads: readonly GunLoad[], silentPiles: number): number => {
  if (silentPiles <= 0) return 0;
  const rises = new Map<string, number>();
  for (const { pileId, perHw, worstHw: power, failSafeHw } of loads)
    if (failSafeHw > power) rises.set(pileId, (rises.get(pileId) ?? 0) + perHw * (failSafeHw - power));
  const sorted = [...rises.values()];
  if (silentPiles < sorted.length) sorted.sort((one, other) => other - one).length = silentPiles;
  return sorted.reduce((sum, rise) => sum + rise, 0);
};

/** The most that a hectowatt of the gun takes of any phase. */
export const phaseCost = ({ supply }: Pick<DispatchedGun, 'supply'>): number => Math.max(...GRID_PHASES.map((phase) => costPerHw(supply, phase)));
