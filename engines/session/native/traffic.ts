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
import { encoded, logReceived, plainPayload, raise, sendBody } from './send.ts';
import type { AskedFrame, StepContext, Session, SessionEnv } from './session.ts';

type AfterLogin = Exclude<PileRequest, { type: '0000' }>;
interface Question extends ReplyTarget {
  readonly sequence: number;
}

/** A frame of a pile that has logged in. */
export const liveFrame = (session: Session, frame: Frame, doing: StepContext): Session => {
  if (((frame.flags & flag.encrypted) !== 0) !== session.encrypted) return breach(session, { frame, kind: 'downgrade' }, doing);
  const body = bodyOf(session, frame, doing.env);
  if (!body || frame.version !== version.typed) return breach(session, { frame, kind: body ? 'undecodable' : 'notDecryptable' }, doing);

  const message = decoded(frame.type, body);
  logReceived(session, { frame, body, message }, doing);
  const print = fingerprint(body);
  const before = session.asked.find((asked) => asked.sequence === frame.sequence && asked.type === frame.type && asked.print === print);
  if (before) return before.reply ? sendReply(session, { asked: before, body: before.reply }, doing) : session;
  if (frame.type === '0000') return end(session, 'relogin', doing);
  if (!message || !isFromPile(message)) return unreadable(session, { frame, body }, doing);
  return isReply(message) ? takeReply(session, { frame, reply: message }, doing) : deliver(session, { frame, message, body, print }, doing);
};

/** The domain's answer: sent to the pile, and stored in case the pile repeats the request. */
export const takeAnswer = (
  session: Session,
  { ticket, answer }: { readonly ticket: number; readonly answer: AnswerTo<PileEvent> },
  doing: StepContext,
): Session => {
  const asked = waiting(session, ticket);
  if (!asked) return session;
  const message = toReply(asked, answer);
  const body = message && encoded(session, message, doing);
  if (!body) return takeFailure(session, ticket, doing);
  const sent = sendReply(session, { asked, body, message }, doing);
  return forgetOld({ ...sent, asked: sent.asked.map((one) => (one === asked ? { ...one, reply: body } : one)) }, doing);
};

/** Nothing was stored: the request is forgotten, so that its repetition is processed again. */
export const takeFailure = (session: Session, ticket: number, doing: StepContext): Session => {
  const asked = waiting(session, ticket);
  if (!asked) return session;
  const rest: Session = { ...session, asked: session.asked.filter((one) => one !== asked) };
  return sayMessage(rest, { asked, message: failureReply(asked) }, doing);
};

/** Drops answered requests that are too old, and the older half when there are too many; waiting requests stay. */
export const forgetOld = (session: Session, { env: { limits }, nowMs }: StepContext): Session => {
  const tooOld = (one: AskedFrame) => one.atMs + limits.replyKeptMs <= nowMs;
  const answered = session.asked.length - waitingTickets(session);
  if (answered <= limits.repliesMax && !(session.asked[0] && tooOld(session.asked[0]))) return session;
  let surplus = answered > limits.repliesMax ? Math.ceil(answered / 2) : 0;
  return { ...session, asked: session.asked.filter((one) => one.reply === null || (surplus-- <= 0 && !tooOld(one))) };
};

const waiting = (session: Session, ticket: number): AskedFrame | undefined =>
  session.phase === 'live' ? session.asked.find((one) => one.ticket === ticket && one.reply === null) : undefined;

interface Delivery {
  readonly frame: Frame;
  readonly message: AfterLogin;
  readonly body: Uint8Array;
  readonly print: number;
}

const deliver = (session: Session, { frame, message, body, print }: Delivery, doing: StepContext): Session => {
  const ticket = session.nextTicket;
  const isRecord = message.type === '0015';
  const event = toEvent(message, {
    receivedMs: doing.nowMs,
    fromStore: (frame.flags & flag.stored) !== 0,
    digest: isRecord ? toHex(doing.env.crypto.sha256(body)).toLowerCase() : '',
    raw: isRecord ? toHex(body) : '',
    checkCode: isRecord ? checkOf(session, body, doing.env) : 'absent',
  });
  doing.out.push({ kind: 'deliver', ticket, event });
  const { type, sequence } = frame;
  const chargingOrderNo = isRecord ? message.body.chargingOrderNo : '';
  const asked: AskedFrame = { ticket, type, sequence, print, chargingOrderNo, atMs: doing.nowMs, reply: null };
  const clockTold = session.clockTold || tellClock(session, message, doing);
  return { ...session, nextTicket: ticket + 1, asked: [...session.asked, asked], clockTold };
};

/** An unreadable message is refused, so that the pile does not repeat it for ever, and an operator is alerted. */
const unreadable = (session: Session, { frame, body }: { readonly frame: Frame; readonly body: Uint8Array }, doing: StepContext): Session => {
  const { type, sequence } = frame;
  raise(session, { kind: 'undecodable', detail: `message ${type} with ${body.length} bytes` }, doing);
  if (frame.flags & flag.reply) return session;
  const asked: Question = { type, sequence, chargingOrderNo: type === '0015' ? orderNoOf(body) : '' };
  // A newer device may know requests that we do not; the rule for replies holds for them too.
  if (!messageOf(type) && type.startsWith('00')) return sendReply(session, { asked, body: Uint8Array.of(1) }, doing);
  return sayMessage(session, { asked, message: unreadableReply(asked) }, doing);
};

const breach = (
  session: Session,
  { frame, kind }: { readonly frame: Frame; readonly kind: 'downgrade' | 'notDecryptable' | 'undecodable' },
  doing: StepContext,
): Session => {
  logReceived(session, { frame, body: plainPayload(frame) }, doing);
  raise(session, { kind, detail: `message ${frame.type}` }, doing);
  return end(session, 'breach', doing);
};

const sayMessage = (session: Session, { asked, message }: { asked: Question; message: NativeMessage | undefined }, doing: StepContext): Session => {
  const body = message && encoded(session, message, doing);
  return body ? sendReply(session, { asked, body, message }, doing) : session;
};

const sendReply = (session: Session, said: { asked: Question; body: Uint8Array; message?: NativeMessage }, doing: StepContext): Session => {
  const { asked, ...rest } = said;
  return sendBody(session, { type: replyType(asked.type), sequence: asked.sequence, reply: true, ...rest }, doing);
};

/** The order number stands first in a record, so that even a damaged one can be named in its reply. */
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
  // The code stands at the end of the record as the table knows it; a newer device may append to it.
  const codeEnd = messages['0015'].body.minSize;
  const expected = checkCode(crypto, session.key, { cpCode: session.cpCode, withoutCode: body.subarray(0, codeEnd - CHECK_CODE_BYTES) });
  return crypto.equal(expected, body.subarray(codeEnd - CHECK_CODE_BYTES, codeEnd)) ? 'ok' : 'wrong';
};

/** Raises the alarm about a wrong clock once per session; returns whether it has been raised. */
const tellClock = (session: Session, message: AfterLogin, doing: StepContext): boolean => {
  if (message.type !== '0010' || clockFits(message.body.time, doing.nowMs)) return false;
  raise(session, { kind: 'clockOff', detail: `${Math.round(message.body.time - doing.nowMs / 1_000)} s` }, doing);
  return true;
};
