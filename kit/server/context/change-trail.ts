import type { AnyResource } from '#kit/resource/resource.ts';

type AnyRow = Readonly<Record<string, unknown>>;

/** A row that a request wrote: what it was, and what it is. */
export interface Change {
  readonly noun: AnyResource;
  readonly key: string;
  /** Absent when the row was added. */
  readonly before?: AnyRow;
  /** Absent when the row was deleted. */
  readonly after?: AnyRow;
  /** Fields that are never read back and were given anew. */
  readonly secrets?: readonly string[];
  /** Nothing was written: these fields were looked at in full. */
  readonly revealed?: readonly string[];
}

/** What a request changed, in the order it did. */
export interface Trail {
  readonly note: (change: Change) => void;
  /** The first `TRAIL_MAX` of them. */
  readonly changes: readonly Change[];
  readonly count: () => number;
  /** Forgets what was noted since there were so many: it was taken back. */
  readonly truncate: (count: number) => void;
}

/** Rows of one request that are kept one by one; an import may write thousands. */
export const TRAIL_MAX = 50;

export const createTrail = (): Trail => {
  const changes: Change[] = [];
  let count = 0;
  return {
    changes,
    count: () => count,
    truncate: (length) => {
      count = length;
      changes.length = Math.min(changes.length, length);
    },
    note: (change) => {
      count += 1;
      if (changes.length < TRAIL_MAX) changes.push(change);
    },
  };
};
