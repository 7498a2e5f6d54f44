import type { AllocatedGun, AllocationMode, QueuePlace } from './site.ts';

/** The queue is turned after this time while somebody waits. */
export const ROTATION_MS = 15 * 60_000;
/** A gun that was switched on keeps running for this time, and one that was paused keeps resting. */
export const RUN_AT_LEAST_MS = 10 * 60_000;
export const REST_AT_LEAST_MS = 5 * 60_000;

interface Queued {
  readonly id: string;
  readonly queue: QueuePlace;
}

/** Negative when the first gun comes before the second: by priority, turns, then what the mode looks at, departure, arrival, and id. */
export const compareInQueue =
  (mode: AllocationMode) =>
  (one: Queued, other: Queued): number =>
    other.queue.priority - one.queue.priority ||
    one.queue.turns - other.queue.turns ||
    byMode(mode, one.queue, other.queue) ||
    (mode === 'firstCome' ? 0 : ascending(one.queue.laxityMs, other.queue.laxityMs)) ||
    one.queue.pluggedAtMs - other.queue.pluggedAtMs ||
    (one.id < other.id ? -1 : Number(one.id > other.id));

/** The places of the guns in the order of the queue; a gun that must not be paused yet comes before all others. */
export const queueOf = (guns: readonly AllocatedGun[], mode: AllocationMode): number[] => {
  const compare = compareInQueue(mode);
  return guns
    .map((_gun, place) => place)
    .sort((one, other) => Number(guns[other]!.queue.mustRun) - Number(guns[one]!.queue.mustRun) || compare(guns[one]!, guns[other]!));
};

/**
 * The guns as groups that are filled one after the other: the modes that prefer somebody fill gun by gun, the others all at once. The order within
 * one group is the queue.
 */
export const tiersOf = (queue: readonly number[], mode: AllocationMode): readonly (readonly number[])[] =>
  mode === 'fair' || mode === 'weighted' ? [queue] : queue.map((place) => [place]);

const byMode = (mode: AllocationMode, one: QueuePlace, other: QueuePlace): number => (mode === 'lowestSoc' ? ascending(one.soc, other.soc) : 0);

/** Unknown comes last. */
const ascending = (one: number | null, other: number | null): number => (one === other ? 0 : one === null ? 1 : other === null ? -1 : one - other);
