import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '#kit/test/database.ts';
import { ensureDays } from './day-partitions.ts';

const db = await freshDatabase();
afterAll(db.close);

test('a row that came before its day keeps neither the other days nor the program from being made', async () => {
  await db.asSuperuser('CREATE TABLE diary (at timestamptz NOT NULL) PARTITION BY RANGE (at)');
  await db.asSuperuser('ALTER TABLE diary OWNER TO chargeops');
  await db.asSuperuser(`CALL kit_day_partitioned('diary', 5)`);
  await db.asSuperuser('ALTER TABLE diary_other OWNER TO chargeops');
  await db.asSuperuser(`INSERT INTO diary SELECT now() + interval '2 days'`);
  await ensureDays(db);
  await ensureDays(db);
  const parts = await db.asSuperuser(`SELECT inhrelid FROM pg_inherits WHERE inhparent = 'diary'::regclass`);
  // The partitions from yesterday to three days ahead, except one, and the default partition.
  expect(parts).toHaveLength(5);
  await db.asSuperuser(`INSERT INTO diary SELECT now() + interval '2 days'`);
  expect(await db.asSuperuser('SELECT count(*)::int4 AS count FROM diary_other')).toEqual([{ count: 2 }]);
});
