import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import type { LoginAttempt } from '#engines/protocol/login-attempt.ts';
import type { DeviceGateway, FrameRecord, SendOutcome } from '#engines/protocol/device-backend.ts';
import { gunApi, pileApi } from '#domains/network/resources.ts';
import { sealPileSecrets } from '#domains/network/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { ensureDays } from '#kit/db/schema/day-partitions.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import type { TestServer } from '#kit/test/server.ts';
import { deviceCommandApi, messageLogApi } from './resources.ts';
import { enqueueCommand, endSessionsOfNode, startDispatcher } from './server.ts';
import type { DeviceHandlers } from './server.ts';
import { pileDefaults, startDeviceTestbed, enablePiles } from './device-testbed.fixture.ts';

let server: TestServer;
let deps: Deps;
let share: DeviceHandlers;
let staff: Viewer;
const attempt = (more: Partial<LoginAttempt> = {}): LoginAttempt => ({
  cpCode: 'DV01',
  protocol: 'native',
  remoteAddress: '127.0.0.1',
  overTls: false,
  cpType: 1,
  gunCount: 2,
  mainSw: 'S1',
  atMs: Date.now(),
  ...more,
});

beforeAll(async () => {
  const testbed = await startDeviceTestbed();
  ({ server, deps, handlers: share, staff } = testbed);
  for (const cpCode of ['DV01', 'DV02'])
    await server.ok(staff, pileApi.add, {
      ...pileDefaults,
      cpCode,
      stationId: testbed.stationId,
      cpName: cpCode,
      gunCount: 2,
      encryptionSecret: '0123456789abcdef',
    });
  await enablePiles(testbed, ['DV01']);
  await ensureDays(server.database);
});
afterAll(() => server.close());

describe('login', () => {
  test('each result of the specification is reachable', async () => {
    expect(await share.login(attempt({ cpCode: 'NOBODY' }))).toEqual({ result: 2 });
    expect(await share.login(attempt({ cpCode: 'DV02' }))).toEqual({ result: 3 });
    expect(await share.login(attempt({ cpType: 2 }))).toEqual({ result: 5 });
    expect(await share.login(attempt({ gunCount: 1 }))).toEqual({ result: 4 });
    const verdict = await share.login(attempt());
    expect(verdict).toMatchObject({ result: 0, epoch: 1, profile: { tzMinutes: 480, rateRuleNo: 'RR1', intervals: { pileS: 60, chargingS: 15 } } });
    expect(await share.credentials('DV01')).toEqual({ secret: '0123456789abcdef', encryptionMode: 1 });
    expect(await share.credentials('NOBODY')).toBeUndefined();
  });

  test('in another protocol than the pile speaks is refused as unknown, and told to the operators', async () => {
    expect(await share.login(attempt({ protocol: 'ocpp16' }))).toEqual({ result: 2 });
    await expect
      .poll(() => server.database.asSuperuser("select cp_code, detail from device_event where kind = 'downgrade'"))
      .toEqual([{ cp_code: 'DV01', detail: '127.0.0.1 the login is in protocol ocpp16' }]);
  });

  test('a secret lies sealed in the database, is of no use to another pile, and an open one is sealed at the next start', async () => {
    const stored = async () =>
      (await server.database.asSuperuser<{ secret: string }>('select encryption_secret as secret from pile order by cp_code')).map(
        ({ secret }) => secret,
      );
    const [first = '', second] = await stored();
    expect(first).not.toContain('0123456789abcdef');
    await server.database.asSuperuser(`update pile set encryption_secret = '${first}' where cp_code = 'DV02'`);
    expect(await Promise.all(['DV01', 'DV02'].map((cpCode) => share.credentials(cpCode)))).toEqual([
      { secret: '0123456789abcdef', encryptionMode: 1 },
      undefined,
    ]);
    await server.database.asSuperuser("update pile set encryption_secret = 'fedcba9876543210' where cp_code = 'DV02'");
    expect(await share.credentials('DV02')).toMatchObject({ secret: 'fedcba9876543210' });
    expect(await sealPileSecrets(server.database, testSecrets)).toBe(1);
    expect((await stored())[1]).toMatch(/^v1\./);
    expect(await share.credentials('DV02')).toMatchObject({ secret: 'fedcba9876543210' });
    await server.database.asSuperuser(`update pile set encryption_secret = '${second}' where cp_code = 'DV02'`);
  });

  test("shows the pile online, and an old session's end changes nothing", async () => {
    await share.login(attempt());
    await share.disconnected({ cpCode: 'DV01', epoch: 1, protocol: 'native' }, 'closed');
    expect(await server.ok(staff, pileApi.queryById, { id: 'DV01' })).toMatchObject({ cpWorkStat: 1, mainSw: 'S1' });
    await endSessionsOfNode(server.database, 'test', Date.now());
    expect(await server.ok(staff, pileApi.queryById, { id: 'DV01' })).toMatchObject({ cpWorkStat: 6 });
  });
});

describe('reports', () => {
  test("a gun shows the device's word; an older epoch says nothing", async () => {
    const verdict = await share.login(attempt());
    const epoch = verdict.result === 0 ? verdict.epoch : 0;
    const pile = { cpCode: 'DV01', epoch, protocol: 'native' } as const;
    await share.handle(pile, {
      kind: 'gunStatus',
      gunNumber: 1,
      gunWorkStat: 3,
      gunFaultType: 0,
      cpVoltage: '6.05',
      plugged: true,
      atMs: Date.now(),
    });
    const rows = (await server.ok(staff, gunApi.list, { cpCode: 'DV01' })).records;
    expect(rows.map((row) => [row.gunNumber, row.gunWorkStat, row.cpVoltage])).toEqual([
      [1, 3, '6.05'],
      [2, 2, null],
    ]);
    await share.handle({ ...pile, epoch: epoch - 1 }, { kind: 'gunStatus', gunNumber: 1, gunWorkStat: 9, gunFaultType: 66, atMs: Date.now() });
    expect((await server.ok(staff, gunApi.list, { cpCode: 'DV01' })).records[0]).toMatchObject({ gunWorkStat: 3, gunFaultType: null });
  });

  test('a pile fault is shown and written down once, and so is its end', async () => {
    const verdict = await share.login(attempt());
    const pile = { cpCode: 'DV01', epoch: verdict.result === 0 ? verdict.epoch : 0, protocol: 'native' } as const;
    const report = (cpFaultType: number | null) =>
      share.handle(pile, { kind: 'pileStatus', cpWorkStat: 1, cpFaultType, atMs: Date.now(), details: { door: 0 } });
    await report(2);
    await report(2);
    expect(await server.ok(staff, pileApi.queryById, { id: 'DV01' })).toMatchObject({ cpWorkStat: 7, cpFaultType: 2 });
    await report(null);
    expect(await server.ok(staff, pileApi.queryById, { id: 'DV01' })).toMatchObject({ cpWorkStat: 1, cpFaultType: null });
    expect(
      await server.database.asSuperuser(
        "select kind, code from device_event where cp_code = 'DV01' and kind like 'pileFault%' order by device_event_id",
      ),
    ).toEqual([
      { kind: 'pileFault', code: 2 },
      { kind: 'pileFaultCleared', code: 2 },
    ]);
  });
});

describe('a pile that is switched off and on', () => {
  test('keeps its fault, also one it told while it was off', async () => {
    const verdict = await share.login(attempt());
    const pile = { cpCode: 'DV01', epoch: verdict.result === 0 ? verdict.epoch : 0, protocol: 'native' } as const;
    const report = (cpFaultType: number | null) =>
      share.handle(pile, { kind: 'pileStatus', cpWorkStat: 1, cpFaultType, atMs: Date.now(), details: {} });
    const after = async (setState: 0 | 1) => {
      await server.ok(staff, pileApi.changeState, { entityId: 'DV01', setState });
      const { cpWorkStat, cpFaultType } = await server.ok(staff, pileApi.queryById, { id: 'DV01' });
      return [cpWorkStat, cpFaultType];
    };
    await report(2);
    expect([await after(1), await after(0), await after(1)]).toEqual([
      [7, 2],
      [0, 2],
      [7, 2],
    ]);
    await after(0);
    await report(null);
    expect(await after(1)).toEqual([1, null]);
    await after(0);
    await report(8);
    expect(await after(0)).toEqual([0, 8]);
    expect(await after(1)).toEqual([7, 8]);
    await report(null);
  });
});

describe('frames', () => {
  const frame = (more: Partial<FrameRecord>): FrameRecord => ({
    cpCode: 'DV01',
    epoch: 1,
    protocol: 'native',
    direction: 'up',
    type: '0010',
    sequence: '7',
    raw: 'AB\\CD\t\n',
    plainBody: null,
    summary: 'gun 1',
    atMs: Date.now(),
    ...more,
  });

  test('are kept as they were and read for exactly one day', async () => {
    await share.frames([frame({}), frame({ direction: 'down', type: '0110', raw: '{"a":"\u0000é"}' }), frame({ atMs: Date.now() - 3 * 86_400_000 })]);
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date());
    const page = await server.ok(staff, messageLogApi.list, { cpCode: 'DV01', day: today });
    expect(page.total).toBe(2);
    expect(page.records.map((row) => row.raw).toSorted()).toEqual(['AB\\CD\t\n', '{"a":"é"}']);
    expect((await server.ok(staff, messageLogApi.list, { cpCode: 'DV01', day: today, direction: 2 })).records).toHaveLength(1);
    expect((await server.call(staff, messageLogApi.list, { cpCode: 'DV01', day: today, dayEnd: '2026-01-01' })).message).toBe(
      'The date range must be exactly one day',
    );
    // An advanced query that fits every frame finds those of the day all the same, and one that fits some finds these.
    const asking = async (rows: readonly object[], superQueryMatchType = 'or') =>
      (await server.ok(staff, messageLogApi.list, { cpCode: 'DV01', day: today, superQueryParams: JSON.stringify(rows), superQueryMatchType })).total;
    const [isUp, isNotUp] = ['eq', 'ne'].map((rule) => ({ field: 'direction', rule, val: '1' }));
    expect([
      await asking([isUp ?? {}, isNotUp ?? {}]),
      await asking([isUp ?? {}]),
      await asking([{ field: 'raw', rule: 'like', val: 'cd' }]),
    ]).toEqual([2, 1, 1]);
    expect((await server.call(viewers.tenant('999'), messageLogApi.list, { cpCode: 'DV01', day: today })).status).toBe(404);
  });
});

describe('what a device says of itself', () => {
  test('a pile or gun that has taken itself out of service is shown so, until it serves again', async () => {
    const verdict = await share.login(attempt());
    const pile = { cpCode: 'DV01', epoch: verdict.result === 0 ? verdict.epoch : 0, protocol: 'native' } as const;
    const seen = async () => {
      const { cpWorkStat } = await server.ok(staff, pileApi.queryById, { id: 'DV01' });
      const [gun] = (await server.ok(staff, gunApi.list, { cpCode: 'DV01' })).records;
      return [cpWorkStat, gun?.gunWorkStat];
    };
    const say = async (cpWorkStat: number, gunWorkStat: number) => {
      await share.handle(pile, { kind: 'pileStatus', cpWorkStat, cpFaultType: null, details: {}, atMs: Date.now() });
      await share.handle(pile, { kind: 'gunStatus', gunNumber: 1, gunWorkStat, gunFaultType: 0, plugged: false, atMs: Date.now() });
      return seen();
    };
    expect([await say(0, 0), await say(0, 0), await say(1, 2), await say(0, 2)]).toEqual([
      [0, 0],
      [0, 0],
      [1, 2],
      [0, 2],
    ]);
    await say(1, 2);
  });

  test('a boot tells firmware, model and maker; a fault keeps its words', async () => {
    const verdict = await share.login(attempt());
    const pile = { cpCode: 'DV01', epoch: verdict.result === 0 ? verdict.epoch : 0, protocol: 'native' } as const;
    const values = { chargePointVendor: 'ACME', chargePointModel: 'Fast 2', firmwareVersion: 'F7', chargePointSerialNumber: 'SN9' };
    await share.handle(pile, { kind: 'other', name: 'BootNotification', values });
    expect(await server.ok(staff, pileApi.queryById, { id: 'DV01' })).toMatchObject({ mainSw: 'F7' });
    const { database } = server;
    expect(
      await database.asSuperuser("select main_hw, boot, manufacturer from pile_state join pile_profile using (cp_code) where cp_code = 'DV01'"),
    ).toEqual([{ main_hw: 'ACME Fast 2', boot: values, manufacturer: 'ACME' }]);
    const gun = { kind: 'gunStatus', gunNumber: 2, gunWorkStat: 9, gunFaultType: 255, atMs: Date.now() } as const;
    await share.handle(pile, { ...gun, faultInfo: 'HighTemperature: E17' });
    expect(
      await database.asSuperuser("select detail from device_event where kind = 'gunFault' and gun_number = 2 order by device_event_id desc limit 1"),
    ).toEqual([{ detail: 'HighTemperature: E17' }]);
  });
});

describe('commands', () => {
  const run = async (outcome: SendOutcome, draft: Parameters<typeof enqueueCommand>[1]['command']) => {
    await share.login(attempt());
    const sent: DeviceCommand[] = [];
    const gateway: DeviceGateway = {
      send: (_cpCode, command) => {
        sent.push(command);
        return outcome;
      },
      epochOf: () => 1,
      kick: () => false,
    };
    const commandId = await inSystem(server.database, (tx) =>
      enqueueCommand(tx, { cpCode: 'DV01', command: draft, requestedBy: 'tester', because: 'test' }),
    );
    const dispatcher = startDispatcher(deps, gateway, { fileUrl: (token) => token });
    await dispatcher.poll();
    await dispatcher.stop();
    return {
      commandId,
      sent: sent.filter((command) => command.commandId === commandId),
      row: await server.ok(staff, deviceCommandApi.queryById, { id: commandId }),
    };
  };

  test('leave once for the connected pile and end with its answer', async () => {
    const { commandId, sent, row } = await run('sent', { cmd: 'stop', gunNumber: 1, chargingOrderNo: 'O1' });
    expect(sent).toEqual([{ commandId, cmd: 'stop', gunNumber: 1, chargingOrderNo: 'O1' }]);
    expect(row).toMatchObject({ stat: 1, stat_dictText: 'Running', cmd: 'stop' });
    await share.commandSettled(
      { cpCode: 'DV01', epoch: 1, protocol: 'native' },
      {
        commandId,
        cmd: 'stop',
        atMs: Date.now(),
        outcome: 'answered',
        late: false,
        reply: { kind: 'commandReply', commandId, result: 3, remark: 'no such order' },
      },
    );
    expect(await server.ok(staff, deviceCommandApi.queryById, { id: commandId })).toMatchObject({ stat: 2, result: 3, remark: 'no such order' });
  });

  test('a start past its deadline never leaves; one that finds no session is over, while others wait', async () => {
    const start = {
      cmd: 'start',
      gunNumber: 1,
      chargingOrderNo: 'O2',
      idTag: 'T',
      strategyType: 1,
      strategyValE2: 0,
      balanceCents: 100,
      rateRuleNo: 'RR1',
    } as const;
    const late = await run('sent', { ...start, deadlineMs: Date.now() - 1 });
    expect(late.sent).toEqual([]);
    expect(late.row).toMatchObject({ stat: 2, result: 1, remark: 'expired' });
    expect((await run('offline', { ...start, deadlineMs: Date.now() + 60_000 })).row).toMatchObject({ stat: 2, remark: 'offline' });
    expect((await run('offline', { cmd: 'restart', hard: false })).row).toMatchObject({ stat: 0, remark: 'offline' });
  });
});
