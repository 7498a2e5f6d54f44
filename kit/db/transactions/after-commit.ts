import type { Bus } from '../messaging/bus.ts';

/**
 * The tasks that run after the commit of a transaction. A rollback, also to a savepoint, drops them; a retried transaction starts without tasks.
 */
export interface AfterCommit {
  /**
   * Adds a task. The tasks run in order, and only if the transaction commits. A task must not wait; it may start longer work. An error is reported
   * and does not change the answer. A task with a key that was already added in this transaction is ignored.
   */
  readonly afterCommit: (task: () => void, key?: string) => void;
  /** Wakes the listeners of a topic of the bus, once for any number of calls. */
  readonly wake: (topic: string) => void;
}

/** The tasks of one attempt of a transaction. */
export interface PendingTasks extends AfterCommit {
  /** The number of tasks; `truncate` drops later ones. */
  readonly count: () => number;
  readonly truncate: (count: number) => void;
  readonly run: () => void;
}

/** The bus that tasks wake, and the handler of their errors. */
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
