import { yesNo } from '#domains/system/resources.ts';
import { pileCode } from '#domains/network/resources.ts';
import { choice, count, decimal, longText, optional, text } from '#kit/fields/field.ts';
import type { Field } from '#kit/fields/field.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { endpoint, opaque, rowOf, words } from '#kit/resource/endpoint.ts';
import { setting } from '#kit/resource/setting.ts';
import { parameterNo } from '../protocol.codes.ts';

const seconds = count({ max: 65_535, unit: 's' });
const power = decimal({ scale: 1, min: 0, max: 2000, unit: 'kW' });
const onOff = choice(yesNo);

/** The field of each value that can be sent, by the number of the parameter. The system time has none: the platform sends its own. */
export const parameterValues: Readonly<Record<number, Field>> = {
  0: onOff,
  1: seconds,
  2: seconds,
  3: seconds,
  4: seconds,
  5: seconds,
  6: seconds,
  8: text({ min: 1, max: 45, pattern: patterns.ip }),
  9: count({ min: 1, max: 65_535 }),
  10: text({ min: 1, max: 100, pattern: { source: '^[A-Za-z0-9.-]+$', problem: 'badPattern' } }),
  11: power,
  12: power,
  13: power,
  14: text({ min: 1, max: 255, pattern: patterns.url }),
  15: count({ min: 1, max: 100, unit: '%' }),
  16: onOff,
  17: onOff,
  18: onOff,
  19: onOff,
  20: onOff,
  21: onOff,
  22: decimal({ scale: 2, min: 0, max: 100_000 }),
};

/** Parameters of a single gun; all others are of the pile as a whole, which is gun number 0. */
export const gunParameters: readonly number[] = [13, 19];

/**
 * An operator can send a pile to another server only if the platform's staff has listed that server, so a setting that can disconnect a fleet takes
 * two people.
 */
export const pileServers = setting({
  key: 'pile.servers',
  field: optional(text({ max: 400 })),
  scope: 'platform',
  group: ['电桩', '電樁', 'Piles'],
  words: ['电桩可连接的服务器', '電樁可連接的伺服器', 'Servers piles may be sent to'],
  hint: [
    '地址和端口，以逗号分隔，如 203.0.113.7:9100, gw.example.com；为空则不能下发服务器地址参数',
    '位址和連接埠，以逗號分隔，如 203.0.113.7:9100, gw.example.com；為空則不能下發伺服器位址參數',
    'Addresses and ports, separated by commas, such as 203.0.113.7:9100, gw.example.com; empty: no pile is sent anywhere',
  ],
});

/** Both sides of a parameter: a number of the table, or a configuration key of an OCPP station. Values are in the parameter's own unit: `120.0` kW. */
export interface ParameterSides {
  readonly paramNo: string;
  /** 0: the pile as a whole. */
  readonly gunNumber: number;
  /** What a form of the platform holds; null where none holds it. */
  readonly wanted: string | null;
  /** What the pile told or accepted last; null before that. */
  readonly reported: string | null;
  readonly reportedAt: string | null;
  readonly differs: boolean;
}

/** How many of some piles differ in a parameter. */
export interface DifferingParameter {
  readonly paramNo: number;
  readonly pileCount: number;
}

const sentCommand = rowOf({ commandId: text({ max: 16 }) });

export const parameterApi = {
  /** Both sides of every parameter that has one of them, in no particular order. */
  list: endpoint({
    method: 'GET',
    path: '/device/sseParameter/list',
    allow: 'pile:list',
    input: { cpCode: pileCode },
    output: opaque<readonly ParameterSides[]>(),
  }),
  /** In which parameters some piles differ from their forms, and how many of them. */
  differing: endpoint({
    method: 'GET',
    path: '/device/sseParameter/differing',
    allow: 'pile:list',
    input: { cpCodes: longText({ min: 1, max: 8_000 }) },
    output: opaque<readonly DifferingParameter[]>(),
  }),
  /** Writes the value that a pile reports into the form. `value` is the one that was seen: another one that the pile reports meanwhile is not taken. */
  takeReported: endpoint({
    method: 'POST',
    path: '/device/sseParameter/takeReported',
    allow: 'pile:edit',
    input: { cpCode: pileCode, paramNo: choice(parameterNo), value: text({ max: 255 }) },
    output: words(),
  }),
  /** Sends the wanted values that a pile does not have: all of them, or those of the given parameters. */
  sendWanted: endpoint({
    method: 'POST',
    path: '/device/sseCommand/sendWanted',
    proof: 'remote',
    allow: 'deviceCommand:parameter',
    idempotent: true,
    bulk: { of: 'pile', row: 'cpCode', shared: ['paramNos'] },
    input: { cpCode: pileCode, paramNos: optional(text({ max: 100, pattern: { source: '^\\d{1,2}(,\\d{1,2})*$', problem: 'badPattern' } })) },
    output: rowOf({ commandId: text({ max: 16 }), sentCount: count() }),
  }),
  /** Sets a parameter of a pile. The answer names the command; its end tells the result. */
  setParameter: endpoint({
    method: 'POST',
    path: '/device/sseCommand/setParameter',
    proof: 'remote',
    allow: 'deviceCommand:parameter',
    idempotent: true,
    bulk: { of: 'pile', row: 'cpCode', shared: ['paramNo', 'gunNumber', 'value'] },
    input: { cpCode: pileCode, paramNo: choice(parameterNo), gunNumber: optional(count({ max: 4 })), value: optional(text({ max: 255 })) },
    output: sentCommand,
  }),
  /** Requests all parameters of a pile. */
  readParameters: endpoint({
    method: 'POST',
    path: '/device/sseCommand/readParameters',
    allow: 'deviceCommand:parameter',
    idempotent: true,
    bulk: { of: 'pile', row: 'cpCode', shared: [] },
    input: { cpCode: pileCode },
    output: sentCommand,
  }),
};
