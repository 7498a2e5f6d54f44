import type { DeviceBackend } from '#engines/protocol/device-backend.ts';
import type { SessionEnv } from '#engines/session/native/session.ts';
import type { Clock, Log } from '../shared/environment.ts';
import type { FrameLog } from '../shared/frame-log.ts';
import type { SessionRegistry } from '../shared/session-registry.ts';
import type { ListenerLimits } from './limits.ts';
import type { LoginGuard } from './login-guard.ts';

/** The context that all connections of a listener share. */
export interface ListenerContext {
  readonly backend: DeviceBackend;
  readonly registry: SessionRegistry;
  readonly frames: FrameLog;
  readonly guard: LoginGuard;
  readonly env: SessionEnv;
  readonly limits: ListenerLimits;
  readonly log: Log;
  readonly clock: Clock;
  readonly counts: Counts;
}

/** Counters since the start of the listener. */
export interface Counts {
  connections: number;
  framesUp: number;
  framesDown: number;
  badBytes: number;
  refusedLogins: number;
  failedEvents: number;
}
