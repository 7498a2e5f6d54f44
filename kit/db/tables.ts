import type { Kysely, Transaction } from 'kysely';
import type { AfterCommit } from './transactions/after-commit.ts';

/** Kysely's query builder knows no tables, so every statement is SQL that a test can prepare: docs/decisions/0049-kysely.md. */
export type Tables = Readonly<Record<symbol, never>>;

export type Db = Kysely<Tables>;
/** A transaction with its after-commit tasks. */
export type Tx = Transaction<Tables> & AfterCommit;
