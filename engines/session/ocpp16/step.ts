import type { Subject } from '../../protocol/ocpp16/calls.ts';
import type { RpcInput } from '../../protocol/ocpp16/rpc.ts';
import { awaitBoot } from './boot.ts';
import { prepareStation, takeCommand } from './commands.ts';
import { end } from './end.ts';
import { exchange } from './exchange.ts';
import { raise } from './log.ts';
import type { Input, Session, Step, StepContext } from './session.ts';
import type { SessionLimits } from './limits.ts';
import { admit, refuseAdmission, serve, takeAnswers, takeFailure } from './station-calls.ts';

type Message = Extract<RpcInput<Subject>, { kind: 'text' | 'binary' }>;

/** The machine: what one input makes of a session, and what the gateway has to do, in this order. */
export const step = (session: Session, input: Input, limits: SessionLimits): Step => {
  const context: StepContext = { limits, out: [], nowMs: input.nowMs };
  if (session.phase === 'closed') return { session, outputs: input.kind === 'command' ? [{ kind: 'taken', outcome: 'offline' }] : [] };
  return { session: paced(advance(session, input, context), limits), outputs: context.out };
};

const advance = (session: Session, input: Input, context: StepContext): Session => {
  switch (input.kind) {
    case 'text':
      return hear(session, { kind: 'text', text: input.text, atMs: context.nowMs }, context);
    case 'binary':
      return hear(session, { kind: 'binary', atMs: context.nowMs }, context);
    case 'signOfLife':
      return alive(session, context);
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
      return end(session, input.why, context);
  }
};

const alive = (session: Session, { nowMs }: StepContext): Session => ({ ...session, quietSinceMs: nowMs, pingsMissed: 0 });

const hear = (session: Session, message: Message, context: StepContext): Session => {
  const heard = exchange({ ...alive(session, context), messages: session.messages + 1 }, message, context);
  if (heard.hangUp) return end(heard.session, 'breach', context);
  if (!heard.call || message.kind !== 'text') return heard.session;
  return serve(heard.session, { ...heard.call, text: message.text }, context);
};

const tick = (session: Session, context: StepContext): Session => {
  const { nowMs, limits } = context;
  // Nothing can be heard while nothing is read.
  const listening = session.paused ? alive(session, context) : session;
  const counted = listening.messages === 0 ? listening : { ...listening, messages: 0 };
  const settled = exchange(counted, { kind: 'tick', atMs: nowMs }, context).session;
  const ready = prepareStation(awaitBoot(settled, context), context);
  if (nowMs - ready.quietSinceMs < limits.pingMs) return ready;
  if (ready.pingsMissed >= limits.pingsMissedMax) return end(ready, 'silent', context);
  context.out.push({ kind: 'ping' });
  return { ...ready, pingsMissed: ready.pingsMissed + 1, quietSinceMs: nowMs };
};

/** Reading stops when much waits, and goes on when little is left. */
const paced = (session: Session, { callsWaitingMax, callsWaitingFew, messagesPerTickMax }: SessionLimits): Session => {
  const most = session.paused ? callsWaitingFew : callsWaitingMax - 1;
  const paused = session.calls.length > most || session.messages > messagesPerTickMax;
  return paused === session.paused ? session : { ...session, paused };
};
