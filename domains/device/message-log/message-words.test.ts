import { expect, test } from 'vitest';
import type { Kind } from '#engines/protocol/codec/kind.ts';
import { messages } from '#engines/protocol/native/messages.ts';
import { recordMessages } from '#engines/protocol/native/records/messages.ts';
import { command, commandReply } from '#engines/protocol/native/records/messages/9010-command.ts';
import type { RecordFields } from '#engines/protocol/native/records/kind.ts';
import { header } from '#engines/protocol/native/frame.ts';
import { say } from '#kit/fields/words.ts';
import type { Words } from '#kit/fields/words.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { codeTables, meaningOf } from './frame-codes.rules.ts';
import { frameFields } from './frame-fields.labels.ts';
import { frameType, nativeTypes } from './message-type.codes.ts';
import { recordCommand } from '../v10-record/v10-record.codes.ts';
import { factsOf } from './summary.rules.ts';

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from + 1 }, (_unused, index) => from + index);
/** The fields of a v1.0 record with those of its objects and lists. */
const withNested = (fields: RecordFields): readonly (readonly [string, RecordFields[string]])[] =>
  Object.entries(fields).flatMap(([name, kind]) => [[name, kind] as const, ...(kind.fields ? withNested(kind.fields) : [])]);
const recordFields = [
  ...Object.values(recordMessages).map(({ body }) => ('fields' in body && body.fields ? body.fields : {})),
  ...command.body.words.map((word) => command.body.fieldsOf(word) ?? {}),
  ...commandReply.body.words.map((word) => commandReply.body.fieldsOf(word) ?? {}),
].flatMap(withNested);
const english = (words: Words): string => say(words, 'en_US');

test('every native type has a name, and each belongs to one direction', () => {
  const types = [...new Set([...Object.keys(messages), ...Object.keys(recordMessages)])];
  expect([...nativeTypes.up, ...nativeTypes.down].map(({ value }) => String(value)).toSorted()).toEqual(types.toSorted());
  expect(['0110', '1101', 'Heartbeat'].map((type) => frameType.items[`t${type}`]?.words[2])).toEqual([
    '0110 Charging info reply',
    '1101 Start charging, reply',
    'Heartbeat',
  ]);
});

test('every field of every message has words', () => {
  const names = new Set([
    ...Object.keys(header.fields),
    ...Object.values(messages).flatMap(({ body }) => Object.keys(body.fields)),
    ...recordFields.map(([name]) => name),
  ]);
  expect([...names].filter((name) => !(name in frameFields))).toEqual([]);
});

test('every code of every message has words', () => {
  const sets = [
    ...Object.values(messages).flatMap(({ body }) => Object.values<Kind<unknown>>(body.fields)),
    ...recordFields.map(([, kind]) => kind),
  ].flatMap(({ codes }) => codes ?? []);
  const wordless = sets.flatMap(({ id, names, ranges = [] }) => {
    const table = codeTables[id];
    const values = [...Object.keys(names).map(Number), ...ranges.flatMap(([from, to]) => range(from, to))];
    return values.filter((value) => !table || !itemOf(table, value)).map((value) => `${id} ${value}`);
  });
  expect([...new Set(wordless)]).toEqual([]);
});

test('every word of a v1.0 command has words', () => {
  expect(command.body.words.toSorted()).toEqual(Object.keys(recordCommand.items).toSorted());
});

test('the facts of a message are told in words', () => {
  const told = (msgType: string, summary: string) => factsOf({ msgType, summary }, english);
  expect(told('0001', 'pile info, cpWorkStat normal (1)')).toBe('Pile work state Online');
  expect(told('0110', 'charging info reply')).toBe('');
  expect(told('0010', 'charging info, gunNumber 2, chargingSoc 34 %')).toBe('Gun no. 2, SOC 34 %');
  expect(told('0100', 'login reply, result disabled (3)')).toBe('Result Pile disabled');
  expect(told('1103', 'set parameter, result not exist (3)')).toBe('Result Does not exist');
  expect(told('9002', 'start info, gunNumber 1, result cancelled (2)')).toBe('Gun no. 1, Result Cancelled');
  expect(told('9010', 'platform command, cmd recall, orderNo O1')).toBe('Command Recall orders, Order no. O1');
  expect(told('9001', 'timed status, cpWorkStat normal (1), gunNumber 1, gunWorkStat charging (6)')).toBe(
    'Pile work state Online, Gun no. 1, Gun work state Charging',
  );
  expect(told('9104', 'end-of-charging order reply, result send again later (1)')).toBe('Result Send again later');
  expect(told('0003', 'account query, somethingNew 7')).toBe('somethingNew 7');
});

test('a value is told as a person reads it', () => {
  const field = { name: 'x', offset: 0, hex: '', unit: '', codes: null, hidden: false };
  expect(meaningOf({ ...field, value: 'fault (9)', codes: 'gunWorkStat' }, english)).toBe('Fault (9)');
  expect(meaningOf({ ...field, value: 'unknown (77)', codes: 'gunWorkStat' }, english)).toBe('unknown (77)');
  expect(meaningOf({ ...field, value: '1772352000', unit: 's UTC' }, english)).toBe('2026-03-01 08:00:00 UTC');
  expect(meaningOf({ ...field, value: '0', unit: 's UTC' }, english)).toBe('');
  expect(meaningOf({ ...field, value: '12.5', unit: 'V' }, english)).toBe('12.5');
});
