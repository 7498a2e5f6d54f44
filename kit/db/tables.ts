import type { Kysely, Transaction } from 'kysely';
import type { AfterCommit } from './after-commit.ts';

/**
 * Every table by its camelCase name. A noun adds its own beside its code:
 * `declare module '#kit/db/tables.ts' { interface Tables { station: StationTable } }`
 */
export interface Tables {
  outbox: OutboxTable;
}

interface OutboxTable {
  topic: string;
  payload: string;
  availableAt?: Date;
}

export type Db = Kysely<Tables>;
/** A transaction, and what is to happen after its commit. */
export type Tx = Transaction<Tables> & AfterCommit;
