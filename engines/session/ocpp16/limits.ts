/** Limits and times of an OCPP session, in milliseconds. They are a value, so that tests and load runs may change them. */
export interface SessionLimits {
  /** The station is pinged after this silence, and again after as much. */
  readonly pingMs: number;
  /** After this many pings without any sign of life the session is over. */
  readonly pingsMissedMax: number;
  /** Retry interval sent to a pile that is not enabled; the business is queried about it again at the same interval. */
  readonly pendingMs: number;
  /** A station that sends nothing for this long after connecting has only reconnected and is not booting. */
  readonly bootWaitMs: number;
  /** Station calls that wait for the business; at this number reading pauses until only a few are left. */
  readonly callsWaitingMax: number;
  readonly callsWaitingFew: number;
  /** Messages of one station between two ticks; beyond this number reading pauses until the next tick. */
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
