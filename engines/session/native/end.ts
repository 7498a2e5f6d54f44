import type { DisconnectReason } from '../../protocol/device-backend.ts';
import { settleAsLost } from './commands.ts';
import type { StepContext, Session } from './session.ts';

/** Ends a session once. Commands without an answer are settled as lost, and a closed session ignores further inputs. */
export const end = (session: Session, reason: DisconnectReason, context: StepContext): Session => {
  if (session.phase === 'closed') return session;
  const settled = settleAsLost(session, context);
  context.out.push({ kind: 'ended', reason });
  return { ...settled, phase: 'closed', login: null };
};
