/** Limits and times of a native session. They are a value, so that a load test may widen them. */
export interface SessionLimits {
  /**
   * Maximum time from a pile's login frame to the decision. Longer than the pile waits, so that a slow database does not refuse a
   * network that reconnects.
   */
  readonly verdictMs: number;
  /** Maximum difference between the date of a login with a proof and the platform's clock, in both directions. */
  readonly loginDateOffMaxMs: number;
  /** The connection stays open this long after a refused login, so that the pile can read the reason. */
  readonly refusedCloseMs: number;
  /** Without any frame for this many pile intervals, but at least `silentMinMs`, a session is over. */
  readonly silentIntervals: number;
  readonly silentMinMs: number;
  /** The pile interval that is used when the profile switches the report off. */
  readonly silentDefaultS: number;
  /** Waits before a command is repeated; the last wait ends in a time-out. */
  readonly retryMs: readonly number[];
  readonly lastWaitMs: number;
  /** A stop is safe and urgent: it is repeated at this interval, this many times. */
  readonly stopRetryMs: number;
  readonly stopRetriesMax: number;
  /** A start is sent once; its answer may arrive until its deadline, but at least for this time. */
  readonly startWaitMinMs: number;
  readonly framesPerS: number;
  readonly framesBurst: number;
  /** Replies stored for repetition, and for how long; a pile repeats a request for at most 35 s. */
  readonly repliesMax: number;
  readonly replyKeptMs: number;
  /** Events that may wait for the domain before reading pauses. */
  readonly ticketsMax: number;
  /** Commands without an answer. */
  readonly commandsMax: number;
  /** Abandoned commands whose late answer is still recognized. */
  readonly lateMax: number;
}

export const SESSION_LIMITS: SessionLimits = {
  verdictMs: 30_000,
  loginDateOffMaxMs: 600_000,
  refusedCloseMs: 1_000,
  silentIntervals: 3,
  silentMinMs: 60_000,
  silentDefaultS: 60,
  retryMs: [5_000, 10_000, 20_000],
  lastWaitMs: 20_000,
  stopRetryMs: 5_000,
  stopRetriesMax: 11,
  startWaitMinMs: 5_000,
  framesPerS: 20,
  framesBurst: 200,
  repliesMax: 32,
  replyKeptMs: 60_000,
  ticketsMax: 64,
  commandsMax: 32,
  lateMax: 32,
};
