import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { nodeCrypto } from '../../protocol/native/testing/node-crypto.ts';
import { orderRecordMessage } from '../../protocol/native/client.ts';
import { writeFrame } from '../../protocol/native/frame.ts';
import { bySlot } from '../../protocol/native/records/messages/9004-order.ts';
import { encodeRecordBody, type RecordBody } from '../../protocol/native/records/messages.ts';
import type { PileEvent } from '../../protocol/device-backend.ts';
import { STATUS_STORED_EVERY_MS } from '../../protocol/native/records/to-events.ts';
import type { Output } from './session.ts';
import { RecordHarness } from './testing/record-rig.ts';

const live = (options: ConstructorParameters<typeof RecordHarness>[0] = {}): RecordHarness => {
  const rig = new RecordHarness(options);
  rig.login();
  return rig;
};
const eventsOf = (rig: RecordHarness, outputs?: readonly Output[]): readonly PileEvent[] =>
  rig.outputsOf('deliver', outputs).flatMap(({ events }) => [...events]);
const kindsOf = (rig: RecordHarness): readonly string[] => eventsOf(rig).map(({ kind }) => kind);
const ticketOf = (rig: RecordHarness): number => rig.outputsOf('deliver')[0]?.ticket ?? -1;
const answerAll = (rig: RecordHarness, results: readonly number[] = []): readonly Output[] => {
  const ticket = ticketOf(rig);
  return rig.feed({ kind: 'answer', ticket, answers: eventsOf(rig).map((_event, index) => ({ result: results[index] ?? 0 })) });
};

const orderFacts: Omit<RecordBody<'9004'>, 'checkCode'> = {
  orderNo: 'O1',
  gunNumber: 1,
  orderType: 1,
  startSource: 4,
  accountType: 4,
  account: 'U1',
  vin: 'LSV12345678901234',
  startTime: 1_795_186_801,
  stopTime: 1_795_190_401,
  startSoc: 40,
  stopSoc: 80,
  startMeter: 1_000_000,
  stopMeter: 1_180_000,
  chargingElec: 180_000,
  elecTip: 0,
  elecPeak: 0,
  elecFlat: 51_234,
  elecValley: 128_766,
  ...bySlot((slot) => (slot === 0 ? 51_234 : slot === 47 ? 128_766 : 0)),
  elecAmount: 80_932,
  srvAmount: 72_000,
  other1Amount: 0,
  other2Amount: 0,
  orderAmount: 152_932,
  stopReason: 9,
  rateRuleNo: 'RR202611A',
};

describe('a login with a JSON body', () => {
  it('has the same proof, verdicts and profile as a typed one', () => {
    const rig = new RecordHarness();
    rig.login();
    expect(rig.receivedRecords()).toMatchObject([
      { sequence: 1, message: { type: '0100', body: { result: 0, tzMinutes: 480, intervals: [60, 60, 15, 0, 0, 15, 0], rateRuleNo: 'RR202611A' } } },
    ]);
    expect(rig.session.phase).toBe('live');
  });
  it('with a wrong secret is refused as an unknown pile', () => {
    const rig = new RecordHarness();
    const impostor = new RecordHarness({ secret: 'fedcba9876543210' });
    rig.sendRecord(impostor.loginMessage());
    rig.feed({ kind: 'credentials', credentials: { secret: '0123456789abcdef', encryptionMode: 0 } });
    expect(rig.outputsOf('alarm')).toMatchObject([{ alarm: { kind: 'wrongSecret' } }]);
    expect(rig.receivedRecords()).toMatchObject([{ message: { type: '0100', body: { result: 2 } } }]);
  });
  it('and encryption works, without it an encrypted pile is disconnected', () => {
    const rig = live({ encryptionMode: 1 });
    rig.sendRecord(rig.status());
    expect(kindsOf(rig)).toContain('chargingSample');
    const plain = live({ encryptionMode: 1 });
    plain.bytes(writeFrame({ version: 0x10, flags: 0, type: '9001', sequence: 9, cpCode: 'CP00000001' }, encodeRecordBody(plain.status())));
    expect(plain.outputsOf('ended')).toMatchObject([{ reason: 'breach' }]);
  });
  it('fixes the variant of the session', () => {
    const rig = live();
    rig.bytes(writeFrame({ version: 0x20, flags: 0, type: '0001', sequence: 9, cpCode: 'CP00000001' }, new Uint8Array(17)));
    expect(rig.outputsOf('ended')).toMatchObject([{ reason: 'breach' }]);
  });
  it('that cannot be read ends the connection and shows no secret in the log', () => {
    for (const body of ['{"auth":"00112233445566778899AABBCCDDEEFF"', '[]', '{}']) {
      const rig = new RecordHarness();
      const outputs = [...rig.sendRaw('0000', body), ...rig.feed({ kind: 'credentials', credentials: rig.credentials })];
      expect(rig.outputsOf('ended', outputs)).toHaveLength(1);
      const raw = rig.outputsOf('log', outputs)[0]!.record.raw;
      expect(raw.slice(56, -4)).not.toContain(Buffer.from('00112233').toString('hex').toUpperCase());
    }
  });
});

describe('a status report', () => {
  it('is the record, the states of pile and guns, the sample and the battery of each charge', () => {
    const rig = live();
    rig.sendRecord(rig.status());
    expect(eventsOf(rig)).toMatchObject([
      {
        kind: 'recordReport',
        record: 1,
        gunNumber: 0,
        values: { cpWorkStat: 1, guns: [{ gunNumber: 1, voltage: '398.6', meter: '4500.1234', soc: 61 }] },
      },
      { kind: 'pileStatus', cpWorkStat: 1, cpFaultType: null },
      { kind: 'gunStatus', gunNumber: 1, gunWorkStat: 6, gunFaultType: 0, chargingOrderNo: 'O1', gunDcPositiveTemp: 41 },
      {
        kind: 'chargingSample',
        chargingOrderNo: 'O1',
        voltageDv: 3_986,
        currentDa: 1_199,
        powerW: 47_792,
        energyDwh: 142_031,
        meterDwh: 45_001_234,
        soc: 61,
        amountE4: 120_815,
        bmsVoltageDv: 3_980,
      },
      { kind: 'bmsReport', stage: 'charging', values: { demandVoltage: '410.0', demandCurrent: '125.0', measuredVoltage: '398.0' } },
    ]);
    answerAll(rig);
    expect(rig.receivedRecords()).toEqual([{ sequence: 2, message: { type: '9101', body: { result: 0 } } }]);
  });
  it('is answered by the first event that was refused, and by nothing if one was not stored', () => {
    const rig = live();
    rig.sendRecord(rig.status());
    answerAll(rig, [0, 0, 0, 3]);
    expect(rig.receivedRecords()).toMatchObject([{ message: { type: '9101', body: { result: 3 } } }]);
    rig.sendRecord(rig.status());
    rig.feed({ kind: 'failed', ticket: ticketOf(rig) });
    expect(rig.receivedRecords()).toEqual([]);
  });
  it('has no sample without an order, or while nothing is charged', () => {
    const rig = live();
    rig.sendRecord(rig.status({ gunWorkStat: 2, orderNo: '' }));
    expect(kindsOf(rig)).toEqual(['recordReport', 'pileStatus', 'gunStatus']);
    rig.sendRecord(rig.status({ gunWorkStat: 7 }));
    expect(kindsOf(rig)).toEqual(['recordReport', 'pileStatus', 'gunStatus']);
  });
  it('is stored as a record when a state changes, and every five minutes', () => {
    const rig = live();
    const isStored = (more: Parameters<RecordHarness['status']>[0] = {}): boolean => {
      rig.sendRecord(rig.status(more));
      const kinds = kindsOf(rig);
      answerAll(rig);
      return kinds.includes('recordReport');
    };
    expect([isStored(), isStored({ energy: 150_000 }), isStored({ gunWorkStat: 7 }), isStored({ gunWorkStat: 7 })]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    for (let minute = 1; minute < STATUS_STORED_EVERY_MS / 60_000; minute += 1) {
      rig.advance(60_000);
      expect(isStored({ gunWorkStat: 7 })).toBe(false);
    }
    rig.advance(60_000);
    expect(isStored({ gunWorkStat: 7 })).toBe(true);
  });
  it('by a wrong clock is dated by the platform, which alarms once', () => {
    const rig = live();
    const { body } = rig.status();
    if (!('guns' in body)) throw new Error('no status');
    rig.sendRecord({ type: '9001', body: { ...body, time: body.time - 3_600 } });
    expect(rig.outputsOf('alarm')).toMatchObject([{ alarm: { kind: 'clockOff' } }]);
    expect(eventsOf(rig).find(({ kind }) => kind === 'chargingSample')).toMatchObject({ atMs: rig.nowMs });
  });
});

describe('an abnormal event', () => {
  const bits = (length: number, ...ones: readonly number[]): string => Array.from({ length }, (_, bit) => (ones.includes(bit) ? 1 : 0)).join('');
  const abnormal = (rig: RecordHarness, more: Partial<RecordBody<'9005'>>): readonly Output[] =>
    rig.sendRecord({
      type: '9005',
      body: { time: Math.floor(rig.nowMs / 1_000), gunNumber: 0, exception: bits(32), status: bits(16, 0), happening: 1, ...more },
    });
  const pileStatusOf = (rig: RecordHarness): PileEvent | undefined => eventsOf(rig).find(({ kind }) => kind === 'pileStatus');

  it('of the pile is its fault, until it has ended; status reports between say nothing else', () => {
    const rig = live();
    abnormal(rig, { exception: bits(32, 4, 2), status: bits(16, 0, 1, 2) });
    expect(pileStatusOf(rig)).toMatchObject({ cpWorkStat: 7, cpFaultType: 2, details: { doorOpen: 1, emergencyStop: 1, exceptions: '2 4' } });
    rig.advance(1_000);
    rig.sendRecord(rig.status({}, 7));
    expect(pileStatusOf(rig)).toMatchObject({ cpWorkStat: 7, cpFaultType: 2, details: { doorOpen: 1 } });
    rig.advance(1_000);
    abnormal(rig, { exception: bits(32, 4, 2), happening: 0 });
    expect(pileStatusOf(rig)).toMatchObject({ cpFaultType: 255 });
    rig.sendRecord(rig.status());
    expect(pileStatusOf(rig)).toMatchObject({ cpWorkStat: 1, cpFaultType: null, details: { doorOpen: 0 } });
  });
  it('with reserved exceptions alone is a fault without a number', () => {
    const rig = live();
    abnormal(rig, { exception: bits(32, 0, 17, 31) });
    expect(pileStatusOf(rig)).toMatchObject({ cpFaultType: 255, details: { exceptions: '17 31' } });
    abnormal(rig, { exception: bits(32, 0) });
    expect(pileStatusOf(rig)).toMatchObject({ cpFaultType: null });
  });
  it('of a gun changes no work state', () => {
    const rig = live();
    abnormal(rig, { gunNumber: 1, exception: bits(32, 4) });
    expect(kindsOf(rig)).toEqual(['recordReport']);
    rig.sendRecord(rig.status());
    expect(eventsOf(rig).find(({ kind }) => kind === 'gunStatus')).toMatchObject({ gunWorkStat: 6, gunFaultType: 255, faultInfo: 'exception 4' });
    rig.advance(1_000);
    abnormal(rig, { gunNumber: 1, exception: bits(32, 4), happening: 0 });
    expect(eventsOf(rig).find(({ kind }) => kind === 'gunStatus')).toMatchObject({ gunWorkStat: 6, gunFaultType: 0 });
  });
  it('that comes after a later one is only stored', () => {
    const rig = live();
    abnormal(rig, { happening: 0 });
    abnormal(rig, { time: Math.floor(rig.nowMs / 1_000) - 10, exception: bits(32, 4) });
    expect(kindsOf(rig)).toEqual(['recordReport']);
  });
  it.each([31, 33, 0])('with %i exceptions is refused with result 1', (length) => {
    const rig = live();
    rig.sendRaw('9005', JSON.stringify({ time: 1, gunNumber: 0, exception: bits(length), status: bits(16), happening: 1 }));
    expect(rig.receivedRecords()).toMatchObject([{ message: { type: '9105', body: { result: 1 } } }]);
    expect(eventsOf(rig)).toEqual([]);
  });
});

describe('an order', () => {
  it('starts by 9002 with the answers of a typed start result', () => {
    const rig = live();
    rig.sendRecord({
      type: '9002',
      body: {
        orderNo: 'O1',
        gunNumber: 1,
        startTime: 1_795_190_401,
        startMeter: 1_000_000,
        startSoc: 40,
        startSource: 4,
        accountType: 4,
        account: 'U1',
        vin: '',
        strategyType: 1,
        strategyVal: 0,
        result: 0,
      },
    });
    expect(eventsOf(rig)).toMatchObject([
      { kind: 'recordReport', record: 2, chargingOrderNo: 'O1' },
      { kind: 'startResult', chargingOrderNo: 'O1', startResult: 0, startMeterDwh: 1_000_000, startSoc: 40, startAtMs: 1_795_190_401_000 },
    ]);
    answerAll(rig, [0, 3]);
    expect(rig.receivedRecords()).toMatchObject([{ message: { type: '9102', body: { result: 3 } } }]);
  });
  it('ends by 9003 as its last sample, with the energy of its periods', () => {
    const rig = live();
    const period = { start: 1, end: 2, stage: 3, energy: 90_000, elecAmount: 1, srvAmount: 1 };
    rig.sendRecord({
      type: '9003',
      body: { orderNo: 'O1', gunNumber: 1, stopTime: 1_795_190_401, stopMeter: 1_180_000, stopSoc: 80, stopReason: 9, periodJson: [period, period] },
    });
    expect(eventsOf(rig)).toMatchObject([
      { kind: 'recordReport', record: 3, values: { stopReason: 9, periodJson: [{ energy: '9.0000' }, {}] } },
      { kind: 'chargingSample', chargingOrderNo: 'O1', energyDwh: 180_000, meterDwh: 1_180_000, soc: 80 },
    ]);
  });
  it('is settled by 9004, whose code covers what was sent', () => {
    const rig = live();
    const message = orderRecordMessage(rig.link, orderFacts, nodeCrypto);
    rig.sendRecord(message, { stored: true });
    const body = encodeRecordBody(message);
    expect(eventsOf(rig)).toMatchObject([
      { kind: 'recordReport', record: 4, values: { elec01: '5.1234', elec48: '12.8766' } },
      {
        kind: 'endRecord',
        checkCode: 'ok',
        fromStore: true,
        raw: new TextDecoder().decode(body),
        digest: createHash('sha256').update(body).digest('hex'),
        energyDwh: 180_000,
        stageEnergyDwh: [0, 0, 51_234, 128_766],
        deviceAmountE4: [80_932, 72_000, 0, 0, 152_932],
        stopReason: 9,
      },
    ]);
    const [, end] = eventsOf(rig);
    expect(end?.kind === 'endRecord' && [end.slotEnergyDwh?.length, end.slotEnergyDwh?.[0], end.slotEnergyDwh?.[47]]).toEqual([48, 51_234, 128_766]);
    answerAll(rig);
    expect(rig.receivedRecords()).toMatchObject([{ message: { type: '9104', body: { result: 0 } } }]);
  });
  it('with a code that is wrong, missing or not the last member is delivered as such; without a secret as unchecked', () => {
    const rig = live();
    const body = new TextDecoder().decode(encodeRecordBody(orderRecordMessage(rig.link, orderFacts, nodeCrypto)));
    const codeOf = (text: string, of = rig): unknown => {
      of.sendRaw('9004', text);
      return eventsOf(of).find(({ kind }) => kind === 'endRecord');
    };
    expect(codeOf(body)).toMatchObject({ checkCode: 'ok' });
    for (const text of [
      body.replace('"stopReason":9', '"stopReason":8'),
      body.replace(/"checkCode":"./, '"checkCode":"X').replace('X', body.includes('"checkCode":"0') ? '1' : '0'),
      body.replace(/,"checkCode":"\w+"/, ''),
      `${body.slice(0, -1)},"later":1}`,
      `${body} `,
    ])
      expect(codeOf(text)).toMatchObject({ checkCode: 'wrong' });
    expect(codeOf(body, live({ secret: null }))).toMatchObject({ checkCode: 'absent' });
  });
  it('sent again is answered again and delivered once; not stored, it is wanted again', () => {
    const rig = live();
    const message = orderRecordMessage(rig.link, orderFacts, nodeCrypto);
    rig.sendRecord(message, { sequence: 30 });
    rig.feed({ kind: 'failed', ticket: ticketOf(rig) });
    expect(rig.receivedRecords()).toMatchObject([{ message: { type: '9104', body: { result: 1 } } }]);
    rig.sendRecord(message, { sequence: 30 });
    answerAll(rig);
    for (let repeat = 0; repeat < 3; repeat += 1) {
      rig.sendRecord(message, { sequence: 30 });
      expect(eventsOf(rig)).toEqual([]);
      expect(rig.receivedRecords()).toMatchObject([{ sequence: 30, message: { type: '9104', body: { result: 0 } } }]);
    }
  });
});

describe('a hostile body', () => {
  const bodies: readonly (readonly [string, string | Uint8Array])[] = [
    ['deep', '['.repeat(16_000)],
    ['huge', `{"time":${'1'.repeat(16_000)}}`],
    ['with a member twice', '{"time":1,"time":2}'],
    ['with floats', '{"time":1.5,"cpWorkStat":1,"guns":[]}'],
    ['of another type', '"text"'],
    ['that is no text', Uint8Array.of(0xff, 0xfe, 0)],
    ['without anything', ''],
    ['that changes prototypes', '{"__proto__":{"time":1},"constructor":1}'],
  ];
  it.each(bodies)('%s is refused with result 1 and ends nothing', (_name, body) => {
    for (const [type, reply] of [
      ['9001', '9101'],
      ['9002', '9102'],
      ['9003', '9103'],
      ['9004', '9104'],
      ['9005', '9105'],
    ] as const) {
      const rig = live();
      rig.sendRaw(type, body);
      expect(rig.receivedRecords()).toMatchObject([{ message: { type: reply, body: { result: 1 } } }]);
      expect(rig.outputsOf('alarm')).toMatchObject([{ alarm: { kind: 'undecodable' } }]);
      expect(rig.session.phase).toBe('live');
      expect(eventsOf(rig)).toEqual([]);
    }
  });
  it('of an unknown record is refused too, and a reply to nothing is ignored', () => {
    const rig = live();
    rig.sendRaw('9006', '{}');
    expect(new TextDecoder().decode(rig.outputsOf('send')[0]!.bytes.subarray(28, -2))).toBe('{"result":1}');
    rig.sendRaw('9110', '{"cmd":"stop"}');
    expect(rig.outputsOf('send')).toEqual([]);
    expect(rig.session.phase).toBe('live');
  });
});
