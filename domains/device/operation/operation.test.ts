import { power } from '#domains/power/resources.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentApi, network, pileApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import { networkRoutes } from '#domains/network/server.ts';
import { system } from '#domains/system/resources.ts';
import { tariff } from '#domains/tariff/resources.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { device, deviceCommandApi, operationApi } from '../resources.ts';
import { deviceRoutes, pileCommandSender } from '../server.ts';
import { mayOperate, recallOf } from './operation.rules.ts';

let server: TestServer;
let staff: Viewer;

const NATIVE = { cpCode: 'OP-NATIVE', protocol: 1 } as const;
const OCPP = { cpCode: 'OP-OCPP', protocol: 2 } as const;
const OFFLINE = { cpCode: 'OP-OFFLINE', protocol: 2 } as const;

beforeAll(async () => {
  server = await startTestServer({
    domains: [system, network, tariff, power, device],
    routes: [...networkRoutes({ secrets: testSecrets, piles: pileCommandSender }), ...deviceRoutes],
  });
  const { tenantId } = await server.ok(viewers.platform(), tenantApi.add, { name: 'Tenant', currency: 'CNY', timezone: 'Asia/Shanghai' });
  staff = viewers.tenant(tenantId);
  const { agentId } = await server.ok(staff, agentApi.add, { agentName: 'Agent', timezone: 'Asia/Shanghai' });
  const { stationId } = await server.ok(staff, stationApi.add, { agentId, stationName: 'Station', timezone: 'Asia/Shanghai' });
  for (const { cpCode, protocol } of [NATIVE, OCPP, OFFLINE])
    await server.ok(staff, pileApi.add, {
      cpCode,
      stationId,
      cpName: cpCode,
      cpType: 1,
      protocol,
      gunCount: 2,
      cpPower: '60',
      accountMinAmount: '0',
    });
  await server.database.asSuperuser(`update pile_state set online = true where cp_code <> '${OFFLINE.cpCode}'`);
});
afterAll(() => server.close());

const commandOf = async (id: string) => server.ok(staff, deviceCommandApi.queryById, { id });

test('a restart is sent as soft or hard, to piles of either protocol', async () => {
  for (const { cpCode } of [NATIVE, OCPP])
    for (const mode of ['0', '1']) {
      const { commandId } = await server.ok(staff, operationApi.restart, { cpCode, mode });
      expect(await commandOf(commandId)).toMatchObject({
        cpCode,
        cmd: 'restart',
        stat: 0,
        requestedBy: staff.username,
        payload: { hard: mode === '1' },
      });
    }
});

test('a gun is unlocked, cached cards are cleared and the state is asked for', async () => {
  const { cpCode } = OCPP;
  const unlocked = await server.ok(staff, operationApi.unlockGun, { cpCode, gunNumber: '2' });
  expect(await commandOf(unlocked.commandId)).toMatchObject({ cmd: 'unlock', gunNumber: 2, payload: { cmd: 'unlock', gunNumber: 2 } });
  const cleared = await server.ok(staff, operationApi.clearCache, { cpCode });
  expect(await commandOf(cleared.commandId)).toMatchObject({ cmd: 'clearCache', payload: { cmd: 'clearCache' } });
  const queried = await server.ok(staff, operationApi.queryStatus, { cpCode: NATIVE.cpCode });
  expect(await commandOf(queried.commandId)).toMatchObject({ cmd: 'queryStatus', payload: { gunNumber: 0 } });
});

test('an operation waits a minute for its pile and no longer', async () => {
  const { commandId } = await server.ok(staff, operationApi.queryStatus, { cpCode: OCPP.cpCode });
  const rows = await server.database.asSuperuser<{ waitS: number }>(
    `select round(extract(epoch from deadline - create_time))::int as "waitS" from device_command where command_id = '${commandId}'`,
  );
  expect(rows).toEqual([{ waitS: 60 }]);
});

test.each([
  ['unlockGun', { cpCode: NATIVE.cpCode, gunNumber: '1' }, 'The protocol of this pile has no such operation'],
  ['clearCache', { cpCode: NATIVE.cpCode }, 'The protocol of this pile has no such operation'],
  ['unlockGun', { cpCode: OCPP.cpCode, gunNumber: '3' }, 'Pile OP-OCPP has no gun 3'],
  ['restart', { cpCode: OFFLINE.cpCode, mode: '0' }, 'The pile is offline and cannot be operated'],
  ['queryStatus', { cpCode: OFFLINE.cpCode }, 'The pile is offline and cannot be operated'],
  ['restart', { cpCode: OCPP.cpCode, mode: '2' }, 'Kind of restart is not one of the allowed values'],
] as const)('%s of %j is refused and nothing is sent', async (name, input, message) => {
  const sent = async () => (await server.ok(staff, deviceCommandApi.list, { pageSize: '100' })).total;
  const before = await sent();
  expect(await server.call(staff, operationApi[name], input)).toMatchObject({ success: false, message });
  expect(await sent()).toBe(before);
});

test('a disused pile cannot be operated', () => {
  const pile = { name: 'North 1', protocol: 2, disused: true, online: true, gunCount: 1 };
  expect(mayOperate('restart', pile)).toMatchObject({ ok: false, refusal: 'device.disused', args: { name: 'North 1' } });
  expect(mayOperate('restart', { ...pile, disused: false })).toMatchObject({ ok: true });
});

const recalled = { chargingOrderNo: null, recallFrom: null, recallTo: null, confirmed: true };
const now = new Date('2026-11-26T12:00:00Z');
const daysBefore = (days: number): Date => new Date(now.getTime() - days * 86_400_000);

test.each([
  [{}, 'operation.recallWhat'],
  [{ chargingOrderNo: 'A', recallFrom: daysBefore(1), recallTo: now }, 'operation.recallWhat'],
  [{ recallFrom: daysBefore(1) }, 'operation.recallWhat'],
  [{ chargingOrderNo: 'A', confirmed: false }, 'operation.recallUnconfirmed'],
  [{ recallFrom: daysBefore(1), recallTo: daysBefore(2) }, 'operation.recallSpan'],
  [{ recallFrom: daysBefore(-1), recallTo: daysBefore(-2) }, 'operation.recallSpan'],
  [{ recallFrom: daysBefore(100), recallTo: now }, 'operation.recallTooLong'],
] as const)('a recall of %j is refused: %s', (wanted, refusal) => {
  expect(recallOf({ ...recalled, ...wanted }, now)).toMatchObject({ ok: false, refusal });
});

test('records are recalled by the number of an order or by a time, from native piles only', async () => {
  expect(recallOf({ ...recalled, recallFrom: daysBefore(31), recallTo: now }, now)).toMatchObject({
    ok: true,
    next: { fromMs: daysBefore(31).getTime(), toMs: now.getTime() },
  });
  const one = await server.ok(staff, operationApi.recallOrders, { cpCode: NATIVE.cpCode, chargingOrderNo: 'ORDER1', confirmed: '1' });
  expect(await commandOf(one.commandId)).toMatchObject({ cmd: 'recallOrder', chargingOrderNo: 'ORDER1' });
  const span = { recallFrom: '2026-11-20T00:00:00.000Z', recallTo: '2026-11-21T00:00:00.000Z', confirmed: '1' };
  const many = await server.ok(staff, operationApi.recallOrders, { cpCode: NATIVE.cpCode, ...span });
  expect(await commandOf(many.commandId)).toMatchObject({ payload: { fromMs: Date.parse(span.recallFrom), toMs: Date.parse(span.recallTo) } });
  expect(await server.call(staff, operationApi.recallOrders, { cpCode: OCPP.cpCode, chargingOrderNo: 'ORDER1', confirmed: '1' })).toMatchObject({
    message: 'The protocol of this pile has no such operation',
  });
  expect(await server.call(staff, operationApi.recallOrders, { cpCode: NATIVE.cpCode, chargingOrderNo: 'ORDER1' })).toMatchObject({
    message: 'A recall includes records that were not uploaded yet. Confirm it first',
  });
});

test('an OCPP station is asked for a message, for a key and for what only its vendor knows', async () => {
  const { cpCode } = OCPP;
  const payloadOf = async (answer: Promise<{ readonly commandId: string }>) => (await commandOf((await answer).commandId)).payload;
  expect(await payloadOf(server.ok(staff, operationApi.triggerMessage, { cpCode, message: 'MeterValues', gunNumber: '2' }))).toMatchObject({
    cmd: 'trigger',
    message: 'MeterValues',
    gunNumber: 2,
  });
  const extended = { cpCode, message: 'LogStatusNotification', extended: '1' };
  expect(await payloadOf(server.ok(staff, operationApi.triggerMessage, extended))).toMatchObject({
    cmd: 'extendedTrigger',
    message: extended.message,
  });
  for (const wrong of [
    { cpCode, message: 'LogStatusNotification' },
    { cpCode, message: 'DiagnosticsStatusNotification', extended: '1' },
  ])
    expect(await server.call(staff, operationApi.triggerMessage, wrong)).toMatchObject({ message: 'This message cannot be asked for in this way' });
  expect(await payloadOf(server.ok(staff, operationApi.readKey, { cpCode, key: 'LocalPreAuthorize' }))).toMatchObject({
    cmd: 'readKey',
    key: 'LocalPreAuthorize',
  });
  expect(await payloadOf(server.ok(staff, operationApi.setKey, { cpCode, key: 'LocalPreAuthorize', value: 'true' }))).toMatchObject({
    cmd: 'setKey',
    value: 'true',
  });
  expect(await payloadOf(server.ok(staff, operationApi.transferData, { cpCode, vendorId: 'acme', data: '{"a":1}' }))).toMatchObject({
    cmd: 'transferData',
    vendorId: 'acme',
    data: '{"a":1}',
  });
  for (const key of ['AuthorizationKey', 'authorizationkey', 'WifiPassword'])
    for (const answer of [
      await server.call(staff, operationApi.readKey, { cpCode, key }),
      await server.call(staff, operationApi.setKey, { cpCode, key, value: 'x' }),
    ])
      expect(answer).toMatchObject({ success: false, message: 'A password cannot be set here. Use “Renew secret”' });
});
