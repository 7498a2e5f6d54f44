import { SESSION_LIMITS, type SessionLimits } from '#engines/session/ocpp16/limits.ts';

/** Times of an OCPP connection, milliseconds; tests shorten them. */
export interface OcppTimings extends Pick<SessionLimits, 'pingMs' | 'pendingMs' | 'bootWaitMs'> {
  /** How often every connection is looked at. */
  readonly sweepMs: number;
  /** After the login, when a station that has not told its states is asked, and its configuration is read. */
  readonly prepareMs: number;
  /** A request for a connection is given up after this. */
  readonly handshakeMs: number;
  /** A station that does not answer a close is cut off after this. */
  readonly closeMs: number;
  /** Last events may take this long when the process goes down. */
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

/** Bytes a station has not taken off us; a reader that slow is gone. */
export const UNREAD_BYTES_MAX = 1_048_576;
/** Longest message (64 KiB). */
export const MESSAGE_BYTES_MAX = 65_536;
/** The checks after a login are spread over this many sweeps' worth of time, so that a restart does not ask all piles at once. */
export const PREPARE_SPREAD_MS = 5_000;
