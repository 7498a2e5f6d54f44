import type { DisconnectReason } from '../../protocol/device-backend.ts';
import { loseCommands } from './commands.ts';
import type { StepContext, Session } from './session.ts';

/** Ends a session once: commands without an answer are lost, nothing else can happen afterwards. */
export const end = (session: Session, why: DisconnectReason, doing: StepContext): Session => {
  if (session.phase === 'closed') return session;
  const lost = loseCommands(session, doing);
  doing.out.push({ kind: 'ended', why });
  return { ...lost, phase: 'closed', login: null };
};
