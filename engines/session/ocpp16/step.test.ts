import { describe, expect, test } from 'vitest';
import type { DeviceCommand } from '../../protocol/device-command.ts';
import { outputsOfKind, PROFILE, SessionHarness } from './testing/rig.ts';

const BOOT = { chargePointVendor: 'v', chargePointModel: 'm' };
const STATUS = { connectorId: 1, errorCode: 'NoError', status: 'Available' };
const METER = { connectorId: 1, transactionId: 7, meterValue: [{ sampledValue: [{ value: '1500' }] }] };

const stop: DeviceCommand = { commandId: 'STOP', cmd: 'stop', gunNumber: 1, chargingOrderNo: 'O1', transactionId: 7 };
const restart: DeviceCommand = { commandId: 'RESTART', cmd: 'restart', hard: false };
const unlock: DeviceCommand = { commandId: 'UNLOCK', cmd: 'unlock', gunNumber: 1 };
const startBy = (deadlineMs: number): DeviceCommand => ({
  commandId: 'START',
  cmd: 'start',
  gunNumber: 1,
  chargingOrderNo: 'O1',
  idTag: 'T1',
  strategyType: 1,
  strategyValE2: 0,
  balanceCents: 1,
  rateRuleNo: '',
  deadlineMs,
});

describe('a station that boots', () => {
  test('gets our calls after it has been accepted, in their order', () => {
    const rig = new SessionHarness().admit();
    for (const command of [restart, unlock]) expect(rig.command(command)).toEqual([{ kind: 'taken', outcome: 'sent' }]);
    const [delivered] = outputsOfKind(rig.say([2, 'b', 'BootNotification', BOOT]), 'deliver');
    expect(rig.receivedMessages()).toEqual([]);
    rig.advance(5 * rig.limits.bootWaitMs);
    expect(rig.receivedMessages()).toEqual([]);
    rig.feed({ kind: 'answers', ticket: delivered?.ticket ?? 0, answers: [{ result: 0 }] });
    expect(rig.receivedMessages()).toMatchObject([
      [3, 'b', { status: 'Accepted', interval: 60 }],
      [2, expect.any(String), 'Reset', { type: 'Soft' }],
    ]);
    rig.say([3, rig.pendingId, { status: 'Accepted' }]);
    expect(rig.receivedCalls()).toEqual([['UnlockConnector', { connectorId: 1 }]]);
  });

  test('gets none between the report of a restart and its acceptance', () => {
    const rig = new SessionHarness().admit();
    rig.call('s', 'StatusNotification', STATUS);
    const [delivered] = outputsOfKind(rig.say([2, 'b', 'BootNotification', BOOT]), 'deliver');
    expect(rig.command(stop)).toEqual([{ kind: 'taken', outcome: 'sent' }]);
    rig.feed({ kind: 'answers', ticket: delivered?.ticket ?? 0, answers: [{ result: 0 }] });
    expect(rig.receivedMessages()[0]).toMatchObject([3, 'b', { status: 'Accepted' }]);
    expect(rig.receivedCalls()).toEqual([['RemoteStopTransaction', { transactionId: 7 }]]);
  });

  test('whose report the business could not keep is waited for again, but not for ever', () => {
    const rig = new SessionHarness().admit();
    rig.command(restart);
    const [delivered] = outputsOfKind(rig.say([2, 'b', 'BootNotification', BOOT]), 'deliver');
    rig.feed({ kind: 'failed', ticket: delivered?.ticket ?? 0 });
    expect(rig.receivedMessages()).toMatchObject([[4, 'b', 'InternalError', 'not stored, send again', {}]]);
    expect(rig.receivedCalls(rig.advance(rig.limits.bootWaitMs - 1))).toEqual([]);
    expect(rig.receivedCalls(rig.advance(1))).toEqual([['Reset', { type: 'Soft' }]]);
  });

  test('too late for a start: the start ends at its deadline and is never sent', () => {
    const rig = new SessionHarness().admit();
    rig.command(startBy(rig.nowMs + 4_000));
    expect(outputsOfKind(rig.advance(3_999), 'settle')).toEqual([]);
    expect(outputsOfKind(rig.advance(1), 'settle')).toMatchObject([
      { settlement: { commandId: 'START', outcome: 'answered', reply: { result: 1, remark: 'not sent before its deadline' } } },
    ]);
    expect(rig.receivedCalls(rig.call('b', 'BootNotification', BOOT))).toEqual([]);
  });
});

describe('a station that only reconnects', () => {
  test.each([
    ['tells a state', 'StatusNotification', STATUS],
    ['beats', 'Heartbeat', {}],
    ['samples', 'MeterValues', METER],
    ['calls for what we do not do', 'SignCertificate', { csr: 'x' }],
  ])('%s and gets our calls at once', (_name, action, payload) => {
    const rig = new SessionHarness().admit();
    rig.command(restart);
    expect(rig.receivedCalls()).toEqual([]);
    expect(rig.receivedCalls(rig.say([2, 'a', action, payload]))).toEqual([['Reset', { type: 'Soft' }]]);
  });

  test('and stays silent gets them after a while', () => {
    const rig = new SessionHarness().admit();
    rig.command(restart);
    expect(rig.receivedCalls(rig.advance(rig.limits.bootWaitMs - 1))).toEqual([]);
    expect(rig.receivedCalls(rig.advance(1))).toEqual([['Reset', { type: 'Soft' }]]);
  });
});

describe('preparing a station', () => {
  const chargingInterval = (value: string): DeviceCommand => ({ commandId: `P${value}`, cmd: 'setParameter', paramNo: 3, gunNumber: 0, value });
  const configuration = [
    { key: 'ClockAlignedDataInterval', readonly: false, value: '0' },
    { key: 'MeterValueSampleInterval', readonly: false, value: '60' },
  ];
  /** Answers every call of the platform until there is none; returns the calls. */
  const answerAll = (rig: SessionHarness, statusOf = (_key: unknown) => 'Accepted'): readonly (readonly unknown[])[] => {
    const calls: (readonly unknown[])[] = [];
    for (let call = sentOf(rig); call; call = sentOf(rig)) {
      calls.push(call);
      const key = typeof call[1] === 'object' && call[1] !== null && 'key' in call[1] ? call[1].key : undefined;
      rig.say([3, rig.pendingId, call[0] === 'GetConfiguration' ? { configurationKey: configuration } : { status: statusOf(key) }]);
    }
    return calls;
  };
  const sentOf = (rig: SessionHarness) => (rig.pendingId === '' ? undefined : rig.receivedCalls()[0]);

  test('waits until the station is accepted', () => {
    const rig = new SessionHarness().admit(1_000);
    rig.say([2, 'b', 'BootNotification', BOOT]);
    expect(rig.receivedCalls(rig.advance(60_000))).toEqual([]);
    rig.feed({ kind: 'answers', ticket: 1, answers: [{ result: 0 }] });
    expect(rig.receivedCalls(rig.advance(1_000))).toEqual([['TriggerMessage', { requestedMessage: 'StatusNotification' }]]);
  });

  test('an interval that a command set meanwhile stays', () => {
    const rig = new SessionHarness().admit(10_000);
    rig.call('s', 'StatusNotification', STATUS);
    rig.advance(1_000);
    rig.command(chargingInterval('60'));
    expect(answerAll(rig)).toEqual([['ChangeConfiguration', { key: 'MeterValueSampleInterval', value: '60' }]]);
    rig.advance(10_000);
    const calls = answerAll(rig);
    expect(calls[0]).toMatchObject(['GetConfiguration', {}]);
    expect(JSON.stringify(calls)).not.toContain('MeterValueSampleInterval');
    expect(calls.slice(1)).toEqual([['ChangeConfiguration', { key: 'ClockAlignedDataInterval', value: '900' }]]);
    expect(rig.session.profile?.intervals).toEqual({ ...PROFILE.intervals, chargingS: 60 });
  });

  test('one that a command sets while the station is being asked stays too', () => {
    const rig = new SessionHarness().admit(10_000);
    rig.call('s', 'StatusNotification', STATUS);
    rig.advance(10_000);
    expect(rig.receivedCalls()[0]).toMatchObject(['GetConfiguration', {}]);
    rig.command({ commandId: 'K', cmd: 'setKey', key: 'clockaligneddatainterval', value: '300' });
    rig.say([3, rig.pendingId, { configurationKey: configuration }]);
    expect(answerAll(rig)).toEqual([
      ['ChangeConfiguration', { key: 'clockaligneddatainterval', value: '300' }],
      ['ChangeConfiguration', { key: 'MeterValueSampleInterval', value: '15' }],
    ]);
  });

  test('what the station did not take is still put right', () => {
    const rig = new SessionHarness().admit(10_000);
    rig.call('s', 'StatusNotification', STATUS);
    rig.command(chargingInterval('5'));
    answerAll(rig, () => 'Rejected');
    rig.advance(10_000);
    expect(JSON.stringify(answerAll(rig))).toContain('{"key":"MeterValueSampleInterval","value":"15"}');
  });

  test('an accepted heartbeat interval is what the next boot is told', () => {
    const rig = new SessionHarness().admit();
    rig.call('s', 'StatusNotification', STATUS);
    rig.command({ commandId: 'P1', cmd: 'setParameter', paramNo: 1, gunNumber: 0, value: '120' });
    rig.say([3, rig.pendingId, { status: 'Accepted' }]);
    expect(rig.receivedMessages(rig.call('b', 'BootNotification', BOOT))).toMatchObject([[3, 'b', { status: 'Accepted', interval: 120 }]]);
  });
});

describe('a pile that is not enabled', () => {
  test('what it says while the business decides waits, and counts when it may come in', () => {
    const rig = new SessionHarness();
    expect(rig.say([2, 'b', 'BootNotification', BOOT])).toContainEqual({ kind: 'admit' });
    expect(outputsOfKind(rig.say([2, 's', 'StatusNotification', STATUS]), 'admit')).toEqual([]);
    expect(rig.receivedMessages()).toEqual([]);
    expect(outputsOfKind(rig.admit().outputs, 'deliver').map(({ ticket }) => ticket)).toEqual([1, 2]);
  });

  test('is answered politely when it may not', () => {
    const rig = new SessionHarness();
    rig.say([2, 'b', 'BootNotification', BOOT]);
    rig.say([2, 's', 'StatusNotification', STATUS]);
    rig.feed({ kind: 'notAdmitted' });
    expect(rig.receivedMessages()).toMatchObject([
      [3, 'b', { status: 'Pending', interval: 60 }],
      [4, 's', 'SecurityError', 'not accepted yet', {}],
    ]);
    expect(rig.session.calls).toEqual([]);
    expect(rig.command(restart)).toEqual([{ kind: 'taken', outcome: 'offline' }]);
  });
});

describe('the pace', () => {
  test('reading stops when the business is behind and goes on when little is left', () => {
    const rig = new SessionHarness({ callsWaitingMax: 4, callsWaitingFew: 1 }).admit();
    for (const id of ['1', '2', '3']) rig.say([2, id, 'StatusNotification', STATUS]);
    expect(rig.session.paused).toBe(false);
    rig.say([2, '4', 'StatusNotification', STATUS]);
    expect(rig.session.paused).toBe(true);
    const paused = [1, 2, 3].map((ticket) => {
      rig.feed({ kind: 'answers', ticket, answers: [{ result: 0 }] });
      return rig.session.paused;
    });
    expect(paused).toEqual([true, true, false]);
  });

  test('a flood waits for the next tick', () => {
    const rig = new SessionHarness({ messagesPerTickMax: 3 }).admit();
    for (let n = 0; n < 4; n += 1) rig.call(`${n}`, 'Heartbeat');
    expect(rig.session.paused).toBe(true);
    rig.advance(1_000);
    expect(rig.session.paused).toBe(false);
  });

  test('silence is pinged, then it is over; while nothing is read it proves nothing', () => {
    const rig = new SessionHarness({ callsWaitingMax: 1, callsWaitingFew: 0 }).admit(Number.POSITIVE_INFINITY);
    rig.say([2, '1', 'StatusNotification', STATUS]);
    expect(rig.session.paused).toBe(true);
    for (let n = 0; n < 5; n += 1) expect(rig.advance(rig.limits.pingMs)).toEqual([]);
    rig.feed({ kind: 'answers', ticket: 1, answers: [{ result: 0 }] });
    const ends = [1, 2, 3].map(() => rig.advance(rig.limits.pingMs));
    expect(ends).toEqual([[{ kind: 'ping' }], [{ kind: 'ping' }], [{ kind: 'ended', reason: 'silent' }]]);
  });
});

test('a peer that breaks the WebSocket protocol is told of, its commands are settled, and nothing follows', () => {
  const rig = new SessionHarness().admit();
  rig.call('s', 'StatusNotification', STATUS);
  rig.command(restart);
  rig.command(unlock);
  expect(rig.feed({ kind: 'broken', detail: 'Invalid WebSocket frame' })).toMatchObject([
    { kind: 'alarm', alarm: { kind: 'badBytes', detail: 'Invalid WebSocket frame' } },
    { kind: 'settle', settlement: { commandId: 'RESTART', outcome: 'lost' } },
    { kind: 'settle', settlement: { commandId: 'UNLOCK', outcome: 'answered', reply: { result: 1 } } },
    { kind: 'ended', reason: 'breach' },
  ]);
  for (const input of [{ kind: 'tick' }, { kind: 'close', reason: 'closed' }, { kind: 'text', text: '[2,"x","Heartbeat",{}]' }] as const)
    expect(rig.feed(input)).toEqual([]);
});

describe('a stop that is refused', () => {
  test('is told to the business before it is refused', () => {
    const rig = new SessionHarness().admit();
    const [delivered] = outputsOfKind(rig.say([2, 'a', 'StopTransaction', { transactionId: 7, meterStop: -5 }]), 'deliver');
    expect(delivered?.events).toMatchObject([{ kind: 'endRecord', transactionId: 7 }]);
    expect(rig.receivedMessages()).toEqual([]);
    rig.feed({ kind: 'answers', ticket: delivered?.ticket ?? 0, answers: [{ result: 0 }] });
    expect(rig.receivedMessages()).toMatchObject([[4, 'a', 'PropertyConstraintViolation', 'meterStop is negative', {}]]);
  });
});
