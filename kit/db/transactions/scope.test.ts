import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { migrate } from '../schema/migrate.ts';
import { inScope, inSystem, type RowScope, type Tx } from '../index.ts';

const db = await freshDatabase();
afterAll(db.close);

const thing = `
  CREATE TABLE thing (thing_id bigint GENERATED ALWAYS AS IDENTITY, tenant_id bigint NOT NULL, agent_id bigint, station_id bigint,
    name text NOT NULL, create_time timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (tenant_id, thing_id));
  CREATE INDEX thing_recent ON thing (tenant_id, create_time DESC);
  CREATE INDEX thing_name ON thing USING gin (name gin_trgm_ops);
  CALL kit_tenant_table('thing', by_agent => true, by_station => true);
  CREATE TABLE rule (tenant_id bigint NOT NULL, code text NOT NULL, PRIMARY KEY (tenant_id, code));
  CALL kit_tenant_table('rule', platform_rows => true);
  SET LOCAL ROLE chargeops_system;
  INSERT INTO thing (tenant_id, agent_id, station_id, name, create_time)
    SELECT t, t * 10 + n % 2, t * 100 + n % 4, 'thing ' || md5(t::text || n), now() - n * interval '1 minute'
    FROM generate_series(1, 20) t, generate_series(1, 500) n;
  INSERT INTO rule VALUES (0, 'platform'), (1, 'one'), (2, 'two');`;

beforeAll(async () => {
  await migrate({ url: db.ownerUrl, files: [{ number: 9001, name: '9001_thing', path: 'thing.sql', sql: thing }] });
  await db.asSuperuser('ANALYZE thing');
});

const count = async (tx: Tx): Promise<bigint> => {
  const { rows } = await sql<{ n: bigint }>`SELECT count(*) AS n FROM thing`.execute(tx);
  return rows[0]?.n ?? -1n;
};
const visibleTo = async (scope: RowScope): Promise<bigint> => inScope(db, scope, count);

test('a scope shows its tenants, agents and stations only', async () => {
  expect(await visibleTo({ tenants: [1n] })).toBe(500n);
  expect(await visibleTo({ tenants: [1n, 2n] })).toBe(1000n);
  expect(await visibleTo({ tenants: 'all' })).toBe(10_000n);
  expect(await visibleTo({ tenants: [1n], agents: [10n] })).toBe(250n);
  expect(await visibleTo({ tenants: [1n], agents: [10n], stations: [100n] })).toBe(125n);
  expect(await visibleTo({ tenants: [1n], agents: [20n] })).toBe(0n);
  expect(await visibleTo({ tenants: [] })).toBe(0n);
});

test('the planner counts on the rows a scope has', async () => {
  const expected = async (scope: RowScope, where: string): Promise<number> =>
    inScope(db, scope, async (tx) => {
      const { rows } = await sql<{
        'QUERY PLAN': readonly [{ Plan: { 'Plan Rows': number } }];
      }>`EXPLAIN (FORMAT json) SELECT FROM thing WHERE ${sql.raw(where)}`.execute(tx);
      return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
    });
  const near = async (rows: number, scope: RowScope, where: string) => {
    const said = await expected(scope, where);
    expect(said / rows, where).toBeGreaterThan(0.7);
    expect(said / rows, where).toBeLessThan(1.4);
  };
  await near(10_000, { tenants: 'all' }, 'true');
  await near(500, { tenants: [1n] }, 'tenant_id = 1');
  await near(250, { tenants: [1n], agents: [10n] }, 'tenant_id = 1 AND agent_id = 10');
  await near(125, { tenants: [1n], agents: [10n], stations: [100n] }, 'tenant_id = 1 AND agent_id = 10 AND station_id = 100');
  await near(250, { tenants: [1n], agents: [10n], stations: [100n, 102n] }, 'tenant_id = 1 AND agent_id = 10 AND station_id = ANY (ARRAY[100, 102])');
});

test('without a scope nothing is seen, before and after a scoped transaction on the same connection', async () => {
  const bare = async () => (await db.appPool.query<{ n: bigint }>('SELECT count(*) AS n FROM thing')).rows[0]?.n;
  expect(await bare()).toBe(0n);
  await visibleTo({ tenants: 'all' });
  expect(await bare()).toBe(0n);
  await db.appPool.query("BEGIN; SET LOCAL app.tenants = '*'; COMMIT");
  expect(await bare()).toBe(0n);
});

test('a foreign row can neither be written nor moved nor deleted', async () => {
  const as1 = async (statement: string) => inScope(db, { tenants: [1n] }, async (tx) => (await sql.raw(statement).execute(tx)).numAffectedRows);
  await expect(as1(`INSERT INTO thing (tenant_id, name) VALUES (2, 'x')`)).rejects.toMatchObject({ code: '42501' });
  await expect(as1('UPDATE thing SET tenant_id = 2')).rejects.toMatchObject({ code: '42501' });
  expect(await as1('UPDATE thing SET name = name WHERE tenant_id = 2')).toBe(0n);
  expect(await as1('DELETE FROM thing WHERE tenant_id = 2')).toBe(0n);
});

test('rows of the platform are read by all and written by none but the platform', async () => {
  const rules = async (tx: Tx) => (await sql<{ code: string }>`SELECT code FROM rule ORDER BY code`.execute(tx)).rows.map(({ code }) => code);
  expect(await inScope(db, { tenants: [1n] }, rules)).toEqual(['one', 'platform']);
  expect(await inScope(db, { tenants: [] }, rules)).toEqual(['platform']);
  const removed = await inScope(db, { tenants: [1n] }, async (tx) => sql`DELETE FROM rule WHERE tenant_id = 0`.execute(tx));
  expect(removed.numAffectedRows).toBe(0n);
});

test('gateway and workers see all, the owner nothing', async () => {
  expect(await inSystem(db, count)).toBe(10_000n);
  const client = new pg.Client(db.ownerUrl);
  await client.connect();
  expect((await client.query('SELECT count(*)::int AS n FROM thing')).rows).toEqual([{ n: 0 }]);
  await client.end();
});

/** Sequential scans are disabled, because the planner may prefer one for a table this small; the test checks that the index can be used. */
const planOf = async (query: string): Promise<string> =>
  inScope(db, { tenants: [7n] }, async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN (COSTS OFF) ${sql.raw(query)}`.execute(tx);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });

test('a scoped list reads its index in order, not the table', async () => {
  const plan = await planOf('SELECT * FROM thing WHERE tenant_id = 7 ORDER BY create_time DESC LIMIT 10');
  expect(plan).toMatch(/Index Scan using thing_recent/);
  expect(plan).not.toMatch(/Sort|Seq Scan/);
});

test('a contains filter still uses the trigram index under row security', async () => {
  const plan = await planOf(`SELECT * FROM thing WHERE name LIKE '%deadbeef%'`);
  expect(plan).toMatch(/Bitmap Index Scan on thing_name/);
});

test('a read-only transaction refuses to write', async () => {
  const write = inScope(db, { tenants: [1n], readOnly: true }, async (tx) => sql`UPDATE thing SET name = 'y'`.execute(tx));
  await expect(write).rejects.toMatchObject({ code: '25006' });
});

test('int8 arrives as bigint, dates as text, camelCase and back', async () => {
  const { rows } = await inScope(db, { tenants: [1n] }, async (tx) =>
    sql`SELECT 9007199254740993::int8 AS big_one, '{1,NULL,3}'::int8[] AS list, date '2024-02-29' AS some_day, 1.50::numeric AS elec01, '{"a_b": 1}'::jsonb AS raw_json`.execute(
      tx,
    ),
  );
  expect(rows[0]).toEqual({ bigOne: 9007199254740993n, list: [1n, null, 3n], someDay: '2024-02-29', elec01: '1.50', rawJson: { a_b: 1 } });
});
