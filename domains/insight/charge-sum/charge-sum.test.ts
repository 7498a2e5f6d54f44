import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSystem } from '#kit/db/index.ts';
import { freshDatabase } from '#kit/test/database.ts';
import { sql } from 'kysely';
import { places, placesSql, randomHistories } from './histories.fixture.ts';
import { countedOrdersSql, keptRowsSql, recountedRows } from './recount.fixture.ts';
import type { CountedOrder } from './recount.fixture.ts';

const db = await freshDatabase();
afterAll(db.close);

const HISTORIES = 1_000;
const SEED = 22;

const kept = async (): Promise<readonly string[]> => (await db.asSuperuser<{ row: string }>(keptRowsSql)).map(({ row }) => row).toSorted();
const recounted = async (): Promise<readonly string[]> =>
  recountedRows(await db.asSuperuser<CountedOrder & Record<string, unknown>>(countedOrdersSql));
const span = ['2026-01-01', '2027-12-31'] as const;
const differences = async (): Promise<number> => {
  const counts = await db.asSuperuser<{ n: bigint }>(
    `select charge_sum_differences(station_id, '${span[0]}', '${span[1]}') as n from station order by station_id`,
  );
  return counts.reduce((sum, { n }) => sum + Number(n), 0);
};
const recount = async (stationId: number, [first, last]: readonly [string, string] = span): Promise<number> => {
  const { rows } = await inSystem(db, (tx) =>
    sql<{ n: bigint }>`select charge_recount(${stationId}, ${first}::date, ${last}::date) as n`.execute(tx),
  );
  return Number(rows[0]?.n ?? -1);
};

beforeAll(async () => {
  await db.asSuperuser(placesSql);
  for (const transaction of randomHistories(HISTORIES, SEED)) await db.asSuperuser(transaction);
});

test('after 1,000 random histories with corrections, reversals, refunds and late records each sum equals a recount by other means', async () => {
  const rows = await kept();
  expect(rows.length).toBeGreaterThan(5_000);
  expect(rows).toEqual(await recounted());
  expect(await differences()).toBe(0);
  for (const { stationId } of places) expect(await recount(stationId)).toBe(0);
});

test('a recount of a day finds what differs and corrects it, with the month and the year', async () => {
  const right = await kept();
  const [busiest] = await db.asSuperuser<{
    station: string;
    day: string;
  }>(`select station_id::text as station, period::date::text as day from charge_sum
    where subject = 0 and unit = 2 group by 1, 2 order by sum(charging_count) desc limit 1`);
  const { station = '', day = '' } = busiest ?? {};
  await db.asSuperuser(`update charge_sum set billing_amount = billing_amount + 1 where station_id = ${station} and period::date = '${day}' and unit = 2 and subject = 0;
    delete from charge_sum where station_id = ${station} and period::date = '${day}' and unit = 2 and subject = 2;
    update charge_sum set charging_elec = 0 where station_id = ${station} and unit = 4 and subject = 5 and date_trunc('year', '${day}'::timestamp) = period;
    insert into charge_sum select nextval('charge_sum_id_seq'), tenant_id, agent_id, station_id, subject, 'C9', unit, period, currency, cp_type, main_part_type, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from charge_sum where station_id = ${station} and period::date = '${day}' and unit = 2 and subject = 2 limit 1;
    insert into charge_sum select nextval('charge_sum_id_seq'), tenant_id, agent_id, station_id, 2, 'C9', 2, period, currency, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from charge_sum where station_id = ${station} and period::date = '${day}' and unit = 2 and subject = 5 limit 1`);
  expect(await kept()).not.toEqual(right);
  expect(await differences()).toBeGreaterThan(3);
  expect(await recount(Number(station), [day, day])).toBeGreaterThan(3);
  expect(await kept()).toEqual(right);
  expect(await differences()).toBe(0);
});

test('an order that is settled while its station is recounted is counted once', async () => {
  const settle = (id: number): string =>
    `update charging_order set order_state = 4, stop_time = '2026-06-30T12:00:00Z', billing_time = now() where charging_order_id = ${id};`;
  await db.asSuperuser(`insert into charging_order (charging_order_id, tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state)
    select n, 1, 11, 111, 'P111A', 1, 'R' || n, 3 from generate_series(5001, 5040) n`);
  await Promise.all([
    ...Array.from({ length: 40 }, (_none, at) => db.asSuperuser(settle(5_001 + at))),
    ...Array.from({ length: 5 }, () => recount(111, ['2026-06-30', '2026-06-30'])),
  ]);
  expect(await kept()).toEqual(await recounted());
});
