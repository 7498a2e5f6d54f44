import type { ErrorCode } from './errors.ts';
import { callText, errorText, parseFrame, resultText, type BadFrame, type CallFrame, type ErrorFrame, type ResultFrame } from './frame.ts';

/**
 * The RPC layer of one OCPP-J 1.6 connection as a pure state machine: at most one CALL of the platform is pending and the others are
 * queued; the station's calls are passed on at once, whether one is pending or not. `T` is the caller's own data, returned with an
 * outcome.
 */
export interface RpcSession<T> {
  /** Makes the platform's message ids unique across connections; ids are `${idPrefix}${number}`. */
  readonly idPrefix: string;
  readonly nextNumber: number;
  readonly pending: { readonly id: string; readonly call: OutCall<T>; readonly sentMs: number } | undefined;
  readonly waiting: readonly OutCall<T>[];
  /** Abandoned calls, the newest last; their late answers are still recognized. */
  readonly givenUp: readonly { readonly id: string; readonly call: OutCall<T> }[];
  /** The station's calls that still wait for the platform's answer. */
  readonly owed: readonly { readonly id: string; readonly action: string }[];
  readonly badInRow: number;
  /** True while the station has not been accepted: the platform's calls then wait in order. */
  readonly callsHeld: boolean;
  readonly closed: boolean;
}

export interface OutCall<T> {
  readonly subject: T;
  readonly action: string;
  readonly payload: object;
  /** Sent before the calls that wait (a stop), never before another urgent call. */
  readonly urgent?: boolean;
  /** Not sent after this instant. */
  readonly deadlineMs?: number;
}

/** The answer to a station's call. */
export type CallReply =
  | { readonly ok: true; readonly payload: object }
  | { readonly ok: false; readonly code: ErrorCode; readonly description: string };

/** The result of a call of the platform. */
export type Outcome =
  | { readonly ok: true; readonly payload: unknown }
  | { readonly ok: false; readonly reason: 'refused'; readonly code: string; readonly description: string }
  | {
      readonly ok: false;
      /** `timeout`, `lost`: it was sent and may have been executed. `expired`, `unsent`, `queueFull`: it was never sent. */
      readonly reason: 'timeout' | 'lost' | 'expired' | 'unsent' | 'queueFull';
    };

export type RpcInput<T> =
  | { readonly kind: 'text'; readonly text: string; readonly atMs: number }
  | { readonly kind: 'binary'; readonly atMs: number }
  | { readonly kind: 'reply'; readonly id: string; readonly reply: CallReply }
  | { readonly kind: 'call'; readonly call: OutCall<T>; readonly atMs: number }
  /** Sets whether the platform's calls wait. */
  | { readonly kind: 'hold' }
  | { readonly kind: 'release'; readonly atMs: number }
  | { readonly kind: 'tick'; readonly atMs: number }
  | { readonly kind: 'close' };

export type RpcOutput<T> =
  | { readonly kind: 'send'; readonly text: string; readonly id: string; readonly action: string; readonly refusal: boolean }
  | { readonly kind: 'serve'; readonly id: string; readonly action: string; readonly payload: unknown }
  | { readonly kind: 'settled'; readonly id?: string; readonly call: OutCall<T>; readonly outcome: Outcome; readonly late?: true }
  | { readonly kind: 'note'; readonly problem: 'bad' | 'stray' | 'duplicate' | 'crowded'; readonly detail: string }
  | { readonly kind: 'hangUp'; readonly code: number; readonly reason: string };

export interface RpcStep<T> {
  readonly session: RpcSession<T>;
  readonly outputs: readonly RpcOutput<T>[];
}

/** A platform call without an answer is abandoned after this time, so that the next can be sent. */
export const ANSWER_TIMEOUT_MS = 30_000;
/** Calls of the platform that may wait behind the pending call. */
export const WAITING_MAX = 64;
/** Abandoned calls whose late answers are recognized. */
export const GIVEN_UP_MAX = 16;
/** Station calls in progress at once. The protocol allows one, so more than this is a fault. */
export const OWED_MAX = 64;
/** Consecutive unreadable messages after which the connection is closed. */
export const BAD_IN_ROW_MAX = 100;
/** WebSocket close code for a peer that does not follow the protocol. */
const CLOSE_PROTOCOL_ERROR = 1002;

export const openRpc = <T>(idPrefix: string): RpcSession<T> => ({
  idPrefix,
  nextNumber: 1,
  pending: undefined,
  waiting: [],
  givenUp: [],
  owed: [],
  badInRow: 0,
  callsHeld: false,
  closed: false,
});

/** Takes one input and returns the next session and what must be done. Never throws; a closed session produces no output. */
export const stepRpc = <T>(session: RpcSession<T>, input: RpcInput<T>): RpcStep<T> => {
  if (session.closed) return { session, outputs: input.kind === 'call' ? [settled(input.call, 'unsent')] : [] };
  switch (input.kind) {
    case 'text':
      return onText(session, input.text, input.atMs);
    case 'binary':
      return onBadFrame(session, { kind: 'bad', id: undefined, code: 'FormationViolation', reason: 'binary message' });
    case 'reply':
      return onReply(session, input.id, input.reply);
    case 'call':
      return onCallOfOurs(session, input.call, input.atMs);
    case 'hold':
      return { session: { ...session, callsHeld: true }, outputs: [] };
    case 'release':
      return sendNext({ ...session, callsHeld: false }, input.atMs);
    case 'tick':
      return onTick(session, input.atMs);
    case 'close':
      return onClose(session);
  }
};

const onText = <T>(session: RpcSession<T>, text: string, atMs: number): RpcStep<T> => {
  const frame = parseFrame(text);
  if (frame.kind === 'bad') return onBadFrame(session, frame);
  if (frame.kind === 'call') return onStationCall(session, frame);
  return onAnswer(session, frame, atMs);
};

const onBadFrame = <T>(session: RpcSession<T>, frame: BadFrame): RpcStep<T> => {
  const badInRow = session.badInRow + 1;
  const outputs: RpcOutput<T>[] = [note('bad', frame.reason)];
  // Without a readable id, OCPP 1.6 offers no way to answer.
  if (frame.id !== undefined)
    outputs.push({ kind: 'send', id: frame.id, action: '', text: errorText(frame.id, frame.code, frame.reason), refusal: true });
  if (badInRow < BAD_IN_ROW_MAX) return { session: { ...session, badInRow }, outputs };
  const closed = onClose({ ...session, badInRow });
  return {
    session: closed.session,
    outputs: [...outputs, ...closed.outputs, { kind: 'hangUp', code: CLOSE_PROTOCOL_ERROR, reason: 'too many unreadable messages' }],
  };
};

const onStationCall = <T>(session: RpcSession<T>, { id, action, payload }: CallFrame): RpcStep<T> => {
  if (session.owed.some((call) => call.id === id)) return { session, outputs: [note('duplicate', `${action} ${id} is still in work`)] };
  if (session.owed.length >= OWED_MAX) {
    const refusal = errorText(id, 'GenericError', 'too many calls at once');
    return { session, outputs: [note('crowded', `${action} ${id}`), { kind: 'send', id, action, text: refusal, refusal: true }] };
  }
  return { session: { ...session, owed: [...session.owed, { id, action }], badInRow: 0 }, outputs: [{ kind: 'serve', id, action, payload }] };
};

const onReply = <T>(session: RpcSession<T>, id: string, reply: CallReply): RpcStep<T> => {
  const call = session.owed.find((other) => other.id === id);
  if (!call) return { session, outputs: [] };
  const owed = session.owed.filter((other) => other !== call);
  const text = reply.ok ? resultText(id, reply.payload) : errorText(id, reply.code, reply.description);
  return { session: { ...session, owed }, outputs: [{ kind: 'send', id, action: call.action, text, refusal: !reply.ok }] };
};

const onAnswer = <T>(session: RpcSession<T>, frame: ResultFrame | ErrorFrame, atMs: number): RpcStep<T> => {
  const { pending } = session;
  const outcome: Outcome =
    frame.kind === 'result'
      ? { ok: true, payload: frame.payload }
      : { ok: false, reason: 'refused', code: frame.code, description: frame.description };
  if (pending?.id === frame.id) {
    const next = sendNext({ ...session, pending: undefined, badInRow: 0 }, atMs);
    return { session: next.session, outputs: [{ kind: 'settled', id: pending.id, call: pending.call, outcome }, ...next.outputs] };
  }
  const late = session.givenUp.find((other) => other.id === frame.id);
  if (!late) return { session: { ...session, badInRow: 0 }, outputs: [note('stray', `answer to ${frame.id}, which nobody asked`)] };
  const givenUp = session.givenUp.filter((other) => other !== late);
  return { session: { ...session, givenUp, badInRow: 0 }, outputs: [{ kind: 'settled', id: late.id, call: late.call, outcome, late: true }] };
};

const onCallOfOurs = <T>(session: RpcSession<T>, call: OutCall<T>, atMs: number): RpcStep<T> => {
  if (session.waiting.length >= WAITING_MAX && !call.urgent) return { session, outputs: [settled(call, 'queueFull')] };
  const position = call.urgent ? session.waiting.findIndex((other) => !other.urgent) : -1;
  const waiting = position < 0 ? [...session.waiting, call] : [...session.waiting.slice(0, position), call, ...session.waiting.slice(position)];
  const pushedOut = waiting.length > WAITING_MAX ? waiting.slice(WAITING_MAX) : [];
  const next = sendNext({ ...session, waiting: waiting.slice(0, WAITING_MAX) }, atMs);
  const dropped = pushedOut.map((other) => settled(other, 'queueFull'));
  return { session: next.session, outputs: [...dropped, ...next.outputs] };
};

const onTick = <T>(session: RpcSession<T>, atMs: number): RpcStep<T> => {
  const { pending } = session;
  if (!pending || atMs - pending.sentMs < ANSWER_TIMEOUT_MS) return expire(session, atMs);
  const givenUp = [...session.givenUp, { id: pending.id, call: pending.call }].slice(-GIVEN_UP_MAX);
  const next = sendNext({ ...session, pending: undefined, givenUp }, atMs);
  return {
    session: next.session,
    outputs: [{ kind: 'settled', id: pending.id, call: pending.call, outcome: { ok: false, reason: 'timeout' } }, ...next.outputs],
  };
};

/** Settles the calls whose deadline has passed while they waited, so that their callers are informed in time. */
const expire = <T>(session: RpcSession<T>, atMs: number): RpcStep<T> => {
  const isExpired = ({ deadlineMs }: OutCall<T>) => deadlineMs !== undefined && deadlineMs <= atMs;
  if (!session.waiting.some(isExpired)) return { session, outputs: [] };
  const waiting = session.waiting.filter((call) => !isExpired(call));
  return { session: { ...session, waiting }, outputs: session.waiting.filter(isExpired).map((call) => settled(call, 'expired')) };
};

const onClose = <T>(session: RpcSession<T>): RpcStep<T> => {
  const lost = session.pending ? [settled(session.pending.call, 'lost')] : [];
  const unsent = session.waiting.map((call) => settled(call, 'unsent'));
  return { session: { ...session, pending: undefined, waiting: [], givenUp: [], owed: [], closed: true }, outputs: [...lost, ...unsent] };
};

const note = (problem: 'bad' | 'stray' | 'duplicate' | 'crowded', detail: string): RpcOutput<never> => ({ kind: 'note', problem, detail });

const settled = <T>(call: OutCall<T>, reason: 'lost' | 'unsent' | 'expired' | 'queueFull'): RpcOutput<T> => ({
  kind: 'settled',
  call,
  outcome: { ok: false, reason },
});

/** Sends the first waiting call before its deadline, if none is pending and calls are not held. */
const sendNext = <T>(session: RpcSession<T>, atMs: number): RpcStep<T> => {
  if (session.callsHeld || session.pending || session.waiting.length === 0) return { session, outputs: [] };
  const outputs: RpcOutput<T>[] = [];
  for (const [index, call] of session.waiting.entries()) {
    if (call.deadlineMs !== undefined && call.deadlineMs <= atMs) {
      outputs.push(settled(call, 'expired'));
      continue;
    }
    const id = `${session.idPrefix}${session.nextNumber}`;
    outputs.push({ kind: 'send', id, action: call.action, text: callText(id, call.action, call.payload), refusal: false });
    const waiting = session.waiting.slice(index + 1);
    return { session: { ...session, pending: { id, call, sentMs: atMs }, waiting, nextNumber: session.nextNumber + 1 }, outputs };
  }
  return { session: { ...session, waiting: [] }, outputs };
};
