import type { Kysely, Transaction } from 'kysely';
import type { AfterCommit } from './transactions/after-commit.ts';

/** Kysely's query builder knows no table, so that every statement is SQL that a test prepares: docs/decisions/0049-kysely.md. */
export type Tables = Readonly<Record<symbol, never>>;

export type Db = Kysely<Tables>;
/** A transaction, and what is to happen after its commit. */
export type Tx = Transaction<Tables> & AfterCommit;
