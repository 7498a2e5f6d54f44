import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentApi, stationApi } from '#domains/network/resources.ts';
import { viewers } from '#kit/test/server.ts';
import { startOperatorTestbed } from '../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../operator-testbed.fixture.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { monitorApi } from '../resources.ts';
import { PILE } from '../charging-testbed.fixture.ts';

/** All charging below happens on one day at the station, at whatever time the test runs. */
const ZONE = new Date().getUTCHours() < 12 ? 'Asia/Shanghai' : 'America/New_York';
let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed();
  await testbed.server.database.asSuperuser('update station set timezone = $1', [ZONE]);
});
afterAll(() => testbed.close());

const stations = async (keyword?: string) => (await testbed.server.ok(testbed.anna, monitorApi.stations, { keyword })).stations;
const guns = () => testbed.server.ok(testbed.anna, monitorApi.guns, { stationId: testbed.ids.stationId });

test('a station shows its guns by state, what charges now, and what today has brought', async () => {
  expect(await stations()).toEqual([
    {
      stationId: testbed.ids.stationId,
      tenantId: testbed.ids.tenantId,
      stationName: 'Charging Station',
      timezone: ZONE,
      currency: 'CNY',
      pileCount: 1,
      onlineCount: 1,
      gunsByState: { '2': 1, '3': 1 },
      running: [],
      today: { orders: 0, endedDwh: 0, endedCents: 0 },
    },
  ]);
  const orderNo = await testbed.startCharging({ energyDwh: 20_000 });
  await testbed.plug(1, 6);
  const [charging] = await stations();
  expect(charging).toMatchObject({
    gunsByState: { '2': 1, '6': 1 },
    running: [{ cpCode: PILE, gunNumber: 1, powerW: 40_000, energyDwh: 20_000, amountCents: 300 }],
    today: { orders: 1, endedDwh: 0, endedCents: 0 },
  });
  await testbed.sendEndRecord(orderNo, 20_000);
  await testbed.plug(1, 2);
  await testbed.worker.poll();
  expect(await stations()).toMatchObject([{ running: [], today: { orders: 1, endedDwh: 20_000, endedCents: 300 } }]);
});

test('a gun shows its order and its last sample', async () => {
  const orderNo = await testbed.startCharging({ energyDwh: 30_000, strategyType: 3, strategyValE2: 2_550 });
  await testbed.plug(1, 6);
  expect(await guns()).toMatchObject([
    {
      cpCode: PILE,
      gunNumber: 1,
      gunWorkStat: 6,
      isOnline: true,
      ratedPowerW: 120_000,
      currency: 'CNY',
      sample: { voltageDv: 4000, currentDa: 1000, powerW: 40_000, soc: 44, energyDwh: 30_000, amountCents: 450 },
      order: { chargingOrderNo: orderNo, orderState: 2, startSoc: 40, icCardNo: 'CARD0001', chargingStrategyType: 3, chargingStrategyVal: '25.50' },
    },
    { gunNumber: 2, gunWorkStat: 2, order: null },
  ]);
  await testbed.sendEndRecord(orderNo, 30_000);
  await testbed.plug(1, 2);
});

test('guns of a pile that is gone count as offline', async () => {
  await testbed.device.disconnected(testbed.pile, 'closed');
  expect(await stations()).toMatchObject([{ onlineCount: 0, gunsByState: { '-1': 2 } }]);
  expect((await guns()).map((gun) => gun.isOnline)).toEqual([false, false]);
});

test('a station is found by a part of its name, inside the scope', async () => {
  const { agentId } = await testbed.server.ok(testbed.anna, agentApi.add, { agentName: 'Second', timezone: 'Asia/Shanghai' });
  await testbed.server.ok(testbed.anna, stationApi.add, { agentId, stationName: 'Alpha Place', timezone: 'Asia/Shanghai' });
  expect((await stations()).map((each) => each.stationName)).toEqual(['Alpha Place', 'Charging Station']);
  expect((await stations('lpha')).map((each) => each.stationName)).toEqual(['Alpha Place']);
  const other = viewers.agent(testbed.ids.tenantId, agentId);
  expect((await testbed.server.ok(other, monitorApi.stations, {})).stations.map((each) => each.stationName)).toEqual(['Alpha Place']);
  const [alpha, home] = await stations();
  const stationOf = (viewer: Viewer, stationId: string) => testbed.server.call(viewer, monitorApi.station, { stationId });
  expect(await testbed.server.ok(testbed.anna, monitorApi.station, { stationId: home?.stationId ?? '' })).toEqual(home);
  expect(await testbed.server.ok(other, monitorApi.station, { stationId: alpha?.stationId ?? '' })).toEqual(alpha);
  const absent = await stationOf(other, '999999999999999999');
  expect(absent).toMatchObject({ success: false, code: 404 });
  expect(await stationOf(other, home?.stationId ?? '')).toEqual({ ...absent, timestamp: expect.any(Number) });
});
