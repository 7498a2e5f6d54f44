import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * A table whose rows are written once and sealed in a chain of hashes, one chain for each tenant. The tables of its seals and of its sealer have
 * the columns of `sys_log_seal` and `sys_log_sealer`. Each row stores the number of the transaction that wrote it.
 */
export interface SealedChain {
  /** The purpose of the signing key. A signature of one chain is not valid for another. */
  readonly purpose: string;
  /** Heads are written to `{file}-YYYY-MM.jsonl`. */
  readonly file: string;
  readonly rows: string;
  readonly seals: string;
  readonly sealer: string;
  readonly id: string;
  /** The column with the time at which the row was written. */
  readonly at: string;
  /** An expression over the row as `l`: an array of everything that is sealed, each value as text, in an order that never changes. */
  readonly parts: RawBuilder<unknown>;
  /** Rows older than this number of days may have been deleted by the retention rule. */
  readonly keepDays?: number;
  /**
   * For tables without an index by transaction: the largest distance between an id and the newest one whose row may still be uncommitted. All older
   * rows are sealed.
   */
  readonly idsBack?: number;
}

/** A row as its chain reads it. */
export interface SealedRow {
  readonly id: string;
  readonly tenant: string;
  readonly at: Date;
  readonly parts: readonly (string | null)[];
}

/** The columns to select for `hashOfRow`, over the rows as `l`. JSON is read in half the time of an array's text. */
export const sealedColumns = ({ id, at, parts }: SealedChain): RawBuilder<unknown> =>
  sql`${sql.ref(`l.${id}`)}::text as id, l.tenant_id::text as tenant, ${sql.ref(`l.${at}`)} as at, to_json(${parts}) as parts`;

/** An instant for sealing: in microseconds, independent of the session's time zone. */
export const microsOf = (column: string): RawBuilder<unknown> => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::int8::text`;

export const hashOfRow = ({ parts }: Pick<SealedRow, 'parts'>): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

/** The head before the first seal. */
export const FIRST_HEAD = Buffer.alloc(32);

/** The head after a seal, computed from the previous head. Changing, adding or removing an earlier row changes all later heads. */
export const nextHead = (before: Uint8Array, seal: { readonly tenantId: string; readonly sealNo: string; readonly rowHashes: Uint8Array }): Buffer =>
  createHash('sha256').update(before).update(`${seal.tenantId}\n${seal.sealNo}\n`).update(seal.rowHashes).digest();

/** The text that is signed. */
export const signedText = (seal: {
  readonly tenantId: string;
  readonly sealNo: string;
  readonly ids: readonly string[];
  readonly head: Uint8Array;
  readonly fromTime: Date;
  readonly toTime: Date;
  readonly sealedAt: Date;
}): string =>
  JSON.stringify([
    seal.tenantId,
    seal.sealNo,
    seal.ids.join(),
    Buffer.from(seal.head).toString('hex'),
    seal.fromTime.toISOString(),
    seal.toTime.toISOString(),
    seal.sealedAt.toISOString(),
  ]);
