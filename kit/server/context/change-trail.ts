import type { AnyResource } from '#kit/resource/resource.ts';

type AnyRow = Readonly<Record<string, unknown>>;

/** A row that a request changed, before and after. */
export interface Change {
  readonly noun: AnyResource;
  readonly key: string;
  /** Absent when the row was added. */
  readonly before?: AnyRow;
  /** Absent when the row was deleted. */
  readonly after?: AnyRow;
  /** Secret fields that were set; their values are not recorded. */
  readonly secrets?: readonly string[];
  /** Nothing was written: the full values of these fields were read. */
  readonly revealed?: readonly string[];
}

/** The changes of a request, in order. */
export interface Trail {
  readonly note: (change: Change) => void;
  /** The first `TRAIL_MAX` changes. */
  readonly changes: readonly Change[];
  readonly count: () => number;
  /** Drops the changes after the first `count`, because they were rolled back. */
  readonly truncate: (count: number) => void;
}

/** The number of rows that are recorded for one request; an import may write thousands. */
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
