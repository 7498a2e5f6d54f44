import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { untilHolds } from '#kit/test/patience.ts';
import type { RPCClient } from 'ocpp-rpc';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { strictOf } from '#engines/protocol/ocpp16/testing/strict.ts';
import { independentClient } from './testing/independent-client.ts';
import { startGateway, type Gateway } from './testing/test-gateway.ts';

let gateway: Gateway;
let client: RPCClient;
const clientOf = (more: Parameters<typeof independentClient>[1] = {}) => independentClient(gateway, more);

beforeEach(async () => {
  gateway = await startGateway({ prepareMs: 60_000 });
  gateway.backend.secrets.set('CP1', 'pw');
  client = clientOf();
});
afterEach(async () => {
  await client.close({ force: true }).catch(() => undefined);
  await gateway.close();
});

describe('an independent client', () => {
  test('boots, charges and stops in strict mode', async () => {
    await client.connect();
    expect(await client.call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm', firmwareVersion: '1.2' })).toMatchObject({
      status: 'Accepted',
      interval: 60,
    });
    expect(await client.call('Heartbeat', {})).toMatchObject({ currentTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) });
    expect(await client.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Preparing' })).toEqual({});
    expect(await client.call('Authorize', { idTag: 'CARD' })).toEqual({ idTagInfo: { status: 'Accepted' } });
    expect(await client.call('StartTransaction', { connectorId: 1, idTag: 'CARD', meterStart: 10, timestamp: '2026-11-20T12:00:00Z' })).toEqual({
      transactionId: 1,
      idTagInfo: { status: 'Accepted' },
    });
    const meterValue = [{ timestamp: '2026-11-20T12:01:00.123Z', sampledValue: [{ value: '110', context: 'Sample.Periodic', unit: 'Wh' }] }];
    expect(await client.call('MeterValues', { connectorId: 1, transactionId: 1, meterValue })).toEqual({});
    expect(
      await client.call('StopTransaction', {
        transactionId: 1,
        meterStop: 1_010,
        timestamp: '2026-11-20T13:00:00Z',
        reason: 'Local',
        transactionData: meterValue,
      }),
    ).toEqual({});
    expect(await client.call('DataTransfer', { vendorId: 'acme' })).toEqual({ status: 'Accepted' });
    expect(await client.call('SecurityEventNotification', { type: 'ResetOrReboot', timestamp: '2026-11-20T12:00:00Z' })).toEqual({});
    expect(await client.call('FirmwareStatusNotification', { status: 'Installed' })).toEqual({});
    expect(await client.call('DiagnosticsStatusNotification', { status: 'Idle' })).toEqual({});
    expect(gateway.backend.events.map(({ event }) => event.kind)).toEqual([
      'other',
      'gunStatus',
      'accountQuery',
      'transactionStarted',
      'chargingSample',
      'chargingSample',
      'endRecord',
      'vendorMessage',
      'securityEvent',
      'other',
      'other',
    ]);
  });

  test('gets a polite error for what we do not do', async () => {
    await client.close({ force: true });
    client = clientOf({ strictMode: false });
    await client.connect();
    await expect(client.call('SignCertificate', { csr: 'x' })).rejects.toMatchObject({ rpcErrorCode: 'NotSupported' });
    await expect(client.call('Fly', {})).rejects.toMatchObject({ rpcErrorCode: 'NotImplemented' });
    await expect(client.call('Authorize', {})).rejects.toMatchObject({ rpcErrorCode: 'OccurenceConstraintViolation' });
    expect(await client.call('Heartbeat', {})).toBeDefined();
  });

  test('sends vendor data and security events: the largest, the smallest, and wrong ones', async () => {
    await client.close({ force: true });
    client = clientOf({ strictMode: false });
    await client.connect();
    gateway.backend.vendors = ['acme'];
    const data = 'x'.repeat(60_000);
    expect(await client.call('DataTransfer', { vendorId: 'acme', messageId: 'm'.repeat(50), data })).toEqual({ status: 'Accepted' });
    expect(await client.call('DataTransfer', { vendorId: 'v'.repeat(255), data: { a: [1] } })).toEqual({ status: 'UnknownVendorId' });
    for (const wrong of [{}, { vendorId: 7 }, { vendorId: 'v'.repeat(256) }])
      await expect(client.call('DataTransfer', wrong)).rejects.toMatchObject({ rpcErrorCode: expect.stringContaining('Violation') });
    const timestamp = '2026-11-20T12:00:00.5+08:00';
    const largest = { type: 't'.repeat(50), timestamp, techInfo: 'i'.repeat(255) };
    expect(await client.call('SecurityEventNotification', largest)).toEqual({});
    expect(await client.call('SecurityEventNotification', { type: 'tamper\0' })).toEqual({});
    for (const wrong of [{ timestamp }, { type: 1, timestamp }, { type: 'x', timestamp, techInfo: 'i'.repeat(256) }])
      await expect(client.call('SecurityEventNotification', wrong)).rejects.toMatchObject({ rpcErrorCode: expect.stringContaining('Violation') });
    expect(gateway.backend.events.map(({ event }) => event)).toMatchObject([
      { kind: 'vendorMessage', vendorId: 'acme', messageId: 'm'.repeat(50), data },
      { kind: 'vendorMessage', vendorId: 'v'.repeat(255), data: '{"a":[1]}' },
      { kind: 'securityEvent', type: largest.type, techInfo: largest.techInfo, atMs: Date.parse('2026-11-20T04:00:00.5Z') },
      { kind: 'securityEvent', type: 'tamper\uFFFD' },
    ]);
  });

  test('takes our calls, and asks before it answers', async () => {
    const asked: unknown[] = [];
    client.handle('RemoteStartTransaction', async ({ params }) => {
      asked.push(params);
      // AuthorizeRemoteTxRequests: the station asks about the tag before it accepts.
      asked.push(await client.call('Authorize', { idTag: String(params?.['idTag']) }));
      return { status: 'Accepted' };
    });
    client.handle('Reset', () => Promise.resolve({ status: 'Rejected' }));
    await client.connect();
    const deadlineMs = Date.now() + 30_000;
    expect(
      gateway.registry.send('CP1', {
        commandId: 'C1',
        cmd: 'start',
        gunNumber: 1,
        chargingOrderNo: 'O',
        idTag: 'TAG',
        strategyType: 1,
        strategyValE2: 0,
        balanceCents: 0,
        rateRuleNo: '',
        deadlineMs,
      }),
    ).toBe('sent');
    gateway.registry.send('CP1', { commandId: 'C2', cmd: 'restart', hard: false });
    gateway.registry.send('CP1', { commandId: 'C3', cmd: 'unlock', gunNumber: 1 });
    await untilHolds(() => gateway.backend.settlements.length === 3);
    expect(asked).toEqual([{ connectorId: 1, idTag: 'TAG' }, { idTagInfo: { status: 'Accepted' } }]);
    expect(gateway.backend.settlements).toMatchObject([
      { commandId: 'C1', reply: { result: 0 } },
      { commandId: 'C2', reply: { result: 1, remark: 'Rejected' } },
      { commandId: 'C3', reply: { result: 1, remark: expect.stringContaining('NotImplemented') } },
    ]);
  });

  test('answers for a key, a message and data of its vendor, and what it answers is kept', async () => {
    const asked: unknown[] = [];
    client.handle('GetConfiguration', ({ params }) => {
      asked.push(params);
      const key = String([params?.['key']].flat()[0]);
      const found = { configurationKey: [{ key, readonly: key === 'Fixed', value: `value of ${key}` }] };
      return Promise.resolve(key === 'Nothing' ? { unknownKey: [key] } : found);
    });
    client.handle('TriggerMessage', ({ params }) => {
      asked.push(params);
      return Promise.resolve({ status: 'NotImplemented' });
    });
    client.handle('ExtendedTriggerMessage', ({ params }) => {
      asked.push(params);
      return Promise.resolve({ status: 'Accepted' });
    });
    client.handle('DataTransfer', ({ params }) => {
      asked.push(params);
      return Promise.resolve(params?.['vendorId'] === 'acme' ? { status: 'Accepted', data: 'pong' } : { status: 'UnknownVendorId' });
    });
    await client.connect();
    const commands: readonly DeviceCommand[] = [
      { commandId: 'C1', cmd: 'readKey', key: 'Light' },
      { commandId: 'C2', cmd: 'readKey', key: 'Fixed' },
      { commandId: 'C3', cmd: 'readKey', key: 'Nothing' },
      { commandId: 'C4', cmd: 'readKey', key: 'AuthorizationKey' },
      { commandId: 'C5', cmd: 'trigger', message: 'FirmwareStatusNotification', gunNumber: 1 },
      { commandId: 'C6', cmd: 'transferData', vendorId: 'acme', messageId: 'ping', data: '1' },
      { commandId: 'C7', cmd: 'transferData', vendorId: 'other' },
      { commandId: 'C8', cmd: 'extendedTrigger', message: 'LogStatusNotification', gunNumber: 1 },
      { commandId: 'C9', cmd: 'extendedTrigger', message: 'MeterValues', gunNumber: 1 },
    ];
    for (const command of commands) gateway.registry.send('CP1', command);
    await untilHolds(() => gateway.backend.settlements.length === commands.length);
    expect(gateway.backend.settlements).toMatchObject([
      { commandId: 'C1', reply: { result: 0, keyVal: 'value of Light' } },
      { commandId: 'C2', reply: { result: 0, keyVal: 'value of Fixed', remark: 'read only' } },
      { commandId: 'C3', reply: { result: 3, remark: 'UnknownKey' } },
      { commandId: 'C4', reply: { result: 0 } },
      { commandId: 'C5', reply: { result: 1, remark: 'NotImplemented' } },
      { commandId: 'C6', reply: { result: 0, keyVal: 'pong' } },
      { commandId: 'C7', reply: { result: 3, remark: 'UnknownVendorId' } },
      { commandId: 'C8', reply: { result: 0 } },
      { commandId: 'C9', reply: { result: 0 } },
    ]);
    // A password that a station gives away is not kept.
    expect(JSON.stringify(gateway.backend.settlements[3])).not.toContain('value of');
    expect(asked.at(-4)).toEqual({ vendorId: 'acme', messageId: 'ping', data: '1' });
    expect(asked[4]).toEqual({ requestedMessage: 'FirmwareStatusNotification' });
    expect(asked.slice(-2)).toEqual([{ requestedMessage: 'LogStatusNotification' }, { requestedMessage: 'MeterValues', connectorId: 1 }]);
  });

  test('takes a list of cards, the smallest and the largest, and tells its version', async () => {
    const lists: unknown[] = [];
    const versions: object[] = [{ listVersion: 7 }, { listVersion: -1 }, { listVersion: 'seven' }];
    const answers: object[] = ['Accepted', 'Accepted', 'Failed', 'VersionMismatch'].map((status) => ({ status }));
    await client.close({ force: true });
    client = clientOf({ strictMode: false });
    for (const action of ['GetLocalListVersion', 'SendLocalList'])
      client.handle(action, ({ params }) => {
        if (action === 'SendLocalList') lists.push(params);
        return Promise.resolve((action === 'SendLocalList' ? answers : versions).shift() ?? {});
      });
    await client.connect();
    const largest = Array.from({ length: 200 }, (_unused, n) => ({
      idTag: `CARD${n}`.padEnd(20, 'X'),
      groupTag: `#${'9'.repeat(19)}`,
      expiresAtMs: 1e12,
    }));
    const part = { cmd: 'sendLocalList', updateType: 'Differential' } as const;
    const commands: readonly DeviceCommand[] = [
      { commandId: 'L1', cmd: 'readLocalList', push: false },
      { commandId: 'L2', cmd: 'readLocalList', push: false },
      { commandId: 'L3', cmd: 'readLocalList', push: false },
      { ...part, commandId: 'L4', updateType: 'Full', listVersion: 8, entries: [] },
      { ...part, commandId: 'L5', listVersion: 2_147_483_647, entries: largest },
      { ...part, commandId: 'L6', listVersion: 9, entries: [{ idTag: 'GONE', isRemoved: true }] },
      { ...part, commandId: 'L7', listVersion: 9, entries: [{ idTag: 'A', groupTag: '#1', expiresAtMs: null }] },
    ];
    for (const command of commands) gateway.registry.send('CP1', command);
    expect(gateway.registry.send('CP1', { ...part, commandId: 'L8', listVersion: 9, entries: [{ idTag: 'x'.repeat(21), isRemoved: true }] })).toBe(
      'invalid',
    );
    await untilHolds(() => gateway.backend.settlements.length === commands.length);
    expect(gateway.backend.settlements).toMatchObject([
      { commandId: 'L1', reply: { result: 0, keyVal: '7' } },
      { commandId: 'L2', reply: { result: 1, remark: 'NotSupported' } },
      { commandId: 'L3', reply: { result: 1, remark: 'unreadable answer' } },
      { commandId: 'L4', reply: { result: 0 } },
      { commandId: 'L5', reply: { result: 0 } },
      { commandId: 'L6', reply: { result: 1, remark: 'Failed' } },
      { commandId: 'L7', reply: { result: 1, remark: 'VersionMismatch' } },
    ]);
    expect(lists[0]).toEqual({ listVersion: 8, updateType: 'Full', localAuthorizationList: [] });
    expect(lists[2]).toEqual({ listVersion: 9, updateType: 'Differential', localAuthorizationList: [{ idTag: 'GONE' }] });
    expect(lists[3]).toMatchObject({ localAuthorizationList: [{ idTag: 'A', idTagInfo: { status: 'Accepted', parentIdTag: '#1' } }] });
    await gateway.frames.drain();
    const logged = gateway.backend.records.filter(({ type }) => type === 'SendLocalList').map(({ raw }) => raw);
    expect(logged.length).toBeGreaterThan(4);
    expect(logged.join()).not.toMatch(/CARD\d|GONE|#9/);
  });

  test('takes limits of its power, and tells what results', async () => {
    const asked: unknown[] = [];
    const schedule = {
      chargingRateUnit: 'W',
      chargingSchedulePeriod: [
        { startPeriod: 0, limit: 7_300.5 },
        { startPeriod: 3_600, limit: 0 },
      ],
    };
    const answers: object[] = [
      { status: 'Accepted' },
      { status: 'Rejected' },
      { status: 'NotSupported' },
      { status: 'Accepted' },
      { status: 'Unknown' },
      { status: 'Accepted', connectorId: 0, scheduleStart: '2026-11-20T12:00:00Z', chargingSchedule: schedule },
      { status: 'Rejected' },
      { status: 'Accepted', chargingSchedule: 'none' },
    ];
    await client.close({ force: true });
    client = clientOf({ strictMode: false });
    for (const action of ['SetChargingProfile', 'ClearChargingProfile', 'GetCompositeSchedule'])
      client.handle(action, ({ params }) => {
        // The independent implementation checks what it is sent against its own schemas.
        expect(strictOf(action, 'req')(params)).toBe(true);
        asked.push(params);
        return Promise.resolve(answers.shift() ?? {});
      });
    await client.connect();
    const atMs = Date.UTC(2026, 10, 20, 12);
    const periods = Array.from({ length: 24 }, (_unused, n) => ({ startMinute: n * 60, limit: 1_000_000 - n }));
    const profile = { purpose: 'TxDefaultProfile', stackLevel: 99, unit: 'W', periods } as const;
    const one = { ...profile, stackLevel: 0, periods: [{ startMinute: 0, limit: 0 }] } as const;
    const commands: readonly DeviceCommand[] = [
      { commandId: 'P1', cmd: 'setChargingProfile', gunNumber: 2, profile, atMs },
      { commandId: 'P2', cmd: 'setChargingProfile', gunNumber: 0, profile: { ...one, purpose: 'ChargePointMaxProfile', unit: 'A' }, atMs },
      { commandId: 'P3', cmd: 'setChargingProfile', gunNumber: 1, profile: { ...one, purpose: 'TxProfile' }, atMs },
      { commandId: 'P4', cmd: 'clearChargingProfile' },
      { commandId: 'P5', cmd: 'clearChargingProfile', ofGun: 1, purpose: 'TxProfile', stackLevel: 3 },
      { commandId: 'P6', cmd: 'readSchedule', gunNumber: 0, minutes: 60, unit: 'W' },
      { commandId: 'P7', cmd: 'readSchedule', gunNumber: 1, minutes: 1 },
      { commandId: 'P8', cmd: 'readSchedule', gunNumber: 1, minutes: 1 },
    ];
    for (const command of commands) gateway.registry.send('CP1', command);
    await untilHolds(() => gateway.backend.settlements.length === commands.length);
    expect(gateway.backend.settlements).toMatchObject([
      { commandId: 'P1', reply: { result: 0 } },
      { commandId: 'P2', reply: { result: 1, remark: 'Rejected' } },
      { commandId: 'P3', reply: { result: 1, remark: 'NotSupported' } },
      { commandId: 'P4', reply: { result: 0 } },
      { commandId: 'P5', reply: { result: 3, remark: 'Unknown' } },
      { commandId: 'P6', reply: { result: 0, keyVal: '2026-11-20T12:00:00Z W 0:7300.5 3600:0' } },
      { commandId: 'P7', reply: { result: 1, remark: 'Rejected' } },
      { commandId: 'P8', reply: { result: 1, remark: 'unreadable answer' } },
    ]);
    expect(asked[1]).toMatchObject({
      connectorId: 0,
      csChargingProfiles: { chargingProfileId: 10_000, chargingProfileKind: 'Absolute', chargingSchedule: { startSchedule: '2026-11-20T12:00:00Z' } },
    });
    expect(asked[2]).toMatchObject({ csChargingProfiles: { chargingProfileId: 30_100, chargingProfileKind: 'Relative' } });
    expect(asked[3]).toEqual({});
    expect(asked[4]).toEqual({ connectorId: 1, chargingProfilePurpose: 'TxProfile', stackLevel: 3 });
    expect(asked[5]).toEqual({ connectorId: 0, duration: 3_600, chargingRateUnit: 'W' });
  });

  test('takes another password, which no log shows, and logs in with either until the old one has ended', async () => {
    const key = 'c0ffee'.padEnd(40, '0');
    client.handle('ChangeConfiguration', ({ params }) => Promise.resolve({ status: params?.['value'] === key ? 'Accepted' : 'Rejected' }));
    await client.connect();
    gateway.registry.send('CP1', { commandId: 'K1', cmd: 'setAuthorizationKey', value: key });
    expect(gateway.registry.send('CP1', { commandId: 'K2', cmd: 'setAuthorizationKey' })).toBe('invalid');
    await untilHolds(() => gateway.backend.settlements.length === 1);
    expect(gateway.backend.settlements).toMatchObject([{ commandId: 'K1', reply: { result: 0 } }]);
    await gateway.frames.drain();
    expect(gateway.backend.records.some(({ type }) => type === 'ChangeConfiguration')).toBe(true);
    expect(JSON.stringify([gateway.backend.records, gateway.backend.settlements, gateway.complaints])).not.toContain(key);

    gateway.backend.nextSecrets.set('CP1', key);
    for (const [password, usesNext] of [
      ['pw', false],
      [key, true],
    ] as const) {
      await client.close({ force: true });
      client = clientOf({ password });
      await client.connect();
      expect(gateway.backend.usesNextSecret.get('CP1')).toBe(usesNext);
    }
  });

  test('is turned away with a wrong password', async () => {
    await client.close({ force: true });
    client = clientOf({ password: 'wrong' });
    await expect(client.connect()).rejects.toMatchObject({ code: 401 });
  });
});
