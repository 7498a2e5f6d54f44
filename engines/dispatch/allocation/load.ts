import { GRID_PHASES, type AllocatedGun, type GridPhase, type PowerNode, type PowerSupply } from './site.ts';

/** What one limit has, and what its guns take of it. Integers: millionths of a hectowatt, or of a tenth of an ampere, so sums are exact. */
export interface Constraint {
  readonly nodeId: string;
  readonly capacity: number;
  /** Places of its guns in the list of guns. */
  readonly guns: readonly number[];
}

/** What each hectowatt of a gun takes of one constraint. */
export interface GunCost {
  readonly constraint: number;
  readonly perHw: number;
}

export interface CompiledSite {
  readonly constraints: readonly Constraint[];
  /** For each gun, what it takes of each constraint above it. */
  readonly costs: readonly (readonly GunCost[])[];
}

/** Three-phase DC chargers are counted at this voltage where phases are limited; a lower voltage means more current. */
const LOWEST_PHASE_V = 207;
const MILLION = 1_000_000;

/** The limits as linear constraints. Nodes without a limit give none. @throws RangeError when a node or a gun names a node that is not before it. */
export const compileSite = (nodes: readonly PowerNode[], guns: readonly Pick<AllocatedGun, 'nodeId' | 'supply'>[]): CompiledSite => {
  const drafts: { readonly nodeId: string; readonly capacity: number; readonly phase: GridPhase | null; readonly guns: number[] }[] = [];
  const pathOf = new Map<string, readonly number[]>();
  for (const { id, parentId, limitHw, phaseLimitDa } of nodes) {
    const path = parentId === null ? [] : [...known(pathOf, parentId)];
    const add = (phase: GridPhase | null, limit: number): void => {
      path.push(drafts.length);
      drafts.push({ nodeId: id, capacity: Math.max(0, Math.floor(limit * MILLION)), phase, guns: [] });
    };
    if (limitHw !== Infinity) add(null, limitHw);
    if (phaseLimitDa !== undefined) for (const phase of GRID_PHASES) add(phase, phaseLimitDa);
    pathOf.set(id, path);
  }
  const costs = guns.map(({ nodeId, supply }, place) =>
    known(pathOf, nodeId).flatMap((constraint): GunCost[] => {
      const perHw = costPerHw(supply, drafts[constraint]!.phase);
      if (perHw === 0) return [];
      drafts[constraint]!.guns.push(place);
      return [{ constraint, perHw }];
    }),
  );
  return { constraints: drafts, costs };
};

const known = (paths: ReadonlyMap<string, readonly number[]>, nodeId: string): readonly number[] => {
  const path = paths.get(nodeId);
  if (!path) throw new RangeError(`node ${nodeId} is not known before it is named`);
  return path;
};

/** Rounded up, so that what is counted is never below what flows. */
export const costPerHw = (supply: PowerSupply, phase: GridPhase | null): number => {
  const isDc = supply.kind === 'dc';
  const gridPerHw = isDc ? 1_000 / supply.efficiencyPermille : 1;
  if (phase === null) return Math.ceil(gridPerHw * MILLION);
  const deciAmperes = (volts: number, share: number): number => Math.ceil(((gridPerHw * 1_000) / volts / share) * MILLION);
  if (isDc) return deciAmperes(LOWEST_PHASE_V, GRID_PHASES.length);
  if (supply.phases === 'unknown') return deciAmperes(supply.voltageV, 1);
  return supply.phases.includes(phase) ? deciAmperes(supply.voltageV, supply.phases.length) : 0;
};
