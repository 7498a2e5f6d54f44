/** The jobs of one pile, one at a time, in order of arrival. */
export interface SerialQueue {
  /** A job that rejects is reported to `onError`; the next job runs anyway. */
  add(job: () => Promise<void>): void;
  /** Settles, never rejects, when every job added so far has ended. */
  readonly finished: Promise<void>;
}

export const createSerialQueue = (onError: (error: unknown) => void): SerialQueue => {
  let tail = Promise.resolve();
  return {
    add: (job) => {
      tail = tail.then(job).catch(onError);
    },
    get finished() {
      return tail;
    },
  };
};
