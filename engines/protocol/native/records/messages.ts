import { DecodeError } from '../../codec/bytes.ts';
import { parseJson, type JsonNode } from './json.ts';
import { encodeRecord, type RecordKind } from './kind.ts';
import { login, loginReply } from './messages/0000-login.ts';
import { status, statusReply } from './messages/9001-status.ts';
import { start, startReply } from './messages/9002-start.ts';
import { end, endReply } from './messages/9003-end.ts';
import { order, orderReply } from './messages/9004-order.ts';
import { abnormal, abnormalReply } from './messages/9005-abnormal.ts';
import { command, commandReply } from './messages/9010-command.ts';
import type { RecordMessage } from './fields.ts';

const fromPile = { '0000': login, '9001': status, '9002': start, '9003': end, '9004': order, '9005': abnormal };
const repliesToPile = { '0100': loginReply, '9101': statusReply, '9102': startReply, '9103': endReply, '9104': orderReply, '9105': abnormalReply };
const commands = { '9010': command };
const commandReplies = { '9110': commandReply };

/** Every v1.0 message (version 0x10) by its type as printed. */
export const recordMessages = { ...fromPile, ...repliesToPile, ...commands, ...commandReplies };

type TextKey<K> = K extends number | string ? `${K}` : never;
type MessageOf<Group> = {
  [T in keyof Group]: Group[T] extends { readonly body: RecordKind<infer V> } ? { readonly type: TextKey<T>; readonly body: V } : never;
}[keyof Group];

export type RecordRequest = MessageOf<typeof fromPile>;
export type RecordReply = MessageOf<typeof repliesToPile>;
export type RecordCommand = MessageOf<typeof commands>;
export type RecordCommandReply = MessageOf<typeof commandReplies>;
export type AnyRecord = RecordRequest | RecordReply | RecordCommand | RecordCommandReply;
export type RecordBody<T extends AnyRecord['type']> = Extract<AnyRecord, { type: T }>['body'];

const byType: ReadonlyMap<string, RecordMessage> = new Map(Object.entries(recordMessages));

/** The declaration of a type; undefined for an unknown type. */
export const recordMessageOf = (type: string): RecordMessage | undefined => byType.get(type);

/** Decodes a body. Throws `DecodeError` for an unknown type, for a text that is not JSON, and for a value that is missing, of another type or too large. */
export const decodeRecordBody = (type: string, bytes: Uint8Array): AnyRecord => readRecordBody(type, parseJson(bytes));

// The overloads state what the compiler cannot infer from a look-up by string: the kind of a type reads its body.
/** The same for a body that was parsed. */
export function readRecordBody(type: string, root: JsonNode): AnyRecord;
export function readRecordBody(type: string, root: JsonNode): { type: string; body: unknown } {
  const message = byType.get(type);
  if (!message) throw new DecodeError(`no message ${type}`);
  return { type, body: message.body.read(root) };
}

/** Encodes a body. Throws `EncodeError` when a value does not fit. */
export const encodeRecordBody = ({ type, body }: { readonly type: string; readonly body: unknown }): Uint8Array => {
  const message = byType.get(type);
  if (!message) throw new DecodeError(`no message ${type}`);
  return encodeRecord(message.body, body);
};
