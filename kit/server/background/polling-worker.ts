import type { Deps } from '../context/deps.ts';

/** Looks for due work when woken and every now and then; one look at a time. */
export interface PollingWorker {
  /** Looks now; settles when a look that began after the call has ended. Does nothing any more once it was stopped. */
  poll(): Promise<void>;
  /** Settles when the look that is under way has ended. */
  stop(): Promise<void>;
}

export interface PollingOptions {
  readonly topic: string;
  /** Wake-ups can be lost, so the tables are looked at this often anyway. */
  readonly everyMs: number;
  /** Does what is due; true when there may be more. A throw is logged and ends the look. */
  readonly work: () => Promise<boolean>;
  readonly errorMessage: string;
}

/** A worker whose queue is a table: it holds nothing itself, so nothing is lost with it. */
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
    // Work that ends while its worker goes would wake it once more.
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
