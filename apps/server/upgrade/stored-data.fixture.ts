import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { isRecord } from '#kit/test/nouns/call-endpoint.ts';
import type { TestDatabase } from '#kit/test/database.ts';

/** What a test needs to work with stored rows. */
export interface StoredHead {
  /** The master key of their secrets, in hexadecimal. */
  readonly secret: string;
  /** The password of every account. */
  readonly password: string;
}

/** All rows of a database, one per line: the table, a tab, the row as JSON; and `sequence`, a tab, its setval arguments. */
export interface StoredData extends StoredHead {
  readonly lines: readonly string[];
}

/** The newest rows are enough of a log that contains every frame. */
const NEWEST_OF: Readonly<Record<string, string>> = { message_log: 'ORDER BY at DESC LIMIT 300', idem: 'ORDER BY created_at DESC LIMIT 20' };
/** Tables that migrations or the database fill. */
const NOT_STORED = ['kit_migration', 'kit_day_parent', 'order_transition'] as const;

export const writeStored = async (file: string, database: TestDatabase, head: StoredHead): Promise<void> => {
  const lines = [JSON.stringify(head)];
  for (const table of await tablesOf(database)) {
    const rows = await database.asSuperuser<{ row: string }>(
      `SELECT row FROM (SELECT row_to_json(t)::varchar AS row FROM (SELECT * FROM ${table} ${NEWEST_OF[table] ?? ''}) t) r ORDER BY row`,
    );
    lines.push(...rows.map(({ row }) => `${table}\t${row}`));
  }
  const sequences = await database.asSuperuser<{ set: string }>(
    `SELECT format('%L, %s', seqrelid::regclass, pg_sequence_last_value(seqrelid)) AS set FROM pg_sequence
     WHERE pg_sequence_last_value(seqrelid) IS NOT NULL ORDER BY 1`,
  );
  lines.push(...sequences.map(({ set }) => `sequence\t${set}`));
  writeFileSync(file, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
};

export const readStored = (file: string): StoredData => {
  const [first = '', ...lines] = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const head: unknown = JSON.parse(first);
  if (!isRecord(head)) throw new Error(`${file} begins with no head`);
  return { secret: String(head['secret']), password: String(head['password']), lines };
};

/** Loads stored rows into a database at the migration at which they were stored, without triggers and foreign keys, like a restored dump. */
export const loadStored = async (database: TestDatabase, { lines }: StoredData): Promise<void> => {
  const client = new pg.Client(database.superuserUrl);
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica');
    for (const [table, rows] of byTable(lines)) {
      if (table === 'sequence') for (const set of rows) await client.query(`SELECT setval(${set})`);
      else await insertRows(client, table, rows);
    }
    await client.query('SELECT ledger.after_restore()');
  } finally {
    await client.end();
  }
};

const byTable = (lines: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const rows = new Map<string, string[]>();
  for (const line of lines) {
    const [table = '', row = ''] = line.split('\t');
    rows.set(table, [...(rows.get(table) ?? []), row]);
  }
  return rows;
};

const insertRows = async (client: pg.Client, table: string, rows: readonly string[]): Promise<void> => {
  const columns = await client.query<{ names: string }>(
    `SELECT string_agg(quote_ident(attname), ', ') AS names FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  const names = columns.rows[0]?.names ?? '';
  await client.query(`DELETE FROM ${table}`);
  await client.query(
    `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`,
    [`[${rows.join(',')}]`],
  );
};

const tablesOf = async (database: TestDatabase): Promise<readonly string[]> => {
  const tables = await database.asSuperuser<{ name: string }>(
    `SELECT c.oid::regclass::varchar AS name FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE nspname IN ('public', 'ledger') AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  return tables.map(({ name }) => name).filter((name) => !NOT_STORED.some((skipped) => skipped === name));
};
