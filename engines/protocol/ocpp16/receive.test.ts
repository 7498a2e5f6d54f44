import { describe, expect, test } from 'vitest';
import type { PileEvent } from '../device-backend.ts';
import type { PlatformAnswer } from './inbound/incoming.ts';
import { receive } from './receive.ts';
import type { CallReply } from './rpc.ts';
import { maximal, minimal } from './testing/instances.ts';
import { schemaOf, strictOf } from './testing/strict.ts';

const atMs = Date.UTC(2026, 10, 20, 12, 0, 0);
const arrival = { atMs, heartbeatS: 60, text: '[2,"1","X",{}]' };
const taking = (action: string, payload: unknown) => receive({ action, payload }, arrival);
const eventsOf = (action: string, payload: unknown): readonly PileEvent[] => {
  const incoming = taking(action, payload);
  if ('refusal' in incoming) throw new Error(JSON.stringify(incoming.refusal));
  return incoming.events;
};
const replyOf = (action: string, payload: unknown, answers: readonly PlatformAnswer[]): CallReply => {
  const incoming = taking(action, payload);
  return 'refusal' in incoming ? incoming.refusal : incoming.reply(answers);
};
const reading = (value: string | number, more: object = {}) => ({ value, measurand: 'Energy.Active.Import.Register', ...more });
const meter = (sampledValue: readonly object[], timestamp: unknown = '2026-11-20T11:59:00Z') => ({
  connectorId: 1,
  transactionId: 7,
  meterValue: [{ timestamp, sampledValue }],
});

describe('refusals', () => {
  test.each([
    ['an unknown action', 'Fly', {}, 'NotImplemented'],
    ['a property every object has', 'constructor', {}, 'NotImplemented'],
    ['an action of another profile', 'SignCertificate', {}, 'NotSupported'],
    ['an action only we may call', 'Reset', { type: 'Hard' }, 'NotSupported'],
    ['an absent field', 'Authorize', {}, 'OccurenceConstraintViolation'],
    ['a wrong type', 'Authorize', { idTag: 5 }, 'TypeConstraintViolation'],
    ['a payload that is no object', 'Heartbeat', [], 'TypeConstraintViolation'],
    ['an unknown status', 'StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Dancing' }, 'PropertyConstraintViolation'],
    ['an over-long text', 'Authorize', { idTag: 'x'.repeat(256) }, 'PropertyConstraintViolation'],
    ['a negative connector', 'StatusNotification', { connectorId: -1, errorCode: 'NoError', status: 'Available' }, 'PropertyConstraintViolation'],
    ['a start at no connector', 'StartTransaction', { connectorId: 0, idTag: 'A', meterStart: 0 }, 'PropertyConstraintViolation'],
    ['a negative start meter', 'StartTransaction', { connectorId: 1, idTag: 'A', meterStart: -1 }, 'PropertyConstraintViolation'],
    ['a negative stop meter', 'StopTransaction', { transactionId: 1, meterStop: -5 }, 'PropertyConstraintViolation'],
    ['a meter beyond all numbers', 'StopTransaction', { transactionId: 1, meterStop: Number.POSITIVE_INFINITY }, 'PropertyConstraintViolation'],
    ['a transaction id beyond 32 bits', 'StopTransaction', { transactionId: 2 ** 31, meterStop: 5 }, 'PropertyConstraintViolation'],
  ])('%s', (...[, action, payload, code]) => {
    expect(replyOf(action, payload, [])).toMatchObject({ ok: false, code });
  });
});

test('a stop that is refused tells its transaction all the same, where that can be read', () => {
  const told = (payload: unknown) => taking('StopTransaction', payload);
  const stop = { transactionId: 7, timestamp: '2026-11-20T11:59:00Z' };
  const unreadable = { kind: 'endRecord', transactionId: 7, stopMeterDwh: -1, stopAtMs: atMs - 60_000, raw: arrival.text };
  for (const meterStop of [-5, 'much', undefined, null])
    expect(told({ ...stop, meterStop }), String(meterStop)).toMatchObject({ refusal: { ok: false }, events: [unreadable] });
  const misworded = { ...stop, meterStop: 5, transactionData: 'none' };
  expect(told(misworded)).toMatchObject({ refusal: { ok: false }, events: [{ ...unreadable, stopMeterDwh: 50 }] });
  for (const transactionId of [0, -1, 2 ** 31, 1.5, '7', null]) expect(told({ ...stop, transactionId, meterStop: -5 })).not.toHaveProperty('events');
  expect(told([])).not.toHaveProperty('events');
  expect(told({ ...stop, meterStop: 5 })).not.toHaveProperty('refusal');
});

describe('what stations send although the standard says otherwise', () => {
  test('kWh where Wh is usual, both in one message, by the unit', () => {
    const incoming = eventsOf('MeterValues', {
      ...meter([reading('12.5', { unit: 'kWh' })]),
      meterValue: [
        { timestamp: '2026-11-20T11:59:00Z', sampledValue: [reading('12.5', { unit: 'kWh' })] },
        { timestamp: '2026-11-20T11:59:30Z', sampledValue: [reading('12600')] },
      ],
    });
    expect(incoming).toMatchObject([{ meterDwh: 125_000 }, { meterDwh: 126_000 }]);
  });

  test('a fractional stop meter', () => {
    expect(eventsOf('StopTransaction', { transactionId: 7, meterStop: 1234.56, timestamp: '2026-11-20T11:59:00Z' })).toMatchObject([
      { stopMeterDwh: 12_346 },
    ]);
  });

  test.each([
    ['missing', undefined, atMs],
    ['null', null, atMs],
    ['unreadable', 'yesterday', atMs],
    ['a number', 1_700_000_000, atMs],
    ['without a zone', '2026-11-20T11:59:00', Date.UTC(2026, 10, 20, 11, 59)],
    ['with a space', '2026-11-20 11:59:00', Date.UTC(2026, 10, 20, 11, 59)],
    ['with nine decimals', '2026-11-20T11:59:00.123456789Z', Date.UTC(2026, 10, 20, 11, 59, 0, 123)],
    ['with an offset', '2026-11-20T19:59:00+08:00', Date.UTC(2026, 10, 20, 11, 59)],
    ['with a short offset', '2026-11-20T07:59:00.5-0400', Date.UTC(2026, 10, 20, 11, 59, 0, 500)],
    ['of the thirteenth month', '2026-13-20T11:59:00Z', atMs],
  ])('a timestamp %s', (_name, timestamp, expected) => {
    expect(eventsOf('StopTransaction', { transactionId: 7, meterStop: 1, timestamp })).toMatchObject([{ stopAtMs: expected }]);
    expect(eventsOf('StartTransaction', { connectorId: 1, idTag: 'A', meterStart: 1, timestamp })).toMatchObject([{ startAtMs: expected }]);
    expect(eventsOf('MeterValues', { ...meter([reading('1')]), meterValue: [{ timestamp, sampledValue: [reading('1')] }] })).toMatchObject([
      { atMs: expected },
    ]);
  });

  test('numbers for readings, null for absent, fields of their own, words nobody knows', () => {
    const payload = {
      ...meter([reading(5, { context: null, phase: null, unit: 'Wh', brand: 'x' }), { value: '3', measurand: 'Heat.Of.The.Moment' }]),
      brand: { a: 1 },
    };
    expect(eventsOf('MeterValues', payload)).toEqual([{ kind: 'chargingSample', gunNumber: 1, transactionId: 7, atMs: atMs - 60_000, meterDwh: 50 }]);
    expect(eventsOf('StopTransaction', { transactionId: 7, meterStop: 1, idTag: null, reason: 'Boredom', transactionData: null })).toMatchObject([
      { stopReason: 239 },
    ]);
    expect(eventsOf('BootNotification', { chargePointVendor: 'v'.repeat(60), chargePointModel: 'm', iccid: null })).toMatchObject([
      { values: { chargePointModel: 'm' } },
    ]);
  });
});

describe('MeterValues', () => {
  test('all we keep, in our units', () => {
    const sampled = [
      reading('1000.04', { unit: 'Wh' }),
      { value: '7.36', measurand: 'Power.Active.Import', unit: 'kW' },
      { value: '32.04', measurand: 'Current.Import', unit: 'A' },
      { value: '230.11', measurand: 'Voltage', unit: 'V' },
      { value: '55', measurand: 'SoC', unit: 'Percent', location: 'EV' },
      { value: '104', measurand: 'Temperature', unit: 'Fahrenheit' },
    ];
    expect(eventsOf('MeterValues', meter(sampled))).toEqual([
      {
        kind: 'chargingSample',
        gunNumber: 1,
        transactionId: 7,
        atMs: atMs - 60_000,
        meterDwh: 10_000,
        powerW: 7_360,
        currentDa: 320,
        voltageDv: 2_301,
        soc: 55,
        gunDcPositiveTemp: 40,
      },
    ]);
  });

  test('phases: powers add up, of currents the largest counts, voltages are averaged, the whole beats its parts', () => {
    const phases = (measurand: string, values: readonly string[]) => values.map((value, index) => ({ value, measurand, phase: `L${index + 1}` }));
    const sampled = [
      ...phases('Power.Active.Import', ['1000', '2000', '3000']),
      ...phases('Current.Import', ['10', '16', '12']),
      { value: '99', measurand: 'Current.Import', phase: 'N' },
      { value: '400', measurand: 'Voltage', phase: 'L1-L2' },
      ...['220', '230', '240'].map((value, i) => ({ value, measurand: 'Voltage', phase: `L${i + 1}-N` })),
      ...phases('Energy.Active.Import.Register', ['1', '2', '3']),
      reading('7'),
    ];
    expect(eventsOf('MeterValues', meter(sampled))).toMatchObject([{ powerW: 6_000, currentDa: 160, voltageDv: 2_300, meterDwh: 70 }]);
  });

  test('a batch without energy has no energy, not zero', () => {
    const [event] = eventsOf(
      'MeterValues',
      meter([
        { value: '7000', measurand: 'Power.Active.Import' },
        { value: '5', measurand: 'Energy.Active.Import.Interval' },
      ]),
    );
    expect(event).toMatchObject({ powerW: 7_000 });
    expect(event).not.toHaveProperty('meterDwh');
    expect(event).not.toHaveProperty('energyDwh');
  });

  test.each([
    ['absent', undefined],
    ['null', null],
    ['0', 0],
    ['-1', -1],
  ])('transaction %s touches no order', (_name, transactionId) => {
    expect(eventsOf('MeterValues', { ...meter([reading('5')]), transactionId })).toEqual([
      { kind: 'other', name: 'MeterValues', values: { gunNumber: 1, atMs: atMs - 60_000, meterDwh: 50 } },
    ]);
  });

  test.each([
    ['negative', '-1'],
    ['empty', ''],
    ['words', 'full'],
    ['too large', '1e300'],
    ['not a number', 'NaN'],
    ['endless', 'Infinity'],
  ])('a reading that is %s is left out', (_name, value) => {
    expect(eventsOf('MeterValues', meter([reading(value)]))).toEqual([]);
    expect(replyOf('MeterValues', meter([reading(value)]), [])).toEqual({ ok: true, payload: {} });
  });

  test('signed data and readings in the car or the inlet are not the outlet', () => {
    const sampled = [
      reading('9', { format: 'SignedData' }),
      reading('8', { location: 'Inlet' }),
      reading('5', { location: 'Outlet' }),
      { value: '90', measurand: 'Temperature', location: 'EV' },
    ];
    expect(eventsOf('MeterValues', meter(sampled))).toEqual([
      { kind: 'chargingSample', gunNumber: 1, transactionId: 7, atMs: atMs - 60_000, meterDwh: 50 },
    ]);
  });

  test('readings of one instant told in several sets become one sample', () => {
    const set = (sampledValue: readonly object[]) => ({ timestamp: '2026-11-20T11:59:00Z', sampledValue });
    const payload = { connectorId: 2, transactionId: 7, meterValue: [set([reading('5')]), set([{ value: '1', measurand: 'Power.Active.Import' }])] };
    expect(eventsOf('MeterValues', payload)).toMatchObject([{ gunNumber: 2, meterDwh: 50, powerW: 1 }]);
  });
});

describe('StatusNotification', () => {
  test.each([
    ['Available', 2],
    ['Preparing', 3],
    ['Charging', 6],
    ['SuspendedEV', 6],
    ['SuspendedEVSE', 6],
    ['Finishing', 7],
    ['Reserved', 4],
    ['Unavailable', 0],
    ['Faulted', 9],
  ])('%s is gun state %d', (status, gunWorkStat) => {
    expect(eventsOf('StatusNotification', { connectorId: 2, errorCode: 'NoError', status })).toMatchObject([
      { kind: 'gunStatus', gunNumber: 2, gunWorkStat, gunFaultType: 0 },
    ]);
  });

  test('a fault keeps its words', () => {
    const payload = { connectorId: 1, errorCode: 'HighTemperature', status: 'Faulted', info: 'left cable', vendorId: 'acme', vendorErrorCode: 'E17' };
    expect(eventsOf('StatusNotification', payload)).toMatchObject([{ gunFaultType: 255, faultInfo: 'HighTemperature: acme E17: left cable' }]);
  });

  test('connector 0 is the pile', () => {
    expect(eventsOf('StatusNotification', { connectorId: 0, errorCode: 'NoError', status: 'Unavailable' })).toMatchObject([
      { kind: 'pileStatus', cpWorkStat: 0, cpFaultType: null },
    ]);
    expect(eventsOf('StatusNotification', { connectorId: 0, errorCode: 'InternalError', status: 'Faulted' })).toMatchObject([
      { kind: 'pileStatus', cpWorkStat: 7, cpFaultType: 255, details: { faultInfo: 'InternalError' } },
    ]);
  });
});

describe('transactions', () => {
  const start = { connectorId: 1, idTag: 'CARD1', meterStart: 100, timestamp: '2026-11-20T11:00:00Z', reservationId: 5 };
  const stop = { transactionId: 7, meterStop: 1_500, timestamp: '2026-11-20T11:59:00Z', reason: 'EVDisconnected', idTag: 'CARD1' };

  test('a start names itself and gets its number', () => {
    expect(eventsOf('StartTransaction', start)).toEqual([
      { kind: 'transactionStarted', gunNumber: 1, idTag: 'CARD1', startAtMs: Date.UTC(2026, 10, 20, 11), startMeterDwh: 1_000, reservationId: 5 },
    ]);
    expect(replyOf('StartTransaction', start, [{ transactionId: 9, accepted: true, reason: 0 }])).toEqual({
      ok: true,
      payload: { transactionId: 9, idTagInfo: { status: 'Accepted' } },
    });
    expect(replyOf('StartTransaction', start, [{ transactionId: 9, accepted: false, reason: 8 }])).toMatchObject({
      payload: { idTagInfo: { status: 'ConcurrentTx' } },
    });
    expect(replyOf('StartTransaction', start, [{ transactionId: 9, accepted: false, reason: 0 }])).toMatchObject({
      payload: { idTagInfo: { status: 'Invalid' } },
    });
  });

  test('of an accepted tag the group and the date are told, and why an expired one is refused', () => {
    const tag = { groupTag: '#7', expiresAtMs: Date.UTC(2027, 0, 1) };
    const told = { status: 'Accepted', parentIdTag: '#7', expiryDate: '2027-01-01T00:00:00Z' };
    const account = { balanceCents: 0, currency: 'CNY', displayName: '' };
    const authorize = (answer: PlatformAnswer) => replyOf('Authorize', { idTag: 'A' }, [answer]);
    expect(authorize({ ...account, result: 0, tag })).toEqual({ ok: true, payload: { idTagInfo: told } });
    expect(authorize({ ...account, result: 5, tag: { ...tag, isExpired: true } })).toEqual({
      ok: true,
      payload: { idTagInfo: { status: 'Expired' } },
    });
    expect(authorize({ ...account, result: 2, tag: { ...tag, isExpired: true } })).toMatchObject({ payload: { idTagInfo: { status: 'Blocked' } } });
    expect(replyOf('StartTransaction', start, [{ transactionId: 9, accepted: true, reason: 0, tag }])).toEqual({
      ok: true,
      payload: { transactionId: 9, idTagInfo: told },
    });
    expect(replyOf('StopTransaction', stop, [{ result: 0, tag: { ...tag, mayStop: true } }])).toEqual({ ok: true, payload: { idTagInfo: told } });
    expect(replyOf('StopTransaction', stop, [{ result: 0, tag: { mayStop: false } }])).toMatchObject({
      payload: { idTagInfo: { status: 'Invalid' } },
    });
    expect(replyOf('StopTransaction', stop, [{ result: 0, tag: { mayStop: true, isExpired: true } }])).toMatchObject({
      payload: { idTagInfo: { status: 'Expired' } },
    });
  });

  test('a stop reports the order; what came along goes first', () => {
    const data = [
      { timestamp: '2026-11-20T11:30:00Z', sampledValue: [reading('800'), { value: '40', measurand: 'SoC' }] },
      { timestamp: '2026-11-20T11:59:00Z', sampledValue: [{ value: '80', measurand: 'SoC' }] },
    ];
    expect(eventsOf('StopTransaction', { ...stop, transactionData: data })).toMatchObject([
      { kind: 'chargingSample', transactionId: 7, gunNumber: 0, meterDwh: 8_000 },
      { kind: 'chargingSample', transactionId: 7, soc: 80 },
      {
        kind: 'endRecord',
        transactionId: 7,
        stopMeterDwh: 15_000,
        stopReason: 11,
        startSoc: 40,
        stopSoc: 80,
        account: { accountType: 1, account: 'CARD1' },
        raw: arrival.text,
      },
    ]);
  });

  test('the same stop again has the same digest, with or without its samples, another stop another', () => {
    const digest = (payload: object) => {
      const report = eventsOf('StopTransaction', payload).at(-1);
      return report?.kind === 'endRecord' ? report.digest : undefined;
    };
    expect(digest(stop)).toMatch(/^[0-9a-f]{64}$/);
    expect(digest({ ...stop, transactionData: [] })).toBe(digest(stop));
    expect(digest({ ...stop, meterStop: 1_501 })).not.toBe(digest(stop));
  });

  test.each([0, -1])('a stop of transaction %d is reported, not refused', (transactionId) => {
    expect(eventsOf('StopTransaction', { ...stop, transactionId, transactionData: [{ sampledValue: [reading('5')] }] })).toMatchObject([
      { kind: 'endRecord', transactionId },
    ]);
  });

  test('a stop the platform could not keep is answered with an error, so that it comes again', () => {
    expect(replyOf('StopTransaction', stop, [{ result: 0 }])).toEqual({ ok: true, payload: {} });
    expect(replyOf('StopTransaction', stop, [{ result: 1 }])).toMatchObject({ ok: false, code: 'InternalError' });
  });
});

describe('answers', () => {
  const answers: Readonly<Record<string, readonly PlatformAnswer[]>> = {
    Authorize: ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 153] as const).map((result) => ({
      result,
      balanceCents: 0,
      currency: 'CNY',
      displayName: '',
    })),
    StartTransaction: ([0, 1, 8, 153] as const).map((reason) => ({ transactionId: 1, accepted: reason === 0, reason })),
    StopTransaction: [{ result: 0, tag: { mayStop: true, groupTag: `#${'9'.repeat(19)}`, expiresAtMs: atMs } }],
  };
  test.each([
    'Authorize',
    'BootNotification',
    'DataTransfer',
    'DiagnosticsStatusNotification',
    'FirmwareStatusNotification',
    'Heartbeat',
    'MeterValues',
    'SecurityEventNotification',
    'StartTransaction',
    'StatusNotification',
    'StopTransaction',
  ])('to %s fit the strict schema', (action) => {
    const strict = strictOf(action, 'conf');
    for (const payload of [minimal(schemaOf(action, 'req')), maximal(schemaOf(action, 'req'), () => 1)]) {
      const fitting = { ...Object(payload), ...('connectorId' in Object(payload) && { connectorId: 1 }) };
      const incoming = taking(action, fitting);
      if ('refusal' in incoming) throw new Error(JSON.stringify(incoming.refusal));
      for (const answer of answers[action] ?? [{ result: 0 }]) {
        const reply = incoming.reply(incoming.events.map(() => answer));
        expect(reply.ok && strict(reply.payload), JSON.stringify([reply, strict.errors])).toBe(true);
      }
    }
  });

  test('the clock is told in whole seconds', () => {
    expect(replyOf('Heartbeat', {}, [])).toEqual({ ok: true, payload: { currentTime: '2026-11-20T12:00:00Z' } });
    expect(replyOf('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' }, [{ result: 0 }])).toEqual({
      ok: true,
      payload: { status: 'Accepted', currentTime: '2026-11-20T12:00:00Z', interval: 60 },
    });
  });
});
