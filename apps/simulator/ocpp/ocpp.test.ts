import { describe, expect, it } from 'vitest';
import { PATIENCE_MS, eventually } from '#kit/test/patience.ts';
import type { EndRecord } from '#engines/protocol/device.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import type { Pile } from '../pile/pile.ts';
import { carWithSoc } from '../testing/car.ts';
import { startPlatform, type Platform } from '../testing/platform.ts';

const live = (pile: Pile): Promise<void> => pile.waitFor((each) => each.connection.live, PATIENCE_MS);
const onlyEnd = (platform: Platform): EndRecord => {
  const [records] = [...platform.backend.endRecords.values()];
  expect(records).toHaveLength(1);
  return records![0]!;
};
const start: DeviceCommand = {
  commandId: 'C1',
  cmd: 'start',
  gunNumber: 1,
  chargingOrderNo: 'REMOTE1',
  idTag: 'TAG1',
  strategyType: 1,
  strategyValE2: 0,
  balanceCents: 0,
  rateRuleNo: '',
  deadlineMs: Date.now() + 60_000,
};

describe('an OCPP station', () => {
  it('boots, tells its states, takes its configuration, charges by card and ends its transaction', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'ocpp16', gunCount: 2 });
    await live(pile);
    await eventually(() => expect(platform.backend.kinds.filter((kind) => kind === 'gunStatus')).toHaveLength(2));
    expect(platform.backend.kinds.slice(0, 2)).toEqual(['other', 'pileStatus']);
    await eventually(() => expect(pile.memory.parameters['MeterValueSampleInterval']).toBe('1'));

    pile.plug(1, carWithSoc(40));
    expect(await pile.startByCard(1, { account: 'CARD1', strategyType: 3, strategyValE2: 6 })).toMatchObject({ result: 0 });
    await pile.waitFor((each) => each.memory.records.length === 0 && each.gun(1)?.phase === 'ended', PATIENCE_MS);
    const record = onlyEnd(platform);
    expect(record).toMatchObject({ transactionId: 1, stopReason: stopReason.manual, account: { account: 'CARD1' } });
    const begun = platform.backend.events.flatMap(({ event }) => (event.kind === 'transactionStarted' ? [event] : []));
    expect(begun).toMatchObject([{ gunNumber: 1, idTag: 'CARD1' }]);
    expect(Math.abs(record.stopMeterDwh - begun[0]!.startMeterDwh - 600)).toBeLessThanOrEqual(10);
    const samples = platform.backend.events.flatMap(({ event }) => (event.kind === 'chargingSample' ? [event] : []));
    expect(samples.length).toBeGreaterThan(0);
    expect(samples[0]).toMatchObject({ transactionId: 1, gunNumber: 1, soc: 40 });
    expect(pile.journal.entries[0]).toMatchObject({ transactionId: 1 });
    const states = () =>
      platform.backend.events.flatMap(({ event }) => (event.kind === 'gunStatus' && event.gunNumber === 1 ? [event.gunWorkStat] : []));
    // The pile has ended before its last word arrives.
    await eventually(() => expect(states()).toEqual([2, 3, 6, 7]));
  });

  it('is started and stopped by the platform', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'ocpp16' });
    await live(pile);
    pile.plug(1, carWithSoc(40));
    platform.send('CP00000001', start);
    await eventually(() => expect(platform.backend.kinds).toContain('transactionStarted'));
    expect(platform.backend.settlements[0]).toMatchObject({ outcome: 'answered', reply: { result: 0 } });
    platform.send('CP00000001', { commandId: 'C2', cmd: 'stop', gunNumber: 1, chargingOrderNo: 'REMOTE1', transactionId: 1 });
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    expect(onlyEnd(platform)).toMatchObject({ transactionId: 1, stopReason: stopReason.remote });
    platform.send('CP00000001', { commandId: 'C3', cmd: 'stop', gunNumber: 1, chargingOrderNo: 'REMOTE9', transactionId: 9 });
    await eventually(() => expect(platform.backend.settlements.find(({ commandId }) => commandId === 'C3')).toMatchObject({ reply: { result: 1 } }));
  });

  it('gives a charge no more than its profiles allow, and forgets those of a charge with it', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'ocpp16' });
    await live(pile);
    const available = () => pile.guns.slice(0, 1).map((gun) => pile.availableW(gun));
    const limit = async (purpose: 'TxProfile' | 'TxDefaultProfile', watts: number) => {
      const profile = { purpose, stackLevel: 1, unit: 'W', periods: [{ startMinute: 0, limit: watts }] } as const;
      const before = platform.backend.settlements.length;
      platform.send('CP00000001', { commandId: `P${before}`, cmd: 'setChargingProfile', gunNumber: 1, profile, atMs: Date.now() });
      await eventually(() => expect(platform.backend.settlements).toHaveLength(before + 1));
    };
    await limit('TxDefaultProfile', 30_000);
    expect(available()).toEqual([30_000]);
    pile.plug(1, carWithSoc(40));
    platform.send('CP00000001', start);
    await eventually(() => expect(platform.backend.kinds).toContain('transactionStarted'));
    await limit('TxProfile', 10_000);
    expect(available()).toEqual([10_000]);
    platform.send('CP00000001', { commandId: 'C2', cmd: 'stop', gunNumber: 1, chargingOrderNo: 'REMOTE1', transactionId: 1 });
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    expect(available()).toEqual([30_000]);
    platform.send('CP00000001', { commandId: 'C3', cmd: 'clearChargingProfile', ofGun: 1, stackLevel: 1 });
    await eventually(() => expect(available()).toEqual([pile.facts.ratedW]));
  });

  it('waits for the plug after a start, no longer than its time', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'ocpp16' });
    await live(pile);
    platform.send('CP00000001', start);
    await eventually(() => expect(platform.backend.settlements).toMatchObject([{ outcome: 'answered', reply: { result: 0 } }]));
    pile.memory.parameters['ConnectionTimeOut'] = '0';
    pile.plug(1, carWithSoc(40));
    await eventually(() => expect(platform.backend.kinds).toContain('transactionStarted'));
    pile.stop(1);
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    pile.unplug(1);
    platform.send('CP00000001', { ...start, commandId: 'C2' });
    await eventually(() => expect(platform.backend.settlements).toHaveLength(2));
    pile.plug(1, carWithSoc(40));
    expect(pile.gun(1)?.session).toBeNull();
  });

  it('refuses a start of a gun with a fault, and obeys the other calls', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'ocpp16', gunCount: 2 });
    await live(pile);
    // What the platform sets at each boot would otherwise come after what is set below.
    await eventually(() => expect(pile.memory.parameters['MeterValueSampleInterval']).toBe('1'));
    const ask = async (commandId: string, command: object): Promise<unknown> => {
      platform.send('CP00000001', { ...command, commandId } as DeviceCommand);
      await eventually(() => expect(platform.backend.settlements.some((each) => each.commandId === commandId)).toBe(true));
      const settled = platform.backend.settlements.find((each) => each.commandId === commandId);
      return settled?.outcome === 'answered' ? settled.reply.result : settled?.outcome;
    };
    pile.setGunFault(1, 72);
    expect(await ask('A1', start)).toBe(1);
    pile.setGunFault(1, 0);
    expect(await ask('A2', { cmd: 'setParameter', paramNo: 3, gunNumber: 0, value: '30' })).toBe(0);
    expect(pile.memory.parameters['MeterValueSampleInterval']).toBe('30');
    expect(await ask('A3', { cmd: 'readParameters', paramNos: [] })).toBe(0);
    expect(await ask('A4', { cmd: 'reserve', gunNumber: 2, reservationId: 5, idTag: 'T', untilMs: Date.now() + 60_000 })).toBe(0);
    expect(pile.gun(2)?.phase).toBe('reserved');
    expect(await ask('A5', { cmd: 'cancelReservation', reservationId: 5 })).toBe(0);
    expect(await ask('A6', { cmd: 'cancelReservation', reservationId: 5 })).toBe(3);
    expect(await ask('A7', { cmd: 'setParameter', paramNo: 18, gunNumber: 0, value: '1' })).toBe(0);
    expect(pile.gun(1)?.phase).toBe('disabled');
    expect(await ask('A8', { cmd: 'queryStatus', gunNumber: 0 })).toBe(0);
    await eventually(() => expect(platform.backend.events.at(-1)?.event).toMatchObject({ kind: 'gunStatus', gunNumber: 2, gunWorkStat: 0 }));
  });

  it('keeps a list of cards with its version, and starts by it while it has no connection', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'ocpp16' });
    await live(pile);
    let sent = 0;
    const ask = async (command: object): Promise<unknown> => {
      const commandId = `L${++sent}`;
      platform.send('CP00000001', { ...command, commandId } as DeviceCommand);
      await eventually(() => expect(platform.backend.settlements.some((each) => each.commandId === commandId)).toBe(true));
      const settled = platform.backend.settlements.find((each) => each.commandId === commandId);
      return settled?.outcome === 'answered' ? [settled.reply.result, settled.reply.keyVal ?? settled.reply.remark] : settled?.outcome;
    };
    const card = (idTag: string, expiresAtMs: number | null = null) => ({ idTag, groupTag: '#1', expiresAtMs });
    const list = { cmd: 'sendLocalList', updateType: 'Full', listVersion: 3, entries: [card('ON'), card('OLD', 1_000), card('LOST')] };
    expect(await ask({ cmd: 'readLocalList', push: false })).toEqual([0, '0']);
    expect(await ask(list)).toEqual([0, undefined]);
    expect(await ask({ ...list, updateType: 'Differential', entries: [] })).toEqual([1, 'VersionMismatch']);
    expect(await ask({ ...list, updateType: 'Differential', listVersion: 4, entries: [{ idTag: 'LOST', isRemoved: true }] })).toEqual([0, undefined]);
    expect(await ask({ ...list, entries: Array.from({ length: 101 }, (_each, n) => card(`C${n}`)) })).toEqual([1, 'Failed']);
    expect(await ask({ cmd: 'readLocalList', push: false })).toEqual([0, '4']);
    expect(await ask({ cmd: 'readListLimits', push: false })).toEqual([0, undefined]);
    expect(await ask({ cmd: 'setKey', key: 'LocalAuthorizeOffline', value: 'true' })).toEqual([0, undefined]);

    const profile = {
      purpose: 'TxDefaultProfile',
      stackLevel: 1,
      unit: 'W',
      periods: [
        { startMinute: 0, limit: 7_000 },
        { startMinute: 90, limit: 3_000 },
      ],
    };
    const limit = { cmd: 'setChargingProfile', gunNumber: 0, profile, atMs: 0 };
    expect(await ask({ cmd: 'readSchedule', gunNumber: 0, minutes: 60 })).toEqual([1, 'Rejected']);
    expect(await ask(limit)).toEqual([0, undefined]);
    expect(await ask({ ...limit, profile: { ...profile, purpose: 'TxProfile' }, gunNumber: 1 })).toEqual([1, 'Rejected']);
    expect(await ask({ cmd: 'readSchedule', gunNumber: 1, minutes: 60 })).toEqual([0, expect.stringMatching(/Z W 0:7000$/)]);
    expect(await ask({ cmd: 'clearChargingProfile', stackLevel: 2 })).toEqual([3, 'Unknown']);
    expect(await ask({ cmd: 'clearChargingProfile' })).toEqual([0, undefined]);

    // A key of another length is refused, and no key is told.
    const key = 'ab'.repeat(20);
    expect(await ask({ cmd: 'setAuthorizationKey', value: 'short' })).toEqual([1, 'Rejected']);
    expect(await ask({ cmd: 'setAuthorizationKey', value: key })).toEqual([0, undefined]);
    expect(pile.memory.parameters['AuthorizationKey']).toBe(key);
    expect(await ask({ cmd: 'readKey', key: 'AuthorizationKey' })).toEqual([3, 'UnknownKey']);

    pile.connection.cut(60_000);
    pile.plug(1, carWithSoc(40));
    for (const account of ['OLD', 'LOST', 'OTHER']) expect((await pile.startByCard(1, { account })).result).not.toBe(0);
    expect((await pile.startByCard(1, { account: 'ON' })).result).toBe(0);
    expect(pile.gun(1)?.session?.claim.account).toBe('ON');
  });

  it('stops what the platform does not allow', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'ocpp16' });
    await live(pile);
    pile.plug(1, carWithSoc(40));
    await pile.startByCard(1, { account: 'CARD1' });
    platform.backend.accountResult = 2;
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    expect(onlyEnd(platform).stopReason).toBe(stopReason.deAuthorized);
    expect(await pile.startByCard(1, { account: 'CARD1' })).toMatchObject({ result: 1 });
  });
});

describe('an OCPP station without its connection', () => {
  it('keeps its transaction messages and says them again until they are taken', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'ocpp16' });
    await live(pile);
    pile.plug(1, carWithSoc(40));
    await pile.startByCard(1, { account: 'CARD1' });
    await eventually(() => expect(platform.backend.kinds).toContain('transactionStarted'));
    // The platform knows of the start before the pile knows that it does.
    await pile.waitFor((each) => each.memory.records.length === 0);
    pile.cut(300);
    pile.stop(1);
    expect(pile.memory.records).toHaveLength(1);
    let failures = 2;
    platform.backend.before = async (event) => {
      if (event.kind === 'endRecord' && failures-- > 0) throw new Error('no database');
    };
    await pile.waitFor((each) => each.memory.records.length === 0, PATIENCE_MS);
    expect(failures).toBe(-1);
    expect(onlyEnd(platform)).toMatchObject({ transactionId: 1, stopReason: stopReason.manual });
    expect(platform.backend.kinds.filter((kind) => kind === 'other')).toHaveLength(1);
  });

  it('boots again after a power cut and reports the loss', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'ocpp16' });
    await live(pile);
    pile.plug(1, carWithSoc(40));
    await pile.startByCard(1, { account: 'CARD1' });
    await eventually(() => expect(platform.backend.kinds).toContain('transactionStarted'));
    await pile.waitFor((each) => each.memory.records.length === 0);
    pile.cutPower(200);
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    expect(onlyEnd(platform)).toMatchObject({ transactionId: 1, stopReason: stopReason.powerLoss });
    expect(platform.backend.kinds.filter((kind) => kind === 'other')).toHaveLength(2);
  });

  it('is turned away with a wrong password and says so', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'ocpp16', secret: 'wrong' });
    const lost: string[] = [];
    pile.on((news) => void (news.kind === 'disconnected' && lost.push(news.detail)));
    await eventually(() => expect(platform.backend.alarms.map(({ kind }) => kind)).toContain('wrongSecret'));
    expect(pile.connection.live).toBe(false);
  });
});
