import { Reader, toHex } from '../../protocol/codec/bytes.ts';
import type { AnswerTo } from '../../protocol/device.ts';
import type { PileEvent } from '../../protocol/device-backend.ts';
import { flag, replyType, version, type Frame } from '../../protocol/native/frame.ts';
import { decodeBody, messageOf, messages, type NativeMessage, type PileReply, type PileRequest } from '../../protocol/native/messages.ts';
import { CHECK_CODE_BYTES, checkCode } from '../../protocol/native/secret.ts';
import { clockFits, toEvent } from '../../protocol/native/to-event.ts';
import { failureReply, toReply, unreadableReply, type ReplyTarget } from '../../protocol/native/to-reply.ts';
import { takeReply } from './commands.ts';
import { end } from './end.ts';
import { fingerprint } from './fingerprint.ts';
import { bodyOf } from './login.ts';
import { waitingTickets } from './pace.ts';
import { encodeOrRaise, logReceived, plainPayload, raise, sendBody } from './send.ts';
import type { ReceivedRequest, StepContext, Session, SessionEnv } from './session.ts';

type AfterLogin = Exclude<PileRequest, { type: '0000' }>;
interface RequestReference extends ReplyTarget {
  readonly sequence: number;
}

/** Handles a frame of a pile that has logged in. */
export const takeLiveFrame = (session: Session, frame: Frame, context: StepContext): Session => {
  if (((frame.flags & flag.encrypted) !== 0) !== session.encrypted) return endOnBreach(session, { frame, kind: 'downgrade' }, context);
  const body = bodyOf(session, frame, context.env);
  if (!body || frame.version !== version.typed) return endOnBreach(session, { frame, kind: body ? 'undecodable' : 'notDecryptable' }, context);

  const message = decoded(frame.type, body);
  logReceived(session, { frame, body, message }, context);
  const print = fingerprint(body);
  const repeated = session.requests.find((request) => request.sequence === frame.sequence && request.type === frame.type && request.print === print);
  if (repeated) return repeated.reply ? sendReply(session, { request: repeated, body: repeated.reply }, context) : session;
  if (frame.type === '0000') return end(session, 'relogin', context);
  if (!message || !isFromPile(message)) return refuseUnreadable(session, { frame, body }, context);
  return isReply(message) ? takeReply(session, { frame, reply: message }, context) : deliver(session, { frame, message, body, print }, context);
};

/** The domain's answer: sent to the pile, and stored in case the pile repeats the request. */
export const takeAnswer = (
  session: Session,
  { ticket, answer }: { readonly ticket: number; readonly answer: AnswerTo<PileEvent> },
  context: StepContext,
): Session => {
  const request = waiting(session, ticket);
  if (!request) return session;
  const message = toReply(request, answer);
  const body = message && encodeOrRaise(session, message, context);
  if (!body) return takeFailure(session, ticket, context);
  const sent = sendReply(session, { request, body, message }, context);
  return dropOldRequests({ ...sent, requests: sent.requests.map((other) => (other === request ? { ...other, reply: body } : other)) }, context);
};

/** Nothing was stored: the request is dropped, so that its repetition is processed again. */
export const takeFailure = (session: Session, ticket: number, context: StepContext): Session => {
  const request = waiting(session, ticket);
  if (!request) return session;
  const remaining: Session = { ...session, requests: session.requests.filter((one) => one !== request) };
  return sendMessage(remaining, { request, message: failureReply(request) }, context);
};

/** Drops answered requests that are too old, and the older half when there are too many; waiting requests stay. */
export const dropOldRequests = (session: Session, { env: { limits }, nowMs }: StepContext): Session => {
  const isTooOld = (request: ReceivedRequest) => request.atMs + limits.replyKeptMs <= nowMs;
  const answered = session.requests.length - waitingTickets(session);
  if (answered <= limits.repliesMax && !(session.requests[0] && isTooOld(session.requests[0]))) return session;
  let surplus = answered > limits.repliesMax ? Math.ceil(answered / 2) : 0;
  return { ...session, requests: session.requests.filter((request) => request.reply === null || (surplus-- <= 0 && !isTooOld(request))) };
};

const waiting = (session: Session, ticket: number): ReceivedRequest | undefined =>
  session.phase === 'live' ? session.requests.find((one) => one.ticket === ticket && one.reply === null) : undefined;

interface Delivery {
  readonly frame: Frame;
  readonly message: AfterLogin;
  readonly body: Uint8Array;
  readonly print: number;
}

const deliver = (session: Session, { frame, message, body, print }: Delivery, context: StepContext): Session => {
  const ticket = session.nextTicket;
  const isRecord = message.type === '0015';
  const event = toEvent(message, {
    receivedMs: context.nowMs,
    fromStore: (frame.flags & flag.stored) !== 0,
    digest: isRecord ? toHex(context.env.crypto.sha256(body)).toLowerCase() : '',
    raw: isRecord ? toHex(body) : '',
    checkCode: isRecord ? checkOf(session, body, context.env) : 'absent',
  });
  context.out.push({ kind: 'deliver', ticket, event });
  const { type, sequence } = frame;
  const chargingOrderNo = isRecord ? message.body.chargingOrderNo : '';
  const request: ReceivedRequest = { ticket, type, sequence, print, chargingOrderNo, atMs: context.nowMs, reply: null };
  const clockAlarmRaised = session.clockAlarmRaised || raiseClockAlarm(session, message, context);
  return { ...session, nextTicket: ticket + 1, requests: [...session.requests, request], clockAlarmRaised };
};

/** An unreadable message is refused, so that the pile does not repeat it for ever, and an operator is alerted. */
const refuseUnreadable = (session: Session, { frame, body }: { readonly frame: Frame; readonly body: Uint8Array }, context: StepContext): Session => {
  const { type, sequence } = frame;
  raise(session, { kind: 'undecodable', detail: `message ${type} with ${body.length} bytes` }, context);
  if (frame.flags & flag.reply) return session;
  const request: RequestReference = { type, sequence, chargingOrderNo: type === '0015' ? orderNoOf(body) : '' };
  // A newer device may send requests of unknown types; the rule for replies holds for them too.
  if (!messageOf(type) && type.startsWith('00')) return sendReply(session, { request, body: Uint8Array.of(1) }, context);
  return sendMessage(session, { request, message: unreadableReply(request) }, context);
};

const endOnBreach = (
  session: Session,
  { frame, kind }: { readonly frame: Frame; readonly kind: 'downgrade' | 'notDecryptable' | 'undecodable' },
  context: StepContext,
): Session => {
  logReceived(session, { frame, body: plainPayload(frame) }, context);
  raise(session, { kind, detail: `message ${frame.type}` }, context);
  return end(session, 'breach', context);
};

const sendMessage = (
  session: Session,
  { request, message }: { request: RequestReference; message: NativeMessage | undefined },
  context: StepContext,
): Session => {
  const body = message && encodeOrRaise(session, message, context);
  return body ? sendReply(session, { request, body, message }, context) : session;
};

const sendReply = (
  session: Session,
  outgoing: { request: RequestReference; body: Uint8Array; message?: NativeMessage },
  context: StepContext,
): Session => {
  const { request, ...rest } = outgoing;
  return sendBody(session, { type: replyType(request.type), sequence: request.sequence, reply: true, ...rest }, context);
};

/** The order number is the first field of a record, so even the reply to a damaged record can repeat it. */
const orderNoOf = (body: Uint8Array): string => {
  const kind = messages['0115'].body.fields.chargingOrderNo;
  return body.length < kind.minSize ? '' : kind.get(new Reader(body));
};

const decoded = (type: string, body: Uint8Array): NativeMessage | undefined => {
  try {
    return decodeBody(type, body);
  } catch {
    return undefined;
  }
};

const isFromPile = (message: NativeMessage): message is AfterLogin | PileReply => message.type !== '0000' && messageOf(message.type)?.from === 'pile';
const isReply = (message: AfterLogin | PileReply): message is PileReply => message.type.startsWith('11');

const checkOf = (session: Session, body: Uint8Array, { crypto }: SessionEnv): 'ok' | 'wrong' | 'absent' => {
  if (!session.key) return 'absent';
  // The code is at the end of the record as the table defines it; a newer device may append fields.
  const codeEnd = messages['0015'].body.minSize;
  const expected = checkCode(crypto, session.key, { cpCode: session.cpCode, withoutCode: body.subarray(0, codeEnd - CHECK_CODE_BYTES) });
  return crypto.equal(expected, body.subarray(codeEnd - CHECK_CODE_BYTES, codeEnd)) ? 'ok' : 'wrong';
};

/** Raises the alarm about a wrong clock once per session; returns whether it has been raised. */
const raiseClockAlarm = (session: Session, message: AfterLogin, context: StepContext): boolean => {
  if (message.type !== '0010' || clockFits(message.body.time, context.nowMs)) return false;
  raise(session, { kind: 'clockOff', detail: `${Math.round(message.body.time - context.nowMs / 1_000)} s` }, context);
  return true;
};
