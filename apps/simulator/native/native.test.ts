import { describe, expect, it } from 'vitest';
import { PATIENCE_MS, eventually } from '#kit/test/patience.ts';
import type { EndRecord } from '#engines/protocol/device.ts';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import type { Pile } from '../pile/pile.ts';
import { carWithSoc } from '../testing/car.ts';
import { startPlatform, type Platform } from '../testing/platform.ts';

const live = (pile: Pile): Promise<void> => pile.waitFor((each) => each.connection.live, PATIENCE_MS);
const sum = (values: readonly number[] = []): number => values.reduce((total, value) => total + value, 0);
const onlyEnd = (platform: Platform): EndRecord => {
  expect(platform.backend.endRecords.size).toBe(1);
  const [records] = [...platform.backend.endRecords.values()];
  expect(records).toHaveLength(1);
  return records![0]!;
};
const startCommand = (more: object = {}): DeviceCommand => ({
  commandId: 'S'.repeat(16),
  cmd: 'start',
  gunNumber: 1,
  chargingOrderNo: 'REMOTE1',
  idTag: 'T1',
  strategyType: 1,
  strategyValE2: 0,
  balanceCents: 10_000,
  rateRuleNo: 'RR1',
  deadlineMs: Date.now() + 30_000,
  ...more,
});
const stopCommand: DeviceCommand = { commandId: 'E'.repeat(16), cmd: 'stop', gunNumber: 1, chargingOrderNo: 'REMOTE1' };

describe('a native pile', () => {
  it('signs in, says what it is, charges by card and hands in its record', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'native', gunCount: 2 });
    await live(pile);
    await eventually(() => expect(platform.backend.kinds.filter((kind) => kind === 'gunStatus')).toHaveLength(2));
    expect(platform.backend.kinds.slice(0, 2)).toEqual(['parameterReport', 'pileStatus']);

    pile.plug(1, carWithSoc(30));
    const permission = await pile.startByCard(1, { account: 'CARD1', password: '123456', strategyType: 3, strategyValE2: 4 });
    expect(permission).toMatchObject({ result: 0, orderNo: 'ORDER1', balanceCents: 12_300 });
    await pile.waitFor((each) => each.gun(1)?.phase === 'ended', PATIENCE_MS);
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    const record = onlyEnd(platform);
    expect(record).toMatchObject({
      chargingOrderNo: 'ORDER1',
      energyDwh: 400,
      stopReason: stopReason.energyReached,
      checkCode: 'ok',
      startSource: 16,
      account: { accountType: 1, account: 'CARD1' },
      fromStore: false,
    });
    expect(sum(record.slotEnergyDwh)).toBe(400);
    expect(record.stopMeterDwh - record.startMeterDwh!).toBe(400);
    expect(platform.backend.startResults.get('ORDER1')).toMatchObject({ startResult: 0, startMeterDwh: record.startMeterDwh, startSoc: 30 });
    const samples = platform.backend.events.flatMap(({ event }) => (event.kind === 'chargingSample' ? [event] : []));
    expect(samples.length).toBeGreaterThan(1);
    for (const [index, sample] of samples.entries()) expect(sample.meterDwh).toBeGreaterThanOrEqual(samples[index - 1]?.meterDwh ?? 0);
    const bms = platform.backend.events.flatMap(({ event }) => (event.kind === 'bmsReport' ? [event.stage] : []));
    expect(new Set(bms)).toEqual(new Set(['handshake', 'parameter', 'charging', 'end']));
    expect(pile.journal.entries).toMatchObject([{ orderNo: 'ORDER1', startResult: 0, stopReason: stopReason.energyReached }]);
    await pile.waitFor((each) => each.journal.entries[0]?.acknowledgedMs !== null, PATIENCE_MS);
    expect(platform.backend.alarms).toEqual([]);
  });

  it('starts and stops by the platform, and obeys a repeated command once', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'native' });
    await live(pile);
    platform.send('CP00000001', startCommand({ commandId: 'N'.repeat(16) }));
    await eventually(() => expect(platform.backend.settlements).toHaveLength(1));
    expect(platform.backend.settlements[0]).toMatchObject({ outcome: 'answered', reply: { result: 1, remark: 'no car' } });

    pile.plug(1, carWithSoc(50));
    platform.send('CP00000001', startCommand());
    await eventually(() => expect(platform.backend.startResults.get('REMOTE1')).toMatchObject({ startResult: 0, startSource: 4 }));
    platform.send('CP00000001', startCommand());
    platform.send('CP00000001', startCommand({ commandId: 'O'.repeat(16) }));
    await eventually(() => expect(platform.backend.settlements).toHaveLength(4));
    expect(platform.backend.settlements.slice(1).map((each) => each.outcome === 'answered' && each.reply.result)).toEqual([0, 0, 2]);
    platform.send('CP00000001', stopCommand);
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    expect(onlyEnd(platform)).toMatchObject({ chargingOrderNo: 'REMOTE1', stopReason: stopReason.remote });
    platform.send('CP00000001', { ...stopCommand, commandId: 'F'.repeat(16), chargingOrderNo: 'NEVER' });
    await eventually(() => expect(platform.backend.settlements.at(-1)).toMatchObject({ reply: { result: 3 } }));
  });

  it('keeps the white list of each account type through a power cut, and reports it', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'native' });
    await live(pile);
    const list = { cmd: 'setWhiteList', accountType: 4, offset: 0 } as const;
    platform.send('CP00000001', { commandId: 'A'.repeat(16), ...list, action: 0, accounts: ['2', '1'] });
    platform.send('CP00000001', { commandId: 'B'.repeat(16), ...list, action: 1, accounts: ['3', '1'] });
    platform.send('CP00000001', { commandId: 'C'.repeat(16), ...list, accountType: 1, action: 0, accounts: ['CARD1'] });
    platform.send('CP00000001', { commandId: 'D'.repeat(16), cmd: 'readWhiteList', accountType: 4 });
    await eventually(() => expect(platform.backend.settlements).toHaveLength(4));
    const reports = platform.backend.settlements.map((settled) => (settled.outcome === 'answered' ? settled.reply.keyVal?.split(' ')[0] : ''));
    expect(reports).toEqual(['2', '3', '1', '3']);
    expect(pile.memory.whiteLists).toEqual({ '1': ['CARD1'], '4': ['2', '1', '3'] });
  });

  it('gives no gun more than its limit', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'native' });
    await live(pile);
    const limited = async (value: string) => {
      const before = platform.backend.settlements.length;
      platform.send('CP00000001', { commandId: `L${value}`.padEnd(16, '0'), cmd: 'setParameter', paramNo: 13, gunNumber: 1, value });
      await eventually(() => expect(platform.backend.settlements).toHaveLength(before + 1));
      return pile.guns.slice(0, 1).map((gun) => pile.availableW(gun));
    };
    expect(await limited('20.0')).toEqual([20_000]);
    expect(await limited('0.0')).toEqual([0]);
    expect(await limited('900.0')).toEqual([pile.facts.ratedW]);
  });

  it.each(['native', 'v1.0'] as const)('of the variant %s draws by its offline limit while it hears nothing', async (protocol) => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol, offlineAfterMs: 50 });
    await live(pile);
    for (const [paramNo, gunNumber, value] of [
      [12, 0, '15.0'],
      [13, 1, '40.0'],
    ] as const)
      platform.send('CP00000001', { commandId: `P${paramNo}`.padEnd(16, '0'), cmd: 'setParameter', paramNo, gunNumber, value });
    await eventually(() => expect(platform.backend.settlements).toHaveLength(2));
    const availableW = () => pile.guns.map((gun) => pile.availableW(gun));
    expect(availableW()).toEqual([40_000]);
    pile.cut(300);
    expect(availableW()).toEqual([40_000]);
    await eventually(() => expect(availableW()).toEqual([15_000]));
    await live(pile);
    expect(availableW()).toEqual([40_000]);
  });

  it('follows the power schedule of its day, as a whole pile, and none after one without periods', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'native', gunCount: 2 });
    await live(pile);
    const availableW = () => pile.guns.map((gun) => pile.availableW(gun));
    const [freeW = 0] = availableW();
    const period = (startSlot: number, changingPowerHw: number) => ({
      startSlot,
      changingPowerHw,
      changingPowerMinHw: 0,
      changingSoc: 0,
      endAction: 0 as const,
    });
    const slot = pile.localSlot();
    // The period of now is the one before last, unless the day has just begun.
    const periods = [...(slot > 0 ? [period(0, 10)] : []), period(slot, 205), ...(slot < 47 ? [period(slot + 1, 0)] : [])];
    platform.send('CP00000001', { commandId: 'T'.repeat(16), cmd: 'setPowerSchedule', periods });
    await eventually(() => expect(availableW()).toEqual([20_500, 20_500]));
    platform.send('CP00000001', { commandId: 'U'.repeat(16), cmd: 'setPowerSchedule', periods: [period(0, 0)] });
    await eventually(() => expect(availableW()[0]).toBe(freeW));
    platform.send('CP00000001', { commandId: 'V'.repeat(16), cmd: 'setPowerSchedule', periods: [] });
    await eventually(() => expect(platform.backend.settlements).toHaveLength(3));
    expect(availableW()[0]).toBe(freeW);
  });

  it('takes parameters, prices and recalls', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'native' });
    await live(pile);
    const slotStages = Array.from({ length: 48 }, () => 3);
    const stagePricesE4 = [0, 0, 10_000, 0].map((price) => [price, 5_000, 0, 0]);
    platform.send('CP00000001', {
      commandId: 'P'.repeat(16),
      cmd: 'setRateRule',
      rateRuleNo: 'RR9',
      month: new Date(Date.now() + 480 * 60_000).getUTCMonth() + 1,
      slotStages,
      stagePricesE4,
      billMode: 1,
    });
    platform.send('CP00000001', { commandId: 'Q'.repeat(16), cmd: 'setParameter', paramNo: 3, gunNumber: 0, value: '5' });
    await eventually(() => expect(platform.backend.settlements).toHaveLength(2));
    pile.plug(1, carWithSoc(50));
    await pile.startByVin(1, { strategyType: 2, strategyValE2: 6 });
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    const first = onlyEnd(platform);
    expect(first).toMatchObject({ stopReason: stopReason.amountReached, rateRuleNo: 'RR9', vin: 'LSVAA2BR0GN000001', startSource: 18 });
    expect(first.deviceAmountE4?.at(-1)).toBeLessThanOrEqual(600);
    expect(first.deviceAmountE4?.at(-1)).toBeGreaterThan(590);
    expect(first.stageEnergyDwh).toEqual([0, 0, first.energyDwh, 0]);
    await pile.waitFor((each) => each.memory.taken.length === 1, PATIENCE_MS);
    platform.send('CP00000001', { commandId: 'R'.repeat(16), cmd: 'recallOrder', chargingOrderNo: 'ORDER1' });
    await eventually(() => expect(platform.backend.endRecords.get('ORDER1')).toHaveLength(2));
    expect(platform.backend.endRecords.get('ORDER1')![1]).toMatchObject({ orderType: 3, energyDwh: first.energyDwh });
  });

  it('tells a failed start and leaves no record of a charge', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'native' });
    await live(pile);
    pile.plug(1, carWithSoc(50));
    pile.gun(1)!.failNextStart = 170;
    await pile.startByPhone(1, { account: '13800000000' });
    await eventually(() => expect(platform.backend.startResults.get('ORDER1')).toMatchObject({ startResult: 170 }));
    expect(pile.gun(1)?.phase).toBe('failed');
    expect(platform.backend.endRecords.size).toBe(0);
  });

  it('stops what the platform does not know', async () => {
    const platform = await startPlatform();
    platform.backend.startReply = 3;
    const pile = platform.pile({ protocol: 'native' });
    await live(pile);
    pile.plug(1, carWithSoc(50));
    await pile.startByCard(1, { account: 'CARD1' });
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    expect(onlyEnd(platform).stopReason).toBe(stopReason.deAuthorized);
  });

  it('does not charge whom the platform refuses, nor without a car, nor in a fault', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'native' });
    await live(pile);
    expect(await pile.startByCard(1, { account: 'CARD1' })).toMatchObject({ result: 12 });
    pile.plug(1, carWithSoc(50));
    platform.backend.accountResult = 2;
    expect(await pile.startByCard(1, { account: 'CARD1' })).toMatchObject({ result: 2 });
    pile.emergencyStop();
    expect(await pile.startByCard(1, { account: 'CARD1' })).toMatchObject({ result: 11 });
    pile.setFault(0);
    expect(pile.gun(1)?.phase).toBe('plugged');
    expect(platform.backend.startResults.size).toBe(0);
  });
});

describe('a native pile without its connection', () => {
  it('goes on charging, comes back, and hands in what it kept before anything else', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'native' });
    await live(pile);
    pile.plug(1, carWithSoc(50));
    await pile.startByCard(1, { account: 'CARD1' });
    await pile.waitFor((each) => each.gun(1)?.phase === 'charging', PATIENCE_MS);
    await eventually(() => expect(platform.backend.startResults.size).toBe(1));
    // The platform has the record of the start, and the pile knows it.
    await pile.waitFor((each) => each.memory.records.length === 0, PATIENCE_MS);
    // Long enough to charge and to stop, also on a busy machine.
    pile.cut(2_000);
    expect(pile.connection.live).toBe(false);
    await pile.waitFor((each) => (each.gun(1)?.session?.charge?.energyDwh ?? 0) > 0, PATIENCE_MS);
    pile.stop(1);
    expect(pile.memory.records).toHaveLength(1);
    const before = platform.backend.events.length;
    await live(pile);
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    expect(onlyEnd(platform)).toMatchObject({ fromStore: true, stopReason: stopReason.card, checkCode: 'ok' });
    expect(platform.backend.events[before]?.event.kind).toBe('endRecord');
  });

  it('says a record again until it is taken', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'native' });
    await live(pile);
    pile.plug(1, carWithSoc(50));
    await pile.startByCard(1, { account: 'CARD1' });
    await pile.waitFor((each) => each.gun(1)?.phase === 'charging', PATIENCE_MS);
    let failures = 3;
    platform.backend.before = async (event) => {
      if (event.kind === 'endRecord' && failures-- > 0) throw new Error('no database');
    };
    pile.stop(1);
    await pile.waitFor((each) => each.memory.records.length === 0, PATIENCE_MS);
    expect(failures).toBe(-1);
    expect(onlyEnd(platform).stopReason).toBe(stopReason.card);
  });

  it('makes the record after a power cut, with what was charged until then', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'native' });
    await live(pile);
    pile.plug(1, carWithSoc(50));
    await pile.startByCard(1, { account: 'CARD1' });
    await pile.waitFor((each) => each.gun(1)?.phase === 'charging', PATIENCE_MS);
    const before = pile.gun(1)!.meterDwh;
    await eventually(() => expect(pile.gun(1)!.meterDwh).toBeGreaterThan(before));
    const atLeast = pile.gun(1)!.meterDwh;
    pile.cutPower(200);
    expect(pile.memory.records).toEqual([]);
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    const record = onlyEnd(platform);
    expect(record).toMatchObject({ stopReason: stopReason.powerLoss, fromStore: true, chargingOrderNo: 'ORDER1' });
    expect(record.stopMeterDwh).toBeGreaterThanOrEqual(atLeast);
    expect(pile.gun(1)!.meterDwh).toBe(record.stopMeterDwh);
  });

  it('waits when the platform does not want it, and comes again', async () => {
    const platform = await startPlatform();
    platform.backend.verdict = 3;
    const pile = platform.pile({ protocol: 'native' });
    const lost: string[] = [];
    pile.on((news) => void (news.kind === 'disconnected' && lost.push(news.detail)));
    await eventually(() => expect(lost).toContain('login refused: 3'));
    platform.backend.verdict = 0;
    await live(pile);
  });
});

describe('faults on demand', () => {
  it('messages lost, doubled, late and out of order change nothing of the record', async () => {
    const platform = await startPlatform();
    const conditions = { now: {} };
    const pile = platform.pile({ protocol: 'native', conditions, seed: 7 });
    await live(pile);
    pile.plug(1, carWithSoc(50));
    await pile.startByCard(1, { account: 'CARD1', strategyType: 5, strategyValE2: 5 });
    conditions.now = { duplicate: 0.5, reorder: 0.3, delay: 0.3, delayMs: [10, 200] };
    await pile.waitFor((each) => each.memory.records.length === 0 && each.gun(1)?.phase === 'ended', PATIENCE_MS);
    const record = onlyEnd(platform);
    expect(record).toMatchObject({ stopReason: stopReason.durationReached, checkCode: 'ok' });
    expect(record.energyDwh).toBe(pile.journal.entries[0]!.stopMeterDwh! - pile.journal.entries[0]!.startMeterDwh);
  });

  it('a wrong clock stays wrong, and the platform is told so', async () => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'native', clockErrorMs: -3_600_000 });
    await live(pile);
    pile.plug(1, carWithSoc(50));
    await pile.startByCard(1, { account: 'CARD1' });
    // Its first login is refused for its date, and the next is dated by the platform's time; its samples are as wrong as its clock.
    await eventually(() => expect(platform.backend.alarms.map(({ kind }) => kind)).toEqual(['clockOff', 'clockOff']));
    pile.stop(1);
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    expect(onlyEnd(platform).stopAtMs).toBeLessThan(Date.now() - 3_500_000);
  });

  it.each([
    ['checkCodeWrong', { checkCode: 'wrong' }],
    ['stopBeforeStart', {}],
    ['energyTooLarge', {}],
    ['slotsWrong', {}],
    ['meterBackwards', {}],
    ['amountWrong', {}],
    ['otherOrder', { chargingOrderNo: 'OR0000' }],
  ] as const)('the lie %s reaches the platform', async (lie, looks) => {
    const platform = await startPlatform();
    const pile = platform.pile({ protocol: 'native' });
    await live(pile);
    pile.plug(1, carWithSoc(50));
    await pile.startByCard(1, { account: 'CARD1' });
    await pile.waitFor((each) => each.gun(1)?.phase === 'charging', PATIENCE_MS);
    pile.setFalseReport(1, lie);
    pile.stop(1);
    await eventually(() => expect(platform.backend.endRecords.size).toBe(1));
    const record = onlyEnd(platform);
    expect(record).toMatchObject(looks);
    const honest =
      record.checkCode === 'ok' &&
      record.chargingOrderNo === 'ORDER1' &&
      record.stopAtMs >= record.startAtMs! &&
      record.stopMeterDwh >= record.startMeterDwh! &&
      record.energyDwh! < 100_000 &&
      sum(record.slotEnergyDwh) === record.energyDwh &&
      record.deviceAmountE4?.at(-1) === 0;
    expect(honest).toBe(false);
  });
});
