import { compileSite } from './allocation/load.ts';
import type { DispatchInput } from './safety/state.ts';
import { borneBy } from './safety/worst.ts';

const MILLION = 1_000_000;

/**
 * A limit that would be passed without anybody able to prevent it.
 * `R1`: all piles fall to their fail-safe values, as they do when the server is silent.
 * `R2`: one gun charges with its floor, and the piles that the site has to expect to fall silent rise to their fail-safe values.
 */
export interface FailSafeProblem {
  readonly rule: 'R1' | 'R2';
  readonly nodeId: string;
  /** In the unit of the limit: hectowatts, or tenths of an ampere of one phase. */
  readonly sum: number;
  readonly limit: number;
}

/** Whether a site is safe when nothing can be sent any more. Each limit gives at most one problem, the first of the two rules that it breaks. */
export const failSafeProblems = ({ nodes, guns, silentPiles }: Pick<DispatchInput, 'nodes' | 'guns' | 'silentPiles'>): readonly FailSafeProblem[] => {
  const { constraints, costs } = compileSite(nodes, guns);
  return constraints.flatMap(({ nodeId, capacity, guns: places }, constraint): readonly FailSafeProblem[] => {
    const loads = places.map((place) => {
      const { pileId, failSafe, floorHw } = guns[place]!;
      const perHw = costs[place]!.find((cost) => cost.constraint === constraint)!.perHw;
      return { pileId, perHw, worstHw: 0, failSafeHw: failSafe.powerHw, floorHw };
    });
    const problem = (rule: 'R1' | 'R2', sum: number): readonly FailSafeProblem[] =>
      sum > capacity ? [{ rule, nodeId, sum: Math.ceil(sum / MILLION), limit: Math.floor(capacity / MILLION) }] : [];
    const all = problem('R1', borneBy(loads, Infinity));
    if (all.length > 0) return all;
    const charging = loads.map((one) =>
      borneBy(
        loads.map((load) => (load === one ? { ...load, worstHw: load.floorHw } : load)),
        silentPiles,
      ),
    );
    return problem('R2', Math.max(0, ...charging));
  });
};
