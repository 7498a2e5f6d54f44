import { bmsAbortReasons, chargerAbortReasons, reasonsOf } from '#engines/protocol/abort-reasons.ts';
import { messageOf } from '#engines/protocol/native/messages.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { CodeItem } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { codeTables } from '../message-log/frame-codes.rules.ts';
import { frameFields } from '../message-log/frame-fields.labels.ts';
import { abortReasonWords, bmsWords } from './bms-words.labels.ts';
import type { BmsStage, BmsValues } from './bms-report.ts';

/** One value of a report for people. */
export interface BmsMember {
  readonly name: string;
  readonly label: Words;
  /** Codes in words, several of them where a member names several; otherwise the value as it was sent. */
  readonly values: readonly (Words | string)[];
  readonly unit: string;
  readonly tone: CodeItem['tone'];
}

const typeOf: Readonly<Record<BmsStage, string>> = { handshake: '0011', parameter: '0012', charging: '0013', end: '0014' };
/** Members that others contain: the order and gun of the panel, and the parts of a date. */
const drawnApart: ReadonlySet<string> = new Set(['chargingOrderNo', 'gunNumber', 'batteryMonth', 'batteryDay']);

/** The members of a report in the order of its message. A value that the pile did not send is left out. */
export const membersOf = (stage: BmsStage, values: BmsValues): readonly BmsMember[] => reportMembers(typeOf[stage], values);

/** The same for the details of a pile's status report; the state and fault of the pile are shown apart. */
export const pileMembersOf = (details: BmsValues): readonly BmsMember[] =>
  reportMembers('0001', details).filter(({ name }) => name !== 'cpWorkStat' && name !== 'cpFaultType');

const reportMembers = (type: string, values: BmsValues): readonly BmsMember[] =>
  Object.entries(messageOf(type)?.body.fields ?? {}).flatMap(([name, { codes, unit = '' }]): readonly BmsMember[] => {
    const value = values[name];
    if (value === undefined || value === '' || drawnApart.has(name)) return [];
    const label = frameFields[name] ?? [name, name, name];
    if (name === 'batteryYear') return [{ name, label: bmsWords.produced, values: [dateOf(values)], unit: '', tone: undefined }];
    if (name === 'batteryOwner') return [{ name, label, values: [ownerWords[String(value)] ?? String(value)], unit: '', tone: undefined }];
    const list = abortLists[name];
    if (list) return [{ name, label, ...reasonTexts(bitsOf(String(value)), list), unit: '' }];
    const table = codes && codeTables[codes.id];
    const item = table && itemOf(table, value);
    return [{ name, label, values: [item ? item.words : String(value)], unit, tone: item?.tone }];
  });

const dateOf = ({ batteryYear, batteryMonth, batteryDay }: BmsValues): string =>
  [batteryYear, batteryMonth, batteryDay].map((part) => String(part ?? '').padStart(2, '0')).join('-');

const ownerWords: Readonly<Record<string, Words>> = { '0': bmsWords.rented, '1': bmsWords.ownedByCar };

const abortLists: Readonly<Record<string, Parameters<typeof reasonsOf>[1]>> = { bmsAbortReasons, chargerAbortReasons };

/** The text of a field of bits: `none`, or `bits 3 17`. */
const bitsOf = (text: string): readonly number[] => [...text.matchAll(/\d+/gu)].map(([digits]) => Number(digits));

const reasonTexts = (bits: readonly number[], list: Parameters<typeof reasonsOf>[1]): Pick<BmsMember, 'values' | 'tone'> => {
  const reasons = reasonsOf(bits, list);
  if (reasons.length === 0) return { values: [bmsWords.noReason], tone: undefined };
  return {
    values: reasons.map(({ reason, place, isTrusted }) => {
      const words =
        reason === undefined ? filled(bmsWords.undefinedReason, 'n', [String(place), String(place), String(place)]) : abortReasonWords[reason];
      return isTrusted ? words : filled(bmsWords.untrusted, 'reason', words);
    }),
    tone: 'warn',
  };
};

const filled = ([cn, tw, en]: Words, name: string, [inCn, inTw, inEn]: Words): Words => [
  cn.replace(`{${name}}`, inCn),
  tw.replace(`{${name}}`, inTw),
  en.replace(`{${name}}`, inEn),
];
