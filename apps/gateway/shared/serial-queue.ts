/** Jobs of one pile, one at a time, in the order they came. */
export interface SerialQueue {
  /** A job that rejects goes to `onError`; the next one runs all the same. */
  add(job: () => Promise<void>): void;
  /** Settles, never rejects, when every job added so far has ended. */
  readonly done: Promise<void>;
}

export const createSerialQueue = (onError: (error: unknown) => void): SerialQueue => {
  let tail = Promise.resolve();
  return {
    add: (job) => {
      tail = tail.then(job).catch(onError);
    },
    get done() {
      return tail;
    },
  };
};
