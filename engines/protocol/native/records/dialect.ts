import { DecodeError } from '../../codec/bytes.ts';
import { genericResult, v10CommandStat } from '../../codes.ts';
import type { Dialect, EncodedMessage, IncomingMessage } from '../dialect.ts';
import { replyType, version } from '../frame.ts';
import { parseJson, type JsonNode } from './json.ts';
import { checkedPart } from './messages/9004-order.ts';
import { encodeRecordBody, readRecordBody, recordMessageOf, type AnyRecord, type RecordCommandReply, type RecordRequest } from './messages.ts';
import { recordSummary, redactedRecord, summaryOf } from './render.ts';
import { PROBED_PARAMETER, reportedParameters, toRecordCommand, toRecordCommandReply } from './to-command.ts';
import { orderNoOf, toEvents } from './to-events.ts';
import { recordFailureReply, recordLoginReply, toRecordReply, unreadableRecordReply } from './to-reply.ts';

/** v1.0 records (version 0x10): a JSON object for each body. */
export const recordDialect: Dialect = {
  version: version.records,
  readLogin: (body) => {
    const root = parsed(body);
    const message = root && decoded('0000', root);
    return message?.type === '0000' ? message.body : undefined;
  },
  loginReply: (verdict, nowMs) => encoded(recordLoginReply(verdict, nowMs)),
  read: (type, body) => {
    const root = parsed(body);
    const message = root && decoded(type, root);
    return message && isFromPile(message) ? incoming(message, root) : undefined;
  },
  reply: ({ type }, answers) => encodedIf(toRecordReply(type, answers)),
  failureReply: ({ type }) => encodedIf(recordFailureReply(type)),
  unreadableReply: ({ type }) => {
    // A newer device may send records of unknown types; the rule for replies holds for them too.
    if (!recordMessageOf(type) && UNKNOWN_RECORD.test(type))
      return { type: replyType(type), body: encodedText({ result: genericResult.failure }), summary: 'unknown message' };
    return encodedIf(unreadableRecordReply(type));
  },
  command: (command) => encodedIf(toRecordCommand(command)),
  probe: (cmdId) =>
    encoded({
      type: '9010',
      body: { cmdId, cmd: 'get', gunNumber: 0, paramNo: null, keyVal: [PROBED_PARAMETER], stat: v10CommandStat.running, remark: '' },
    }),
  checkedRecord: checkedPart,
  rawText: (body) => new TextDecoder().decode(body),
  redactedBody: (body, type) => redactedRecord(type, body),
  summary: recordSummary,
};

/** A request of a v1.0 pile: 00xx or 90xx, apart from the platform's own command. */
const UNKNOWN_RECORD = /^(?:00|90)/;

const incoming = (message: RecordRequest | RecordCommandReply, root: JsonNode): IncomingMessage => {
  const summary = summaryOf(message.type, root);
  if (message.type === '0000') return { kind: 'login', summary };
  if (message.type === '9110') return { kind: 'reply', summary, reply: toRecordCommandReply(message.body), report: reportedParameters(message.body) };
  return {
    kind: 'request',
    summary,
    isOrder: message.type === '9004',
    needsDigest: true,
    chargingOrderNo: message.type === '9004' ? orderNoOf(message) : '',
    clockS: message.type === '9001' ? message.body.time : undefined,
    toEvents: (received, memory) => toEvents(message, received, memory),
  };
};

const encoded = (message: AnyRecord): EncodedMessage => {
  const body = encodeRecordBody(message);
  return { type: message.type, body, summary: recordSummary(message.type, body) };
};
const encodedIf = (message: AnyRecord | undefined): EncodedMessage | undefined => message && encoded(message);
const encodedText = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

const parsed = (body: Uint8Array): JsonNode | undefined => orUndefined(() => parseJson(body));
const decoded = (type: string, root: JsonNode): AnyRecord | undefined => orUndefined(() => readRecordBody(type, root));

/** Undefined for what cannot be read. */
const orUndefined = <V>(read: () => V): V | undefined => {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
};

const isFromPile = (message: AnyRecord): message is RecordRequest | RecordCommandReply => recordMessageOf(message.type)?.from === 'pile';
