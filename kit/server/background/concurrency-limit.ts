export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `atOnce` pieces of work together and lets at most `waiting` more queue; whoever comes after is sent away by `busy`. */
export const createLimit = ({
  atOnce,
  queueMax,
  onBusy,
}: {
  readonly atOnce: number;
  readonly queueMax: number;
  readonly onBusy: () => never;
}): Limit => {
  const queue: (() => void)[] = [];
  let running = 0;
  const acquire = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (queue.length >= queueMax) onBusy();
    await new Promise<void>((resolve) => queue.push(resolve));
  };
  const release = (): void => {
    const next = queue.shift();
    // The place is handed over, so nobody can slip in between.
    if (next) next();
    else running -= 1;
  };
  return async (work) => {
    await acquire();
    try {
      return await work();
    } finally {
      release();
    }
  };
};
