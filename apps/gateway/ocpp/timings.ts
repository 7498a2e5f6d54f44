/** Times of an OCPP connection, milliseconds; tests shorten them. */
export interface OcppTimings {
  /** How often every connection is looked at. */
  readonly sweepMs: number;
  /** Silence after which the station is pinged, and again. */
  readonly pingMs: number;
  /** After the login, when a station that has not told its states is asked, and its configuration is read. */
  readonly prepareMs: number;
  /** Retry interval told to a pile that is not enabled yet. */
  readonly pendingMs: number;
  /** A request for a connection is given up after this. */
  readonly handshakeMs: number;
  /** A station that does not answer a close is cut off after this. */
  readonly closeMs: number;
  /** Last events may take this long when the process goes down. */
  readonly drainMs: number;
}

export const OCPP_TIMINGS: OcppTimings = {
  sweepMs: 1_000,
  pingMs: 40_000,
  prepareMs: 10_000,
  pendingMs: 60_000,
  handshakeMs: 20_000,
  closeMs: 1_000,
  drainMs: 5_000,
};

/** Pings without any sign of life, then the connection is over. */
export const PINGS_MISSED_MAX = 2;
/** Station calls waiting for the business, then reading stops until some are done. */
export const QUEUE_LONG = 16;
export const QUEUE_SHORT = 4;
/** Messages of one station between two sweeps, then reading stops until the next. */
export const MESSAGES_PER_SWEEP_MAX = 500;
/** Bytes a station has not taken off us; a reader that slow is gone. */
export const UNREAD_BYTES_MAX = 1_048_576;
/** Longest message (64 KiB). */
export const MESSAGE_BYTES_MAX = 65_536;
/** The checks after a login are spread over this many sweeps' worth of time, so that a restart does not ask all piles at once. */
export const PREPARE_SPREAD_MS = 5_000;
