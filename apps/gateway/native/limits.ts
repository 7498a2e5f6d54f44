/** Limits of the native listener. They are a value, so that tests and load runs may change them. */
export interface ListenerLimits {
  readonly connectionsMax: number;
  /** A concentrator carries several piles on one connection. */
  readonly pilesPerConnectionMax: number;
  /** A connection without a single login after this time is closed. */
  readonly loginMs: number;
  /** Logins allowed for one pile from one address within the window. Further ones are refused with code 1 without a call to the device back end. */
  readonly loginsMax: number;
  readonly loginWindowMs: number;
  /** Once a frame has begun, its remaining bytes must arrive within this time; otherwise the bytes are treated as no frame. */
  readonly frameStallMs: number;
  /** How long a closed connection may still flush its last answer. */
  readonly lingerMs: number;
  /** How long `close` waits for answers in progress. */
  readonly drainMs: number;
  readonly tickMs: number;
}

export const LISTENER_LIMITS: ListenerLimits = {
  connectionsMax: 20_000,
  pilesPerConnectionMax: 64,
  loginMs: 10_000,
  loginsMax: 5,
  loginWindowMs: 60_000,
  frameStallMs: 5_000,
  lingerMs: 2_000,
  drainMs: 5_000,
  tickMs: 500,
};
