import { takeCommand, takeProbe, tickCommands } from './commands.ts';
import { end } from './end.ts';
import { bodyOf, firstFrame, takeCredentials, takeVerdict } from './login.ts';
import { takeToken } from './pace.ts';
import { logReceived, plainPayload } from './send.ts';
import type { StepContext, Input, Session, SessionEnv, SessionStep } from './session.ts';
import { dropOldRequests, takeLiveFrame, takeAnswer, takeFailure } from './traffic.ts';

type FrameInput = Extract<Input, { kind: 'frame' }>;
/** The state machine: returns the next session after one input, and the outputs for the caller, in order. */
export const step = (session: Session, input: Input, env: SessionEnv): SessionStep => {
  const context: StepContext = { env, out: [], nowMs: input.nowMs };
  const next = advance(session, input, context);
  return { session: next, outputs: context.out };
};

const advance = (session: Session, input: Input, context: StepContext): Session => {
  switch (input.kind) {
    case 'frame':
      return takeFrame(session, input, context);
    case 'credentials':
      return takeCredentials(session, input.credentials, context);
    case 'loginVerdict':
      return takeVerdict(session, input.verdict, context);
    case 'answer':
      return takeAnswer(session, input, context);
    case 'failed':
      return takeFailure(session, input.ticket, context);
    case 'command':
      return takeCommand(session, input.command, context);
    case 'probe':
      return takeProbe(session, context);
    case 'tick':
      return tick(input.paused ? { ...session, lastFrameMs: input.nowMs } : session, context);
    case 'close':
      return end(session, input.reason, context);
  }
};

const takeFrame = (session: Session, { frame, nowMs }: FrameInput, context: StepContext): Session => {
  const counted: Session = { ...session, lastFrameMs: nowMs, bucket: takeToken(session.bucket, nowMs, context.env.limits) };
  switch (session.phase) {
    case 'fresh':
      return firstFrame(counted, frame, context);
    case 'live':
      return takeLiveFrame(counted, frame, context);
    case 'closed':
      return session;
    // A pile may send nothing before its login is answered. A repeated login is answered together with the first.
    case 'asking':
    case 'deciding':
      logReceived(counted, { frame, body: bodyOf(counted, frame, context.env) ?? plainPayload(frame) }, context);
      return counted;
    case 'refused':
      logReceived(counted, { frame, body: plainPayload(frame) }, context);
      return counted;
  }
};

const tick = (session: Session, context: StepContext): Session => {
  const { limits } = context.env;
  switch (session.phase) {
    case 'fresh':
    case 'asking':
    case 'deciding':
      return context.nowMs - session.openedMs >= limits.verdictMs ? end(session, 'closed', context) : session;
    case 'refused':
      return context.nowMs >= session.closeAtMs ? end(session, 'closed', context) : session;
    case 'live': {
      if (context.nowMs - session.lastFrameMs >= silentMs(session, limits)) return end(session, 'silent', context);
      return dropOldRequests(tickCommands(session, context), context);
    }
    case 'closed':
      return session;
  }
};

const silentMs = (session: Session, { silentIntervals, silentMinMs, silentDefaultS }: SessionEnv['limits']): number =>
  Math.max(silentMinMs, silentIntervals * 1_000 * (session.profile?.intervals.pileS || silentDefaultS));
