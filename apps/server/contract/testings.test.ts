import { expect, onTestFinished, test } from 'vitest';
import { createRegistry } from '#kit/server/context/registry.ts';
import { ensureDays } from '#kit/db/schema/day-partitions.ts';
import { freshDatabase } from '#kit/test/database.ts';
import { domains } from '#apps/domains.ts';
import { testings } from '../testing/nouns.ts';

const registry = createRegistry(domains);

test('what is said for tests is about features and endpoints that there are', () => {
  const said = testings.map(({ samples, isPublic, neverSucceeds, refusedHere, mayRevealExistence = {}, ...testing }) => ({
    ...testing,
    endpoints: [
      ...Object.keys({ ...samples, ...isPublic, ...neverSucceeds, ...refusedHere }),
      ...Object.keys(mayRevealExistence).map((input) => input.split(' ')[0] ?? input),
    ],
  }));
  const unknown = said.flatMap(({ name, endpoints }) =>
    endpoints.flatMap((endpoint) => (registry.feature(name)?.api[endpoint] ? [] : [`${name}.${endpoint}`])),
  );
  expect(unknown).toEqual([]);
  expect(said.filter(({ name }) => !registry.feature(name)).map(({ name }) => name)).toEqual([]);
});

/** Enough rows for every expression over the number of a row to occur. */
const FEW = 30;

test('every noun fills its table for the bench of lists', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.close());
  await ensureDays(database);
  const statements = testings
    .flatMap(({ bench }) => bench?.sql ?? [])
    .map((sql) => sql.replace(/generate_series\(1, \d+\)/gu, `generate_series(1, ${FEW})`));
  await database.asSuperuser(['set session_replication_role = replica', ...statements, 'set session_replication_role = origin'].join(';\n'));
  const tables = registry.features.flatMap(({ resource }) => resource?.table ?? []);
  const counted = await Promise.all(
    tables.map(async (table) => {
      const [row] = await database.asSuperuser<{ n: number }>(`select count(*)::int as n from ${table}`);
      return { table, n: row?.n ?? 0 };
    }),
  );
  expect(counted.filter(({ n }) => n < FEW)).toEqual([]);
});
