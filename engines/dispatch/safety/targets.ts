import { allocate } from '../allocation/allocate.ts';
import { compileSite, costPerHw } from '../allocation/load.ts';
import { REST_AT_LEAST_MS, ROTATION_MS, RUN_AT_LEAST_MS } from '../allocation/queue.ts';
import type { AllocatedGun, GunShare, PowerNode } from '../allocation/site.ts';
import type { DispatchedGun, DispatchInput, DispatchState, GunState } from './state.ts';
import { newGun } from './state.ts';
import { commandedHw, phaseCost, riseOf, worstHw } from './worst.ts';

const MILLION = 1_000_000;
/** After this many attempts the reserve for silent piles is computed for all of them, which is always enough. */
const RESERVE_ATTEMPTS = 6;

/** The state with a new allocation, after the queue was turned if it was due. */
export const newRound = (before: DispatchState, nowMs: number): DispatchState => {
  const state = rotate(before, nowMs);
  const shares = shareOut(state, nowMs);
  return { ...state, shares: new Map(shares.map((share) => [share.id, share])), lastRoundMs: nowMs, isRoundDue: false };
};

/** The guns that charged while others waited go behind them, once in `ROTATION_MS`. */
const rotate = (state: DispatchState, nowMs: number): DispatchState => {
  const isWaiting = [...state.shares.values()].some(({ reason }) => reason.kind === 'queued');
  if (!isWaiting) return { ...state, lastRotationMs: nowMs };
  if (nowMs - state.lastRotationMs < ROTATION_MS) return state;
  const guns = new Map(
    [...state.guns].map(([id, gun]) => [id, (state.shares.get(id)?.powerHw ?? 0) > 0 ? { ...gun, turns: gun.turns + 1 } : gun] as const),
  );
  return { ...state, guns, lastRotationMs: nowMs };
};

const shareOut = (state: DispatchState, nowMs: number): readonly GunShare[] => {
  const { input } = state;
  const isStrict = input.silentPiles === Infinity;
  const guns = input.guns.map((gun) => allocatedGun(gun, stateOf(state, gun, nowMs), { nowMs, isStrict }));
  const nodes = withStartReserve(input);
  if (input.silentPiles === 0) return allocate({ mode: input.mode, nodes, guns });
  if (isStrict) return withinLimits(state, nodes, { guns, nowMs });

  let before: ReserveTrial | null = null;
  let reserved: readonly NodeReserve[] = nodes.map(() => ({ hw: 0, da: 0 }));
  for (let attempt = 0; attempt < RESERVE_ATTEMPTS; attempt += 1) {
    const shares = allocate({ mode: input.mode, nodes: lessReserve(nodes, reserved), guns });
    const trial: ReserveTrial = { reserved, needed: reservesOf(input, guns, shares) };
    const isEnough = trial.needed.every(({ hw, da }, index) => hw <= (reserved[index]?.hw ?? 0) && da <= (reserved[index]?.da ?? 0));
    if (isEnough) return shares;
    reserved = nextReserve(trial, before);
    before = trial;
  }
  const strict = input.guns.map((gun) => allocatedGun(gun, stateOf(state, gun, nowMs), { nowMs, isStrict: true }));
  return withinLimits(state, nodes, { guns: strict, nowMs });
};

/**
 * An allocation that keeps free what all piles may rise to. A limit below the sum of their fail-safe values, as a grid operator may set for a time,
 * cannot be kept by all of them at once when they are silent; then it is kept at least while they can be reached.
 */
const withinLimits = (
  { input, guns: states }: DispatchState,
  nodes: readonly PowerNode[],
  { guns, nowMs }: { readonly guns: readonly AllocatedGun[]; readonly nowMs: number },
): readonly GunShare[] => {
  const shares = allocate({ mode: input.mode, nodes, guns });
  const { constraints, costs } = compileSite(input.nodes, guns);
  const isPassed = constraints.some(({ guns: places, capacity }, constraint) => {
    const sum = places.reduce((total, place) => {
      const cost = costs[place]!.find((each) => each.constraint === constraint)!;
      return total + shares[place]!.powerHw * cost.perHw;
    }, 0);
    return sum > capacity;
  });
  if (!isPassed) return shares;
  const present = input.guns.map((gun) => allocatedGun(gun, states.get(gun.id) ?? newGun(0, nowMs), { nowMs, isStrict: false }));
  return allocate({ mode: input.mode, nodes, guns: present });
};

/** A gun that nobody can reach counts with its worst case; in the strict mode every gun counts at least with its fail-safe value. */
const allocatedGun = (
  gun: DispatchedGun,
  state: GunState,
  { nowMs, isStrict }: { readonly nowMs: number; readonly isStrict: boolean },
): AllocatedGun => {
  const isBeyondControl = !isControllable(state, nowMs);
  const sinceMs = state.switchedAtMs === null ? Infinity : nowMs - state.switchedAtMs;
  const isRunning = commandedHw(state) > 0;
  const failSafeHw = isStrict ? gun.failSafe.powerHw : 0;
  return {
    ...gun,
    isBeyondControl,
    heldHw: isBeyondControl ? Math.max(worstHw(gun, state), failSafeHw) : failSafeHw,
    queue: {
      ...gun.queue,
      turns: state.turns,
      mustRun: isRunning && sinceMs < RUN_AT_LEAST_MS,
      mustRest: !isRunning && sinceMs < REST_AT_LEAST_MS,
    },
  };
};

/** A command that was repeated in vain for this long puts its gun out of reach: three repetitions, and their time. */
export const UNPROVEN_AFTER_MS = 65_000;

/** Whether the device can be expected to do what it is told. */
export const isControllable = (gun: GunState, nowMs: number): boolean =>
  gun.isConnected && !gun.isSilent && !gun.isDisobeying && gun.refusedUntilMs === null && !isExhausted(gun, nowMs);

/** Its commands have been without an answer for too long. */
export const isExhausted = ({ sent, epoch }: GunState, nowMs: number): boolean =>
  sent.at(-1)?.answeredMs === null &&
  sent.some((one) => one.answeredMs === null && one.epoch === epoch && nowMs - one.firstSentMs >= UNPROVEN_AFTER_MS);

interface NodeReserve {
  readonly hw: number;
  readonly da: number;
}

interface ReserveTrial {
  readonly reserved: readonly NodeReserve[];
  /** What the shares beside this reserve would need. */
  readonly needed: readonly NodeReserve[];
}

const STEEPEST = 0.9;

/** The more is reserved, the less the guns get and the more silent piles would rise; the reserve that is enough follows from the last two trials. */
const nextReserve = ({ reserved, needed }: ReserveTrial, before: ReserveTrial | null): readonly NodeReserve[] => {
  const next = (index: number, unit: keyof NodeReserve): number => {
    const [had, needs] = [reserved[index]?.[unit] ?? 0, needed[index]?.[unit] ?? 0];
    if (needs <= had) return had;
    const [hadBefore, neededBefore] = [before?.reserved[index]?.[unit] ?? had, before?.needed[index]?.[unit] ?? needs];
    const slope = had > hadBefore ? Math.min(STEEPEST, Math.max(0, (needs - neededBefore) / (had - hadBefore))) : 0;
    return had + Math.ceil((needs - had) / (1 - slope));
  };
  return needed.map((_one, index) => ({ hw: next(index, 'hw'), da: next(index, 'da') }));
};

const withStartReserve = ({ nodes, startReserveHw }: DispatchInput): readonly PowerNode[] =>
  nodes.map((node) => (node.parentId === null ? { ...node, limitHw: Math.max(0, node.limitHw - startReserveHw) } : node));

const lessReserve = (nodes: readonly PowerNode[], reserved: readonly NodeReserve[]): readonly PowerNode[] =>
  nodes.map((node, index) => ({
    ...node,
    limitHw: Math.max(0, node.limitHw - (reserved[index]?.hw ?? 0)),
    ...(node.phaseLimitDa === undefined ? {} : { phaseLimitDa: Math.max(0, node.phaseLimitDa - (reserved[index]?.da ?? 0)) }),
  }));

/** What each node has to keep free for piles that fall silent, if the guns had these shares. */
const reservesOf = (input: DispatchInput, guns: readonly AllocatedGun[], shares: readonly GunShare[]): readonly NodeReserve[] => {
  const inside = gunsOfNodes(input);
  return input.nodes.map(({ id, phaseLimitDa }) => {
    const places = inside.get(id) ?? [];
    const rise = (cost: (gun: DispatchedGun) => number): number =>
      Math.ceil(
        riseOf(
          places.map((place) => {
            const gun = input.guns[place]!;
            return {
              pileId: gun.pileId,
              perHw: cost(gun),
              worstHw: Math.max(guns[place]!.heldHw, shares[place]!.powerHw),
              failSafeHw: gun.failSafe.powerHw,
            };
          }),
          input.silentPiles,
        ) / MILLION,
      );
    return { hw: rise(({ supply }) => costPerHw(supply, null)), da: phaseLimitDa === undefined ? 0 : rise(phaseCost) };
  });
};

/** The places of all guns below each node. */
export const gunsOfNodes = ({ nodes, guns }: DispatchInput): ReadonlyMap<string, readonly number[]> => {
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const inside = new Map<string, number[]>(nodes.map(({ id }) => [id, []]));
  for (const [place, { nodeId }] of guns.entries())
    for (let id: string | null = nodeId; id !== null; id = parents.get(id) ?? null) inside.get(id)?.push(place);
  return inside;
};

export const stateOf = (state: DispatchState, { id }: { readonly id: string }, nowMs: number): GunState => state.guns.get(id) ?? newGun(0, nowMs);
