import type { Bus } from '../messaging/bus.ts';

/** What a transaction takes to be done once it has committed. A rollback drops it, of the whole or to a savepoint; a retried transaction starts with none. */
export interface AfterCommit {
  /**
   * Runs in the order of asking, and not at all when the transaction does not commit. It must not wait: what takes time is started there. A failure
   * is reported and changes no answer. A key that was asked for already in this transaction is not asked for again.
   */
  readonly afterCommit: (task: () => void, key?: string) => void;
  /** Wakes who waits on a topic of the bus, once however often it is asked for. */
  readonly wake: (topic: string) => void;
}

/** The tasks of one attempt at a transaction. */
export interface PendingTasks extends AfterCommit {
  /** How many there are now; `truncate` drops what came later. */
  readonly count: () => number;
  readonly truncate: (count: number) => void;
  readonly run: () => void;
}

/** Where tasks go to when they run. */
export interface TaskOutlets {
  readonly bus: Pick<Bus, 'wake'>;
  readonly onTaskError: (error: unknown) => void;
}

export const createPendingTasks = ({ bus, onTaskError }: TaskOutlets): PendingTasks => {
  const tasks: { readonly run: () => void; readonly key: string | undefined }[] = [];
  const keys = new Set<string>();
  const afterCommit = (run: () => void, key?: string): void => {
    if (key !== undefined && keys.has(key)) return;
    if (key !== undefined) keys.add(key);
    tasks.push({ run, key });
  };
  return {
    afterCommit,
    wake: (topic) => afterCommit(() => bus.wake(topic), `wake ${topic}`),
    count: () => tasks.length,
    truncate: (count) => {
      for (const { key } of tasks.splice(count)) if (key !== undefined) keys.delete(key);
    },
    run: () => {
      for (const { run } of tasks.splice(0))
        try {
          run();
        } catch (error) {
          onTaskError(error);
        }
    },
  };
};
