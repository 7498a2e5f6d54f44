/** How long a session may last and how many a person may have. */
export const sessionBounds = {
  absoluteMs: 7 * 86_400_000,
  perUser: 5,
  /** How long a changed right may still hold in another process. */
  cacheMs: 2_000,
  /** Sessions kept in memory for that time. */
  cached: 10_000,
} as const;
