import { Reader, toHex } from '../codec/bytes.ts';
import type { EncodedMessage, Dialect, IncomingMessage, ReplyTarget } from './dialect.ts';
import { replyType, version } from './frame.ts';
import { decodeBody, encodeBody, messageOf, messages, type NativeMessage, type PileReply, type PileRequest } from './messages.ts';
import { login as loginMessage } from './messages/0000-login.ts';
import { redactedBody, summary } from './render.ts';
import { CHECK_CODE_BYTES } from './secret.ts';
import { toCommandReply, toNativeCommand } from './to-command.ts';
import { toEvent } from './to-event.ts';
import { failureReply, loginReply, toReply, unreadableReply } from './to-reply.ts';

/** Typed messages (version 0x20): a table for each body. */
export const typedDialect: Dialect = {
  version: version.typed,
  readLogin: (body) => (body.length < loginMessage.body.minSize ? undefined : loginMessage.body.decode(body)),
  loginReply: (verdict, nowMs) => encoded(loginReply(verdict, nowMs)),
  read: (type, body) => {
    const message = decoded(type, body);
    return message && isFromPile(message) ? incoming(message) : undefined;
  },
  reply: (request, [answer]) => encodedIf(answer && toReply(request, answer)),
  failureReply: (request) => encodedIf(failureReply(request)),
  unreadableReply: (request, body) => {
    // A newer device may send requests of unknown types; the rule for replies holds for them too.
    if (!messageOf(request.type) && request.type.startsWith('00'))
      return { type: replyType(request.type), body: Uint8Array.of(1), summary: 'unknown message' };
    return encodedIf(unreadableReply(withOrderNo(request, body)));
  },
  command: (command) => encodedIf(toNativeCommand(command)),
  probe: (cmdId) => encoded({ type: '1015', body: { cmdId, gunNumber: 0 } }),
  checkedRecord: (body) => {
    // The code is at the end of the record as the table defines it; a newer device may append fields.
    const codeEnd = messages['0015'].body.minSize;
    return { withoutCode: body.subarray(0, codeEnd - CHECK_CODE_BYTES), code: body.subarray(codeEnd - CHECK_CODE_BYTES, codeEnd) };
  },
  rawText: toHex,
  redactedBody,
  summary: (type, body) => {
    const message = decoded(type, body);
    if (message) return summary(type, message.body);
    return messageOf(type) ? `${messageOf(type)?.name ?? type}, unreadable` : 'unknown message';
  },
};

type AfterLogin = Exclude<PileRequest, { type: '0000' }>;

const incoming = (message: PileRequest | PileReply): IncomingMessage => {
  const words = summary(message.type, message.body);
  if (message.type === '0000') return { kind: 'login', summary: words };
  if (isReply(message)) return { kind: 'reply', summary: words, reply: toCommandReply(message), report: undefined };
  const isOrder = message.type === '0015';
  return {
    kind: 'request',
    summary: words,
    isOrder,
    needsDigest: isOrder,
    chargingOrderNo: isOrder ? message.body.chargingOrderNo : '',
    clockS: message.type === '0010' ? message.body.time : undefined,
    toEvents: (received, memory) => ({ events: [toEvent(message, received)], memory }),
  };
};

const encoded = (message: NativeMessage): EncodedMessage => ({
  type: message.type,
  body: encodeBody(message),
  summary: summary(message.type, message.body),
});
const encodedIf = (message: NativeMessage | undefined): EncodedMessage | undefined => message && encoded(message);

/** The order number is the first field of a record, so even the reply to a damaged record can repeat it. */
const withOrderNo = (request: ReplyTarget, body: Uint8Array): ReplyTarget => {
  if (request.type !== '0015') return request;
  const kind = messages['0115'].body.fields.chargingOrderNo;
  return { ...request, chargingOrderNo: body.length < kind.minSize ? '' : kind.get(new Reader(body)) };
};

const decoded = (type: string, body: Uint8Array): NativeMessage | undefined => {
  try {
    return decodeBody(type, body);
  } catch {
    return undefined;
  }
};

const isFromPile = (message: NativeMessage): message is PileRequest | PileReply => messageOf(message.type)?.from === 'pile';
const isReply = (message: AfterLogin | PileReply): message is PileReply => message.type.startsWith('11');
