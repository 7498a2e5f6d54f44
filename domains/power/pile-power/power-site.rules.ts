import { acFloorHw } from '#engines/dispatch/allocation/demand.ts';
import { costPerHw } from '#engines/dispatch/allocation/load.ts';
import type { PowerNode, PowerSupply } from '#engines/dispatch/allocation/site.ts';
import { failSafeProblems, type FailSafeProblem } from '#engines/dispatch/fail-safe.ts';
import type { DispatchedGun } from '#engines/dispatch/safety/state.ts';
import { limitOf } from '#engines/dispatch/schedule/session-limit.ts';
import type { PowerPeriod } from '#engines/dispatch/schedule/plan.ts';
import { pileType } from '#domains/network/resources.ts';

/** A pile of a site whose power is shared: its ratings in hectowatts (0.1 kW). */
export interface PowerPile {
  readonly cpCode: string;
  readonly cpType: number;
  readonly gunCount: number;
  readonly ratedHw: number;
  /** What the whole pile may draw when it hears nothing; null: its rated power. */
  readonly offlineHw: number | null;
  /** It starts charges that nobody has approved while it is offline. */
  readonly startsOffline: boolean;
}

/** The offline limit of a profile in hectowatts. A limit of 0 is none that can be relied on: some piles take it as no limit. */
export const offlineLimitHw = (offlineMaxPower: bigint | null): number | null =>
  offlineMaxPower === null || offlineMaxPower === 0n ? null : Number(offlineMaxPower);

const MILLION = 1_000_000;
/** Until meters say otherwise, 95 % of the grid's power reaches a car through a DC pile. */
const DC_SUPPLY: PowerSupply = { kind: 'dc', efficiencyPermille: 950 };
const AC_VOLTAGE_V = 230;
/** With less than this a DC pile does not charge. */
const DC_FLOOR_HW = 100;
/** A pile is silent when it has not been heard for this long, and does not fall to its fail-safe value sooner. */
export const SILENCE_MS = 45_000;

export const rootId = 'site';
export const gunIdOf = (cpCode: string, gunNumber: number): string => `${cpCode}#${gunNumber}`;

/** AC guns may hang on any phase. */
export const supplyOf = (cpType: number): PowerSupply =>
  cpType === pileType.items.dc.value ? DC_SUPPLY : { kind: 'ac', phases: 'unknown', voltageV: AC_VOLTAGE_V };

/** What a car needs at least; no more than the pile has. */
export const technicalFloorHw = ({ cpType, ratedHw }: Pick<PowerPile, 'cpType' | 'ratedHw'>): number => {
  const { dc, threePhaseAc } = pileType.items;
  const floorHw = cpType === dc.value ? DC_FLOOR_HW : acFloorHw(cpType === threePhaseAc.value ? 3 : 1, AC_VOLTAGE_V);
  return Math.min(floorHw, ratedHw);
};

/** The limits of a site: of all its piles together, and of each pile whose guns share its power. A limit of null is none. */
export const nodesOf = (limitHw: number | null, piles: readonly PowerPile[], pileLimitHw: (pile: PowerPile) => number): readonly PowerNode[] => [
  { id: rootId, parentId: null, limitHw: limitHw ?? Infinity },
  ...piles
    .filter(({ gunCount }) => gunCount > 1)
    .map((pile) => ({
      id: pile.cpCode,
      parentId: rootId,
      // Limits count what the grid delivers, the ratings of piles what they give to cars.
      limitHw: (pileLimitHw(pile) * costPerHw(supplyOf(pile.cpType), null)) / MILLION,
    })),
];

/** A gun that nothing is plugged into. The guns of a pile divide what the pile may draw offline. */
export const idleGun = (pile: PowerPile, gunNumber: number, period: PowerPeriod | null): DispatchedGun => {
  const { cpCode, ratedHw, gunCount, offlineHw } = pile;
  const { caps, floorHw } = limitOf(period, { ratedHw, technicalFloorHw: technicalFloorHw(pile), soc: null, wasAboveSoc: false });
  return {
    id: gunIdOf(cpCode, gunNumber),
    pileId: cpCode,
    nodeId: gunCount > 1 ? cpCode : rootId,
    supply: supplyOf(pile.cpType),
    caps,
    demandHw: 0,
    floorHw: Math.min(floorHw, ratedHw),
    stepHw: 1,
    ratedHw,
    queue: { priority: 0, laxityMs: null, pluggedAtMs: 0, soc: null, weight: 1 },
    raiseNotBeforeMs: 0,
    failSafe: { powerHw: Math.ceil(Math.min(offlineHw ?? ratedHw, ratedHw) / gunCount), afterMs: SILENCE_MS, silenceMs: SILENCE_MS },
    link: { isOrdered: true, dropsRepeats: true },
  };
};

/** Where charges start offline, all piles may fall silent and rise at once; else one pile at a time is expected to. */
export const silentPilesOf = (piles: readonly PowerPile[]): number => (piles.some(({ startsOffline }) => startsOffline) ? Infinity : 1);

/** Whether the piles of a site stay within its limit when nothing can be sent to them; the first limit that they pass. */
export const siteProblem = (limitHw: number | null, piles: readonly PowerPile[]): FailSafeProblem | undefined => {
  const guns = piles.flatMap((pile) =>
    Array.from({ length: pile.gunCount }, (_one, index) => ({ ...idleGun(pile, index + 1, null), nodeId: rootId })),
  );
  return failSafeProblems({ nodes: nodesOf(limitHw, [], () => 0), guns, silentPiles: silentPilesOf(piles) })[0];
};

/** The highest power that a plan sets, where it is more than the pile has; undefined where it fits. */
export const powerAboveRated = (months: readonly { readonly periods: readonly PowerPeriod[] }[], ratedHw: number): number | undefined => {
  const highestHw = Math.max(0, ...months.flatMap(({ periods }) => periods.map(({ changingPowerHw }) => changingPowerHw)));
  return highestHw > ratedHw ? highestHw : undefined;
};
