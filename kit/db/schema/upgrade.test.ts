import { afterAll, expect, test } from 'vitest';
import { catalogOf } from '../../test/catalog.ts';
import { emptyDatabase, freshDatabase } from '../../test/database.ts';
import { migrate } from './migrate.ts';
import { findMigrations } from './migrations.ts';

/** The last migration of the schema with which the first release begins. */
const BASELINE = 85;

const fresh = await freshDatabase();
const upgraded = await emptyDatabase();
afterAll(async () => Promise.all([fresh.close(), upgraded.close()]));

test('a database that is upgraded step by step from the baseline has the schema of a fresh one', async () => {
  const files = await findMigrations();
  const first = files.findIndex(({ number }) => number > BASELINE);
  for (let count = first < 0 ? files.length : first; count <= files.length; count += 1)
    await migrate({ url: upgraded.ownerUrl, files: files.slice(0, count) });
  expect(await catalogOf(upgraded)).toEqual(await catalogOf(fresh));
});

test('a difference between two schemas is seen', async () => {
  const changes = [
    `ALTER TABLE station ALTER COLUMN station_name SET DEFAULT ''`,
    'CREATE INDEX probe ON station (timezone)',
    'GRANT DELETE ON write_off TO chargeops_app',
    'ALTER TABLE charging_order DISABLE TRIGGER order_state_guard',
    'DROP POLICY agent ON agent',
    'DROP STATISTICS pile_place',
    `CREATE OR REPLACE FUNCTION plain_hold_max(code text) RETURNS bigint LANGUAGE sql STABLE AS 'SELECT 1::bigint'`,
    `COMMENT ON TABLE outbox IS 'kit: shared'`,
  ];
  for (const change of changes) {
    const earlier = await catalogOf(upgraded);
    await upgraded.asSuperuser(change);
    expect(await catalogOf(upgraded), change).not.toEqual(earlier);
  }
});

test('a migration names nothing that only a later one makes', async () => {
  const files = await findMigrations();
  const madeBy = new Map<string, number>();
  for (const { number, sql } of files) for (const name of madeIn(sql)) if (!madeBy.has(name)) madeBy.set(name, number);
  const early = files.flatMap(({ name, number, sql }) =>
    usedIn(sql, [...madeBy.keys()]).flatMap((used) => ((madeBy.get(used) ?? 0) > number ? [`${name} names ${used}`] : [])),
  );
  expect(early).toEqual([]);
  expect(madeBy.size).toBeGreaterThan(150);
});

/** Names of created tables, views and functions, with their schema. */
const madeIn = (sql: string): readonly string[] =>
  [...sql.matchAll(/^CREATE (?:OR REPLACE )?(?:UNLOGGED )?(?:TABLE|VIEW|FUNCTION|PROCEDURE|TYPE) ([a-z0-9_.]+)/gmu)].flatMap(
    ([, name]) => name ?? [],
  );

/** Includes the bodies of functions, which PostgreSQL does not check when it creates them. */
const usedIn = (sql: string, names: readonly string[]): readonly string[] => {
  const text = sql.replaceAll(/--.*$/gmu, '');
  const used = [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|REFERENCES|ON|TABLE|EXISTS|FUNCTION|CALL) ([a-z0-9_.]+)|\b([a-z0-9_.]+)\(/gu)];
  const words = new Set(used.map(([, relation, called]) => relation ?? called));
  return names.filter((name) => words.has(name));
};
