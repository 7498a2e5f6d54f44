import { accountType } from './channel.codes.ts';
import type { AccountType } from './channel.codes.ts';

/** A token bucket: `burst` messages at once, refilled with `perMinute`. */
export interface BucketLimit {
  readonly perMinute: number;
  readonly burst: number;
}

/**
 * Messages to one address. In any minute a bucket lets through its burst and its refill, which together stay within the provider's limit: 20 a minute
 * for DingTalk and WeCom, 5 a second and 100 a minute for Feishu, 1 a second for Slack, 1 a minute and 10 an hour for a telephone.
 */
export const addressLimits: Readonly<Record<AccountType, readonly BucketLimit[]>> = {
  [accountType.sms]: [
    { perMinute: 1, burst: 1 },
    { perMinute: 6 / 60, burst: 4 },
  ],
  [accountType.mail]: [{ perMinute: 10, burst: 5 }],
  [accountType.dingtalk]: [{ perMinute: 16, burst: 4 }],
  [accountType.wecom]: [{ perMinute: 16, burst: 4 }],
  [accountType.feishu]: [{ perMinute: 80, burst: 3 }],
  [accountType.webhook]: [{ perMinute: 960, burst: 16 }],
  [accountType.slack]: [{ perMinute: 48, burst: 1 }],
};

/** Messages to one provider: the host of a hook, or the operator's service for text messages and mail. */
export const providerLimits: Readonly<Record<AccountType, readonly BucketLimit[]>> = {
  [accountType.sms]: [{ perMinute: 240, burst: 20 }],
  [accountType.mail]: [{ perMinute: 240, burst: 4 }],
  [accountType.dingtalk]: [{ perMinute: 960, burst: 16 }],
  [accountType.wecom]: [{ perMinute: 960, burst: 16 }],
  [accountType.feishu]: [{ perMinute: 960, burst: 16 }],
  [accountType.webhook]: [{ perMinute: 960, burst: 16 }],
  [accountType.slack]: [{ perMinute: 960, burst: 16 }],
};

/** What is left in the buckets of an address, one number for each of its limits. */
export interface Buckets {
  readonly tokens: readonly number[];
  readonly atMs: number;
}

const MINUTE_MS = 60_000;
/** A token, less what the rounding of parts can lose. */
const WHOLE = 1 - 1e-6;

/** Takes one token of each bucket, or says how long to wait. Buckets that were never used are full; a clock that went back refills nothing. */
export const takeToken = (
  limits: readonly BucketLimit[],
  buckets: Buckets | undefined,
  nowMs: number,
): { readonly ok: true; readonly buckets: Buckets } | { readonly ok: false; readonly waitMs: number } => {
  const passedMs = buckets ? Math.max(0, nowMs - buckets.atMs) : 0;
  const filled = limits.map(({ perMinute, burst }, index) => ({
    perMinute,
    tokens: Math.min(burst, (buckets?.tokens[index] ?? burst) + (passedMs * perMinute) / MINUTE_MS),
  }));
  const waitMs = Math.max(0, ...filled.map(({ perMinute, tokens }) => (tokens >= WHOLE ? 0 : Math.ceil(((1 - tokens) * MINUTE_MS) / perMinute))));
  return waitMs > 0
    ? { ok: false, waitMs }
    : { ok: true, buckets: { tokens: filled.map(({ tokens }) => tokens - 1), atMs: Math.max(nowMs, buckets?.atMs ?? nowMs) } };
};

/** Stops calls to a provider that fails: after some failures in a row nothing is sent for a while, and then one message tries it. */
export interface Breaker {
  readonly failures: number;
  readonly openUntilMs: number;
}
export const breakerBounds = { failures: 5, openMs: 60_000 } as const;

export const breakerWaitMs = (breaker: Breaker | undefined, nowMs: number): number => Math.max(0, (breaker?.openUntilMs ?? 0) - nowMs);

/** The breaker after a message. A refused message is an answer of a working provider. */
export const breakerAfter = (breaker: Breaker | undefined, { worked, nowMs }: { readonly worked: boolean; readonly nowMs: number }): Breaker => {
  if (worked) return { failures: 0, openUntilMs: 0 };
  const failures = (breaker?.failures ?? 0) + 1;
  return { failures, openUntilMs: failures >= breakerBounds.failures ? nowMs + breakerBounds.openMs : 0 };
};

/** The pauses after each failed attempt; the last repeats until the message is given up. */
const BACKOFF_S = [10, 30, 120, 600, 1_800, 7_200] as const;
const JITTER = 0.2;
const HOUR_MS = 3_600_000;
/** How long a message is tried: a serious one for a day, others for a few hours. */
export const giveUpMs = (isSerious: boolean): number => (isSerious ? 24 : 4) * HOUR_MS;

/** The pause after a number of failed attempts, from 1. `random` lies between 0 and 1. */
export const backoffMs = (attempts: number, random: number): number =>
  Math.round((BACKOFF_S[Math.min(attempts, BACKOFF_S.length) - 1] ?? BACKOFF_S[0]) * 1_000 * (1 - JITTER + 2 * JITTER * random));
