import { decimalText } from '#engines/protocol/codec/number.ts';
import { slotNames } from '#engines/protocol/native/records/messages/9004-order.ts';
import { recordMessageOf } from '#engines/protocol/native/records/messages.ts';
import type { RecordFields } from '#engines/protocol/native/records/kind.ts';
import { pileFault } from '#domains/network/resources.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { codeTables } from '../message-log/frame-codes.rules.ts';
import { frameFields } from '../message-log/frame-fields.labels.ts';
import { recordType } from './v10-record.codes.ts';
import { recordWords, statusWords } from './record-words.labels.ts';
import type { RecordContent } from './v10-record.ts';

/** One member of a record for people. */
export interface RecordMember {
  readonly name: string;
  readonly label: Words;
  /** Codes in words; otherwise the value as it was sent. */
  readonly value: Words | string;
  readonly unit: string;
  /** Seconds since 1970; absent for other values. */
  readonly instantS?: number;
}

type RecordTypeValue = CodeValue<typeof recordType>;

/** Members that are drawn in another way: lists, bits and slots. */
const drawnApart: ReadonlySet<string> = new Set(['guns', 'periodJson', 'exception', 'status', 'happening', ...slotNames]);

/** The declared fields of a record. */
const fieldsOf = (type: RecordTypeValue): RecordFields => recordMessageOf(`900${type}`)?.body.fields ?? {};

/** The plain members of a record, in the order of its message. */
export const membersOf = (type: RecordTypeValue, content: RecordContent): readonly RecordMember[] => members(fieldsOf(type), content);

/** The members of each entry of a list: the guns of a status report, the periods of an end info. */
export const entriesOf = (type: RecordTypeValue, content: RecordContent, list: 'guns' | 'periodJson'): readonly (readonly RecordMember[])[] => {
  const entries = content[list];
  const fields = fieldsOf(type)[list]?.fields ?? {};
  return Array.isArray(entries) ? entries.map((entry: unknown) => members(fields, isContent(entry) ? entry : {})) : [];
};

const isContent = (value: unknown): value is RecordContent => typeof value === 'object' && value !== null;

const members = (fields: RecordFields, content: RecordContent): readonly RecordMember[] =>
  Object.entries(fields).flatMap(([name, { codes, unit = '' }]): readonly RecordMember[] => {
    const value = content[name];
    if (drawnApart.has(name) || (typeof value !== 'number' && typeof value !== 'string') || value === '') return [];
    const label = frameFields[name] ?? [name, name, name];
    const table = codes && codeTables[codes.id];
    const item = table && itemOf(table, value);
    if (unit === 's UTC') return Number(value) > 0 ? [{ name, label, value: '', unit: '', instantS: Number(value) }] : [];
    return [{ name, label, value: item ? item.words : String(value), unit: unit === 'money' ? '' : unit }];
  });

/** The energy of each half hour in kWh. */
export const slotsOf = (content: RecordContent): readonly number[] => slotNames.map((name) => Number(content[name] ?? 0));

/** The half hours by their beginnings: 00:00 to 23:30. */
export const slotTimes: readonly string[] = slotNames.map(
  (_name, slot) => `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`,
);

const onesOf = (bits: unknown): readonly number[] =>
  typeof bits === 'string' ? [...bits].flatMap((bit, place) => (bit === '1' ? [place] : [])) : [];

/** The exceptions of an abnormal event in words; code 0 is none. */
export const exceptionsOf = ({ exception }: RecordContent): readonly Words[] =>
  onesOf(exception)
    .filter((code) => code > 0)
    .map((code) => itemOf(pileFault, code)?.words ?? numbered(recordWords.exceptionNo, code));

/** The states of an abnormal event in words. */
export const statesOf = ({ status }: RecordContent): readonly Words[] =>
  onesOf(status).map((bit) => statusWords[bit] ?? numbered(recordWords.stateNo, bit));

const numbered = ([cn, tw, en]: Words, n: number): Words => [
  cn.replace('{n}', String(n)),
  tw.replace('{n}', String(n)),
  en.replace('{n}', String(n)),
];

/** The members that a list shows of each record. */
const told: Readonly<Record<RecordTypeValue, readonly string[]>> = {
  [recordType.items.status.value]: ['cpWorkStat'],
  [recordType.items.start.value]: ['result', 'startSource', 'strategyType', 'startMeter', 'startSoc'],
  [recordType.items.end.value]: ['stopReason', 'stopMeter', 'stopSoc'],
  [recordType.items.order.value]: ['chargingElec', 'orderAmount', 'stopReason', 'startTime'],
  [recordType.items.abnormal.value]: [],
};

/** The facts of a record for a row of the list. */
export const factsOf = (type: RecordTypeValue, content: RecordContent): readonly RecordMember[] => {
  const names = told[type];
  const plain = membersOf(type, content);
  return names.flatMap((name) => plain.filter((member) => member.name === name));
};

/** The sum of the periods or slots, as a decimal text of kWh. */
export const sumOf = (values: readonly number[]): string =>
  decimalText(Math.round(values.reduce((sum, value) => sum + value * TEN_THOUSANDTHS, 0)), 4);
const TEN_THOUSANDTHS = 10_000;
