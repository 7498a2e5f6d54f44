/** Limits of the duration and number of sessions. */
export const sessionBounds = {
  absoluteMs: 7 * 86_400_000,
  perUser: 5,
  /** How long another process may still use old permissions. */
  cacheMs: 2_000,
  /** The number of sessions that are cached. */
  cached: 10_000,
} as const;
