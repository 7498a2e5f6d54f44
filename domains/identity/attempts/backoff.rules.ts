/** The pause after each attempt beyond the limit. */
export interface Backoff {
  readonly firstMs: number;
  /** The pause doubles up to this length. */
  readonly mostMs: number;
}

export const NO_BACKOFF: Backoff = { firstMs: 0, mostMs: 0 };

interface BackoffLimit {
  readonly max: number;
  readonly windowMs: number;
  readonly pause?: Backoff;
}

/** The pause before the next attempt after this many. */
export const backoffAfter = (tries: number, { max, pause = NO_BACKOFF }: BackoffLimit): number =>
  tries < max ? 0 : Math.min(pause.firstMs * 2 ** (tries - max), pause.mostMs);

/** The number of counted attempts, and the remaining pause. */
export const attemptState = (
  stored: { readonly tries: number; readonly since: Date } | undefined,
  { allowance, nowMs }: { readonly allowance: BackoffLimit; readonly nowMs: number },
): { readonly tries: number; readonly waitMs: number } => {
  const { max, windowMs, pause } = allowance;
  const tries = stored?.tries ?? 0;
  const freeMs = (stored?.since.getTime() ?? 0) + (pause ? backoffAfter(tries, allowance) : windowMs);
  if (freeMs + (pause ? windowMs : 0) <= nowMs) return { tries: 0, waitMs: 0 };
  return { tries, waitMs: tries >= max ? Math.max(0, freeMs - nowMs) : 0 };
};
