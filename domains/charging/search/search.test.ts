import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentApi } from '#domains/network/resources.ts';
import { viewers } from '#kit/test/server.ts';
import { startOperatorTestbed } from '../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../operator-testbed.fixture.ts';
import { searchApi } from '../resources.ts';
import { PILE } from '../charging-testbed.fixture.ts';

let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed();
});
afterAll(() => testbed.close());

const find = async (keyword: string, viewer = testbed.anna) =>
  (await testbed.server.ok(viewer, searchApi.all, { keyword })).map(({ kind, title, path }) => [kind, title, path]);

test('stations and piles are found by a part of their name or code, cards by their number', async () => {
  expect(await find('arging Sta')).toEqual([['station', 'Charging Station', `/network/station?view=${testbed.ids.stationId}`]]);
  expect((await find(PILE.slice(1).toLowerCase())).map(([kind, , path]) => [kind, path])).toEqual([['pile', `/network/pile?view=${PILE}`]]);
  expect((await find('CARD000')).map(([kind, title]) => [kind, title])).toContainEqual(['card', 'CARD0001']);
  expect(await find('%')).toEqual([]);
});

test('an order is found by its whole number', async () => {
  const orderNo = await testbed.startCharging({ energyDwh: 10_000 });
  expect((await find(orderNo)).map(([kind, title]) => [kind, title])).toEqual([['chargingOrder', orderNo]]);
  expect(await find(orderNo.slice(0, -1))).toEqual([]);
  await testbed.sendEndRecord(orderNo, 10_000);
});

test('nobody finds what lies outside their scope or their rights', async () => {
  const { agentId } = await testbed.server.ok(testbed.anna, agentApi.add, { agentName: 'Second', timezone: 'Asia/Shanghai' });
  expect(await find('Charging', viewers.agent(testbed.ids.tenantId, agentId))).toEqual([]);
  const onlyPiles = { ...testbed.anna, permissions: new Set(['pile:list']) };
  expect((await find(PILE, onlyPiles)).map(([kind]) => kind)).toEqual(['pile']);
  expect(await find('Charging Station', onlyPiles)).toEqual([]);
  expect((await testbed.server.call(undefined, searchApi.all, { keyword: 'x' })).status).toBe(401);
});
