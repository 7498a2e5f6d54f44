import { sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { groupBy } from '#kit/fields/group-by.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { FIRST_HEAD, hashOfRow, nextHead, sealedColumns, signedText } from './chain.ts';
import type { SealedChain, SealedRow } from './chain.ts';
import { appendHeads, readHeads } from './heads.ts';
import type { Head } from './heads.ts';

export const sealBounds = {
  everyMs: 10_000,
  /** The number of rows of one run, over all tenants. Rows of one transaction are sealed together. */
  rows: 5_000,
} as const;

export interface SealParts {
  readonly chained: SealedChain;
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'sign' | 'publicKey'>;
  /** The folder of the head files, outside the database. */
  readonly folder: string;
  readonly clock: () => Date;
}

export interface SealResult {
  readonly rows: number;
  /** There are more rows to seal. */
  readonly more: boolean;
}

/**
 * Seals the rows that were written since the last run. A row is sealed when its transaction is older than all running ones. No earlier row can
 * follow then, so writers and the sealer never wait for each other.
 */
export const sealRows = async (parts: SealParts): Promise<SealResult> => {
  const { rows, more, heads } = await inSystem(parts.database, (tx) => sealIn(tx, parts));
  if (heads.length > 0) await appendHeads(headFilesOf(parts), heads, parts.secrets.publicKey(parts.chained.purpose));
  return { rows, more };
};

const headFilesOf = ({ folder, chained: { file } }: SealParts) => ({ folder, file });

interface SealerState {
  readonly sealed_to: string;
  readonly last_id: string;
  readonly floor_id: string;
  /** All transactions before this one have ended. */
  readonly horizon: string;
  /** No transaction from this one on has begun. */
  readonly ahead: string;
  /** In a database that was restored from a dump, transaction numbers start again. */
  readonly is_restored: boolean;
}

const sealIn = async (tx: Tx, parts: SealParts): Promise<SealResult & { readonly heads: readonly Head[] }> => {
  const db = tx.withoutPlugins();
  const { chained } = parts;
  const [table, sealer] = [sql.table(chained.rows), sql.table(chained.sealer)];
  // If another worker is sealing now, it will seal everything, so nothing remains to be done.
  const state = await sql<SealerState>`select sealed_to::text, last_id::text, floor_id::text, pg_current_xact_id() < sealed_to as is_restored,
    pg_snapshot_xmin(pg_current_snapshot())::text as horizon, pg_snapshot_xmax(pg_current_snapshot())::text as ahead
    from ${sealer} for update skip locked`.execute(db);
  const [from] = state.rows;
  if (!from) return { rows: 0, more: false, heads: [] };
  const { rows } = await sql<SealedRow & { readonly xid: string }>`select l.xid::text as xid, ${sealedColumns(chained)} from ${table} l
    where ${from.is_restored ? unsealedOfRestored(chained, from) : unsealedRows(chained, from)} order by l.xid fetch first ${sealBounds.rows} rows with ties`.execute(
    db,
  );
  const heads: Head[] = [];
  for (const [tenantId, tenantRows] of groupBy(rows, ({ tenant }) => tenant)) heads.push(await sealTenant(db, parts, { tenantId, rows: tenantRows }));
  const more = rows.length >= sealBounds.rows;
  await sql`update ${sealer} set last_id = greatest(last_id, ${maxId(rows)}::int8), sealed_to = ${nextSealedTo(from, rows, more)}::xid8,
    floor_id = case when ${from.is_restored} then coalesce((select max(${sql.ref(chained.id)}) from ${table} where xid >= ${from.ahead}::xid8), floor_id) else floor_id end`.execute(
    db,
  );
  return { rows: rows.length, more, heads };
};

/** All rows of a transaction are sealed together, so the next run begins after the last sealed transaction. */
const nextSealedTo = (state: SealerState, rows: readonly { readonly xid: string }[], more: boolean): string => {
  if (!more) return state.horizon;
  return state.is_restored ? state.sealed_to : String(BigInt(rows.at(-1)?.xid ?? 0) + 1n);
};
const maxId = (rows: readonly SealedRow[]): string => String(rows.reduce((max, { id }) => (BigInt(id) > max ? BigInt(id) : max), 0n));

const unsealedRows = ({ id, idsBack }: SealedChain, state: SealerState) =>
  sql<SqlBool>`${
    idsBack === undefined
      ? sql`${sql.ref(`l.${id}`)} > ${state.floor_id}::int8`
      : sql`${sql.ref(`l.${id}`)} > greatest(${state.last_id}::int8 - ${idsBack}::int8, ${state.floor_id}::int8)`
  } and l.xid >= ${state.sealed_to}::xid8 and l.xid < ${state.horizon}::xid8`;
const unsealedOfRestored = ({ id, seals }: SealedChain, state: SealerState) => sql<SqlBool>`not exists (
    select from (select unnest(ids) as id from ${sql.table(seals)}) as sealed where sealed.id = ${sql.ref(`l.${id}`)})
  and (l.xid < ${state.horizon}::xid8 or l.xid >= ${state.ahead}::xid8)`;

const sealTenant = async (
  db: ReturnType<Tx['withoutPlugins']>,
  { chained, secrets, clock }: SealParts,
  { tenantId, rows }: { readonly tenantId: string; readonly rows: readonly SealedRow[] },
): Promise<Head> => {
  const seals = sql.table(chained.seals);
  const last = await sql<{ seal_no: string; head: Buffer }>`select s.seal_no::text, s.head from ${seals} s where s.tenant_id = ${tenantId}
    order by s.seal_no desc limit 1`.execute(db);
  const before = last.rows[0];
  const sealNo = String(BigInt(before?.seal_no ?? 0) + 1n);
  const rowHashes = Buffer.concat(rows.map(hashOfRow));
  const ids = rows.map(({ id }) => id);
  const head = nextHead(before?.head ?? FIRST_HEAD, { tenantId, sealNo, rowHashes });
  const times = rows.map(({ at }) => at.getTime());
  const seal = { tenantId, sealNo, ids, head, fromTime: new Date(Math.min(...times)), toTime: new Date(Math.max(...times)), sealedAt: clock() };
  const signature = secrets.sign(signedText(seal), chained.purpose);
  await sql`insert into ${seals} (tenant_id, seal_no, ids, row_hashes, from_time, to_time, sealed_at, head, signature)
    values (${tenantId}, ${sealNo}, ${ids}::int8[], ${rowHashes}, ${seal.fromTime}, ${seal.toTime}, ${seal.sealedAt}, ${head}, ${signature})`.execute(
    db,
  );
  return { tenantId, sealNo, head: head.toString('hex'), sealedAt: seal.sealedAt.toISOString(), signature };
};

/** After a crash between the commit and the writing of the file, the file lacks heads that the database has. This appends them. */
export const catchUpHeads = async (parts: SealParts): Promise<void> => {
  const { chained, database, secrets } = parts;
  const { heads } = await readHeads(headFilesOf(parts));
  const lastSealed = new Map(heads.map(({ tenantId, sealNo }) => [tenantId, sealNo]));
  const { rows } = await sql<{ tenant_id: string; seal_no: string; head: Buffer; sealed_at: Date; signature: string }>`
    select s.tenant_id::text, s.seal_no::text, s.head, s.sealed_at, s.signature from ${sql.table(chained.seals)} s
    left join unnest(${[...lastSealed.keys()]}::int8[], ${[...lastSealed.values()]}::int8[]) as known (tenant_id, seal_no) on known.tenant_id = s.tenant_id
    where s.seal_no > coalesce(known.seal_no, 0) order by s.tenant_id, s.seal_no`.execute(database.system.withoutPlugins());
  const missing = rows.map((row): Head => ({
    tenantId: row.tenant_id,
    sealNo: row.seal_no,
    head: row.head.toString('hex'),
    sealedAt: row.sealed_at.toISOString(),
    signature: row.signature,
  }));
  if (missing.length > 0) await appendHeads(headFilesOf(parts), missing, secrets.publicKey(chained.purpose));
};
