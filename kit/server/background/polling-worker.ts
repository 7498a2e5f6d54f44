import type { Deps } from '../context/deps.ts';

/** Looks for due work when woken and every now and then; one look at a time. */
export interface PollingWorker {
  /** Looks now; settles when a look that began after the call has ended. Does nothing any more once it was stopped. */
  look(): Promise<void>;
  /** Settles when the look that is under way has ended. */
  stop(): Promise<void>;
}

export interface PollingOptions {
  readonly topic: string;
  /** Wake-ups can be lost, so the tables are looked at this often anyway. */
  readonly everyMs: number;
  /** Does what is due; true when there may be more. A throw is logged and ends the look. */
  readonly work: () => Promise<boolean>;
  readonly complaint: string;
}

/** A worker whose queue is a table: it holds nothing itself, so nothing is lost with it. */
export const startLooker = (deps: Pick<Deps, 'bus' | 'log'>, { topic, everyMs, work, complaint }: PollingOptions): PollingWorker => {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const run = async (): Promise<void> => {
    try {
      while (again) {
        again = false;
        while (await work());
      }
    } catch (error) {
      deps.log.error({ err: error }, complaint);
    } finally {
      running = undefined;
    }
  };
  const look = async (): Promise<void> => {
    // Work that ends while its worker goes would wake it once more.
    if (stopped) return running;
    again = true;
    running ??= run();
    return running;
  };
  const unlisten = deps.bus.on(topic, () => void look());
  const timer = setInterval(() => void look(), everyMs);
  return {
    look,
    stop: async () => {
      stopped = true;
      unlisten();
      clearInterval(timer);
      await running;
    },
  };
};
