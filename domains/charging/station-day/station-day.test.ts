import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSystem } from '#kit/db/index.ts';
import { viewers } from '#kit/test/server.ts';
import { startOperatorTestbed } from '../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../operator-testbed.fixture.ts';
import { chargingOrderApi, stationDayApi } from '../resources.ts';
import { daysFrom, ordersOfDay } from './day-orders.rules.ts';
import { stationDayJob } from './station-day.server.ts';

let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed();
});
afterAll(() => testbed.close());

const roll = (now: Date, days = 400) => inSystem(testbed.server.database, (tx) => stationDayJob.run({ tx, now, params: { days } }));
const listed = async (viewer = testbed.anna) =>
  (await testbed.server.ok(viewer, stationDayApi.list, { pageSize: '100' })).records.map((row) => ({
    day: row.statDay,
    count: row.chargingCount,
    energy: row.chargingCapacity,
    amount: row.chargingAmount,
  }));

/** The same sums by another way: order by order, with the runtime's own calendar. */
const byHand = async () => {
  const orders = await testbed.server.database.asSuperuser<{ at: Date; energy: string; amount: string; zone: string }>(
    `select o.billing_time as at, o.charging_elec::text as energy, o.billing_amount::text as amount, s.timezone as zone
     from charging_order o join station s using (station_id) where o.order_state in (4, 5)`,
  );
  const days = new Map<string, { count: number; energy: number; amount: number }>();
  for (const { at, energy, amount, zone } of orders) {
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(at);
    const sum = days.get(day) ?? { count: 0, energy: 0, amount: 0 };
    days.set(day, { count: sum.count + 1, energy: sum.energy + Number(energy), amount: sum.amount + Number(amount) });
  }
  return [...days]
    .map(([day, { count, energy, amount }]) => ({ day, count, energy: (energy / 10_000).toFixed(4), amount: (amount / 100).toFixed(2) }))
    .toSorted((a, b) => (a.day < b.day ? 1 : -1));
};

test('the days are those that the orders add up to, again and again, by the clock of the station', async () => {
  expect(await roll(new Date())).toEqual({ rows: 0 });
  const moved: string[] = ['2026-11-19T15:59:59Z', '2026-11-19T16:00:00Z', '2026-11-20T10:00:00Z'];
  for (const at of moved) {
    const orderNo = await testbed.startCharging({ energyDwh: 20_000 });
    await testbed.sendEndRecord(orderNo, 20_000);
    await testbed.plug(1, 2);
    await testbed.worker.poll();
    await testbed.server.database.asSuperuser('update charging_order set billing_time = $1 where charging_order_no = $2', [at, orderNo]);
  }
  const now = new Date('2026-11-20T12:00:00Z');
  await roll(now);
  const first = await listed();
  expect(first).toEqual(await byHand());
  expect(first.map(({ day, count }) => [day, count])).toEqual([
    ['2026-11-20', 2],
    ['2026-11-19', 1],
  ]);
  await roll(now);
  expect(await listed()).toEqual(first);
  // The orders behind a day of the chart add up to the day.
  const days = await testbed.server.ok(testbed.anna, stationDayApi.byDay, {});
  expect(days.map(({ statDay, beginsAt, endsAt }) => [statDay, beginsAt, endsAt])).toEqual([
    ['2026-11-19', '2026-11-18T16:00:00.000Z', '2026-11-19T16:00:00.000Z'],
    ['2026-11-20', '2026-11-19T16:00:00.000Z', '2026-11-20T16:00:00.000Z'],
  ]);
  for (const day of days) {
    const filters = Object.fromEntries(new URLSearchParams(ordersOfDay(day, {}).split('?')[1]));
    const totals = await testbed.server.ok(testbed.anna, chargingOrderApi.dealConsume, filters);
    expect([totals.orderCount, totals.totalElec, totals.billingAllAmount]).toEqual([day.chargingCount, day.chargingCapacity, day.chargingAmount]);
  }
  expect(await testbed.server.ok(testbed.anna, stationDayApi.byDay, { statDay_begin: '2026-11-20' })).toMatchObject([{ statDay: '2026-11-20' }]);
  expect(await testbed.server.ok(viewers.tenant('999999'), stationDayApi.byDay, {})).toEqual([]);
  // A later change is counted, within the requested days.
  await testbed.server.database.asSuperuser('update charging_order set is_delete = true where billing_time = $1', ['2026-11-19T15:59:59Z']);
  await roll(now, 1);
  expect((await listed()).length).toBe(2);
  await roll(now, 2);
  expect((await listed()).length).toBe(1);
  expect(await listed(viewers.tenant('999999'))).toEqual([]);
});

test('days without a bill lie between those with one, over the end of a month too', () => {
  expect(daysFrom([{ statDay: '2026-02-27' }, { statDay: '2026-03-01' }])).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(daysFrom([{ statDay: '2026-02-27' }, { statDay: '2026-02-27' }])).toEqual(['2026-02-27']);
  expect(daysFrom([])).toEqual([]);
});

test('the orders of a day keep what narrowed the days', () => {
  const address = ordersOfDay({ beginsAt: 'a', endsAt: 'b' }, { stationId: '7', statDay_begin: '2026-01-01' });
  expect([...new URLSearchParams(address.split('?')[1]).keys()].toSorted()).toEqual(['stationId', 'superQueryParams']);
});
