/** Token buckets by key, for cheap rate limits. The least recently used keys are dropped first. */
export interface Buckets {
  /** Takes a token; false when none is left. */
  take(key: string, nowMs: number): boolean;
  /** Returns the token of an attempt that does not count. */
  giveBack(key: string): void;
  /** Whether a token is available, without taking it. */
  has(key: string, nowMs: number): boolean;
  /** Whether the bucket is full. */
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

  const tokensNow = (key: string, nowMs: number): number => {
    const bucket = buckets.get(key);
    // A clock that is set back adds no tokens.
    return bucket ? Math.min(burst, bucket.tokens + Math.max(0, nowMs - bucket.atMs) / refillMs) : burst;
  };

  return {
    has: (key, nowMs) => tokensNow(key, nowMs) >= 1,
    isFull: (key, nowMs) => tokensNow(key, nowMs) >= burst,
    giveBack: (key) => {
      const bucket = buckets.get(key);
      if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
    take: (key, nowMs) => {
      const tokens = tokensNow(key, nowMs);
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
