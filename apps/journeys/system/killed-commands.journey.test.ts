import { afterAll, beforeAll, expect, test } from 'vitest';
import { dial, TestPile } from '#apps/gateway/native/testing/pile.ts';
import { tcpDial } from '#apps/simulator/native/tcp.ts';
import { createPile } from '#apps/simulator/pile/create.ts';
import { deviceCommandApi, operationApi, whiteListApi, whiteListState } from '#domains/device/resources.ts';
import { mobileStationApi, pileApi } from '#domains/network/resources.ts';
import { openChargingFixture } from '../testing/charging-fixture.ts';
import { openTestSite } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, signInCaller, tenantPerson } from '../testing/test-network.ts';
import type { TestNetwork } from '../testing/test-network.ts';

/** A pile of the charging fixture, played here by a client that answers nothing. */
const CP_CODE = 'JRN-N1';
/** More than one message can carry. */
const MOBILES = 150;

let site: TestSite;
let network: TestNetwork;
let secret: string;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  const { tenant, stations } = network;
  const fixture = await openChargingFixture(site.product, network);
  fixture.close();
  secret = (await tenant.ok(pileApi.renewSecret, { cpCode: CP_CODE })).encryptionSecret ?? '';
  for (let n = 0; n < MOBILES; n++)
    await tenant.ok(mobileStationApi.add, {
      stationId: stations['North One'],
      mobileNumber: `1390000${String(n).padStart(4, '0')}`,
      contacts: `No ${n}`,
    });
});
afterAll(() => site?.close());

const logIn = async (ignoresCommands = false): Promise<TestPile> => {
  const pile = new TestPile(await dial(site.product.ports.pile), { cpCode: CP_CODE, secret, encryptionMode: 1, gunCount: 1 });
  pile.ignoresCommands = ignoresCommands;
  expect(await pile.loginResult()).toBe(0);
  return pile;
};
const received = (pile: TestPile, type: string) => pile.receivedFrames.filter(({ message }) => message.type === type);

test('a recall and the push of a list whose server is killed end with the reason, nothing is sent twice, and the next push makes the list whole', async () => {
  const before = await logIn(true);
  const hour = { recallFrom: new Date(Date.now() - 3_600_000).toISOString(), recallTo: new Date().toISOString() };
  const { commandId } = await network.tenant.ok(operationApi.recallOrders, { cpCode: CP_CODE, ...hour, confirmed: 1 });
  const list = { cpCodes: CP_CODE };
  await network.tenant.ok(whiteListApi.pushWhiteList, list);
  await expect.poll(() => ['1007', '1009'].map((type) => received(before, type).length)).toEqual([1, 1]);
  await site.restart('kill');

  const after = await logIn();
  const caller = await signInCaller(site.product.url, tenantPerson);
  const state = async () => (await caller.ok(whiteListApi.whiteListStates, list))[0]?.state;
  const { same, failed } = whiteListState.items;
  const options = { interval: 500 };
  await expect.poll(async () => (await caller.ok(deviceCommandApi.queryById, { id: commandId })).remark, options).toBe('lost');
  await expect.poll(state).toBe(failed.value);
  expect([...received(after, '1007'), ...received(after, '1009')]).toEqual([]);
  after.socket.destroy();

  const pile = createPile({
    cpCode: CP_CODE,
    kind: 'dc',
    ratedW: 120_000,
    gunCount: 1,
    protocol: 'native',
    encryptionMode: 1,
    secret,
    dial: tcpDial({ host: '127.0.0.1', port: site.product.ports.pile }),
  });
  pile.open();
  await caller.ok(whiteListApi.pushWhiteList, list);
  await expect.poll(state).toBe(same.value);
  pile.close();
});
