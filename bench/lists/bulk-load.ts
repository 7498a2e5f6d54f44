import pg from 'pg';

/** Rows that one statement inserts. */
const BATCH = 250_000;
const LANES = 2;

/** The numbers from 1 to `count` in batches, as their first and last. */
export const batchesOf = (count: number): readonly (readonly [from: number, to: number])[] =>
  Array.from({ length: Math.ceil(count / BATCH) }, (_unused, n) => [n * BATCH + 1, Math.min((n + 1) * BATCH, count)] as const);

/** A connection for loads, which waits for no disk. */
export const connectForLoad = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 1; set synchronous_commit = off`);
  return client;
};

/** Works on the items over two connections at the same time. */
export const runInLanes = async <T>(url: string, items: readonly T[], work: (lane: pg.Client, item: T) => Promise<void>): Promise<void> => {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      const lane = await connectForLoad(url);
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(lane, item);
      await lane.end();
    }),
  );
};

/** Drops every index but the primary key's; returns the statements that create them again, the biggest first. */
export const dropIndexes = async (client: pg.Client, table: string): Promise<readonly string[]> => {
  const { rows } = await client.query<{
    name: string;
    definition: string;
    constraint: string | null;
  }>(`select c.relname as name, pg_get_indexdef(i.indexrelid) as definition,
      (select format('alter table ${table} add constraint %I %s', conname, pg_get_constraintdef(k.oid)) from pg_constraint k where k.conindid = i.indexrelid) as constraint
    from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = '${table}'::regclass and not i.indisprimary order by length(pg_get_indexdef(i.indexrelid)) desc`);
  for (const { name, constraint } of rows) await client.query(constraint ? `alter table ${table} drop constraint "${name}"` : `drop index "${name}"`);
  return rows.map(({ definition, constraint }) => constraint ?? definition);
};

/** A number from 0 to 1 for each row n and purpose, the same in every run. */
export const randomShare = (seed: number): string => `((hashint8extended(n, ${seed}) & 2147483647) / 2147483648.0)`;
