/** Token buckets by key, for cheap rate limits. The least recently used keys are dropped first. */
export interface Buckets {
  /** Takes a token; false when none is left. */
  take(key: string, nowMs: number): boolean;
  /** Returns a token whose attempt turned out not to count. */
  give(key: string): void;
  /** Whether a token is available, without taking it. */
  has(key: string, nowMs: number): boolean;
  /** Whether no token is missing. */
  isFull(key: string, nowMs: number): boolean;
}

export interface BucketLimits {
  readonly burst: number;
  /** One token is added after each such interval. */
  readonly refillMs: number;
  readonly keysMax: number;
}

export const createBuckets = ({ burst, refillMs, keysMax }: BucketLimits): Buckets => {
  const buckets = new Map<string, { tokens: number; atMs: number }>();

  const filled = (key: string, nowMs: number): number => {
    const bucket = buckets.get(key);
    // A clock that is set back adds no tokens.
    return bucket ? Math.min(burst, bucket.tokens + Math.max(0, nowMs - bucket.atMs) / refillMs) : burst;
  };

  return {
    has: (key, nowMs) => filled(key, nowMs) >= 1,
    isFull: (key, nowMs) => filled(key, nowMs) >= burst,
    give: (key) => {
      const bucket = buckets.get(key);
      if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
    take: (key, nowMs) => {
      const tokens = filled(key, nowMs);
      if (tokens < 1) return false;
      buckets.delete(key);
      buckets.set(key, { tokens: tokens - 1, atMs: nowMs });
      if (buckets.size > keysMax) {
        for (const oldest of buckets.keys()) {
          buckets.delete(oldest);
          break;
        }
      }
      return true;
    },
  };
};
