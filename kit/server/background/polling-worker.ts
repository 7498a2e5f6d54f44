import type { Deps } from '../context/deps.ts';

/** Looks for due work when it is woken and at intervals, one poll at a time. */
export interface PollingWorker {
  /** Polls now. Resolves when a poll that began after the call has ended. Does nothing after a stop. */
  poll(): Promise<void>;
  /** Resolves when the running poll has ended. */
  stop(): Promise<void>;
}

export interface PollingOptions {
  readonly topic: string;
  /** Wake-ups can be lost, so the table is polled at this interval as well. */
  readonly everyMs: number;
  /** Does the due work; true when there may be more. An error is logged and ends the poll. */
  readonly work: () => Promise<boolean>;
  readonly errorMessage: string;
}

/** A worker whose queue is a table. It stores nothing itself, so nothing is lost when it ends. */
export const startPollingWorker = (deps: Pick<Deps, 'bus' | 'log'>, { topic, everyMs, work, errorMessage }: PollingOptions): PollingWorker => {
  let running: Promise<void> | undefined;
  let pollAgain = false;
  let stopped = false;
  const run = async (): Promise<void> => {
    try {
      while (pollAgain) {
        pollAgain = false;
        while (await work());
      }
    } catch (error) {
      deps.log.error({ err: error }, errorMessage);
    } finally {
      running = undefined;
    }
  };
  const poll = async (): Promise<void> => {
    // A task that ends during the stop must not start another poll.
    if (stopped) return running;
    pollAgain = true;
    running ??= run();
    return running;
  };
  const unlisten = deps.bus.on(topic, () => void poll());
  const timer = setInterval(() => void poll(), everyMs);
  return {
    poll,
    stop: async () => {
      stopped = true;
      unlisten();
      clearInterval(timer);
      await running;
    },
  };
};
