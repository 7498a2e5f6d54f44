/** Bounds and times of a native session (native.md section 3). A value, so that a load test may widen them. */
export interface SessionLimits {
  /** From a pile's login frame to its verdict. Longer than the pile waits: a slow database must not turn a returning network away. */
  readonly verdictMs: number;
  /** A login with a proof is dated at most so far from now, in both directions. */
  readonly loginDateOffMaxMs: number;
  /** A refused login keeps its connection this long, so that the pile can read why. */
  readonly refusedCloseMs: number;
  /** Without any frame for this many pile intervals, but at least `silentMinMs`, a session is over. */
  readonly silentIntervals: number;
  readonly silentMinMs: number;
  /** The pile interval that counts when the profile switches the report off. */
  readonly silentDefaultS: number;
  /** Waits before a command is said again, then the wait before it is given up. */
  readonly retryMs: readonly number[];
  readonly lastWaitMs: number;
  /** A stop is safe and urgent: it is said again at this pace, this many times. */
  readonly stopRetryMs: number;
  readonly stopRetriesMax: number;
  /** A start is said once; its answer may come until its deadline, but at least this long. */
  readonly startWaitMinMs: number;
  readonly framesPerS: number;
  readonly framesBurst: number;
  /** Replies kept to be repeated, and for how long; a pile stops repeating after 35 s. */
  readonly repliesMax: number;
  readonly replyKeptMs: number;
  /** Events that may wait for the domain before reading pauses. */
  readonly ticketsMax: number;
  /** Commands without an answer. */
  readonly commandsMax: number;
  /** Given-up commands whose late answer is still recognised. */
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
