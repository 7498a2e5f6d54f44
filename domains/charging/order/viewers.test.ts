import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { withContext } from '#kit/server/rows/with-context.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import { startOperatorTestbed } from '../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../operator-testbed.fixture.ts';
import { chargingOrderApi, monitorApi } from '../resources.ts';
import { chargingTopics } from '../server.ts';
import { PILE } from '../charging-testbed.fixture.ts';

let testbed: OperatorTestbed;
const seen: { orderNo: string; id: string; insiders: readonly Viewer[]; outsiders: readonly Viewer[] } = {
  orderNo: '',
  id: '',
  insiders: [],
  outsiders: [],
};
beforeAll(async () => {
  testbed = await startOperatorTestbed();
  const { tenantId, agentId, stationId } = testbed.ids;
  seen.orderNo = await testbed.charge(80_000);
  seen.id = await testbed.idOf(seen.orderNo);
  const platform = viewers.platform();
  const far = await api().ok(platform, tenantApi.add, { name: 'Far Tenant', currency: 'EUR', timezone: 'Europe/Berlin' });
  const other = await api().ok(testbed.anna, agentApi.add, { agentName: 'Other Agent', timezone: 'Asia/Shanghai' });
  const beside = await api().ok(testbed.anna, stationApi.add, { agentId, stationName: 'Beside', timezone: 'Asia/Shanghai' });
  seen.insiders = [platform, testbed.anna, viewers.agent(tenantId, agentId), viewers.station({ tenantId, agentId, stationId })];
  seen.outsiders = [
    viewers.tenant(far.tenantId),
    viewers.agent(tenantId, other.agentId),
    viewers.station({ tenantId, agentId, stationId: beside.stationId }),
    viewers.customer(tenantId, '4711'),
  ];
});
afterAll(() => testbed.close());

const api = () => testbed.server;
const blank = (answers: readonly object[]) => answers.map((answer) => ({ ...answer, timestamp: 0 }));

test('the four viewers see the order, its bill, its log and its totals; others see nothing, in list, total and export', async () => {
  for (const viewer of seen.insiders) {
    expect((await api().ok(viewer, chargingOrderApi.list, {})).records.map((row) => row.chargingOrderNo)).toEqual([seen.orderNo]);
    expect(await api().ok(viewer, chargingOrderApi.dealConsume, {})).toMatchObject({
      orderCount: 1,
      orderAllAmount: '12.00',
      billingAllAmount: '12.00',
      offerAllAmount: '0.00',
      totalElec: '8.0000',
      totalElecFlat: '8.0000',
      totalElecTip: '0.0000',
      currency: 'CNY',
    });
    expect((await api().ok(viewer, chargingOrderApi.billingDetail, { id: seen.id })).isEqual).toBe(true);
    expect((await api().ok(viewer, chargingOrderApi.orderLog, { id: seen.id })).length).toBeGreaterThan(4);
    expect((await api().ok(viewer, chargingOrderApi.detail, { id: seen.id })).curve.total).toBe(4);
  }
  for (const viewer of seen.outsiders) {
    expect(await api().ok(viewer, chargingOrderApi.list, {})).toMatchObject({ records: [], total: 0 });
    expect(await api().ok(viewer, chargingOrderApi.dealConsume, {})).toMatchObject({
      orderCount: 0,
      orderAllAmount: '0.00',
      totalElec: '0.0000',
      currency: null,
    });
    const sheet = await api().fetch(viewer, chargingOrderApi.exportXls.path);
    const { readXlsx } = await import('hucre/xlsx');
    expect((await readXlsx(new Uint8Array(await sheet.arrayBuffer()))).sheets[0]?.rows).toHaveLength(1);
  }
});

test('totals follow the filter of the list exactly', async () => {
  const totals = async (filter: Readonly<Record<string, string>>) => {
    const [list, sums] = [
      await api().ok(testbed.anna, chargingOrderApi.list, filter),
      await api().ok(testbed.anna, chargingOrderApi.dealConsume, filter),
    ];
    expect(sums.orderCount).toBe(list.total);
    return sums.billingAllAmount;
  };
  const today = new Date(testbed.now()).toISOString();
  expect(
    await totals({
      orderState: '4',
      cpCode: PILE,
      icCardNo: 'CARD0001',
      startSource: '16',
      mainPartType: '2',
      settleMethod: '1',
      orderCategory: '1',
    }),
  ).toBe('12.00');
  expect(await totals({ orderState: '2,9' })).toBe('0.00');
  expect(await totals({ createTime_end: '2020-01-01' })).toBe('0.00');
  expect(await totals({ createTime_begin: '2020-01-01', createTime_end: today })).toBe('12.00');
  expect((await api().call(testbed.anna, chargingOrderApi.list, { column: 'billingAmount' })).status).toBe(400);
  expect((await api().call(testbed.anna, chargingOrderApi.dealConsume, { orderState: '77' })).status).toBe(400);
});

test('a foreign order answers exactly as an absent one, wherever its id or number stands', async () => {
  const fees = { elecAmount: '1', srvAmount: '0', other1Amount: '0', other2Amount: '0', orderAmount: '1', reason: 'x' };
  const places = (id: string, chargingOrderNo: string): readonly (readonly [Endpoint, Readonly<Record<string, unknown>>])[] => [
    [chargingOrderApi.queryById, { id }],
    [chargingOrderApi.detail, { id }],
    [chargingOrderApi.billingDetail, { id }],
    [chargingOrderApi.orderLog, { id }],
    [chargingOrderApi.endRecords, { id }],
    [chargingOrderApi.delete, { id }],
    [chargingOrderApi.manualEnd, { chargingOrderNo, reason: 'x' }],
    [chargingOrderApi.manualEndConfirm, { chargingOrderNo, agree: 1 }],
    [chargingOrderApi.manualSettle, { chargingOrderNo, ...fees }],
    [chargingOrderApi.manualSettleConfirm, { chargingOrderNo, agree: 1 }],
    [chargingOrderApi.clearFlag, { chargingOrderNo, abnormalReason: 'checkCode', reason: 'x' }],
    [chargingOrderApi.assignParty, { chargingOrderNo, mainPartType: 2, mainPartId: testbed.ids.icCardId, reason: 'x' }],
    [chargingOrderApi.remoteStop, { chargingOrderNo }],
    [chargingOrderApi.cancelReservation, { chargingOrderNo }],
  ];
  const ask = async (viewer: Viewer, id: string, orderNo: string) => {
    const answers: object[] = [];
    for (const [endpoint, input] of places(id, orderNo)) answers.push(await api().call(viewer, endpoint, input));
    return blank(answers);
  };
  for (const viewer of seen.outsiders) {
    const foreign = await ask(viewer, seen.id, seen.orderNo);
    expect(foreign).toEqual(await ask(viewer, '999999999', 'NO-SUCH-ORDER'));
    expect(foreign.every((answer) => 'status' in answer && answer.status === 404)).toBe(true);
  }
  for (const viewer of seen.outsiders) {
    const guns = (stationId: string) => api().call(viewer, monitorApi.guns, { stationId });
    expect(blank([await guns(testbed.ids.stationId)])).toEqual(blank([await guns('999999999')]));
  }
  const start = { gunNumber: 1, mainPartType: 2, mainPartId: testbed.ids.icCardId, chargingStrategyType: 1 };
  const outsider = seen.outsiders[0] ?? viewers.platform();
  const [there, nowhere] = [
    await api().call(outsider, chargingOrderApi.remoteStart, { ...start, cpCode: PILE }),
    await api().call(outsider, chargingOrderApi.remoteStart, { ...start, cpCode: 'NOWHERE' }),
  ];
  expect(blank([there])).toEqual(blank([nowhere]));
  const stop = (cpCode: string) => api().call(outsider, chargingOrderApi.stopGun, { cpCode, gunNumber: 1 });
  expect(blank([await stop(PILE)])).toEqual(blank([await stop('NOWHERE')]));
});

test('each verb asks for its own permission by name', async () => {
  const reader = viewers.limited(testbed.anna, ['chargingOrder:list']);
  for (const [endpoint, permission] of [
    [chargingOrderApi.manualEnd, 'chargingOrder:manualEnd'],
    [chargingOrderApi.manualSettleConfirm, 'chargingOrder:manualSettle'],
    [chargingOrderApi.remoteStart, 'chargingOrder:start'],
    [chargingOrderApi.orderLog, 'chargingOrder:log'],
    [chargingOrderApi.endRecords, 'chargingOrder:log'],
    [monitorApi.stations, 'monitor:list'],
  ] as const)
    expect(await api().call(reader, endpoint as Endpoint, {})).toMatchObject({ status: 403, message: `No access: ${permission}` });
  const { may, commands } = await api().ok(reader, chargingOrderApi.detail, { id: seen.id });
  expect(may.find((each) => each.action === 'manualSettle')?.because).toBe('No access: chargingOrder:manualSettle');
  expect(commands).toEqual([]);
});

test('live topics are for those who see the thing', async () => {
  const { stationId } = testbed.ids;
  const may = async (viewer: Viewer, name: string, key: string): Promise<boolean> => {
    const rule = chargingTopics.find((topic) => topic.name === name);
    return rule === undefined
      ? false
      : withContext({ database: testbed.deps.database, registry: testbed.deps.registry, clock: testbed.deps.clock }, viewer, (ctx) =>
          rule.canWatch(ctx, key),
        );
  };
  const keys = [
    ['station', stationId],
    ['gun', `${PILE}:1`],
    ['pile', PILE],
    ['order', seen.orderNo],
  ] as const;
  for (const [name, key] of keys) {
    for (const viewer of seen.insiders) expect(await may(viewer, name, key)).toBe(true);
    for (const viewer of seen.outsiders) expect(await may(viewer, name, key)).toBe(false);
    expect(await may(viewers.limited(testbed.anna, []), name, key)).toBe(false);
    expect(await may(testbed.anna, name, 'nothing of the kind')).toBe(false);
  }
});
