import { afterAll, beforeAll, expect, test } from 'vitest';
import { carApi, carStationApi, cardApi, cardStationApi, customerApi } from '#domains/customer/resources.ts';
import { agentApi, pileApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import { pilePolicyApi } from '#domains/tariff/resources.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import { startOperatorTestbed } from '../../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../../operator-testbed.fixture.ts';
import { chargingOrderApi } from '../../resources.ts';
import { PILE } from '../../charging-testbed.fixture.ts';

let testbed: OperatorTestbed;
const payers: { card: string; foreignCard: string; person: string } = { card: '', foreignCard: '', person: '' };
const platform = viewers.platform();
beforeAll(async () => {
  testbed = await startOperatorTestbed();
  payers.card = testbed.ids.icCardId;
  payers.person = (
    await api().ok(testbed.anna, customerApi.add, { custName: 'Poor Person', custPhone: '13800000001', custType: 1, useFundsPool: 0 })
  ).custId;
  const { tenantId } = await api().ok(platform, tenantApi.add, { name: 'Far Tenant', currency: 'CNY', timezone: 'Asia/Shanghai' });
  payers.foreignCard = (await api().ok(viewers.tenant(tenantId), cardApi.add, { icCardNo: 'FARCARD1', canDiscount: 1 })).icCardId;
});
afterAll(() => testbed.close());

const api = () => testbed.server;
const start = (more: Readonly<Record<string, unknown>> = {}, viewer: Viewer = testbed.anna, headers: Readonly<Record<string, string>> = {}) =>
  api().call(
    viewer,
    chargingOrderApi.remoteStart,
    { cpCode: PILE, gunNumber: 1, mainPartType: 2, mainPartId: payers.card, chargingStrategyType: 1, ...more },
    headers,
  );
const commands = (orderNo: string) =>
  testbed.server.database.asSuperuser<{ cmd: string; stat: number; requested_by: string; payload: DeviceCommand }>(
    `select cmd, stat, requested_by, payload from device_command where charging_order_no = '${orderNo}' order by create_time`,
  );

test('each of the four comparisons names both values, in the language of the operator', async () => {
  await testbed.plug();
  expect((await start({ gunNumber: 3 })).message).toBe('Gun number 3 cannot exceed the number of guns 2');
  expect((await start({ gunNumber: 0 })).message).toBe('Gun number 0 cannot be lower than the first gun 1');
  expect((await start({ mainPartId: payers.foreignCard }, platform)).message).toBe(
    "The account's tenant Far Tenant does not match the pile's tenant Charging Tenant",
  );
  expect((await start({ rateRuleNo: 'RR-OLD' })).message).toMatch(/^The rate rule shown RR-OLD does not match the pile's rate rule RR/);
  expect((await start({ chargingStrategyType: 2, chargingStrategyVal: '100.01' })).message).toBe(
    'The amount 100.01 CNY cannot exceed the available balance 100.00 CNY',
  );
  expect((await start({ chargingStrategyType: 2, chargingStrategyVal: '0.50' })).message).toBe(
    'The amount 0.50 CNY cannot be lower than the least amount for a start 1.00 CNY',
  );
  expect((await start({ chargingStrategyType: 2, chargingStrategyVal: '0' })).message).toBe(
    'The amount 0.00 CNY must be greater than nothing: 0.00 CNY',
  );
  expect((await start({ mainPartType: 1, mainPartId: payers.person })).message).toBe(
    'The available balance 0.00 CNY cannot be lower than the least amount for a start 1.00 CNY',
  );
  expect((await start({ chargingStrategyType: 3, chargingStrategyVal: '3100' })).message).toMatch(
    /^The energy 3100.0000 kWh cannot exceed the most one session can deliver 28\d\d\./,
  );
  expect((await start({ chargingStrategyType: 5, chargingStrategyVal: '1440' })).message).toBe(
    'The duration 1440 min cannot exceed the longest session 1430 min',
  );
  expect((await start({ chargingStrategyType: 6, untilTime: '2026-01-01T00:00:00Z' })).message).toMatch(
    /^The end 2026-01-01 08:00 \(Asia\/Shanghai\) must be greater than the present time /,
  );
  expect((await start({ chargingStrategyType: 2, chargingStrategyVal: '100.01' }, { ...testbed.anna, language: 'zh_CN' })).message).toBe(
    '设定金额 100.01 CNY 不能超过可用余额 100.00 CNY',
  );
  expect((await start({ chargingStrategyType: 2, chargingStrategyVal: '100.01' }, { ...testbed.anna, language: 'zh_TW' })).message).toBe(
    '設定金額 100.01 CNY 不能超過可用餘額 100.00 CNY',
  );
});

test.each([
  [{ chargingStrategyType: 4, chargingStrategyVal: '80.5' }, 'The target SOC is a whole number from 1 to 100'],
  [{ chargingStrategyType: 4, chargingStrategyVal: '120' }, 'The target SOC is a whole number from 1 to 100'],
  [{ chargingStrategyType: 3 }, 'The charging strategy needs its value'],
  [{ chargingStrategyType: 6 }, 'The charging strategy needs its value'],
  [{ chargingStrategyType: 8 }, 'Strategy is not one of the allowed values'],
  [{ mainPartId: '99999999' }, 'The chosen Paid by does not exist'],
  [{ mainPartType: 3, mainPartId: '99999999' }, 'The chosen Paid by does not exist'],
  [{ cpCode: 'NO-SUCH' }, 'Resource not found'],
])('%o: %s', async (input, message) => {
  const answer = await start(input);
  expect(answer.success).toBe(false);
  expect(answer.message).toContain(message);
});

test('what stands in the way is said, and nothing is left behind', async () => {
  await testbed.plug(1, 2);
  const answer = await start();
  expect(answer).toMatchObject({
    status: 200,
    success: false,
    message: 'The gun is not plugged in',
    refusal: 'gun.notPlugged',
    result: { result: 12 },
  });
  await testbed.device.handle(testbed.pile, { kind: 'gunStatus', gunNumber: 1, gunWorkStat: 9, gunFaultType: 72, atMs: testbed.now() });
  expect((await start({}, { ...testbed.anna, language: 'zh_CN' })).message).toBe('充电枪故障');
  await testbed.plug(1, 3);
  const orders = await testbed.server.database.asSuperuser('select 1 from charging_order');
  expect(orders).toEqual([]);
});

test('a start goes out once, the pile obeys, an operator stops it, and the books are right', async () => {
  const key = { 'idempotency-key': 'press-1' };
  const strategy = { chargingStrategyType: 2, chargingStrategyVal: '30' };
  const first = await start(strategy, testbed.anna, key);
  const again = await start(strategy, testbed.anna, key);
  expect(first.success).toBe(true);
  expect(again.result).toEqual(first.result);
  const { chargingOrderNo, chargingOrderId } = first.result;
  expect(await commands(chargingOrderNo)).toMatchObject([
    {
      cmd: 'start',
      stat: 0,
      requested_by: 'anna',
      payload: { gunNumber: 1, chargingOrderNo, strategyType: 2, strategyValE2: 3_000, balanceCents: 10_000 },
    },
  ]);
  expect((await start()).message).toBe('The gun is starting');
  const held = await api().ok(testbed.anna, chargingOrderApi.detail, { id: chargingOrderId });
  expect(held).toMatchObject({ orderState: 6, heldAmount: '30.00', live: null });

  const [command] = await commands(chargingOrderNo);
  if (!command) throw new Error('no command');
  expect(await inSystem(testbed.deps.database, (tx) => testbed.charging.dispatch.beforeSend?.(tx, command.payload) ?? Promise.resolve(false))).toBe(
    true,
  );
  expect(await inSystem(testbed.deps.database, (tx) => testbed.charging.dispatch.beforeSend?.(tx, command.payload) ?? Promise.resolve(false))).toBe(
    false,
  );
  const started = {
    kind: 'startResult',
    chargingOrderNo,
    gunNumber: 1,
    startResult: 0,
    startSource: 4,
    startAtMs: testbed.now(),
    startMeterDwh: 1_000_000,
    startSoc: 20,
    fromStore: false,
  } as const;
  expect(await testbed.charging.handlers.startResult(testbed.pile, started)).toEqual({ result: 0 });
  testbed.advance(60_000);
  await testbed.sample(chargingOrderNo, 15_000);

  const running = await api().ok(testbed.anna, chargingOrderApi.list, { orderState: '2' });
  expect(running.records).toMatchObject([
    { chargingOrderNo, chargingElec: '1.5000', stopSoc: 45, startSource: 4, chargingStrategyType: 2, chargingStrategyVal: '30.00' },
  ]);
  expect(await api().ok(testbed.anna, chargingOrderApi.dealConsume, { orderState: '2' })).toMatchObject({
    orderCount: 1,
    totalElec: '1.5000',
    currency: 'CNY',
  });

  expect((await api().call(testbed.anna, chargingOrderApi.remoteStop, { chargingOrderNo })).message).toBe('The stop is on its way');
  await api().ok(testbed.anna, chargingOrderApi.remoteStop, { chargingOrderNo });
  expect((await commands(chargingOrderNo)).map(({ cmd, requested_by }) => [cmd, requested_by])).toEqual([
    ['start', 'anna'],
    ['stop', 'anna'],
  ]);
  await testbed.sendEndRecord(chargingOrderNo, 16_000, { startAtMs: started.startAtMs });
  await testbed.worker.poll();
  // 1.6 kWh at 1.00 and 0.50.
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({
    order_state: 4,
    billing_amount: 240n,
    elec_amount: 160n,
    srv_amount: 80n,
    start_source: 4,
  });
  expect(await testbed.brokenInvariants()).toEqual([]);
  expect((await api().call(testbed.anna, chargingOrderApi.remoteStop, { chargingOrderNo })).message).toBe('The order is not charging');
  expect((await api().call(testbed.anna, chargingOrderApi.cancelReservation, { chargingOrderNo })).message).toBe(
    'The order is not a reservation that waits',
  );

  const log = await api().ok(testbed.anna, chargingOrderApi.orderLog, { id: chargingOrderId });
  expect(log.filter((entry) => entry.source === 'fact').map((entry) => entry.name)).toEqual(
    expect.arrayContaining(['created', 'startCommand', 'startSent', 'startResult', 'progress', 'stopRequested', 'endRecord', 'settled']),
  );
  expect(log.find((entry) => entry.name === 'stopRequested')).toMatchObject({ title: 'Stop asked for', detail: 'by an operator', by: 'anna' });
  expect(log.map((entry) => entry.at)).toEqual(log.map((entry) => entry.at).toSorted());
  const stationTold = testbed.published.filter(({ topic }) => topic === `station:${testbed.ids.stationId}`);
  expect(stationTold.map(({ data }) => data)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ gunNumber: 1, chargingOrderNo, changed: true }),
      expect.objectContaining({ gunNumber: 1, powerW: 40_000, energyDwh: 15_000 }),
    ]),
  );
});

test('one card charges at one place, also where the operator cannot see the other', async () => {
  const { tenantId, rateRuleId } = testbed.ids;
  const { agentId } = await api().ok(testbed.anna, agentApi.add, { agentName: 'Agent Two', timezone: 'Asia/Shanghai' });
  const { stationId } = await api().ok(testbed.anna, stationApi.add, { agentId, stationName: 'Second Station', timezone: 'Asia/Shanghai' });
  await api().ok(testbed.anna, pileApi.add, {
    cpCode: 'CHG0002',
    stationId,
    cpName: 'Pile Two',
    cpType: 1,
    gunCount: 1,
    cpPower: '120',
    accountMinAmount: '1.00',
  });
  await api().ok(testbed.anna, pilePolicyApi.setRateRule, { cpCodes: 'CHG0002', rateRuleId });
  await api().ok(testbed.anna, pileApi.changeState, { entityId: 'CHG0002', setState: 1 });
  const { epoch } = await login('CHG0002');
  await testbed.device.handle(
    { cpCode: 'CHG0002', epoch, protocol: 'native' },
    { kind: 'gunStatus', gunNumber: 1, gunWorkStat: 3, gunFaultType: 0, plugged: true, atMs: testbed.now() },
  );
  const other = viewers.agent(tenantId, agentId);
  expect((await start({ cpCode: 'CHG0002' }, other)).message).toBe('The chosen Paid by does not exist');
  const { custId } = await api().ok(other, customerApi.add, { custName: 'Agent Customer', custPhone: '13800000002', custType: 2, useFundsPool: 0 });
  const { icCardId } = await api().ok(other, cardApi.add, { icCardNo: 'AGENTCARD', canDiscount: 1, custId });
  await testbed.fund(`card:${icCardId}`, 50_00n);
  await testbed.plug();
  const here = await start({ mainPartId: icCardId }, testbed.anna);
  expect(here.success).toBe(true);
  expect((await start({ cpCode: 'CHG0002', mainPartId: icCardId }, other)).message).toBe('The account is charging already');
  await api().ok(testbed.anna, chargingOrderApi.remoteStop, { chargingOrderNo: here.result.chargingOrderNo });
  const there = await start({ cpCode: 'CHG0002', mainPartId: icCardId }, other);
  expect(there).toMatchObject({ success: true });
  expect((await commands(there.result.chargingOrderNo)).map(({ cmd }) => cmd)).toEqual(['start']);
});

test('a card that is bound to another agent alone is not started by its own, who cannot see the binding', async () => {
  const { tenantId, agentId } = testbed.ids;
  const { agentId: otherId } = await api().ok(testbed.anna, agentApi.add, { agentName: 'Agent Three', timezone: 'Asia/Shanghai' });
  const { stationId } = await api().ok(testbed.anna, stationApi.add, { agentId: otherId, stationName: 'Third Station', timezone: 'Asia/Shanghai' });
  const own = viewers.agent(tenantId, agentId);
  const { icCardId } = await api().ok(own, cardApi.add, { icCardNo: 'BOUNDCARD', canDiscount: 1 });
  const { carId } = await api().ok(own, carApi.add, { carVin: 'WVWZZZ1JZXW000777', carNum: 'B-777', isDiscount: 1 });
  await testbed.fund(`card:${icCardId}`, 50_00n);
  await testbed.fund(`car:${carId}`, 50_00n);
  await api().ok(testbed.anna, cardStationApi.bind, { icCardIds: icCardId, stationIds: stationId });
  await api().ok(testbed.anna, carStationApi.bind, { carIds: carId, stationIds: stationId });
  await testbed.plug(2);
  for (const viewer of [testbed.anna, own])
    for (const [mainPartType, mainPartId] of [
      [2, icCardId],
      [4, carId],
    ])
      expect((await start({ gunNumber: 2, mainPartType, mainPartId }, viewer)).message).toBe('The account may not charge at this station or pile');
});

const login = async (cpCode: string) => {
  const verdict = await testbed.device.login({ cpCode, protocol: 'native', remoteAddress: '127.0.0.1', overTls: false, atMs: testbed.now() });
  if (verdict.result !== 0) throw new Error(`login ${verdict.result}`);
  return verdict;
};
