import { afterCall, type PlatformOutCall, type CallSubject } from '../../protocol/ocpp16/calls.ts';
import { stepRpc, type CallReply, type RpcInput, type RpcOutput } from '../../protocol/ocpp16/rpc.ts';
import { concludeKey, withoutWrittenKeys } from './configuration.ts';
import { log, raise } from './log.ts';
import type { Session, StepContext } from './session.ts';

type RpcOut<K extends RpcOutput<CallSubject>['kind']> = Extract<RpcOutput<CallSubject>, { kind: K }>;

export interface ExchangeResult {
  readonly session: Session;
  /** A call of the station that must be answered. */
  readonly call?: RpcOut<'serve'>;
  /** The station does not follow the protocol. */
  readonly hangUp?: true;
}

/** Passes one input to the RPC layer and handles its outputs, except a call of the station. */
export const exchange = (session: Session, input: RpcInput<CallSubject>, context: StepContext): ExchangeResult => {
  const { session: rpc, outputs } = stepRpc(session.rpc, input);
  if (rpc === session.rpc && outputs.length === 0) return { session };
  const text = input.kind === 'text' ? input.text : undefined;
  let exchanged: ExchangeResult = { session: { ...session, rpc } };
  for (const output of outputs) exchanged = perform(exchanged, { output, text }, context);
  return exchanged;
};

/** Answers a call of the station, which is identified by its message id. */
export const answerCall = (session: Session, { id, reply }: { readonly id: string; readonly reply: CallReply }, context: StepContext): Session =>
  exchange(session, { kind: 'reply', id, reply }, context).session;

/** Makes calls of the platform, each as soon as it is allowed. */
export const makeCalls = (session: Session, calls: readonly PlatformOutCall[], context: StepContext): Session => {
  let next = session;
  for (const each of calls) next = exchange(next, { kind: 'call', call: each, atMs: context.nowMs }, context).session;
  return next;
};

interface PerformedOutput {
  readonly output: RpcOutput<CallSubject>;
  /** The message that caused the output, if any. */
  readonly text: string | undefined;
}

const perform = (exchanged: ExchangeResult, { output, text }: PerformedOutput, context: StepContext): ExchangeResult => {
  const { session } = exchanged;
  switch (output.kind) {
    case 'serve':
      return { ...exchanged, call: output };
    case 'send':
      log(session, { direction: 'down', type: output.action, id: output.id, text: output.text, summary: output.refusal ? 'refused' : '' }, context);
      context.out.push({ kind: 'send', text: output.text });
      return exchanged;
    case 'settled':
      if (text !== undefined && output.id !== undefined)
        log(session, { direction: 'up', type: output.call.action, id: output.id, text, summary: output.late ? 'late' : '' }, context);
      return { ...exchanged, session: settle(session, output, context) };
    case 'note':
      log(session, { direction: 'up', type: 'unreadable', id: '', text: text ?? '(binary)', summary: output.detail }, context);
      return output.problem === 'bad' ? { ...exchanged, session: raise(session, { kind: 'badBytes', detail: output.detail }, context) } : exchanged;
    case 'hangUp':
      return { ...exchanged, hangUp: true };
  }
};

/** Handles the result of a call of the platform. */
const settle = (session: Session, { call: ended, outcome, late }: RpcOut<'settled'>, context: StepContext): Session => {
  const { conclusion, calls } = afterCall(ended, outcome, { atMs: context.nowMs, late: late === true });
  if (conclusion) context.out.push({ kind: 'settle', settlement: conclusion.settlement, events: conclusion.events });
  const { subject } = ended;
  const next = conclusion && subject.for === 'command' ? concludeKey(session, subject.command, conclusion.settlement) : session;
  return makeCalls(next, withoutWrittenKeys(next, calls), context);
};
