import type { DeviceDoor } from '#engines/protocol/door.ts';
import type { SessionEnv } from '#engines/session/session.ts';
import type { FrameLog } from '../shared/frame-log.ts';
import type { SessionRegistry } from '../shared/session-registry.ts';
import type { ListenerLimits } from './limits.ts';
import type { LoginGuard } from './login-guard.ts';

/** The part of a pino logger that the gateway needs. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

export interface Clock {
  nowMs(): number;
}

/** What all connections of a listener share. */
export interface Shared {
  readonly door: DeviceDoor;
  readonly registry: SessionRegistry;
  readonly frames: FrameLog;
  readonly guard: LoginGuard;
  readonly env: SessionEnv;
  readonly limits: ListenerLimits;
  readonly log: Log;
  readonly clock: Clock;
  readonly counts: Counts;
}

/** Since the start of the listener. */
export interface Counts {
  connections: number;
  framesUp: number;
  framesDown: number;
  badBytes: number;
  refusedLogins: number;
  failedEvents: number;
}
