import { takeCommand, takeProbe, tickCommands } from './commands.ts';
import { end } from './end.ts';
import { bodyOf, firstFrame, takeCredentials, takeVerdict } from './login.ts';
import { takeToken } from './pace.ts';
import { logReceived, plainPayload } from './send.ts';
import type { StepContext, Input, Session, SessionEnv, Step } from './session.ts';
import { forgetOld, liveFrame, takeAnswer, takeFailure } from './traffic.ts';

type FrameInput = Extract<Input, { kind: 'frame' }>;
/** The state machine: the next session after one input, and the outputs for the caller, in order. */
export const step = (session: Session, input: Input, env: SessionEnv): Step => {
  const doing: StepContext = { env, out: [], nowMs: input.nowMs };
  const next = advance(session, input, doing);
  return { session: next, outputs: doing.out };
};

const advance = (session: Session, input: Input, doing: StepContext): Session => {
  switch (input.kind) {
    case 'frame':
      return takeFrame(session, input, doing);
    case 'credentials':
      return takeCredentials(session, input.credentials, doing);
    case 'loginVerdict':
      return takeVerdict(session, input.verdict, doing);
    case 'answer':
      return takeAnswer(session, input, doing);
    case 'failed':
      return takeFailure(session, input.ticket, doing);
    case 'command':
      return takeCommand(session, input.command, doing);
    case 'probe':
      return takeProbe(session, doing);
    case 'tick':
      return tick(input.paused ? { ...session, lastFrameMs: input.nowMs } : session, doing);
    case 'close':
      return end(session, input.why, doing);
  }
};

const takeFrame = (session: Session, { frame, nowMs }: FrameInput, doing: StepContext): Session => {
  const heard: Session = { ...session, lastFrameMs: nowMs, bucket: takeToken(session.bucket, nowMs, doing.env.limits) };
  switch (session.phase) {
    case 'fresh':
      return firstFrame(heard, frame, doing);
    case 'live':
      return liveFrame(heard, frame, doing);
    case 'closed':
      return session;
    // A pile has nothing to say before its login is answered; a repeated login will be answered with the first.
    case 'asking':
    case 'deciding':
      logReceived(heard, { frame, body: bodyOf(heard, frame, doing.env) ?? plainPayload(frame) }, doing);
      return heard;
    case 'refused':
      logReceived(heard, { frame, body: plainPayload(frame) }, doing);
      return heard;
  }
};

const tick = (session: Session, doing: StepContext): Session => {
  const { limits } = doing.env;
  switch (session.phase) {
    case 'fresh':
    case 'asking':
    case 'deciding':
      return doing.nowMs - session.openedMs >= limits.verdictMs ? end(session, 'closed', doing) : session;
    case 'refused':
      return doing.nowMs >= session.closeAtMs ? end(session, 'closed', doing) : session;
    case 'live': {
      if (doing.nowMs - session.lastFrameMs >= silentMs(session, limits)) return end(session, 'silent', doing);
      return forgetOld(tickCommands(session, doing), doing);
    }
    case 'closed':
      return session;
  }
};

const silentMs = (session: Session, { silentIntervals, silentMinMs, silentDefaultS }: SessionEnv['limits']): number =>
  Math.max(silentMinMs, silentIntervals * 1_000 * (session.profile?.intervals.pileS || silentDefaultS));
