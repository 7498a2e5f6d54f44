import { compileSite } from '../allocation/load.ts';
import type { DispatchState } from './state.ts';
import { stateOf } from './targets.ts';
import { worstHw, type GunLoad } from './worst.ts';

/** The worst cases change while commands are added. */
export interface PlacedLoad extends GunLoad {
  worstHw: number;
  /** In the list of guns. */
  readonly place: number;
}

export interface NodeLoads {
  readonly nodeId: string;
  readonly capacity: number;
  readonly loads: readonly PlacedLoad[];
  /** Of all guns together, in the unit of `capacity`. */
  worst: number;
}

/** Each limit of the site with the worst cases of its guns. */
export const loadsOf = (state: DispatchState, nowMs: number): readonly NodeLoads[] => {
  const { guns, nodes } = state.input;
  const { constraints, costs } = compileSite(nodes, guns);
  const worsts = guns.map((gun) => worstHw(gun, stateOf(state, gun, nowMs)));
  const loads = constraints.map((): PlacedLoad[] => []);
  for (const [place, { pileId, failSafe }] of guns.entries())
    for (const { constraint, perHw } of costs[place]!)
      loads[constraint]!.push({ place, pileId, perHw, worstHw: worsts[place]!, failSafeHw: failSafe.powerHw });
  return constraints.map(({ nodeId, capacity }, index) => ({
    nodeId,
    capacity,
    loads: loads[index]!,
    worst: loads[index]!.reduce((sum, { perHw, worstHw: power }) => sum + perHw * power, 0),
  }));
};
