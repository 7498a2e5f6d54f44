import { sql, type Transaction } from 'kysely';
import type { PendingTasks } from './after-commit.ts';
import type { Tables, Tx } from '../tables.ts';

const pendingOf = new WeakMap<Tx, PendingTasks>();

/** The driver's transaction with its after-commit tasks. */
export const withPendingTasks = (transaction: Transaction<Tables>, pending: PendingTasks): Tx => {
  const { afterCommit, wake } = pending;
  const tx: Tx = Object.assign(transaction, { afterCommit, wake });
  pendingOf.set(tx, pending);
  return tx;
};

/**
 * Runs a part of a transaction in a savepoint. An error rolls back only this part, with its writes and its after-commit tasks, and is thrown again.
 * With `keepChanges: false` the part is always rolled back, as a preview.
 */
export const inSavepoint = async <T>(tx: Tx, work: () => Promise<T>, { keepChanges = true } = {}): Promise<T> => {
  const db = tx.withoutPlugins();
  const pending = pendingOf.get(tx);
  const count = pending?.count() ?? 0;
  const rollBack = async (): Promise<void> => {
    pending?.truncate(count);
    await sql`rollback to savepoint part`.execute(db);
    // After a rollback the savepoint would otherwise stay open.
    await sql`release savepoint part`.execute(db);
  };
  await sql`savepoint part`.execute(db);
  try {
    const result = await work();
    if (keepChanges) await sql`release savepoint part`.execute(db);
    else await rollBack();
    return result;
  } catch (error) {
    // After a lost connection there is nothing to roll back.
    await rollBack().catch(() => undefined);
    throw error;
  }
};
