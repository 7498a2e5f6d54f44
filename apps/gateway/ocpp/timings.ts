import { SESSION_LIMITS, type SessionLimits } from '#engines/session/ocpp16/limits.ts';

/** Times of an OCPP connection, milliseconds; tests shorten them. */
export interface OcppTimings extends Pick<SessionLimits, 'pingMs' | 'pendingMs' | 'bootWaitMs'> {
  /** Interval at which every connection is checked. */
  readonly sweepMs: number;
  /** Delay after the login before a station that has not reported its states is asked for them and its configuration is read. */
  readonly prepareMs: number;
  /** A handshake that takes longer is abandoned. */
  readonly handshakeMs: number;
  /** A station that does not answer a WebSocket close within this time is disconnected. */
  readonly closeMs: number;
  /** Time allowed for the last events when the process shuts down. */
  readonly drainMs: number;
}

export const OCPP_TIMINGS: OcppTimings = {
  pingMs: SESSION_LIMITS.pingMs,
  pendingMs: SESSION_LIMITS.pendingMs,
  bootWaitMs: SESSION_LIMITS.bootWaitMs,
  sweepMs: 1_000,
  prepareMs: 10_000,
  handshakeMs: 20_000,
  closeMs: 1_000,
  drainMs: 5_000,
};

/** Maximum of unsent bytes for a station; a station that reads more slowly is treated as gone. */
export const UNREAD_BYTES_MAX = 1_048_576;
/** Longest message (64 KiB). */
export const MESSAGE_BYTES_MAX = 65_536;
/** The requests after a login are delayed by a random time up to this, so that a restart does not query all piles at once. */
export const PREPARE_SPREAD_MS = 5_000;
