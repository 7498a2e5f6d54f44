import { describe, expect, it } from 'vitest';
import { seededRng } from '../codec/random.ts';
import type { DeviceCommand } from '../device-command.ts';
import { replyType } from './frame.ts';
import { decodeBody, encodeBody, messageOf, type PileRequest } from './messages.ts';
import { toCommandReply, toNativeCommand } from './to-command.ts';
import { toEvent, type ReceiptContext } from './to-event.ts';
import { failureReply, toReply } from './to-reply.ts';

const NOW_MS = 1_795_190_400_000;
const received: ReceiptContext = { receivedMs: NOW_MS, fromStore: false, digest: 'd', raw: 'AB', checkCode: 'ok' };
const event = (message: PileRequest, over: Partial<ReceiptContext> = {}) => {
  if (message.type === '0000') throw new Error('a login is no event');
  return toEvent(message, { ...received, ...over });
};
const pileInfo = (cpWorkStat: number, cpFaultType: number) =>
  event({
    type: '0001',
    body: {
      cpWorkStat,
      cpFaultType,
      moduleStat: 3,
      moduleCount: 4,
      cabinetTemp: -12,
      inputVoltage: [2301, 2299, 0],
      doorOpen: 1,
      emergencyStop: 0,
      networkKind: 4,
      signal: 80,
    },
  });
const gunInfo: PileRequest = {
  type: '0002',
  body: {
    gunNumber: 2,
    gunWorkStat: 6,
    gunStopType: 0,
    gunFaultType: 80,
    gunStatusInfo: 48,
    gunDcPositiveTemp: 41,
    gunDcNegativeTemp: -3,
    cpVoltage: 1_198,
    insulationVal: 500,
    onlineGunMaxPower: 1_205,
    chargingOrderNo: '',
    plugged: 1,
    homed: 0,
    locked: 1,
  },
};

describe('events', () => {
  it('a pile report has a fault or null', () => {
    expect(pileInfo(1, 0)).toMatchObject({ kind: 'pileStatus', cpWorkStat: 1, cpFaultType: null, atMs: NOW_MS });
    expect(pileInfo(1, 255)).toMatchObject({ cpFaultType: null });
    expect(pileInfo(7, 0)).toMatchObject({ cpFaultType: 0 });
    expect(pileInfo(7, 255)).toMatchObject({ cpFaultType: 255 });
    expect(pileInfo(1, 3)).toMatchObject({ cpFaultType: 3, details: { inputVoltage: '230.1 229.9 0.0', cabinetTemp: -12 } });
  });

  it('a gun report speaks volts as text and power in watts', () => {
    expect(event(gunInfo)).toEqual({
      kind: 'gunStatus',
      gunNumber: 2,
      gunWorkStat: 6,
      gunStopType: 0,
      gunFaultType: 80,
      gunStatusInfo: 48,
      gunDcPositiveTemp: 41,
      gunDcNegativeTemp: -3,
      cpVoltage: '11.98',
      insulationVal: 500,
      onlineGunMaxPowerW: 120_500,
      plugged: true,
      atMs: NOW_MS,
    });
  });

  it('a start request leaves out what the driver did not give', () => {
    const body = {
      gunNumber: 1,
      accountType: 9,
      account: 'A',
      password: 'F'.repeat(64),
      vin: '',
      chargingStrategyType: 2,
      chargingStrategyVal: 5_000,
      localOrderNo: 'L1',
    };
    expect(event({ type: '0004', body })).toEqual({
      kind: 'startRequest',
      gunNumber: 1,
      accountType: 0,
      account: 'A',
      passwordDigest: 'F'.repeat(64),
      strategyType: 2,
      strategyValE2: 5_000,
      localOrderNo: 'L1',
      atMs: NOW_MS,
    });
    expect(event({ type: '0004', body: { ...body, accountType: 4, password: '0'.repeat(64), vin: 'V' } })).toEqual({
      kind: 'startRequest',
      gunNumber: 1,
      accountType: 4,
      account: 'A',
      vin: 'V',
      strategyType: 2,
      strategyValE2: 5_000,
      localOrderNo: 'L1',
      atMs: NOW_MS,
    });
  });

  it('a start result keeps the pile’s time, and an SOC only from 1 to 100', () => {
    const body = {
      chargingOrderNo: 'O1',
      gunNumber: 1,
      startResult: 0,
      startSource: 4,
      startTime: NOW_MS / 1_000 - 9_999,
      startMeter: 45_000_000_000,
      startSoc: 0,
      vin: '',
    };
    expect(event({ type: '0005', body }, { fromStore: true })).toEqual({
      kind: 'startResult',
      chargingOrderNo: 'O1',
      gunNumber: 1,
      startResult: 0,
      startSource: 4,
      startAtMs: NOW_MS - 9_999_000,
      startMeterDwh: 45_000_000_000,
      fromStore: true,
    });
    expect(event({ type: '0005', body: { ...body, startSoc: 100 } })).toMatchObject({ startSoc: 100 });
    expect(event({ type: '0005', body: { ...body, startSoc: 101 } })).not.toHaveProperty('startSoc');
  });

  it('parameters come by number as texts', () => {
    const body = {
      values: [
        { tag: 1, value: '60' },
        { tag: 11, value: '120.0' },
        { tag: 77, value: 'AB' },
      ],
    };
    expect(event({ type: '0006', body })).toEqual({ kind: 'parameterReport', values: { 1: '60', 11: '120.0', 77: 'AB' } });
  });

  it('BMS reports are labelled: codes and counts as numbers, measures as texts', () => {
    const { body } = messageOf('0013')!;
    const sampled = decodeBody('0013', body.encode(body.sample(seededRng(4))));
    if (sampled.type !== '0013') throw new Error('another message');
    const report = event({
      type: '0013',
      body: { ...sampled.body, chargingOrderNo: 'O1', gunNumber: 2, demandVoltage: 4_012, demandCurrent: -15, socFlag: 16, minTemp: -40 },
    });
    expect(report).toMatchObject({
      kind: 'bmsReport',
      stage: 'charging',
      chargingOrderNo: 'O1',
      gunNumber: 2,
      values: { demandVoltage: '401.2', demandCurrent: '-1.5', socFlag: 16, minTemp: -40 },
    });
    expect(report).not.toHaveProperty('values.chargingOrderNo');
  });
});

describe('commands', () => {
  const commandId = 'C'.repeat(16);
  const slots = Array.from({ length: 48 }, (_, i) => (i % 4) + 1);
  const prices = [1, 2, 3, 4].map((stage) => [stage * 1_000, 100, 0, 0]);
  const all: readonly (readonly [string, DeviceCommand])[] = [
    [
      '1001',
      {
        cmd: 'start',
        commandId,
        gunNumber: 1,
        chargingOrderNo: 'O1',
        idTag: 'T',
        strategyType: 1,
        strategyValE2: 0,
        balanceCents: 1,
        rateRuleNo: 'R',
        deadlineMs: NOW_MS,
      },
    ],
    ['1002', { cmd: 'stop', commandId, gunNumber: 1, chargingOrderNo: 'O1' }],
    ['1003', { cmd: 'setParameter', commandId, paramNo: 22, gunNumber: 0, value: '10.00' }],
    ['1004', { cmd: 'readParameters', commandId, paramNos: [1, 2] }],
    ['1006', { cmd: 'fetchLog', commandId, pileLogId: '1', isSecurity: false, fromMs: 0, toMs: NOW_MS, url: 'https://files.example/token' }],
    ['1007', { cmd: 'recallOrder', commandId, chargingOrderNo: 'O1' }],
    ['1007', { cmd: 'recallOrder', commandId, fromMs: 1_000, toMs: 2_000 }],
    ['1008', { cmd: 'setRateRule', commandId, rateRuleNo: 'R', month: 2, slotStages: slots, stagePricesE4: prices, billMode: 1 }],
    ['1009', { cmd: 'setWhiteList', commandId, accountType: 4, action: 0, accounts: ['13800000001'], offset: 0 }],
    ['1009', { cmd: 'readWhiteList', commandId, accountType: 4 }],
    ['1010', { cmd: 'reserve', commandId, gunNumber: 1, reservationId: 5, idTag: 'T', untilMs: NOW_MS }],
    ['1011', { cmd: 'cancelReservation', commandId, reservationId: 5 }],
    ['1013', { cmd: 'setPayQrCode', commandId, gunNumber: 1, url: 'https://pay.example/充' }],
    ['1014', { cmd: 'restart', commandId, hard: true }],
    ['1015', { cmd: 'queryStatus', commandId, gunNumber: 0 }],
  ];
  it.each(all)('%s goes onto the wire and can be read there', (type, command) => {
    const message = toNativeCommand(command)!;
    expect(message.type).toBe(type);
    expect(decodeBody(type, encodeBody(message))).toEqual(message);
  });
  it('of other protocols have no frame', () => {
    expect(toNativeCommand({ cmd: 'clearCache', commandId })).toBeUndefined();
  });
  it('are answered with what the pile filled in', () => {
    const body = { cmdId: commandId, result: 3, paramNo: 255, value: '', remark: '' };
    expect(toCommandReply({ type: '1103', body })).toEqual({ kind: 'commandReply', commandId, result: 3 });
    expect(toCommandReply({ type: '1103', body: { ...body, paramNo: 0, value: '1', remark: 'x' } })).toEqual({
      kind: 'commandReply',
      commandId,
      result: 3,
      paramNo: 0,
      keyVal: '1',
      remark: 'x',
    });
  });
});

describe('replies', () => {
  const pileTypes = ['0001', '0002', '0003', '0004', '0005', '0006', '0010', '0011', '0012', '0013', '0014', '0015'];
  const answers: Readonly<Record<string, Parameters<typeof toReply>[1]>> = {
    '0003': { result: 2, balanceCents: 99_999_999_999, currency: 'CNY', displayName: 'N' },
    '0004': { result: 12, chargingOrderNo: '', balanceCents: 0, rateRuleNo: '', maxAmountCents: 100 },
  };
  it.each(pileTypes)('to %s carry the answer in the type that belongs to it', (type) => {
    const reply = toReply({ type, chargingOrderNo: 'O1' }, answers[type] ?? { result: 1 })!;
    expect(reply.type).toBe(replyType(type));
    expect(decodeBody(reply.type, encodeBody(reply))).toEqual(reply);
    expect(reply.body.result).toBe(answers[type] && 'result' in answers[type] ? answers[type].result : 1);
  });
  it('carry the most a field can hold for a balance beyond it', () => {
    expect(toReply({ type: '0003', chargingOrderNo: '' }, answers['0003']!)).toMatchObject({ body: { balance: 2 ** 32 - 1 } });
  });
  it('are not made from an answer to another question', () => {
    expect(toReply({ type: '0003', chargingOrderNo: '' }, { result: 0 })).toBeUndefined();
    expect(toReply({ type: '0004', chargingOrderNo: '' }, answers['0003']!)).toBeUndefined();
    expect(toReply({ type: '0001', chargingOrderNo: '' }, { transactionId: 1, accepted: true, reason: 0 })).toBeUndefined();
  });
  it('of failure exist where a driver waits and where a record must not be lost', () => {
    const failing = pileTypes.filter((type) => failureReply({ type, chargingOrderNo: '' }));
    expect(failing).toEqual(['0003', '0004', '0015']);
  });
});
