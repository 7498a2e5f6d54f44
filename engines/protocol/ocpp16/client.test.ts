import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idTagOf, ID_TAG_LENGTH_MAX } from './id-tag.ts';
import { printInstant, readInstant } from './instant.ts';
import { pileCalls, readAccepted, readBootAnswer, readPlatformCall, readStartAnswer, type PileCall } from './client.ts';
import { receive } from './receive.ts';
import { strictOf } from './testing/strict.ts';

const atMs = Date.UTC(2026, 10, 20, 12);
const through = (call: PileCall) => {
  expect(strictOf(call.action, 'req')(call.payload), JSON.stringify(strictOf(call.action, 'req').errors)).toBe(true);
  const incoming = receive({ action: call.action, payload: JSON.parse(JSON.stringify(call.payload)) }, { atMs, heartbeatS: 60, text: '' });
  return 'refusal' in incoming ? incoming.refusal : incoming.events;
};

describe('what a pile says arrives as it was meant', () => {
  test('each message', () => {
    expect(through(pileCalls.boot({ chargePointVendor: 'v', chargePointModel: 'm' }))).toMatchObject([{ name: 'BootNotification' }]);
    expect(through(pileCalls.heartbeat())).toEqual([]);
    expect(through(pileCalls.authorize('CARD'))).toMatchObject([{ kind: 'accountQuery', account: 'CARD' }]);
    expect(through(pileCalls.status({ gunNumber: 1, status: 'Charging', atMs }))).toMatchObject([{ gunNumber: 1, gunWorkStat: 6, atMs }]);
    expect(through(pileCalls.start({ gunNumber: 1, idTag: 'CARD', startMeterDwh: 1_230, atMs }))).toMatchObject([
      { startMeterDwh: 1_230, startAtMs: atMs },
    ]);
    expect(
      through(pileCalls.stop({ transactionId: 7, stopMeterDwh: 4_560, atMs, reason: 'Remote', readings: [{ atMs, meterDwh: 4_000, soc: 80 }] })),
    ).toMatchObject([
      { kind: 'chargingSample', meterDwh: 4_000 },
      { kind: 'endRecord', stopMeterDwh: 4_560, stopReason: 3, stopSoc: 80 },
    ]);
  });

  test('readings survive both translations', () => {
    const readings = fc.record({
      atMs: fc.integer({ min: 0, max: 4_000_000_000 }).map((s) => s * 1_000),
      meterDwh: fc.integer({ min: 0, max: 2 ** 45 }),
      powerW: fc.integer({ min: 0, max: 1_000_000 }),
      currentDa: fc.integer({ min: 0, max: 100_000 }),
      voltageDv: fc.integer({ min: 0, max: 20_000 }),
      soc: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(readings, (reading) => {
        expect(through(pileCalls.meterValues({ gunNumber: 2, transactionId: 7, readings: [reading] }))).toEqual([
          { kind: 'chargingSample', gunNumber: 2, transactionId: 7, ...reading },
        ]);
      }),
    );
  });
});

describe('what the platform says to a pile', () => {
  test('is checked', () => {
    expect(readPlatformCall('RemoteStartTransaction', { connectorId: 1, idTag: 'A' })).toEqual({
      action: 'RemoteStartTransaction',
      payload: { connectorId: 1, idTag: 'A' },
    });
    expect(readPlatformCall('RemoteStartTransaction', {})).toMatchObject({ refusal: { code: 'OccurenceConstraintViolation' } });
    expect(readPlatformCall('InstallCertificate', {})).toMatchObject({ refusal: { code: 'NotSupported' } });
    expect(readPlatformCall('Fly', {})).toMatchObject({ refusal: { code: 'NotImplemented' } });
  });

  test('answers are read', () => {
    expect(readStartAnswer({ transactionId: 5, idTagInfo: { status: 'Accepted' } })).toEqual({ transactionId: 5, accepted: true });
    expect(readStartAnswer(null)).toBeUndefined();
    expect(readAccepted({ idTagInfo: { status: 'Blocked' } })).toBe(false);
    expect(readBootAnswer({ status: 'Pending', interval: 60, currentTime: '2026-11-20T12:00:00Z' })).toEqual({
      status: 'Pending',
      intervalS: 60,
      atMs,
    });
  });
});

describe('small words', () => {
  test('idTags fit, repeat and differ', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 32, unit: fc.constantFrom(...'0123456789ABCDEFabcdef-') }), (orderNo) => {
        const idTag = idTagOf(orderNo);
        expect(idTag.length).toBeLessThanOrEqual(ID_TAG_LENGTH_MAX);
        expect(idTag).toBe(idTagOf(orderNo));
        expect(idTag).toBe(idTag.toUpperCase());
      }),
    );
    const many = new Set(Array.from({ length: 20_000 }, (_, n) => idTagOf(`20261120120000-CP00000001-${n}`)));
    expect(many.size).toBe(20_000);
  });

  test('instants survive printing to the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (seconds) => {
        expect(readInstant(printInstant(seconds * 1_000), 0)).toEqual({ atMs: seconds * 1_000 });
      }),
    );
  });

  test('any text is read as some instant without a throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d:TZ.+-]{0,40}$/)), (text) => {
        expect(Number.isFinite(readInstant(text, 5).atMs)).toBe(true);
      }),
    );
  });
});
