/** Counts calls by name in this process, such as those of one client, so that one cannot take the turn of others. */
export interface CallLimit {
  /** The seconds to wait; undefined while more calls are allowed. */
  readonly waitS: (name: string) => number | undefined;
  readonly count: (name: string) => void;
}

export interface CallLimitOptions {
  /** Calls allowed in a window. */
  readonly max: number;
  readonly windowMs: number;
  readonly clock: () => Date;
}

/** So many names are counted; when there are more, the oldest windows are dropped. */
const NAMES_MAX = 20_000;

export const createCallLimit = ({ max, windowMs, clock }: CallLimitOptions): CallLimit => {
  const windows = new Map<string, { readonly untilMs: number; count: number }>();
  return {
    waitS: (name) => {
      const nowMs = clock().getTime();
      const known = windows.get(name);
      return known && known.untilMs > nowMs && known.count >= max ? Math.ceil((known.untilMs - nowMs) / 1_000) : undefined;
    },
    count: (name) => {
      const nowMs = clock().getTime();
      const known = windows.get(name);
      if (known && known.untilMs > nowMs) {
        known.count += 1;
        return;
      }
      windows.delete(name);
      const oldest = windows.keys().next();
      if (windows.size >= NAMES_MAX && !oldest.done) windows.delete(oldest.value);
      windows.set(name, { untilMs: nowMs + windowMs, count: 1 });
    },
  };
};
