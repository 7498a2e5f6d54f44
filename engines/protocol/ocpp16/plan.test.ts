import { describe, expect, test } from 'vitest';
import type { DeviceCommand } from '../device-command.ts';
import { concludeCommand, parametersOf } from './conclude.ts';
import type { PlatformAction } from './messages.ts';
import { planCommand } from './plan.ts';
import type { Outcome } from './rpc.ts';
import { strictOf } from './testing/strict.ts';

const id = { commandId: 'C000000000000001' };
const start: DeviceCommand = {
  ...id,
  cmd: 'start',
  gunNumber: 1,
  chargingOrderNo: 'O1',
  idTag: 'TAG1',
  strategyType: 1,
  strategyValE2: 0,
  balanceCents: 100,
  rateRuleNo: '',
  deadlineMs: 5_000,
};
const set = (paramNo: number, value: string, gunNumber = 0): DeviceCommand => ({ ...id, cmd: 'setParameter', paramNo, gunNumber, value });
const accepted: Outcome = { ok: true, payload: { status: 'Accepted' } };

describe('commands become calls', () => {
  test.each<[string, DeviceCommand, PlatformAction, object]>([
    ['start', start, 'RemoteStartTransaction', { connectorId: 1, idTag: 'TAG1' }],
    [
      'start without a tag',
      { ...start, idTag: '', chargingOrderNo: 'cp0001-20261120-0001' },
      'RemoteStartTransaction',
      { connectorId: 1, idTag: 'CP0001-20261120-0001' },
    ],
    ['stop', { ...id, cmd: 'stop', gunNumber: 1, chargingOrderNo: 'O1', transactionId: 7 }, 'RemoteStopTransaction', { transactionId: 7 }],
    ['restart', { ...id, cmd: 'restart', hard: true }, 'Reset', { type: 'Hard' }],
    ['query of a gun', { ...id, cmd: 'queryStatus', gunNumber: 2 }, 'TriggerMessage', { requestedMessage: 'StatusNotification', connectorId: 2 }],
    ['query of the pile', { ...id, cmd: 'queryStatus', gunNumber: 0 }, 'TriggerMessage', { requestedMessage: 'StatusNotification' }],
    [
      'reserve',
      { ...id, cmd: 'reserve', gunNumber: 1, reservationId: 5, idTag: 'T', untilMs: 1_500 },
      'ReserveNow',
      { connectorId: 1, expiryDate: '1970-01-01T00:00:01Z', idTag: 'T', reservationId: 5 },
    ],
    ['cancel of a reservation', { ...id, cmd: 'cancelReservation', reservationId: 5 }, 'CancelReservation', { reservationId: 5 }],
    ['unlock', { ...id, cmd: 'unlock', gunNumber: 1 }, 'UnlockConnector', { connectorId: 1 }],
    ['cache', { ...id, cmd: 'clearCache' }, 'ClearCache', {}],
    [
      'key',
      { ...id, cmd: 'setKey', key: 'WebSocketPingInterval', value: '30' },
      'ChangeConfiguration',
      { key: 'WebSocketPingInterval', value: '30' },
    ],
    ['parameter 0', set(0, '1'), 'Reset', { type: 'Soft' }],
    ['parameter 1', set(1, '060'), 'ChangeConfiguration', { key: 'HeartbeatInterval', value: '60' }],
    ['parameter 3', set(3, '15'), 'ChangeConfiguration', { key: 'MeterValueSampleInterval', value: '15' }],
    ['parameter 7', set(7, ''), 'TriggerMessage', { requestedMessage: 'Heartbeat' }],
    ['parameter 17', set(17, '1'), 'ChangeConfiguration', { key: 'LocalAuthorizeOffline', value: 'true' }],
    ['parameter 18', set(18, '1'), 'ChangeAvailability', { connectorId: 0, type: 'Inoperative' }],
    ['parameter 19', set(19, '0', 2), 'ChangeAvailability', { connectorId: 2, type: 'Operative' }],
    ['parameter 21', set(21, '1'), 'ChangeConfiguration', { key: 'LocalPreAuthorize', value: 'false' }],
    [
      'reading of parameters',
      { ...id, cmd: 'readParameters', paramNos: [1, 8, 17] },
      'GetConfiguration',
      { key: ['HeartbeatInterval', 'LocalAuthorizeOffline'] },
    ],
    ['any key read', { ...id, cmd: 'readKey', key: 'Vendor.Key' }, 'GetConfiguration', { key: ['Vendor.Key'] }],
    ['any key set', { ...id, cmd: 'setKey', key: 'Vendor.Key', value: '7' }, 'ChangeConfiguration', { key: 'Vendor.Key', value: '7' }],
    ['a message of all guns', { ...id, cmd: 'trigger', message: 'MeterValues', gunNumber: 0 }, 'TriggerMessage', { requestedMessage: 'MeterValues' }],
    [
      'a message of one gun',
      { ...id, cmd: 'trigger', message: 'MeterValues', gunNumber: 2 },
      'TriggerMessage',
      { requestedMessage: 'MeterValues', connectorId: 2 },
    ],
    [
      'a message of the station',
      { ...id, cmd: 'trigger', message: 'BootNotification', gunNumber: 2 },
      'TriggerMessage',
      { requestedMessage: 'BootNotification' },
    ],
    ['data of a vendor', { ...id, cmd: 'transferData', vendorId: 'acme' }, 'DataTransfer', { vendorId: 'acme' }],
    [
      'data of a vendor with its content',
      { ...id, cmd: 'transferData', vendorId: 'acme', messageId: 'm', data: '{}' },
      'DataTransfer',
      { vendorId: 'acme', messageId: 'm', data: '{}' },
    ],
    ['reading of everything', { ...id, cmd: 'readParameters', paramNos: [] }, 'GetConfiguration', {}],
  ])('%s', (...[, command, action, payload]) => {
    const plan = planCommand(command);
    expect(plan).toMatchObject({ kind: 'call', call: { action, payload } });
    expect(strictOf(action, 'req')(payload)).toBe(true);
  });

  test('a start carries its deadline, a stop goes first', () => {
    expect(planCommand(start)).toMatchObject({ deadlineMs: 5_000, urgent: false });
    expect(planCommand({ ...id, cmd: 'stop', gunNumber: 1, chargingOrderNo: 'O1', transactionId: 7 })).toMatchObject({ urgent: true });
  });

  test.each<[string, DeviceCommand, string]>([
    ['rate rule', { ...id, cmd: 'setRateRule', rateRuleNo: 'R', month: 1, slotStages: [], stagePricesE4: [], billMode: 1 }, 'unsupported'],
    ['recall', { ...id, cmd: 'recallOrder' }, 'unsupported'],
    ['QR code', { ...id, cmd: 'setPayQrCode', gunNumber: 1, url: 'x' }, 'unsupported'],
    ['server address', set(8, '10.0.0.1'), 'unsupported'],
    ['reading of the server address', { ...id, cmd: 'readParameters', paramNos: [8] }, 'unsupported'],
    ['a vendor of 256 characters', { ...id, cmd: 'transferData', vendorId: 'x'.repeat(256) }, 'invalid'],
    ['a key of 51 characters', { ...id, cmd: 'readKey', key: 'x'.repeat(51) }, 'invalid'],
    ['an interval in words', set(1, 'often'), 'invalid'],
    ['a gun without a number', set(19, '1', 0), 'invalid'],
    ['a tag of 21 characters', { ...start, idTag: 'x'.repeat(21) }, 'invalid'],
  ])('%s: %s', (_name, command, kind) => {
    expect(planCommand(command)).toEqual({ kind });
  });

  test('a stop without a transaction is answered: there is nothing to stop', () => {
    expect(planCommand({ ...id, cmd: 'stop', gunNumber: 1, chargingOrderNo: 'O1' })).toMatchObject({ kind: 'reply', reply: { result: 3 } });
  });
});

describe('the end of a call ends the command', () => {
  const conclude = (command: DeviceCommand, outcome: Outcome) => {
    const plan = planCommand(command);
    if (plan.kind !== 'call') throw new Error(plan.kind);
    return concludeCommand({ command, action: plan.call.action }, outcome, { atMs: 1, late: false });
  };

  test.each<[string, DeviceCommand, Outcome, object]>([
    ['accepted', start, accepted, { outcome: 'answered', reply: { result: 0 } }],
    ['rejected', start, { ok: true, payload: { status: 'Rejected' } }, { outcome: 'answered', reply: { result: 1, remark: 'Rejected' } }],
    ['unlocked', { ...id, cmd: 'unlock', gunNumber: 1 }, { ok: true, payload: { status: 'Unlocked' } }, { reply: { result: 0, remark: 'Unlocked' } }],
    [
      'not supported',
      { ...id, cmd: 'unlock', gunNumber: 1 },
      { ok: true, payload: { status: 'NotSupported' } },
      { reply: { result: 1, remark: 'NotSupported' } },
    ],
    [
      'after a restart',
      set(1, '60'),
      { ok: true, payload: { status: 'RebootRequired' } },
      { reply: { result: 0, remark: 'RebootRequired', paramNo: 1, keyVal: '60' } },
    ],
    [
      'no such reservation',
      { ...id, cmd: 'cancelReservation', reservationId: 5 },
      { ok: true, payload: { status: 'Rejected' } },
      { reply: { result: 3 } },
    ],
    [
      'an error',
      start,
      { ok: false, reason: 'refused', code: 'NotImplemented', description: 'what?' },
      { reply: { result: 1, remark: 'NotImplemented what?' } },
    ],
    ['an unreadable answer', start, { ok: true, payload: [] }, { reply: { result: 1, remark: 'unreadable answer' } }],
    ['silence', start, { ok: false, reason: 'timeout' }, { outcome: 'timedOut' }],
    ['a lost connection', start, { ok: false, reason: 'lost' }, { outcome: 'lost' }],
    ['never sent', start, { ok: false, reason: 'unsent' }, { outcome: 'answered', reply: { result: 1 } }],
    ['past its deadline', start, { ok: false, reason: 'expired' }, { outcome: 'answered', reply: { result: 1 } }],
  ])('%s', (...[, command, outcome, settlement]) => {
    expect(conclude(command, outcome).settlement).toMatchObject({ commandId: id.commandId, cmd: command.cmd, ...settlement });
  });

  test('a configuration is reported under its keys and our numbers, without secrets', () => {
    const payload = {
      configurationKey: [
        { key: 'HeartbeatInterval', readonly: false, value: '60' },
        { key: 'localpreauthorize', value: 'false' },
        { key: 'AuthorizationKey', readonly: false, value: 's3cret' },
        { key: 'Empty', readonly: true, value: null },
      ],
      unknownKey: ['Colour'],
    };
    const { settlement, events } = conclude({ ...id, cmd: 'readParameters', paramNos: [] }, { ok: true, payload });
    expect(settlement).toMatchObject({ outcome: 'answered', reply: { result: 0, remark: 'unknown: Colour' } });
    expect(events).toEqual([{ kind: 'parameterReport', values: { 1: '60', 21: '1', HeartbeatInterval: '60', localpreauthorize: 'false' } }]);
    expect(parametersOf({})).toEqual({});
  });
});
