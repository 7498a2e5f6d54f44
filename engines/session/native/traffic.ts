import { toHex } from '../../protocol/codec/bytes.ts';
import type { AnswerTo, EndRecord } from '../../protocol/device.ts';
import type { PileEvent } from '../../protocol/device-backend.ts';
import type { EncodedMessage, IncomingMessage, ReplyTarget } from '../../protocol/native/dialect.ts';
import { flag, replyType, type Frame } from '../../protocol/native/frame.ts';
import { checkCode } from '../../protocol/native/secret.ts';
import { clockFits } from '../../protocol/native/to-event.ts';
import { takeReply } from './commands.ts';
import { end } from './end.ts';
import { fingerprint } from './fingerprint.ts';
import { bodyOf } from './login.ts';
import { waitingTickets } from './pace.ts';
import { encodeOrRaise, logReceived, plainPayload, raise, sendBody } from './send.ts';
import type { ReceivedRequest, StepContext, Session, SessionEnv } from './session.ts';

type RequestMessage = Extract<IncomingMessage, { kind: 'request' }>;
interface RequestReference extends ReplyTarget {
  readonly sequence: number;
}

/** Handles a frame of a pile that has logged in. */
export const takeLiveFrame = (session: Session, frame: Frame, context: StepContext): Session => {
  if (((frame.flags & flag.encrypted) !== 0) !== session.encrypted) return endOnBreach(session, { frame, kind: 'downgrade' }, context);
  const body = bodyOf(session, frame, context.env);
  if (!body || frame.version !== session.dialect.version)
    return endOnBreach(session, { frame, kind: body ? 'undecodable' : 'notDecryptable' }, context);

  const message = session.dialect.read(frame.type, body);
  logReceived(session, { frame, body, summary: message?.summary }, context);
  const print = fingerprint(body);
  const repeated = session.requests.find((request) => request.sequence === frame.sequence && request.type === frame.type && request.print === print);
  if (repeated) return repeated.reply ? sendReply(session, { request: repeated, body: repeated.reply }, context) : session;
  if (frame.type === '0000') return end(session, 'relogin', context);
  if (!message || message.kind === 'login') return refuseUnreadable(session, { frame, body }, context);
  return message.kind === 'reply' ? takeReply(session, { frame, message }, context) : deliver(session, { frame, message, body, print }, context);
};

/** The domain's answers: sent to the pile, and stored in case the pile repeats the request. */
export const takeAnswer = (
  session: Session,
  { ticket, answers }: { readonly ticket: number; readonly answers: readonly AnswerTo<PileEvent>[] },
  context: StepContext,
): Session => {
  const request = waiting(session, ticket);
  if (!request) return session;
  const message = encodeOrRaise(session, { type: request.type, encode: () => session.dialect.reply(request, answers) }, context);
  if (!message) return takeFailure(session, ticket, context);
  const { body } = message;
  const sent = sendReply(session, { request, body, summary: message.summary }, context);
  return dropOldRequests({ ...sent, requests: sent.requests.map((other) => (other === request ? { ...other, reply: body } : other)) }, context);
};

/** Nothing was stored: the request is dropped, so that its repetition is processed again. */
export const takeFailure = (session: Session, ticket: number, context: StepContext): Session => {
  const request = waiting(session, ticket);
  if (!request) return session;
  const remaining: Session = { ...session, requests: session.requests.filter((one) => one !== request) };
  return sendMessage(remaining, { request, message: session.dialect.failureReply(request) }, context);
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
  readonly message: RequestMessage;
  readonly body: Uint8Array;
  readonly print: number;
}

const deliver = (session: Session, { frame, message, body, print }: Delivery, context: StepContext): Session => {
  const ticket = session.nextTicket;
  const { isOrder, needsDigest, chargingOrderNo } = message;
  const { events, memory } = message.toEvents(
    {
      receivedMs: context.nowMs,
      fromStore: (frame.flags & flag.stored) !== 0,
      digest: needsDigest ? toHex(context.env.crypto.sha256(body)).toLowerCase() : '',
      raw: isOrder ? session.dialect.rawText(body) : '',
      checkCode: isOrder ? checkOf(session, body, context.env) : 'absent',
    },
    session.memory,
  );
  context.out.push({ kind: 'deliver', ticket, events });
  const { type, sequence } = frame;
  const request: ReceivedRequest = { ticket, type, sequence, print, chargingOrderNo, atMs: context.nowMs, reply: null };
  const clockAlarmRaised = session.clockAlarmRaised || raiseClockAlarm(session, message, context);
  return { ...session, nextTicket: ticket + 1, requests: [...session.requests, request], clockAlarmRaised, memory };
};

/** An unreadable message is refused, so that the pile does not repeat it for ever, and an operator is alerted. */
const refuseUnreadable = (session: Session, { frame, body }: { readonly frame: Frame; readonly body: Uint8Array }, context: StepContext): Session => {
  const { type, sequence } = frame;
  raise(session, { kind: 'undecodable', detail: `message ${type} with ${body.length} bytes` }, context);
  if (frame.flags & flag.reply) return session;
  const request: RequestReference = { type, sequence, chargingOrderNo: '' };
  return sendMessage(session, { request, message: session.dialect.unreadableReply(request, body) }, context);
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
  { request, message }: { readonly request: RequestReference; readonly message: EncodedMessage | undefined },
  context: StepContext,
): Session => (message ? sendReply(session, { request, body: message.body, summary: message.summary }, context) : session);

const sendReply = (
  session: Session,
  outgoing: { readonly request: RequestReference; readonly body: Uint8Array; readonly summary?: string },
  context: StepContext,
): Session => {
  const { request, ...rest } = outgoing;
  return sendBody(session, { type: replyType(request.type), sequence: request.sequence, reply: true, ...rest }, context);
};

const checkOf = (session: Session, body: Uint8Array, { crypto }: SessionEnv): EndRecord['checkCode'] => {
  if (!session.key) return 'absent';
  const checked = session.dialect.checkedRecord(body);
  if (!checked) return 'wrong';
  return crypto.equal(checkCode(crypto, session.key, { cpCode: session.cpCode, withoutCode: checked.withoutCode }), checked.code) ? 'ok' : 'wrong';
};

/** Raises the alarm about a wrong clock once per session; returns whether it has been raised. */
const raiseClockAlarm = (session: Session, { clockS }: RequestMessage, context: StepContext): boolean => {
  if (clockS === undefined || clockFits(clockS, context.nowMs)) return false;
  raise(session, { kind: 'clockOff', detail: `${Math.round(clockS - context.nowMs / 1_000)} s` }, context);
  return true;
};
