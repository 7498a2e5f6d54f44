import { compileSite, type CompiledSite } from './load.ts';
import { queueOf, tiersOf } from './queue.ts';
import { ceilToStep, floorToStep, lowestCap, type AllocatedGun, type GunShare, type PowerCap, type PowerSite, type ShareReason } from './site.ts';
import { waterFill } from './water-fill.ts';

/**
 * What each gun gets, in the order of `site.guns`. Floors are given in the order of the queue as far as they fit; guns whose floor does not fit are
 * paused. The rest is shared by weighted water-filling, rounded down to the steps of the devices, and the steps that are left go to those with the
 * least. Pure: equal sites give equal shares. @throws RangeError when a node or a gun names a node that is not before it.
 */
export const allocate = (site: PowerSite): readonly GunShare[] => {
  const work = begin(site);
  const queue = queueOf(site.guns, site.mode);
  const admitted = queue.filter((place) => admit(work, place));
  for (const tier of tiersOf(admitted, site.mode)) fill(work, tier);
  const sharers = countSharers(work.compiled, admitted);
  return work.guns.map(({ gun, powerHw, isPaused, pausedBy, fullAt, demandHw, cap }): GunShare => {
    const shared = (kind: 'limit' | 'queued', constraint: number): ShareReason => ({
      kind,
      nodeId: work.compiled.constraints[constraint]!.nodeId,
      sharedBy: sharers[constraint]!,
    });
    const asIs = (): ShareReason => {
      if (pausedBy !== null) return typeof pausedBy === 'number' ? shared('queued', pausedBy) : { kind: pausedBy };
      if (powerHw < demandHw && fullAt !== null) return shared('limit', fullAt);
      return { kind: gun.demandHw >= floorToStep(cap.powerHw, gun.stepHw) ? cap.kind : 'demand' };
    };
    return { id: gun.id, powerHw, isPaused, reason: asIs() };
  });
};

interface WorkingGun {
  readonly gun: AllocatedGun;
  readonly cap: PowerCap;
  readonly floorHw: number;
  /** From the floor to the cap, in whole steps. */
  readonly demandHw: number;
  powerHw: number;
  isPaused: boolean;
  /** Why it gets nothing: a word, or the constraint into which its floor does not fit. */
  pausedBy: 'idle' | 'capBelowFloor' | 'resting' | 'beyondControl' | number | null;
  fullAt: number | null;
}

interface Work {
  readonly compiled: CompiledSite;
  readonly guns: readonly WorkingGun[];
  /** Of each constraint. */
  readonly used: number[];
  readonly isWeighted: boolean;
}

const begin = (site: PowerSite): Work => {
  const compiled = compileSite(site.nodes, site.guns);
  const used = compiled.constraints.map(() => 0);
  const guns = site.guns.map((gun, place): WorkingGun => {
    for (const { constraint, perHw } of compiled.costs[place]!) used[constraint]! += perHw * gun.heldHw;
    const cap = lowestCap(gun.caps);
    const capHw = floorToStep(cap.powerHw, gun.stepHw);
    const floorHw = ceilToStep(gun.floorHw, gun.stepHw);
    const demandHw = Math.min(capHw, Math.max(ceilToStep(gun.demandHw, gun.stepHw), floorHw));
    return { gun, cap, floorHw, demandHw, powerHw: 0, isPaused: false, pausedBy: refusalOf(gun, capHw < floorHw || capHw <= 0), fullAt: null };
  });
  return { compiled, guns, used, isWeighted: site.mode === 'weighted' };
};

const refusalOf = (gun: AllocatedGun, isCapBelowFloor: boolean): WorkingGun['pausedBy'] => {
  if (gun.isBeyondControl) return 'beyondControl';
  if (gun.demandHw <= 0) return 'idle';
  if (isCapBelowFloor) return 'capBelowFloor';
  return gun.queue.mustRest ? 'resting' : null;
};

/** First-fit: whether the floor of the gun fits beside those that were admitted before. */
const admit = (work: Work, place: number): boolean => {
  const gun = work.guns[place]!;
  if (gun.pausedBy !== null) {
    gun.isPaused = gun.pausedBy === 'capBelowFloor' || gun.pausedBy === 'resting';
    return false;
  }
  const full = raise(work, place, gun.floorHw);
  if (full === null) return true;
  gun.pausedBy = full;
  gun.isPaused = true;
  return false;
};

/** Gives the gun this power when that fits; else changes nothing and returns the constraint that is full. */
const raise = (work: Work, place: number, powerHw: number): number | null => {
  const gun = work.guns[place]!;
  const moreHw = countedHw(gun, powerHw) - countedHw(gun, gun.powerHw);
  const costs = work.compiled.costs[place]!;
  if (moreHw > 0)
    for (const { constraint, perHw } of costs)
      if (work.used[constraint]! + perHw * moreHw > work.compiled.constraints[constraint]!.capacity) return constraint;
  for (const { constraint, perHw } of costs) work.used[constraint]! += perHw * moreHw;
  gun.powerHw = powerHw;
  return null;
};

const countedHw = ({ gun }: WorkingGun, powerHw: number): number => Math.max(gun.heldHw, powerHw);

/** A level is computed in floating point; this is far below a step and above its error, and whole steps that fit are given again afterwards. */
const LEVEL_ERROR_HW = 1e-6;

const fill = (work: Work, tier: readonly number[]): void => {
  const free = work.compiled.constraints.map(({ capacity }, constraint) => capacity - work.used[constraint]!);
  const filled = tier.flatMap((place) => {
    const gun = work.guns[place]!;
    const counted = countedHw(gun, gun.powerHw);
    // What counts anyway costs nothing.
    if (gun.demandHw <= counted) return [];
    for (const { constraint, perHw } of work.compiled.costs[place]!) free[constraint]! += perHw * counted;
    return [{ place, floorHw: counted, demandHw: gun.demandHw, weight: weightOf(work, place) }];
  });
  const level = waterFill(filled, work.compiled, free);
  for (const place of tier) {
    const gun = work.guns[place]!;
    const exactHw = level.powerHw.get(place) ?? gun.demandHw;
    const isWhole = exactHw === gun.demandHw;
    const rounded = isWhole ? exactHw : floorToStep(exactHw - LEVEL_ERROR_HW, gun.gun.stepHw);
    gun.fullAt = level.fullAt.get(place) ?? null;
    if (rounded > gun.powerHw) gun.fullAt = raise(work, place, rounded) ?? gun.fullAt;
  }
  giveSpareSteps(work, tier);
};

/** One step at a time to the gun that has the least for its weight, in the order of the queue; so a higher limit never takes a step from anybody. */
const giveSpareSteps = (work: Work, tier: readonly number[]): void => {
  const next = (place: number): number => (work.guns[place]!.powerHw + work.guns[place]!.gun.stepHw) / weightOf(work, place);
  const waiting = tier
    .map((place, order) => ({ place, order, level: next(place) }))
    .filter(({ place }) => work.guns[place]!.powerHw < work.guns[place]!.demandHw)
    .sort((one, other) => one.level - other.level || one.order - other.order);
  for (let first = waiting.shift(); first; first = waiting.shift()) {
    const { place, order } = first;
    const gun = work.guns[place]!;
    const full = raise(work, place, gun.powerHw + gun.gun.stepHw);
    if (full !== null) gun.fullAt = full;
    else if (gun.powerHw < gun.demandHw) insert(waiting, { place, order, level: next(place) });
  }
};

interface SpareCandidate {
  readonly place: number;
  readonly order: number;
  readonly level: number;
}

const insert = (sorted: SpareCandidate[], one: SpareCandidate): void => {
  const at = sorted.findIndex(({ level, order }) => level > one.level || (level === one.level && order > one.order));
  sorted.splice(at < 0 ? sorted.length : at, 0, one);
};

const weightOf = (work: Work, place: number): number => (work.isWeighted ? work.guns[place]!.gun.queue.weight : 1);

const countSharers = (compiled: CompiledSite, admitted: readonly number[]): readonly number[] => {
  const sharers = compiled.constraints.map(() => 0);
  for (const place of admitted) for (const { constraint } of compiled.costs[place]!) sharers[constraint]! += 1;
  return sharers;
};
