import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRegistry } from '#kit/server/context/registry.ts';
import { freshDatabase } from '#kit/test/database.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import { domains } from '#apps/domains.ts';
import { checkStatements } from './check.ts';
import type { CheckReport } from './check.ts';
import { openSources } from './sources.ts';

const registry = createRegistry(domains);
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client(database.superuserUrl);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

/** Before PostgreSQL 16 the analysis does not say which joins leave a column null. */
const tellsNulls = (): boolean => Number.parseInt(database.serverVersion, 10) >= 16;

const check = async (replaced?: ReadonlyMap<string, string>, exempt?: ReadonlyMap<string, string>): Promise<CheckReport> => {
  const sources = openSources(replaced);
  try {
    return await checkStatements({ sources, registry, client, ...(exempt && { exempt }) });
  } finally {
    sources.close();
  }
};

/** Statements that only the running program knows, with the reason. */
const exempt = new Map([
  ['kit/db/schema/migrate.ts file.sql', 'a migration; whoever has a database in a test has run it'],
  ['kit/db/messaging/notify-connection.ts `LISTEN ${next.escapeIdentifier(channel)}`', 'names a channel'],
  ['domains/device/message-log/write.server.ts copyFrom(`COPY ${table} (${columns}) FROM STDIN`)', 'names the partition of a day'],
]);

test('every statement is one that PostgreSQL takes, and its rows are read as what it answers', async () => {
  const { findings, sites, statements } = await check(undefined, exempt);
  expect(findings).toEqual([]);
  expect(sites).toBeGreaterThan(400);
  expect(statements).toBeGreaterThan(sites);
});

/** A statement as it may be written, and the finding about it. */
const cases: readonly (readonly [name: string, code: string, finds: readonly string[]])[] = [
  ['a column that is there', 'sql<{ tenantId: bigint }>`select tenant_id from tenant`.execute(tx)', []],
  ['a column that is not', 'sql<{ nam: string }>`select nam from tenant`.execute(tx)', ['column "nam" does not exist']],
  [
    'a column read by another name',
    'sql<{ tenant: bigint }>`select tenant_id from tenant`.execute(tx)',
    ['tenant is read as bigint, but PostgreSQL answers no such column', 'column tenant_id is answered, but nobody reads it'],
  ],
  [
    'a number that is a bigint',
    'sql<{ tenantId: number }>`select tenant_id from tenant`.execute(tx)',
    ['answers bigint, which the driver gives as bigint'],
  ],
  ['a text that is an instant', 'sql<{ createTime: string }>`select create_time from tenant`.execute(tx)', ['which the driver gives as Date']],
  ['an array of another kind', 'sql<{ ids: readonly string[] }>`select array[1::int8] as ids`.execute(tx)', ['an array of bigint']],
  ['a document with an instant', "sql<{ made: { at: Date } }>`select '{}'::jsonb as made`.execute(tx)", ['a value of JSON']],
  ['a column that may be null', 'sql<{ updateBy: string }>`select update_by from tenant`.execute(tx)', ['answers text that may be null']],
  ['one whose nulls are left out', 'sql<{ updateBy: string }>`select update_by from tenant where update_by like ${by}`.execute(tx)', []],
  ['one with a value in place of null', "sql<{ by: string }>`select coalesce(update_by, '') as by from tenant`.execute(tx)", []],
  [
    'a column that an outer join leaves empty',
    'sql<{ name: string }>`select a.agent_name as name from tenant t left join agent a on a.tenant_id = t.tenant_id`.execute(tx)',
    ['name is read as string, but PostgreSQL answers text that may be null'],
  ],
  ['a sum over nothing', 'sql<{ sum: bigint }>`select sum(tenant_id)::int8 as sum from tenant`.execute(tx)', ['may be null']],
  ['a sum of a group', 'sql<{ sum: bigint }>`select sum(agent_id)::int8 as sum from agent group by tenant_id`.execute(tx)', []],
  ['a column of a view', 'sql<{ agentPerson: string }>`select agent_person from agent_view`.execute(tx)', ['may be null']],
  ['what an update answers', 'sql<{ remark: string }>`update tenant set remark = null returning remark`.execute(tx)', ['may be null']],
  ['either branch', "sql`select 1 from tenant where ${by === '' ? sql`true` : sql`nobody`}`.execute(tx)", ['column "nobody" does not exist']],
  [
    'what callers give',
    'const given = (where: RawBuilder<unknown>) => sql`select 1 from tenant where ${where}`.execute(tx); given(sql`nothing`)',
    ['"nothing" does not'],
  ],
  ['what only the running program knows', 'sql`select 1 from ${sql.table(by)}`.execute(tx)', ['is known only when the program runs']],
  [
    'a list that grows',
    'const all = [sql`true`]; all.push(sql`no`); sql`select 1 where ${sql.join(all, sql` and `)}`.execute(tx)',
    ['known only when'],
  ],
  [
    'rows of no type',
    'const any = <R>(name: string) => sql<R>`select 1 as one where ${name}::text is null`.execute(tx); any(by)',
    ['which says nothing'],
  ],
  [
    "a text for the driver's own connection",
    "pool.query<{ one: string }>('select 1 as one')",
    ['one is read as string, but PostgreSQL answers integer'],
  ],
];

describe('the check', () => {
  const file = 'kit/db/schema/day-partitions.ts';
  const head = `import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Tx } from './index.ts';
export const broken = (tx: Tx, pool: pg.Pool, by: string): readonly unknown[] => [
`;
  const firstLine = head.split('\n').length;
  const text = `${head}${cases.map(([, code]) => `() => { ${code}; },`).join('\n')}\n];\n`;
  let found: readonly string[];

  beforeAll(async () => {
    found = (await check(new Map([[file, text]]))).findings;
  });

  test.each(cases.map(([name, , finds], index) => ({ name, finds, line: firstLine + index })))('of $name', ({ finds, line }) => {
    const said = found.filter((each) => each.startsWith(`${file}:${line} `));
    const told = finds.filter((each) => tellsNulls() || !each.includes('null'));
    expect(said).toHaveLength(told.length);
    for (const [index, each] of told.entries()) expect(said[index]).toContain(each);
  });

  test('of an exemption that nobody needs', async () => {
    const { findings } = await check(new Map([[file, head]]), new Map([['kit/gone.ts text', 'was here']]));
    expect(findings).toEqual(['kit/gone.ts text is exempt, but is not there']);
  });
});
