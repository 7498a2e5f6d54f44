import type { DisconnectReason } from '../../protocol/device-backend.ts';
import { exchange } from './exchange.ts';
import type { Session, StepContext } from './session.ts';

/** Ends a session once: our calls without an answer are settled, nothing else can happen afterwards. */
export const end = (session: Session, why: DisconnectReason, context: StepContext): Session => {
  if (session.phase === 'closed') return session;
  const settled = exchange(session, { kind: 'close' }, context).session;
  context.out.push({ kind: 'ended', why });
  return { ...settled, phase: 'closed', calls: [], admitting: false };
};
