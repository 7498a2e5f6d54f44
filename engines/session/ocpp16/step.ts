import type { CallSubject } from '../../protocol/ocpp16/calls.ts';
import type { RpcInput } from '../../protocol/ocpp16/rpc.ts';
import { awaitBoot } from './boot.ts';
import { prepareStation, takeCommand } from './commands.ts';
import { end } from './end.ts';
import { exchange } from './exchange.ts';
import { raise } from './log.ts';
import type { Input, Session, SessionStep, StepContext } from './session.ts';
import type { SessionLimits } from './limits.ts';
import { admit, refuseAdmission, serve, takeAnswers, takeFailure } from './station-calls.ts';

type Message = Extract<RpcInput<CallSubject>, { kind: 'text' | 'binary' }>;

/** The state machine: returns the next session after one input, and the outputs for the gateway, in order. */
export const step = (session: Session, input: Input, limits: SessionLimits): SessionStep => {
  const context: StepContext = { limits, out: [], nowMs: input.nowMs };
  if (session.phase === 'closed') return { session, outputs: input.kind === 'command' ? [{ kind: 'taken', outcome: 'offline' }] : [] };
  return { session: pauseReading(advance(session, input, context), limits), outputs: context.out };
};

const advance = (session: Session, input: Input, context: StepContext): Session => {
  switch (input.kind) {
    case 'text':
      return takeMessage(session, { kind: 'text', text: input.text, atMs: context.nowMs }, context);
    case 'binary':
      return takeMessage(session, { kind: 'binary', atMs: context.nowMs }, context);
    case 'signOfLife':
      return noteSignOfLife(session, context);
    case 'admitted':
      return admit(session, input, context);
    case 'notAdmitted':
      return refuseAdmission(session, context);
    case 'answers':
      return takeAnswers(session, input, context);
    case 'failed':
      return takeFailure(session, input.ticket, context);
    case 'command':
      return takeCommand(session, input.command, context);
    case 'probe':
      context.out.push({ kind: 'ping' });
      return session;
    case 'tick':
      return tick(session, context);
    case 'broken':
      return end(raise(session, { kind: 'badBytes', detail: input.detail }, context), 'breach', context);
    case 'close':
      return end(session, input.reason, context);
  }
};

const noteSignOfLife = (session: Session, { nowMs }: StepContext): Session => ({ ...session, quietSinceMs: nowMs, pingsMissed: 0 });

const takeMessage = (session: Session, message: Message, context: StepContext): Session => {
  const exchanged = exchange({ ...noteSignOfLife(session, context), messages: session.messages + 1 }, message, context);
  if (exchanged.hangUp) return end(exchanged.session, 'breach', context);
  if (!exchanged.call || message.kind !== 'text') return exchanged.session;
  return serve(exchanged.session, { ...exchanged.call, text: message.text }, context);
};

const tick = (session: Session, context: StepContext): Session => {
  const { nowMs, limits } = context;
  // While reading is paused, silence proves nothing.
  const listening = session.paused ? noteSignOfLife(session, context) : session;
  const counted = listening.messages === 0 ? listening : { ...listening, messages: 0 };
  const settled = exchange(counted, { kind: 'tick', atMs: nowMs }, context).session;
  const prepared = prepareStation(awaitBoot(settled, context), context);
  if (nowMs - prepared.quietSinceMs < limits.pingMs) return prepared;
  if (prepared.pingsMissed >= limits.pingsMissedMax) return end(prepared, 'silent', context);
  context.out.push({ kind: 'ping' });
  return { ...prepared, pingsMissed: prepared.pingsMissed + 1, quietSinceMs: nowMs };
};

/** Reading pauses when many calls wait, and continues when few are left. */
const pauseReading = (session: Session, { callsWaitingMax, callsWaitingFew, messagesPerTickMax }: SessionLimits): Session => {
  const waitingMax = session.paused ? callsWaitingFew : callsWaitingMax - 1;
  const paused = session.calls.length > waitingMax || session.messages > messagesPerTickMax;
  return paused === session.paused ? session : { ...session, paused };
};
