import { describe, expect, it } from 'vitest';
import { DecodeError, EncodeError } from '../../codec/bytes.ts';
import { knownCodes } from '../../codec/number.ts';
import { seededRng } from '../../codec/random.ts';
import { PAYLOAD_MAX_BYTES, SEAL_BYTES } from '../limits.ts';
import { replyType } from '../frame.ts';
import type { RecordFields } from './kind.ts';
import { command, commandReply } from './messages/9010-command.ts';
import { PERIODS_MAX } from './messages/9003-end.ts';
import { decodeRecordBody, encodeRecordBody, recordMessageOf, recordMessages, type RecordBody } from './messages.ts';

const types = Object.keys(recordMessages);
const SAMPLES = 200;
const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const parsed = (bytes: Uint8Array): Record<string, unknown> => {
  const value: unknown = JSON.parse(textOf(bytes));
  return { ...(typeof value === 'object' ? value : {}) };
};

describe.each(types.map((type) => [type, recordMessageOf(type)!.name] as const))('%s %s', (type) => {
  const { body } = recordMessageOf(type)!;

  it(`gives back ${SAMPLES} generated bodies`, () => {
    const rng = seededRng(Number(type) + 1);
    for (let i = 0; i < SAMPLES; i += 1) {
      const row = body.sample(rng);
      const bytes = encodeRecordBody({ type, body: row });
      expect(decodeRecordBody(type, bytes)).toEqual({ type, body: row });
      expect(textOf(encodeRecordBody(decodeRecordBody(type, bytes)))).toBe(textOf(bytes));
      expect(bytes.length + SEAL_BYTES).toBeLessThanOrEqual(PAYLOAD_MAX_BYTES);
    }
  });

  it('writes no float: every number is a whole one', () => {
    const text = textOf(encodeRecordBody({ type, body: body.sample(seededRng(3)) }));
    expect(text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')).not.toMatch(/\d[.eE]/);
  });

  it('ignores members that it does not know, and refuses every other kind of value', () => {
    const rng = seededRng(11);
    const sent = parsed(encodeRecordBody({ type, body: body.sample(rng) }));
    expect(decodeRecordBody(type, bytesOf({ ...sent, somethingNew: { a: [1.5] } }))).toEqual(decodeRecordBody(type, bytesOf(sent)));
    for (const odd of [null, 'x', 7, [], true]) expect(() => decodeRecordBody(type, bytesOf(odd))).toThrow(DecodeError);
    for (const name of Object.keys(sent)) {
      for (const odd of [1.5, true, {}, [[]], { [name]: sent[name] }]) {
        // An object is a value only where one is declared; there its own members are missing.
        const isRefused = JSON.stringify(odd) !== JSON.stringify(sent[name]) && !isEmptyObjectAllowed(type, name, odd);
        expect(isRefused && isRead(type, { ...sent, [name]: odd })).toBe(false);
      }
    }
  });

  it('has a reply of the other side', () => {
    const answered = /^.1/.test(type) ? type : replyType(type);
    const asked = String(Number(answered) - 100).padStart(4, '0');
    expect(new Set([recordMessageOf(asked)?.from, recordMessageOf(answered)?.from])).toEqual(new Set(['pile', 'platform']));
  });
});

const isRead = (type: string, value: unknown): boolean => {
  try {
    decodeRecordBody(type, bytesOf(value));
    return true;
  } catch (error) {
    if (error instanceof DecodeError) return false;
    throw error;
  }
};

/** The members of `keyVal` may all be missing for some words. */
const isEmptyObjectAllowed = (type: string, name: string, odd: unknown): boolean =>
  (type === '9010' || type === '9110') && name === 'keyVal' && typeof odd === 'object';

const nested = (fields: RecordFields): readonly RecordFields[string][] =>
  Object.values(fields).flatMap((kind) => [kind, ...(kind.fields ? nested(kind.fields) : [])]);
const rootFields = [
  ...Object.values(recordMessages).map(({ body }) => ('fields' in body && body.fields ? body.fields : {})),
  ...command.body.words.map((word) => command.body.fieldsOf(word) ?? {}),
  ...commandReply.body.words.map((word) => commandReply.body.fieldsOf(word) ?? {}),
];

it('every known code and every unknown one is carried', () => {
  for (const kind of rootFields.flatMap(nested)) {
    if (!kind.codes) continue;
    for (const value of [...knownCodes(kind.codes), 250, 7]) {
      const from = 0;
      expect(kind.read({ kind: 'number', text: String(value), from, to: from })).toBe(value);
      expect(kind.read({ kind: 'text', text: String(value), from, to: from })).toBe(value);
      expect(kind.text(value)).toContain(`(${value})`);
    }
    for (const text of ['1.0', '-1', '256', '1e2', '', 'x']) expect(() => kind.read({ kind: 'number', text, from: 0, to: 0 })).toThrow(DecodeError);
  }
});

it('the longest order and the longest end info fit a frame', () => {
  const rng = seededRng(1);
  const sample = decodeRecordBody('9003', encodeRecordBody({ type: '9003', body: recordMessageOf('9003')!.body.sample(rng) }));
  if (sample.type !== '9003') throw new Error('not an end info');
  const period = { start: 4_000_000_000, end: 4_000_000_000, stage: 4, energy: 4_000_000_000, elecAmount: 4_000_000_000, srvAmount: 4_000_000_000 };
  const longest: RecordBody<'9003'> = { ...sample.body, orderNo: 'X'.repeat(32), periodJson: Array.from({ length: PERIODS_MAX }, () => period) };
  expect(encodeRecordBody({ type: '9003', body: longest }).length + SEAL_BYTES).toBeLessThan(PAYLOAD_MAX_BYTES);
});

describe('values', () => {
  const status = {
    time: 1_795_190_401,
    cpWorkStat: 1,
    guns: [{ gunNumber: 1, gunWorkStat: 6, voltage: '398.6', current: '119.9', meter: '4500.1234', energy: '14.2031', money: '12.0815', soc: 61 }],
  };
  const withGun = (more: object) => decodeRecordBody('9001', bytesOf({ ...status, guns: [{ ...status.guns[0], ...more }] }));

  it('are integers in the smallest unit of their field, and may be missing where the pile cannot know them', () => {
    expect(decodeRecordBody('9001', bytesOf(status))).toEqual({
      type: '9001',
      body: {
        time: 1_795_190_401,
        cpWorkStat: 1,
        guns: [
          {
            gunNumber: 1,
            gunWorkStat: 6,
            voltage: 3_986,
            current: 1_199,
            meter: 45_001_234,
            energy: 142_031,
            money: 120_815,
            soc: 61,
            bmsDemandVoltage: null,
            bmsDemandCurrent: null,
            bmsVoltage: null,
            bmsCurrent: null,
            gunPosTemp: null,
            gunNegTemp: null,
            orderNo: '',
          },
        ],
      },
    });
  });
  it.each([
    ['a float where a decimal text belongs', { energy: 14.2 }],
    ['more decimals than the field has', { energy: '14.20315' }],
    ['a negative energy', { energy: '-1' }],
    ['an energy beyond the field', { energy: '429496.7296' }],
    ['a number beyond every field', { meter: '9'.repeat(40) }],
    ['a text that is no number', { meter: '0x10' }],
    ['an order number that is too long', { orderNo: 'X'.repeat(33) }],
    ['an order number that is no ASCII', { orderNo: '充电' }],
    ['a gun beyond a byte', { gunNumber: 256 }],
    ['a temperature below the field', { gunPosTemp: -51 }],
    ['a list where a value belongs', { soc: [61] }],
  ])('refuses %s', (_name, more) => {
    expect(() => withGun(more)).toThrow(DecodeError);
  });
  it('refuses no gun, and more than four', () => {
    for (const count of [0, 5])
      expect(() => decodeRecordBody('9001', bytesOf({ ...status, guns: Array.from({ length: count }, () => status.guns[0]) }))).toThrow(DecodeError);
  });
  it('refuses texts of bits that are one too long, one too short, or other characters', () => {
    const event = { time: 1, gunNumber: 0, exception: '0'.repeat(32), status: '1'.repeat(16), happening: 1 };
    expect(decodeRecordBody('9005', bytesOf(event))).toEqual({ type: '9005', body: event });
    for (const more of [
      { exception: '0'.repeat(31) },
      { exception: '0'.repeat(33) },
      { exception: `${'0'.repeat(31)}2` },
      { status: '1'.repeat(15) },
      { status: 65_535 },
    ])
      expect(() => decodeRecordBody('9005', bytesOf({ ...event, ...more }))).toThrow(DecodeError);
  });
  it('of a VIN that no field can carry are kept as far as they go', () => {
    const start = {
      orderNo: 'O1',
      gunNumber: 1,
      startTime: 1,
      startMeter: '0.0000',
      startSource: 4,
      accountType: 0,
      strategyType: 1,
      strategyVal: '0.00',
      result: 0,
    };
    expect(decodeRecordBody('9002', bytesOf({ ...start, vin: 'LSV\u0001充1' }))).toMatchObject({ body: { vin: 'LSV??1' } });
  });
  it('of parameters are checked like those of the typed messages', () => {
    const answer = { cmdId: 'C1', cmd: 'get', result: 0, keyVal: { '11': '120', '99': 'new', name: 'new' } };
    expect(decodeRecordBody('9110', bytesOf(answer))).toMatchObject({ body: { keyVal: { '11': '120' } } });
    expect(() => decodeRecordBody('9110', bytesOf({ ...answer, keyVal: { '11': '120.05' } }))).toThrow(DecodeError);
    expect(() => decodeRecordBody('9110', bytesOf({ ...answer, cmd: 'selfDestruct' }))).toThrow(DecodeError);
  });
  it('that the wire cannot carry are not written', () => {
    const body = { cmdId: 'X'.repeat(17), cmd: 'stop', gunNumber: 1, paramNo: null, keyVal: { orderNo: '' }, stat: 1, remark: '' } as const;
    expect(() => encodeRecordBody({ type: '9010', body })).toThrow(EncodeError);
  });
});
