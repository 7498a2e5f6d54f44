import type { GatewayAlarm } from '../../protocol/device-backend.ts';
import { recordOf, type LoggedFrame } from './frame-records.ts';
import type { Session, StepContext } from './session.ts';

export const log = (
  { cpCode, epoch }: Session,
  message: Pick<LoggedFrame, 'direction' | 'type' | 'id' | 'text' | 'summary'>,
  { out, nowMs }: StepContext,
): void => {
  out.push({ kind: 'log', record: recordOf({ cpCode, epoch, ...message, atMs: nowMs }) });
};

/** Raises an alarm for the operators, once in a session for each kind. */
export const raise = (session: Session, { kind, detail }: Pick<GatewayAlarm, 'kind' | 'detail'>, { out, nowMs }: StepContext): Session => {
  if (session.alarmed.includes(kind)) return session;
  const { cpCode, remoteAddress } = session;
  out.push({ kind: 'alarm', alarm: { kind, cpCode, remoteAddress, detail, atMs: nowMs } });
  return { ...session, alarmed: [...session.alarmed, kind] };
};
