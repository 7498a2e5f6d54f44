import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveOrderStates, mainPartType, openOrderStates, orderState } from '#engines/order/codes.ts';
import { domains } from '#apps/domains.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import { freshDatabase } from '#kit/test/database.ts';
import type { TestDatabase } from '#kit/test/database.ts';

/** Migrations contain codes as numbers; these are compared with the values that the program names. */
let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
const sorted = (values: readonly (number | string)[]): readonly string[] => values.map(String).toSorted((one, other) => Number(one) - Number(other));

const nouns = createRegistry(domains).features.flatMap(({ resource }) => (resource ? [resource] : []));
const coded = nouns.flatMap(({ table, fields }) =>
  Object.entries(fields).flatMap(([name, { codes }]) => {
    const values = Object.values(codes?.items ?? {}).map(({ value }) => value);
    return values.length > 0 && values.every((value) => /^-?\d+$/u.test(String(value))) ? [{ table, column: snakeCase(name), values }] : [];
  }),
);

/** Columns that use only some codes of their field: only cards and cars are bound to piles. */
const narrower = new Map([['pile_binding.main_part_type', [mainPartType.icCard, mainPartType.vehicleVin]]]);

/** The numbers for which a condition on one column holds; of a column with several numbers, those that may be its only one. */
const holding = async (condition: string, column: string, type: string): Promise<readonly string[]> => {
  const written = type.endsWith('[]') ? `'{' || v || '}'` : 'v::text';
  const rows = await database.asSuperuser<{ value: string }>(
    `select (${column})::text as value from (select (${written})::${type} as ${column} from generate_series(-99, 1099) v) as each where ${condition}`,
  );
  return sorted(rows.map(({ value }) => value.replaceAll(/[{}]/gu, '')));
};

test('a column that allows some codes allows those of its field', async () => {
  const checks = await database.asSuperuser<{ table: string; column: string; type: string; condition: string }>(
    `select c.conrelid::regclass::text as table, a.attname as column, format_type(a.atttypid, null) as type, pg_get_expr(c.conbin, c.conrelid) as condition
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] where c.contype = 'c' and cardinality(c.conkey) = 1`,
  );
  const wrong: string[] = [];
  let compared = 0;
  for (const { table, column, values } of coded) {
    const own = checks.filter((check) => check.table === table && check.column === column);
    const [first] = own;
    if (!first) continue;
    compared += 1;
    const allowed = await holding(own.map(({ condition }) => condition).join(' and '), column, first.type);
    const wanted = sorted(narrower.get(`${table}.${column}`) ?? values);
    if (allowed.join() !== wanted.join()) wrong.push(`${table}.${column} allows ${allowed.join()} and not ${wanted.join()}`);
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(30);
});

test.each([
  ['one_live_order_per_gun', liveOrderStates],
  ['charging_order_open', openOrderStates],
  ['charging_order_party_live', [orderState.initial, ...liveOrderStates]],
  ['charging_order_to_settle', [orderState.ended]],
  ['charging_order_billed', [orderState.settled, orderState.refunded]],
] as const)('the index %s holds the orders that statements ask it for', async (name, states) => {
  const [row] = await database.asSuperuser<{ condition: string }>(
    `select pg_get_expr(indpred, indrelid) as condition from pg_index where indexrelid = '${name}'::regclass`,
  );
  expect(await holding(row?.condition ?? 'false', 'order_state', 'smallint')).toEqual(sorted(states));
});

test('an index of some states serves a statement that has them as literals, whatever else it is planned for', async () => {
  const client = new pg.Client(database.superuserUrl);
  await client.connect();
  const planOf = async (states: string): Promise<string> => {
    await client.query(
      `prepare look (text, int2, int2[]) as select from charging_order where cp_code = $1 and gun_number = $2 and ($3 is null or true) and ${states}`,
    );
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) execute look ('a', 1, '{1,2,6}')`);
    await client.query('deallocate look');
    return rows.map((row) => row['QUERY PLAN']).join(' ');
  };
  try {
    await client.query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_bitmapscan = off');
    expect(await planOf(`order_state in (${liveOrderStates.join(', ')})`)).toContain('one_live_order_per_gun');
    expect(await planOf('order_state = any($3)')).not.toContain('one_live_order_per_gun');
  } finally {
    await client.end();
  }
});

test('views and functions compare columns with codes that there are', async () => {
  const sources = await database.asSuperuser<{ name: string; source: string }>(
    `select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace and prolang <> 13
     union all select viewname, definition from pg_views where schemaname = 'public'`,
  );
  const known = new Map<string, Set<string>>();
  for (const { column, values } of coded) known.set(column, new Set([...(known.get(column) ?? []), ...values.map(String)]));
  const unknown = sources.flatMap(({ name, source }) =>
    [...source.matchAll(/\b([a-z_]+)\s*(?:=|<>|\bin\b)\s*\(?'?(-?\d+)\b/giu)].flatMap(([match, column = '', value = '']) =>
      known.get(column)?.has(value) === false ? [`${name}: ${match}`] : [],
    ),
  );
  expect(unknown).toEqual([]);
  expect(sources.length).toBeGreaterThan(50);
});
