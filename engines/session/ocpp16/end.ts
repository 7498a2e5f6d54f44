import type { DisconnectReason } from '../../protocol/device-backend.ts';
import { exchange } from './exchange.ts';
import type { Session, StepContext } from './session.ts';

/** Ends a session once. Calls of the platform without an answer are settled, and a closed session ignores further inputs. */
export const end = (session: Session, reason: DisconnectReason, context: StepContext): Session => {
  if (session.phase === 'closed') return session;
  const settled = exchange(session, { kind: 'close' }, context).session;
  context.out.push({ kind: 'ended', reason });
  return { ...settled, phase: 'closed', calls: [], admitting: false };
};
