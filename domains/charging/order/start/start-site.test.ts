import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentApi, gunApi, pileApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import { viewers } from '#kit/test/server.ts';
import { startOperatorTestbed } from '../../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../../operator-testbed.fixture.ts';
import { chargingOrderApi } from '../../resources.ts';
import { CARD, PILE } from '../../charging-testbed.fixture.ts';

let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed();
});
afterAll(() => testbed.close());

const platform = viewers.platform();
const byCard = () =>
  testbed.charging.handlers.startRequest(testbed.pile, {
    kind: 'startRequest',
    gunNumber: 1,
    accountType: 1,
    account: CARD,
    strategyType: 1,
    strategyValE2: 0,
    atMs: testbed.now(),
  });
const byOperator = () =>
  testbed.server.call(platform, chargingOrderApi.remoteStart, {
    cpCode: PILE,
    gunNumber: 1,
    mainPartType: 2,
    mainPartId: testbed.ids.icCardId,
    chargingStrategyType: 1,
  });

test('where station, agent or tenant is out of service nothing starts, and what runs goes on to its bill', async () => {
  const { server, ids } = testbed;
  const places = [
    [stationApi.changeState, ids.stationId],
    [agentApi.changeState, ids.agentId],
    [tenantApi.changeState, ids.tenantId],
  ] as const;
  for (const [changeState, entityId] of places) {
    const orderNo = await testbed.startCharging();
    await server.ok(platform, changeState, { entityId, setState: 0 });
    testbed.advance(60_000);
    await testbed.sample(orderNo, 21_000);
    await testbed.sendEndRecord(orderNo, 21_000);
    await testbed.worker.poll();
    expect((await testbed.orderRow(orderNo))['order_state']).toBe(4);
    await testbed.plug(1, 2);
    await testbed.plug();
    expect((await byCard()).result).toBe(5);
    expect(await byOperator()).toMatchObject({
      success: false,
      refusal: 'place.closed',
      message: 'The station, its agent or its tenant is out of service',
    });
    await server.ok(platform, changeState, { entityId, setState: 1 });
  }
  expect(await testbed.charge(5_000)).toBeTruthy();
});

test('a pile that is deleted and added again elsewhere leaves its orders where they were, and its old session has no say', async () => {
  const { server, ids, pile, device } = testbed;
  const orderNo = await testbed.charge(5_000);
  await server.ok(platform, pileApi.delete, { id: PILE });
  const place = { tenantId: ids.tenantId, agentId: ids.agentId, timezone: 'Asia/Shanghai' };
  const { stationId } = await server.ok(platform, stationApi.add, { ...place, stationName: 'Moved here' });
  const again = { cpCode: PILE, stationId, cpName: 'Moved', cpType: 2, gunCount: 1, cpPower: '7', accountMinAmount: '0' };
  await server.ok(platform, pileApi.add, again);
  const [order] = (await server.ok(platform, chargingOrderApi.list, { chargingOrderNo: orderNo })).records;
  expect(order).toMatchObject({ stationId: ids.stationId, cpCode: PILE, orderState: 4 });
  await device.handle(pile, { kind: 'gunStatus', gunNumber: 1, gunWorkStat: 9, gunFaultType: 72, atMs: testbed.now() });
  expect((await server.ok(platform, gunApi.list, { cpCode: PILE })).records).toMatchObject([{ stationId, gunWorkStat: 2, gunFaultType: null }]);
  expect(
    await device.login({ cpCode: PILE, protocol: 'native', remoteAddress: '127.0.0.1', overTls: false, cpType: 1, atMs: testbed.now() }),
  ).toEqual({ result: 3 });
});
