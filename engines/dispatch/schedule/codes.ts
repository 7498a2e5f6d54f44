/** What happens to running sessions at the end of a period. */
export const endAction = {
  /** The next period applies to them as to all others. */
  nextApplies: 0,
  /** They return to the rated power; the next period applies to new sessions only. */
  backToRated: 1,
  stopSessions: 2,
  /** The limit of the old period stays until each session ends. */
  keepLimit: 3,
} as const;
export type EndAction = (typeof endAction)[keyof typeof endAction];
