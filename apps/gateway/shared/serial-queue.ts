/** Jobs of one pile, one at a time, in the order they came. */
export interface SerialQueue {
  /** A job that rejects goes to `onError`; the next one runs all the same. */
  add(job: () => Promise<void>): void;
  /** Jobs waiting or running. */
  readonly length: number;
}

export const createSerialQueue = ({
  onError,
  onShorter,
}: {
  readonly onError: (error: unknown) => void;
  readonly onShorter?: (length: number) => void;
}): SerialQueue => {
  const waiting: (() => Promise<void>)[] = [];
  let running = false;

  const run = async () => {
    running = true;
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      try {
        await job();
      } catch (error) {
        onError(error);
      }
      onShorter?.(waiting.length);
    }
    running = false;
  };

  return {
    add: (job) => {
      waiting.push(job);
      if (!running) void run();
    },
    get length() {
      return waiting.length + (running ? 1 : 0);
    },
  };
};
