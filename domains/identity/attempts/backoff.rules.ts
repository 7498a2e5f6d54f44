/** How long to wait after each try too many. */
export interface Pause {
  readonly firstMs: number;
  /** It doubles until it is this long. */
  readonly mostMs: number;
}

export const NO_BACKOFF: Pause = { firstMs: 0, mostMs: 0 };

interface Bounds {
  readonly max: number;
  readonly windowMs: number;
  readonly pause?: Pause;
}

/** How long the next try has to wait when there have been so many. */
export const backoffAfter = (tries: number, { max, pause = NO_BACKOFF }: Bounds): number =>
  tries < max ? 0 : Math.min(pause.firstMs * 2 ** (tries - max), pause.mostMs);

/** How many tries stand against somebody now, and how long they have to wait. */
export const standingOf = (
  counted: { readonly tries: number; readonly since: Date } | undefined,
  { allowance, nowMs }: { readonly allowance: Bounds; readonly nowMs: number },
): { readonly tries: number; readonly waitMs: number } => {
  const { max, windowMs, pause } = allowance;
  const tries = counted?.tries ?? 0;
  const freeMs = (counted?.since.getTime() ?? 0) + (pause ? backoffAfter(tries, allowance) : windowMs);
  if (freeMs + (pause ? windowMs : 0) <= nowMs) return { tries: 0, waitMs: 0 };
  return { tries, waitMs: tries >= max ? Math.max(0, freeMs - nowMs) : 0 };
};
