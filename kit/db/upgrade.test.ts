import { afterAll, expect, test } from 'vitest';
import { catalogOf } from '../test/catalog.ts';
import { emptyDatabase, freshDatabase } from '../test/database.ts';
import { migrate } from './migrate.ts';
import { findMigrations } from './migrations.ts';

/** The last migration of the schema that the first release begins with. */
const BASELINE = 85;

const fresh = await freshDatabase();
const upgraded = await emptyDatabase();
afterAll(async () => Promise.all([fresh.close(), upgraded.close()]));

test('a database that is upgraded step by step from the baseline has the schema of a fresh one', async () => {
  const files = await findMigrations();
  const first = files.findIndex(({ number }) => number > BASELINE);
  for (let count = first < 0 ? files.length : first; count <= files.length; count += 1)
    await migrate({ url: upgraded.url, files: files.slice(0, count) });
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
