import type { Kysely, Transaction } from 'kysely';

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
export type Tx = Transaction<Tables>;
