/** Code tables of the native protocol. Names are short English for the log; screens translate by id and value. */
import type { CodeSet } from '../codec/kind.ts';

export const generic: CodeSet = { id: 'genericResult', names: { 0: 'success', 1: 'failure' } };

export const loginResult: CodeSet = {
  id: 'loginResult',
  names: { 0: 'success', 1: 'too frequent', 2: 'no such device', 3: 'disabled', 4: 'gun count mismatch', 5: 'pile type mismatch' },
};

const account = {
  0: 'success',
  1: 'account not recorded',
  2: 'insufficient balance',
  3: 'locked',
  4: 'wrong password',
  5: 'disabled',
  6: 'reserved',
  7: 'locked',
  8: 'charging',
  9: 'upgrading',
  10: 'offline',
  11: 'fault',
  153: 'other',
};
export const accountResult: CodeSet = { id: 'accountResult', names: account };
export const startRequestResult: CodeSet = {
  id: 'startRequestResult',
  names: { ...account, 12: 'gun not plugged in', 13: 'order creation failed', 14: 'pile does not exist' },
};

export const startResultReply: CodeSet = {
  id: 'startResultReply',
  names: {
    0: 'success',
    1: 'failure',
    2: 'billing policy error',
    3: 'order does not exist',
    4: 'order number error',
    5: 'order status abnormal',
    255: 'unknown',
  },
};
export const startResult: CodeSet = {
  id: 'startResult',
  names: { 0: 'success', 1: 'unknown', 2: 'cancelled', 3: 'emergency stop' },
  ranges: [[161, 213]],
};
export const stopReason: CodeSet = {
  id: 'stopReason',
  names: {},
  ranges: [
    [1, 18],
    [160, 239],
  ],
};

export const commandResult: CodeSet = { id: 'commandResult', names: { 0: 'success', 1: 'failure', 2: 'exists', 3: 'not exist' } };
export const recordResult: CodeSet = { id: 'recordResult', names: { 0: 'stored', 1: 'send again later' } };

export const cpType: CodeSet = { id: 'cpType', names: { 1: 'DC', 2: 'single-phase AC', 3: 'three-phase AC' } };
export const cpWorkStat: CodeSet = {
  id: 'cpWorkStat',
  names: {
    0: 'disabled',
    1: 'normal',
    2: 'upgrade scheduled',
    3: 'upgrading',
    4: 'upgrade succeeded',
    5: 'upgrade failed',
    6: 'offline',
    7: 'fault',
  },
};
export const cpFaultType: CodeSet = { id: 'cpFaultType', names: { 255: 'unknown' }, ranges: [[0, 16]] };
export const gunWorkStat: CodeSet = {
  id: 'gunWorkStat',
  names: {
    0: 'disabled',
    1: 'reserve',
    2: 'idle',
    3: 'plugged in',
    4: 'reserved',
    5: 'starting',
    6: 'charging',
    7: 'charging ended',
    8: 'charging failed',
    9: 'fault',
  },
};
export const gunFaultType: CodeSet = {
  id: 'gunFaultType',
  names: { 0: 'normal', 255: 'unknown' },
  ranges: [
    [65, 73],
    [80, 86],
  ],
};
export const gunStatusInfo: CodeSet = {
  id: 'gunStatusInfo',
  names: {},
  ranges: [
    [0, 29],
    [48, 53],
  ],
};

export const accountType: CodeSet = { id: 'accountType', names: { 0: 'none', 1: 'card', 2: 'VIN', 3: 'password', 4: 'phone user' } };
export const orderType: CodeSet = { id: 'orderType', names: { 1: 'online', 2: 'offline', 3: 'recalled', 4: 'check-code exception' } };
export const startSource: CodeSet = {
  id: 'startSource',
  names: {
    1: 'WeChat',
    2: 'Alipay',
    3: 'app',
    4: 'platform',
    5: 'third party',
    16: 'card',
    17: 'account',
    18: 'VIN',
    22: 'manual',
    23: 'password',
    153: 'unknown',
  },
  ranges: [[19, 21]],
};
export const chargingStrategyType: CodeSet = {
  id: 'chargingStrategyType',
  names: {
    1: 'until full',
    2: 'by amount',
    3: 'by energy',
    4: 'by SOC',
    5: 'by duration',
    6: 'by scheduled time',
    7: 'VIN with account balance',
    9: 'other',
  },
};
export const batteryType: CodeSet = { id: 'batteryType', names: { 255: 'unknown' }, ranges: [[1, 8]] };
export const chargingMode: CodeSet = { id: 'chargingMode', names: { 1: 'constant voltage', 2: 'constant current' } };
export const bmsFlag: CodeSet = { id: 'bmsFlag', names: { 0: 'normal', 1: 'high', 2: 'low', 16: 'fault and untrusted' } };
export const rateStage: CodeSet = { id: 'rateStage', names: { 0: 'none', 1: 'tip', 2: 'peak', 3: 'flat', 4: 'valley' } };
export const billMode: CodeSet = { id: 'billMode', names: { 1: 'by energy', 2: 'by hour' } };
export const noYes: CodeSet = { id: 'noYes', names: { 0: 'no', 1: 'yes' } };
export const listAction: CodeSet = { id: 'listAction', names: { 0: 'replace', 1: 'add', 2: 'remove', 3: 'report' } };
export const restartMode: CodeSet = { id: 'restartMode', names: { 0: 'soft', 1: 'hard' } };
/** The status of a platform command in the v1.0 records. */
export const commandStat: CodeSet = { id: 'commandStat', names: { 0: 'not executed', 1: 'running', 2: 'completed' } };
