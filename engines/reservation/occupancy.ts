/** A stretch of a reservation's course and what each of its minutes costs. Minutes count from the moment the gun was reserved. */
export interface Interval {
  readonly fromMinute: number;
  /** Not included. */
  readonly toMinute: number;
  /** Minor units. */
  readonly minuteCents: bigint;
}

export interface Occupancy {
  /** Whole minutes that have passed, none beyond the last interval. */
  readonly minutes: number;
  readonly feeCents: bigint;
}

/** Intervals a configuration may have. */
export const INTERVALS_MAX = 20;
/** A day: no reservation lasts longer. */
export const MINUTES_MAX = 1_440;

/** What is wrong with a list of intervals, and where: the first begins at 0, each next where the one before it ends. */
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

/** The longest a reservation may last: where its last interval ends. */
export const longestMinutes = (intervals: readonly Interval[]): number => intervals.at(-1)?.toMinute ?? 0;

/** What an occupied gun costs after so long. A minute that has only begun is not charged. */
export const occupancy = (intervals: readonly Interval[], heldMs: number): Occupancy => {
  const minutes = Math.min(Math.max(0, Math.floor(heldMs / MINUTE_MS)), longestMinutes(intervals));
  const feeCents = intervals.reduce((sum, { fromMinute, toMinute, minuteCents }) => {
    const inside = Math.max(0, Math.min(minutes, toMinute) - fromMinute);
    return sum + BigInt(inside) * minuteCents;
  }, 0n);
  return { minutes, feeCents };
};

const MINUTE_MS = 60_000;
