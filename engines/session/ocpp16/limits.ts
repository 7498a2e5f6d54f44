/** Bounds and times of an OCPP session, times in milliseconds. A value, so that tests and load runs may change them. */
export interface SessionLimits {
  /** Silence after which the station is pinged, and again. */
  readonly pingMs: number;
  /** Pings without any sign of life, then the session is over. */
  readonly pingsMissedMax: number;
  /** Retry interval sent to a pile that is not enabled; the business is queried about it again at the same interval. */
  readonly pendingMs: number;
  /** A station that sends nothing for this long after connecting has only lost its connection and is not booting. */
  readonly bootWaitMs: number;
  /** Station calls waiting for the business, then reading stops until only a few are left. */
  readonly callsWaitingMax: number;
  readonly callsWaitingFew: number;
  /** Messages of one station between two ticks, then reading stops until the next. */
  readonly messagesPerTickMax: number;
}

export const SESSION_LIMITS: SessionLimits = {
  pingMs: 40_000,
  pingsMissedMax: 2,
  pendingMs: 60_000,
  bootWaitMs: 10_000,
  callsWaitingMax: 16,
  callsWaitingFew: 4,
  messagesPerTickMax: 500,
};
