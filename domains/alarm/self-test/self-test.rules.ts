/** So often an exception of the platform itself passes the chain of warnings. */
export const SELF_TEST_EVERY_MS = 60_000;
/** Warnings count as stalled when no test has arrived for this time. */
export const SILENT_AFTER_MS = 180_000;

/** Instants in ms; null: never. */
export interface SelfTestTimes {
  readonly begunMs: number | null;
  readonly heardMs: number | null;
  readonly endedMs: number | null;
}

/** Whether the next test begins. One that hangs is given up, and the next one begins in its place. */
export const beginsNext = ({ begunMs, endedMs }: SelfTestTimes, nowMs: number): boolean => {
  if (begunMs === null) return true;
  const hasEnded = endedMs !== null && endedMs >= begunMs;
  return nowMs - begunMs >= (hasEnded ? SELF_TEST_EVERY_MS : SILENT_AFTER_MS);
};

/** Since when warnings are stalled; undefined while tests arrive, and before the first one was due. */
export const silentSinceMs = ({ begunMs, heardMs }: SelfTestTimes, nowMs: number): number | undefined => {
  const sinceMs = heardMs ?? begunMs;
  return sinceMs !== null && nowMs - sinceMs > SILENT_AFTER_MS ? sinceMs : undefined;
};
