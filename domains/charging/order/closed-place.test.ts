import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import { viewers } from '#kit/test/server.ts';
import { startDesk } from '../desk.fixture.ts';
import type { Desk } from '../desk.fixture.ts';
import { chargingOrderApi } from '../resources.ts';
import { CARD, PILE } from '../world.fixture.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const platform = viewers.platform();
const byCard = () =>
  desk.world.share.handlers.startRequest(desk.world.pile, {
    kind: 'startRequest',
    gunNumber: 1,
    accountType: 1,
    account: CARD,
    strategyType: 1,
    strategyValE2: 0,
    atMs: desk.now(),
  });
const byOperator = () =>
  desk.world.server.call(platform, chargingOrderApi.remoteStart, {
    cpCode: PILE,
    gunNumber: 1,
    mainPartType: 2,
    mainPartId: desk.world.ids.icCardId,
    chargingStrategyType: 1,
  });

test('where station, agent or tenant is out of service nothing starts, and what runs goes on to its bill', async () => {
  const { server, ids } = desk.world;
  const places = [
    [stationApi.changeState, ids.stationId],
    [agentApi.changeState, ids.agentId],
    [tenantApi.changeState, ids.tenantId],
  ] as const;
  for (const [changeState, entityId] of places) {
    const orderNo = await desk.begin();
    await server.ok(platform, changeState, { entityId, setState: 0 });
    desk.pass(60_000);
    await desk.sample(orderNo, 21_000);
    await desk.end(orderNo, 21_000);
    await desk.world.worker.look();
    expect((await desk.world.row(orderNo))['order_state']).toBe(4);
    await desk.plug(1, 2);
    await desk.plug();
    expect((await byCard()).result).toBe(5);
    expect(await byOperator()).toMatchObject({
      success: false,
      refusal: 'place.closed',
      message: 'The station, its agent or its tenant is out of service',
    });
    await server.ok(platform, changeState, { entityId, setState: 1 });
  }
  expect((await byCard()).result).toBe(0);
});
