import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { PATIENCE_MS, eventually } from '#kit/test/patience.ts';
import type { EndRecord } from '#engines/protocol/device.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import type { PileEvent } from '#engines/protocol/device-backend.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import type { Pile } from '../pile/pile.ts';
import { firmwareFile } from '../pile/upgrade.ts';
import { carWithSoc } from '../testing/car.ts';
import { startPlatform, type Platform } from '../testing/platform.ts';

const CP_CODE = 'CP00000001';
const live = (pile: Pile): Promise<void> => pile.waitFor((each) => each.connection.live, PATIENCE_MS);
const sum = (values: readonly number[] = []): number => values.reduce((total, value) => total + value, 0);
const eventsOf = <K extends PileEvent['kind']>(platform: Platform, kind: K): readonly Extract<PileEvent, { readonly kind: K }>[] => {
  const isOfKind = (event: PileEvent): event is Extract<PileEvent, { readonly kind: K }> => event.kind === kind;
  return platform.backend.events.map(({ event }) => event).filter(isOfKind);
};
const onlyEnd = (platform: Platform): EndRecord => {
  const [records] = [...platform.backend.endRecords.values()];
  expect(records).toHaveLength(1);
  return records![0]!;
};
const command = (commandId: string, rest: object): DeviceCommand => ({ commandId: commandId.repeat(16), ...startFacts, ...rest });
const startFacts = {
  cmd: 'start',
  gunNumber: 1,
  chargingOrderNo: 'REMOTE1',
  idTag: 'T1',
  strategyType: 1,
  strategyValE2: 0,
  balanceCents: 10_000,
  rateRuleNo: 'RR1',
  deadlineMs: 4_000_000_000_000,
} as const;

/** Signed in, with a car, charging by the platform's command. */
const charging = async (platform: Platform, options: Parameters<Platform['pile']>[0] = { protocol: 'v1.0' }, more: object = {}): Promise<Pile> => {
  const pile = platform.pile(options);
  await live(pile);
  pile.plug(1, carWithSoc(50));
  platform.send(CP_CODE, command('S', more));
  await eventually(() => expect(pile.memory.transactions.length + pile.journal.entries.length).toBeGreaterThan(0));
  await eventually(() => expect(pile.gun(1)?.phase).not.toBe('starting'));
  return pile;
};

describe('a v1.0 pile', () => {
  it('signs in, reports pile and guns in one record, charges by the platform and hands in its records', async () => {
    const platform = await startPlatform();
    const pile = await charging(platform, { protocol: 'v1.0', gunCount: 2 }, { strategyType: 3, strategyValE2: 4 });
    expect(platform.backend.kinds.slice(0, 4)).toEqual(['recordReport', 'pileStatus', 'gunStatus', 'gunStatus']);
    await pile.waitFor((each) => each.gun(1)?.phase === 'ended', PATIENCE_MS);
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    const record = onlyEnd(platform);
    expect(record).toMatchObject({
      chargingOrderNo: 'REMOTE1',
      energyDwh: 400,
      stopReason: stopReason.energyReached,
      checkCode: 'ok',
      startSource: 4,
    });
    expect(sum(record.slotEnergyDwh)).toBe(400);
    expect(record.stopMeterDwh - record.startMeterDwh!).toBe(400);
    expect(platform.backend.startResults.get('REMOTE1')).toMatchObject({ startResult: 0, startMeterDwh: record.startMeterDwh, startSoc: 50 });
    const samples = eventsOf(platform, 'chargingSample');
    for (const [index, sample] of samples.entries()) expect(sample.meterDwh).toBeGreaterThanOrEqual(samples[index - 1]?.meterDwh ?? 0);
    // The last sample is that of the end info.
    expect(samples.at(-1)).toMatchObject({ meterDwh: record.stopMeterDwh, energyDwh: 400 });
    expect(eventsOf(platform, 'bmsReport').length).toBeGreaterThan(0);
    expect(new Set(eventsOf(platform, 'recordReport').map(({ record: type }) => type))).toEqual(new Set([1, 2, 3, 4]));
    await pile.waitFor((each) => each.journal.entries[0]?.acknowledgedMs !== null, PATIENCE_MS);
    expect(platform.backend.alarms).toEqual([]);
  });

  it('obeys every command, and a repeated one once', async () => {
    const platform = await startPlatform();
    const pile = await charging(platform);
    platform.send(CP_CODE, command('S', {}));
    platform.send(CP_CODE, command('O', {}));
    await eventually(() => expect(platform.backend.settlements).toHaveLength(3));
    expect(platform.backend.settlements.map((each) => each.outcome === 'answered' && each.reply.result)).toEqual([0, 0, 2]);
    platform.send(CP_CODE, { commandId: 'E'.repeat(16), cmd: 'stop', gunNumber: 1, chargingOrderNo: 'REMOTE1' });
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    expect(onlyEnd(platform).stopReason).toBe(stopReason.remote);
    await pile.waitFor((each) => each.memory.taken.some(({ kind }) => kind === 'end'), PATIENCE_MS);
    const answers: Readonly<Record<string, DeviceCommand>> = {
      set: { commandId: 'a'.repeat(16), cmd: 'setParameter', paramNo: 15, gunNumber: 0, value: '80' },
      get: { commandId: 'b'.repeat(16), cmd: 'readParameters', paramNos: [15] },
      all: { commandId: 'c'.repeat(16), cmd: 'readParameters', paramNos: [] },
      query: { commandId: 'd'.repeat(16), cmd: 'queryStatus', gunNumber: 0 },
      list: { commandId: 'e'.repeat(16), cmd: 'setWhiteList', accountType: 1, action: 0, accounts: ['A', 'B'], offset: 0 },
      qr: { commandId: 'f'.repeat(16), cmd: 'setPayQrCode', gunNumber: 1, url: 'https://pay/1' },
      rate: {
        commandId: 'g'.repeat(16),
        cmd: 'setRateRule',
        rateRuleNo: 'RR9',
        month: 1,
        slotStages: Array.from({ length: 48 }, () => 3),
        stagePricesE4: [0, 1, 2, 3].map(() => [10_000, 5_000, 0, 0]),
        billMode: 1,
      },
      recall: { commandId: 'h'.repeat(16), cmd: 'recallOrder', chargingOrderNo: 'REMOTE1' },
    };
    for (const sent of Object.values(answers)) platform.send(CP_CODE, sent);
    await eventually(() => expect(platform.backend.settlements).toHaveLength(4 + Object.keys(answers).length));
    for (const settled of platform.backend.settlements.slice(4)) expect(settled).toMatchObject({ outcome: 'answered', reply: { result: 0 } });
    const [one, all] = eventsOf(platform, 'parameterReport').map(({ values }) => values);
    expect(one).toEqual({ '15': '80' });
    expect(all).toMatchObject({ '1': '60', '15': '80' });
    expect(platform.backend.settlements.find(({ commandId }) => commandId.startsWith('e'))).toMatchObject({
      reply: { keyVal: expect.stringMatching(/^2 /) },
    });
    expect(pile.memory.rules['1']).toMatchObject({ rateRuleNo: 'RR9' });
    await eventually(() => expect(platform.backend.endRecords.get('REMOTE1')).toHaveLength(2));
    expect(platform.backend.endRecords.get('REMOTE1')![1]).toMatchObject({ orderType: 3 });
    pile.unplug(1);
    platform.send(CP_CODE, { commandId: 'i'.repeat(16), cmd: 'reserve', gunNumber: 1, reservationId: 7, idTag: 'T', untilMs: 4_000_000_000_000 });
    await eventually(() => expect(pile.gun(1)?.phase).toBe('reserved'));
    platform.send(CP_CODE, { commandId: 'j'.repeat(16), cmd: 'cancelReservation', reservationId: 7 });
    await eventually(() => expect(pile.gun(1)?.phase).toBe('idle'));
  });

  it('begins an upgrade and says so, and goes on as before when the file is another one', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'v1.0' });
    await live(pile);
    const files = createServer((_request, answer) => void answer.end(firmwareFile('2.0', 1_000))).listen(0, '127.0.0.1');
    await once(files, 'listening');
    const address = files.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    platform.send(CP_CODE, {
      commandId: 'u'.repeat(16),
      cmd: 'upgrade',
      upgradeId: '1',
      firmwareVer: '2.0',
      digest: 'ab'.repeat(32),
      signature: '',
      certificate: '',
      url: `http://127.0.0.1:${port}/file`,
      atMs: Date.now(),
    });
    await eventually(() => expect(platform.backend.settlements).toMatchObject([{ outcome: 'answered', reply: { result: 0 } }]));
    const states = () => eventsOf(platform, 'pileStatus').map(({ cpWorkStat }) => cpWorkStat);
    await eventually(() => expect(states()).toContain(3));
    await eventually(() => expect(states().at(-1)).toBe(1));
    files.close();
  });

  it('reports faults of the pile and of a gun, and their ends', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'v1.0' });
    await live(pile);
    const lastPile = () => eventsOf(platform, 'pileStatus').at(-1);
    pile.setFault(2);
    await eventually(() => expect(lastPile()).toMatchObject({ cpWorkStat: 7, cpFaultType: 2, details: { emergencyStop: 1 } }));
    pile.setFault(0);
    await eventually(() => expect(lastPile()).toMatchObject({ cpWorkStat: 1, cpFaultType: null, details: { emergencyStop: 0 } }));
    pile.setGunFault(1, 70);
    await eventually(() => expect(eventsOf(platform, 'gunStatus').at(-1)).toMatchObject({ gunWorkStat: 9, gunFaultType: 255 }));
    pile.setGunFault(1, 0);
    await eventually(() => expect(eventsOf(platform, 'gunStatus').at(-1)).toMatchObject({ gunWorkStat: 2, gunFaultType: 0 }));
  });

  it('stops what the platform does not know, and starts nothing by a card', async () => {
    const platform = await startPlatform();
    platform.backend.startReply = 3;
    const pile = await charging(platform);
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    expect(onlyEnd(platform).stopReason).toBe(stopReason.deAuthorized);
    await pile.waitFor((each) => each.gun(1)?.phase === 'ended', PATIENCE_MS);
    expect(await pile.startByCard(1, { account: 'CARD1' })).toMatchObject({ result: 153 });
  });
});

describe('a v1.0 pile without its connection', () => {
  it('goes on charging, and hands in what it kept before anything else', async () => {
    const platform = await startPlatform();
    const pile = await charging(platform);
    await eventually(() => expect(platform.backend.startResults.size).toBe(1));
    // A start that is not acknowledged yet would be handed in again.
    await eventually(() => expect(pile.memory.records).toEqual([]));
    pile.cut(2_000);
    await pile.waitFor((each) => (each.gun(1)?.session?.charge?.energyDwh ?? 0) > 0, PATIENCE_MS);
    pile.stop(1);
    const before = platform.backend.events.length;
    await live(pile);
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    expect(onlyEnd(platform)).toMatchObject({ fromStore: true, stopReason: stopReason.card, checkCode: 'ok' });
    expect(platform.backend.events.slice(before, before + 4).map(({ event }) => event.kind)).toEqual([
      'recordReport',
      'chargingSample',
      'recordReport',
      'endRecord',
    ]);
  });

  it('says a record again until it is stored', async () => {
    const platform = await startPlatform();
    const pile = await charging(platform);
    let failures = 3;
    platform.backend.before = async (event) => {
      if (event.kind === 'endRecord' && failures-- > 0) throw new Error('no database');
    };
    pile.stop(1);
    await pile.waitFor((each) => each.memory.records.length === 0, PATIENCE_MS);
    expect(failures).toBe(-1);
    expect(onlyEnd(platform).stopReason).toBe(stopReason.card);
  });

  it('loses nothing by messages that are doubled, late and out of order', async () => {
    const platform = await startPlatform();
    const conditions = { now: {} };
    const pile = await charging(platform, { protocol: 'v1.0', conditions, seed: 7 }, { strategyType: 5, strategyValE2: 5 });
    conditions.now = { duplicate: 0.5, reorder: 0.3, delay: 0.3, delayMs: [10, 200] };
    await pile.waitFor((each) => each.memory.records.length === 0 && each.gun(1)?.phase === 'ended', PATIENCE_MS);
    const record = onlyEnd(platform);
    expect(record).toMatchObject({ stopReason: stopReason.durationReached, checkCode: 'ok' });
    expect(record.energyDwh).toBe(pile.journal.entries[0]!.stopMeterDwh! - pile.journal.entries[0]!.startMeterDwh);
  });

  it('with a wrong check code is told so', async () => {
    const platform = await startPlatform();
    const pile = await charging(platform);
    pile.setFalseReport(1, 'checkCodeWrong');
    pile.stop(1);
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    expect(onlyEnd(platform)).toMatchObject({ checkCode: 'wrong' });
  });
});
