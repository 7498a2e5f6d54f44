/**
 * The site whose power is shared, as the allocation sees it. All powers are whole hectowatts (1 hW = 0.1 kW), which is the step of the devices. The
 * power of a gun is what it gives to the car; limits count what the grid delivers.
 */
export interface PowerSite {
  /** A tree: the grid's limit is the root, then transformer, feeder, rule, pile. Parents come before their children. */
  readonly nodes: readonly PowerNode[];
  readonly guns: readonly AllocatedGun[];
  readonly mode: AllocationMode;
}

export interface PowerNode {
  readonly id: string;
  /** Null for the root. */
  readonly parentId: string | null;
  /** Of all guns below, after margin and uncontrolled load; Infinity for none. */
  readonly limitHw: number;
  /** Amperes / 10 of each phase, where the phases are limited as well. */
  readonly phaseLimitDa?: number;
}

/** How guns of the same priority share what remains after all floors. */
export type AllocationMode = 'fair' | 'weighted' | 'firstCome' | 'lowestSoc' | 'departure';

/** What limits a gun apart from the nodes. */
export type CapKind = 'rated' | 'schedule' | 'soc' | 'cable' | 'pile' | 'override';

export interface PowerCap {
  readonly kind: CapKind;
  readonly powerHw: number;
}

export type PowerSupply =
  /** `efficiencyPermille` of the grid's power reaches the car. */
  | { readonly kind: 'dc'; readonly efficiencyPermille: number }
  /** The grid's phases that a car uses; a car of which nothing is known counts on every phase as if it used only that one. */
  | { readonly kind: 'ac'; readonly phases: readonly GridPhase[] | 'unknown'; readonly voltageV: number };
export const GRID_PHASES = [1, 2, 3] as const;
export type GridPhase = (typeof GRID_PHASES)[number];

export interface AllocatedGun {
  readonly id: string;
  /** The innermost node that it hangs on. */
  readonly nodeId: string;
  readonly supply: PowerSupply;
  /** At least one; the lowest counts. */
  readonly caps: readonly PowerCap[];
  /** What the car would take; 0 when there is none. */
  readonly demandHw: number;
  /** A gun that charges gets at least this or is paused. */
  readonly floorHw: number;
  /** The device takes whole multiples of this. */
  readonly stepHw: number;
  /** What counts for the gun at least, whatever it gets: what it may draw when nobody can reach it. */
  readonly heldHw: number;
  /** Its device cannot be relied on: it gets nothing new, and only `heldHw` counts. */
  readonly isBeyondControl: boolean;
  readonly queue: QueuePlace;
}

/** What the place in the queue follows from. */
export interface QueuePlace {
  /** Higher classes come first. */
  readonly priority: number;
  /** How often it has charged while others had to wait; the rotation lets those with fewer turns go first. */
  readonly turns: number;
  /** Time until departure less the time that charging needs at full power; null when no departure is known. */
  readonly laxityMs: number | null;
  readonly pluggedAtMs: number;
  /** Percent; null when unknown. */
  readonly soc: number | null;
  /** Share in the mode `weighted`, above 0. */
  readonly weight: number;
  /** It has been running for too short a time to be paused. */
  readonly mustRun: boolean;
  /** It was paused a short time ago; cars sleep when they are switched too often. */
  readonly mustRest: boolean;
}

/** Why a gun does not get more. */
export type ShareReason =
  | { readonly kind: 'idle' | 'demand' | CapKind | 'capBelowFloor' | 'resting' | 'beyondControl' }
  /** The node is full, and `sharedBy` charging guns share it. */
  | { readonly kind: 'limit' | 'queued'; readonly nodeId: string; readonly sharedBy: number };

export interface GunShare {
  readonly id: string;
  /** 0 for a gun that is idle or paused, else from its floor to its cap. */
  readonly powerHw: number;
  readonly isPaused: boolean;
  readonly reason: ShareReason;
}

export const lowestCap = (caps: readonly PowerCap[]): PowerCap => caps.reduce((lowest, cap) => (cap.powerHw < lowest.powerHw ? cap : lowest), NO_CAP);

const NO_CAP: PowerCap = { kind: 'rated', powerHw: Infinity };

export const floorToStep = (powerHw: number, stepHw: number): number => Math.floor(powerHw / stepHw) * stepHw;
export const ceilToStep = (powerHw: number, stepHw: number): number => Math.ceil(powerHw / stepHw) * stepHw;
