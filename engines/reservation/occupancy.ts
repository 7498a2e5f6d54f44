/** A part of a reservation's duration and the cost of each of its minutes. Minutes count from the start of the reservation. */
export interface Interval {
  readonly fromMinute: number;
  /** Exclusive. */
  readonly toMinute: number;
  /** Minor units. */
  readonly minuteCents: bigint;
}

export interface Occupancy {
  /** Completed minutes, none beyond the last interval. */
  readonly minutes: number;
  readonly feeCents: bigint;
}

/** The most intervals in a configuration. */
export const INTERVALS_MAX = 20;
/** One day: no reservation lasts longer. */
export const MINUTES_MAX = 1_440;

/** The first fault in a list of intervals, and its place: the first interval must begin at 0, and each further one at the end of the one before. */
export type IntervalProblem =
  | { readonly problem: 'none' }
  | { readonly problem: 'gap'; readonly index: number; readonly expectedMinute: number }
  | { readonly problem: 'empty'; readonly index: number; readonly fromMinute: number };

export const intervalProblem = (intervals: readonly Pick<Interval, 'fromMinute' | 'toMinute'>[]): IntervalProblem | null => {
  if (intervals.length === 0) return { problem: 'none' };
  let expectedMinute = 0;
  for (const [index, { fromMinute, toMinute }] of intervals.entries()) {
    if (fromMinute !== expectedMinute) return { problem: 'gap', index, expectedMinute };
    if (toMinute <= fromMinute) return { problem: 'empty', index, fromMinute };
    expectedMinute = toMinute;
  }
  return null;
};

/** The longest duration of a reservation: the end of its last interval. */
export const longestMinutes = (intervals: readonly Interval[]): number => intervals.at(-1)?.toMinute ?? 0;

/** The cost of an occupied gun after this time. A minute that is not complete is not charged. */
export const occupancy = (intervals: readonly Interval[], heldMs: number): Occupancy => {
  const minutes = Math.min(Math.max(0, Math.floor(heldMs / MINUTE_MS)), longestMinutes(intervals));
  const feeCents = intervals.reduce((sum, { fromMinute, toMinute, minuteCents }) => {
    const inside = Math.max(0, Math.min(minutes, toMinute) - fromMinute);
    return sum + BigInt(inside) * minuteCents;
  }, 0n);
  return { minutes, feeCents };
};

const MINUTE_MS = 60_000;
