import type { PileEvent } from '../../protocol/device-backend.ts';
import { bootAnswer, isBootAccepted } from '../../protocol/ocpp16/inbound/boot-notification.ts';
import { notStoredReply, type TranslatedCall } from '../../protocol/ocpp16/inbound/incoming.ts';
import { receive, type RefusedCall } from '../../protocol/ocpp16/receive.ts';
import type { CallReply } from '../../protocol/ocpp16/rpc.ts';
import { BOOT, concludeBoot, concludeSilence, reportBoot } from './boot.ts';
import { answerCall, type ExchangeResult } from './exchange.ts';
import { summaryOf } from './frame-records.ts';
import { log, raise } from './log.ts';
import type { Input, Session, StationCall, StepContext } from './session.ts';

/** A call of the station with its text. */
type ServedCall = NonNullable<ExchangeResult['call']> & { readonly text: string };
type InputOf<Kind extends Input['kind']> = Extract<Input, { kind: Kind }>;

/** Validates a call and answers it, at once or after the business has. */
export const serve = (session: Session, { id, action, payload, text }: ServedCall, context: StepContext): Session => {
  const isBoot = action === BOOT;
  const pastSilence = isBoot ? session : concludeSilence(session, context);
  const heartbeatS = session.profile?.intervals.pileS || HEARTBEAT_FALLBACK_S;
  const incoming = receive({ action, payload }, { atMs: context.nowMs, heartbeatS, text });
  if ('refusal' in incoming) return refuse(pastSilence, { id, action, text, refused: incoming }, context);
  log(pastSilence, { direction: 'up', type: action, id, text, summary: summaryOf(incoming) }, context);
  const timed = raiseClockAlarm(pastSilence, incoming.events, context);
  if (incoming.events.length === 0) return answerCall(timed, { id, reply: incoming.reply([]) }, context);
  const statusNoted: Session = { ...timed, statusSeen: timed.statusSeen || action === 'StatusNotification' };
  return takeCall(isBoot ? reportBoot(statusNoted, context) : statusNoted, { ticket: statusNoted.nextTicket, id, action, incoming }, context);
};

/** The business has admitted the pile; the calls received meanwhile are processed. */
export const admit = (session: Session, { epoch, profile, prepareInMs }: InputOf<'admitted'>, context: StepContext): Session => {
  for (const call of session.calls) deliver(call, context);
  return { ...session, phase: 'live', admitting: false, epoch, profile, prepareAtMs: context.nowMs + prepareInMs };
};

/** The pile is not admitted; it may repeat its BootNotification after the interval in the answer. */
export const refuseAdmission = (session: Session, context: StepContext): Session => {
  if (session.phase !== 'held') return session;
  let next: Session = { ...session, admitting: false, calls: [] };
  for (const { id, action } of session.calls) next = answerNotAdmitted(next, { id, action }, context);
  return next;
};

export const takeAnswers = (session: Session, { ticket, answers }: InputOf<'answers'>, context: StepContext): Session =>
  conclude(session, { ticket, answer: ({ incoming }) => incoming.reply(answers) }, context);

/** The platform failed; the station stores its message and sends it again. */
export const takeFailure = (session: Session, ticket: number, context: StepContext): Session =>
  conclude(session, { ticket, answer: () => notStoredReply }, context);

/** Heartbeat interval for a pile whose profile switches its report off; WebSocket pings replace it. */
const HEARTBEAT_FALLBACK_S = 300;
/** An alarm is raised for a clock that is ahead by more than this. */
const CLOCK_OFF_MS = 300_000;

const takeCall = (session: Session, call: StationCall, context: StepContext): Session => {
  const withCall: Session = { ...session, calls: [...session.calls, call], nextTicket: call.ticket + 1 };
  if (session.phase === 'live') {
    deliver(call, context);
    return withCall;
  }
  if (session.admitting) return withCall;
  // For a pile that sends no BootNotification, the business is queried from time to time.
  if (call.action !== BOOT && context.nowMs < session.admitAtMs) return answerNotAdmitted(session, call, context);
  context.out.push({ kind: 'admit' });
  return { ...withCall, admitting: true, admitAtMs: context.nowMs + context.limits.pendingMs };
};

const deliver = ({ ticket, incoming }: StationCall, { out }: StepContext): void => {
  out.push({ kind: 'deliver', ticket, events: incoming.events });
};

const answerNotAdmitted = (session: Session, { id, action }: Pick<StationCall, 'id' | 'action'>, context: StepContext): Session => {
  if (action !== BOOT) return answerCall(session, { id, reply: NOT_ACCEPTED }, context);
  const { nowMs, limits } = context;
  const pending = bootAnswer('Pending', { atMs: nowMs, heartbeatS: Math.ceil(limits.pendingMs / 1_000) });
  return concludeBoot(answerCall(session, { id, reply: pending }, context), false, context);
};

const NOT_ACCEPTED: CallReply = { ok: false, code: 'SecurityError', description: 'not accepted yet' };

interface Conclusion {
  readonly ticket: number;
  readonly answer: (call: StationCall) => CallReply;
}

const conclude = (session: Session, { ticket, answer }: Conclusion, context: StepContext): Session => {
  const call = session.calls.find((other) => other.ticket === ticket);
  if (!call) return session;
  const answered = answer(call);
  const rest = answerCall({ ...session, calls: session.calls.filter((other) => other !== call) }, { id: call.id, reply: answered }, context);
  return call.action === BOOT ? concludeBoot(rest, isBootAccepted(answered), context) : rest;
};

type CallToRefuse = Pick<ServedCall, 'id' | 'action' | 'text'> & { readonly refused: RefusedCall };

const refuse = (session: Session, { id, action, text, refused }: CallToRefuse, context: StepContext): Session => {
  log(session, { direction: 'up', type: action, id, text, summary: 'refused' }, context);
  const raised = refused.code === 'NotSupported' ? session : raise(session, { kind: 'undecodable', detail: `${action}: ${refused.reason}` }, context);
  if (!refused.events) return answerCall(raised, { id, reply: refused.refusal }, context);
  const incoming: TranslatedCall = { events: refused.events, reply: () => refused.refusal };
  return takeCall(raised, { ticket: raised.nextTicket, id, action, incoming }, context);
};

/** Only a clock that runs ahead raises the alarm, because an offline station legitimately stores old instants. */
const raiseClockAlarm = (session: Session, events: readonly PileEvent[], context: StepContext): Session => {
  const aheadMs = Math.max(0, ...events.map(instantOf)) - context.nowMs;
  return aheadMs > CLOCK_OFF_MS ? raise(session, { kind: 'clockOff', detail: `${Math.round(aheadMs / 1_000)} s ahead` }, context) : session;
};

const instantOf = (event: PileEvent): number => {
  if ('atMs' in event) return event.atMs;
  if (event.kind === 'transactionStarted') return event.startAtMs;
  return event.kind === 'endRecord' ? event.stopAtMs : 0;
};
