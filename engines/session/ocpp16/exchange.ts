import { afterCall, type OurCall, type Subject } from '../../protocol/ocpp16/calls.ts';
import { stepRpc, type CallReply, type RpcInput, type RpcOutput } from '../../protocol/ocpp16/rpc.ts';
import { concludeKey, withoutWrittenKeys } from './configuration.ts';
import { log, raise } from './log.ts';
import type { Session, StepContext } from './session.ts';

type RpcOut<K extends RpcOutput<Subject>['kind']> = Extract<RpcOutput<Subject>, { kind: K }>;

export interface ExchangeResult {
  readonly session: Session;
  /** A call of the station that is to be served. */
  readonly call?: RpcOut<'serve'>;
  /** The station does not speak the protocol. */
  readonly hangUp?: true;
}

/** Gives one input to the RPC layer and does what follows, except what concerns a call of the station. */
export const exchange = (session: Session, input: RpcInput<Subject>, context: StepContext): ExchangeResult => {
  const { session: rpc, outputs } = stepRpc(session.rpc, input);
  if (rpc === session.rpc && outputs.length === 0) return { session };
  const text = input.kind === 'text' ? input.text : undefined;
  let exchanged: ExchangeResult = { session: { ...session, rpc } };
  for (const output of outputs) exchanged = perform(exchanged, { output, text }, context);
  return exchanged;
};

/** Answers a call of the station, named by its message id. */
export const answerCall = (session: Session, { id, reply }: { readonly id: string; readonly reply: CallReply }, context: StepContext): Session =>
  exchange(session, { kind: 'reply', id, reply }, context).session;

/** Makes calls of ours, as soon as each may go. */
export const makeCalls = (session: Session, calls: readonly OurCall[], context: StepContext): Session => {
  let next = session;
  for (const each of calls) next = exchange(next, { kind: 'call', call: each, atMs: context.nowMs }, context).session;
  return next;
};

interface PerformedOutput {
  readonly output: RpcOutput<Subject>;
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
      return output.what === 'bad' ? { ...exchanged, session: raise(session, { kind: 'badBytes', detail: output.detail }, context) } : exchanged;
    case 'hangUp':
      return { ...exchanged, hangUp: true };
  }
};

/** What follows from the end of a call of ours. */
const settle = (session: Session, { call: ended, outcome, late }: RpcOut<'settled'>, context: StepContext): Session => {
  const { conclusion, calls } = afterCall(ended, outcome, { atMs: context.nowMs, late: late === true });
  if (conclusion) context.out.push({ kind: 'settle', settlement: conclusion.settlement, events: conclusion.events });
  const { subject } = ended;
  const next = conclusion && subject.for === 'command' ? concludeKey(session, subject.command, conclusion.settlement) : session;
  return makeCalls(next, withoutWrittenKeys(next, calls), context);
};
