export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `atOnce` tasks at a time and queues at most `waiting` more. `busy` makes the error for any further task. */
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
    // The slot passes directly to the next task, so that no new task can take it.
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
