import { exchange } from './exchange.ts';
import type { Session, StepContext } from './session.ts';

export const BOOT = 'BootNotification';

/** The station reports its start: the platform's calls wait until the station is accepted. */
export const reportBoot = (session: Session, context: StepContext): Session =>
  exchange({ ...session, boot: { state: 'reported' } }, { kind: 'hold' }, context).session;

/** The BootNotification has been answered. A station that was not accepted sends another one, or continues as if it had been accepted. */
export const concludeBoot = (session: Session, accepted: boolean, context: StepContext): Session => {
  if (accepted) return release(session, context);
  // Of parallel BootNotifications, an accepted one counts, and one in progress is waited for.
  if (session.boot.state === 'done' || session.calls.some(({ action }) => action === BOOT)) return session;
  return { ...session, boot: { state: 'awaited', untilMs: context.nowMs + context.limits.bootWaitMs } };
};

/** A station that sends any call other than BootNotification considers itself accepted, because OCPP forbids such calls before acceptance. */
export const concludeSilence = (session: Session, context: StepContext): Session =>
  session.boot.state === 'awaited' ? release(session, context) : session;

/** A reconnect without a restart needs no BootNotification, so the platform does not wait for a station that stays silent. */
export const awaitBoot = (session: Session, context: StepContext): Session => {
  const { phase, boot } = session;
  return phase === 'live' && boot.state === 'awaited' && context.nowMs >= boot.untilMs ? release(session, context) : session;
};

const release = (session: Session, context: StepContext): Session =>
  exchange({ ...session, boot: { state: 'done' } }, { kind: 'release', atMs: context.nowMs }, context).session;
