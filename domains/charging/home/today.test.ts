import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentApi, stationApi } from '#domains/network/resources.ts';
import { viewers } from '#kit/test/server.ts';
import { startOperatorTestbed } from '../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../operator-testbed.fixture.ts';
import { chargingOrderApi, pastApi, todayApi } from '../resources.ts';
import { todayBehind } from './today-behind.rules.ts';

const HOUR_MS = 3_600_000;

let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed();
});
afterAll(() => testbed.close());

const today = (viewer = testbed.anna) => testbed.server.ok(viewer, todayApi.today, {});
const nothing = { abnormal: 0, toSettle: 0, offlinePiles: 0, booksBroken: 0 };

test('a day begins with nothing, and counts what begins, ends and is billed', async () => {
  const dayBegan = new Date(new Date(Date.now() + 8 * HOUR_MS).setUTCHours(0, 0, 0, 0) - 8 * HOUR_MS).toISOString();
  expect(await today()).toEqual({
    dayBegan,
    stations: 1,
    pileCount: 1,
    onlineCount: 1,
    powerW: 0,
    gunsByState: { '2': 1, '3': 1 },
    sums: [{ currency: 'CNY', orders: 0, energyDwh: 0, amountCents: 0 }],
    attention: nothing,
  });
  const orderNo = await testbed.startCharging({ energyDwh: 20_000 });
  await testbed.plug(1, 6);
  expect(await today()).toMatchObject({ powerW: 40_000, sums: [{ orders: 1, energyDwh: 0, amountCents: 0 }] });
  await testbed.sendEndRecord(orderNo, 20_000);
  await testbed.plug(1, 2);
  await testbed.worker.poll();
  expect(await today()).toMatchObject({ powerW: 0, sums: [{ orders: 1, energyDwh: 20_000, amountCents: 300 }], attention: nothing });
  await testbed.startCharging({ energyDwh: 5_000 });
  expect(await today()).toMatchObject({ sums: [{ orders: 2, energyDwh: 20_000, amountCents: 300 }] });
  const listed = (which: 'all' | 'ended') => testbed.server.ok(testbed.anna, chargingOrderApi.dealConsume, todayBehind(dayBegan, which));
  expect((await listed('all')).orderCount).toBe(2);
  expect(await listed('ended')).toMatchObject({ orderCount: 1, totalElec: '2.0000', billingAllAmount: '3.00' });
});

test('what waits for somebody is as much as the list of that state shows', async () => {
  expect((await today()).attention).toEqual(nothing);
  await testbed.device.disconnected(testbed.pile, 'closed');
  expect(await today()).toMatchObject({ onlineCount: 0, gunsByState: { '-1': 2 }, attention: { offlinePiles: 1 } });
  const listed = await testbed.server.ok(testbed.anna, chargingOrderApi.list, { orderState: '9' });
  expect((await today()).attention.abnormal).toBe(listed.total);
});

test('nobody counts the stations of another', async () => {
  const { agentId } = await testbed.server.ok(testbed.anna, agentApi.add, { agentName: 'Second', timezone: 'Asia/Shanghai' });
  await testbed.server.ok(testbed.anna, stationApi.add, { agentId, stationName: 'Empty Place', timezone: 'Asia/Shanghai' });
  expect(await today(viewers.agent(testbed.ids.tenantId, agentId))).toMatchObject({ stations: 1, pileCount: 0, sums: [{ orders: 0 }] });
  expect(await today(viewers.tenant('999999'))).toMatchObject({ stations: 0, sums: [] });
});

test('faults in the books are told to the platform, by those who may prove them', async () => {
  await testbed.server.database.asSuperuser(`insert into books_proof (is_whole, proved_time, took_ms, is_proven, lines, proven_to)
    select whole, now(), 1, false, $$[{"invariant":"I2","checked":9,"broken":2,"subject":"x"},{"invariant":"I6","checked":9,"broken":1,"subject":"y"}]$$, '1'
    from unnest(array[true, false, false]) as whole`);
  const platform = viewers.platform();
  expect((await today(platform)).attention.booksBroken).toBe(6);
  expect((await today(viewers.limited(platform, ['monitor:list']))).attention.booksBroken).toBe(0);
  expect((await today()).attention.booksBroken).toBe(0);
});

test('the past of a demo is told while it is entered: to the platform and to tenants alike', async () => {
  const readers = [viewers.platform(), testbed.anna];
  const shares = () => Promise.all(readers.map(async (viewer) => (await testbed.server.ok(viewer, pastApi.past, {})).share));
  expect(await shares()).toEqual([null, null]);
  await testbed.server.database.asSuperuser(`insert into past_part (stat_day, station_id, first_order_id, charge_count, entered_time)
    values ('2026-03-01', 1, 1, 30, now()), ('2026-03-02', 1, 31, 70, null)`);
  expect(await shares()).toEqual([0.3, 0.3]);
  await testbed.server.database.asSuperuser(`update past_part set entered_time = now()`);
  expect(await shares()).toEqual([null, null]);
});
