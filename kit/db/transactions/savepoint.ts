import { sql, type Transaction } from 'kysely';
import type { PendingTasks } from './after-commit.ts';
import type { Tables, Tx } from '../tables.ts';

const pendingOf = new WeakMap<Tx, PendingTasks>();

/** The driver's transaction with what it is to do after its commit. */
export const withPendingTasks = (transaction: Transaction<Tables>, pending: PendingTasks): Tx => {
  const { afterCommit, wake } = pending;
  const tx: Tx = Object.assign(transaction, { afterCommit, wake });
  pendingOf.set(tx, pending);
  return tx;
};

/**
 * Does a part of a transaction's work so that an error takes back that part alone: what it wrote, and what it wanted done after the commit. The error
 * is thrown on. With `keepChanges: false` the part is taken back in any case: a rehearsal.
 */
export const inSavepoint = async <T>(tx: Tx, work: () => Promise<T>, { keepChanges = true } = {}): Promise<T> => {
  const db = tx.withoutPlugins();
  const pending = pendingOf.get(tx);
  const count = pending?.count() ?? 0;
  const rollBack = async (): Promise<void> => {
    pending?.truncate(count);
    await sql`rollback to savepoint part`.execute(db);
    // What is rolled back to would otherwise stay open beneath the next savepoint.
    await sql`release savepoint part`.execute(db);
  };
  await sql`savepoint part`.execute(db);
  try {
    const result = await work();
    if (keepChanges) await sql`release savepoint part`.execute(db);
    else await rollBack();
    return result;
  } catch (error) {
    // On a connection that is gone nothing can be taken back, and nothing needs to be.
    await rollBack().catch(() => undefined);
    throw error;
  }
};
