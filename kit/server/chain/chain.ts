import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Rows that are written once and chained, each tenant's for itself. The tables of seals and of the sealer have the columns of
 * `sys_log_seal` and `sys_log_sealer`; a row carries the number of the transaction that wrote it.
 */
export interface SealedChain {
  /** What signatures over its heads are for: those of one chain are good for no other. */
  readonly purpose: string;
  /** Heads go to `{file}-YYYY-MM.jsonl`. */
  readonly file: string;
  readonly rows: string;
  readonly seals: string;
  readonly sealer: string;
  readonly id: string;
  /** When the row was written. */
  readonly at: string;
  /** Over the row as `l`: an array of all that is sealed of it, each as text, in an order that never changes. */
  readonly parts: RawBuilder<unknown>;
  /** Rows older than so many days may be gone by right. */
  readonly keepDays?: number;
  /** Where rows are not indexed by transaction: ids handed out so long before their row is committed; what lies farther back is sealed. */
  readonly idsBack?: number;
}

/** A row as its chain sees it. */
export interface SealedRow {
  readonly id: string;
  readonly tenant: string;
  readonly at: Date;
  readonly parts: readonly (string | null)[];
}

/** The columns to select for `hashOfRow`, over the rows as `l`. */
export const sealedColumns = ({ id, at, parts }: SealedChain): RawBuilder<unknown> =>
  sql`${sql.ref(`l.${id}`)}::text as id, l.tenant_id::text as tenant, ${sql.ref(`l.${at}`)} as at, ${parts} as parts`;

/** An instant as part of what is sealed: to the microsecond, whatever zone a session is in. */
export const microsOf = (column: string): RawBuilder<unknown> => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::int8::text`;

export const hashOfRow = ({ parts }: Pick<SealedRow, 'parts'>): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

/** Nothing stands before the first seal. */
export const FIRST_HEAD = Buffer.alloc(32);

/** The head that follows from the one before: whoever changes, adds or takes away a row of the past needs another one ever after. */
export const nextHead = (before: Uint8Array, seal: { readonly tenantId: string; readonly sealNo: string; readonly rowHashes: Uint8Array }): Buffer =>
  createHash('sha256').update(before).update(`${seal.tenantId}\n${seal.sealNo}\n`).update(seal.rowHashes).digest();

/** What a signature covers. */
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
