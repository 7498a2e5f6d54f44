import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { Database } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { createLimit } from '#kit/server/background/concurrency-limit.ts';
import { NO_BACKOFF, backoffAfter, attemptState } from './backoff.rules.ts';
import type { Backoff } from './backoff.rules.ts';
import { refuseBusy } from './overload.server.ts';
import { sessionRefusals } from '../session/session.labels.ts';
import { sha256 } from '#kit/server/security/sha256.ts';

/** A kind of attempt, and its limit. */
export interface AttemptLimit {
  readonly kind: 'account' | 'device' | 'address' | 'wrongFromAddress' | 'captcha' | 'sender' | 'receiver' | 'third' | 'totp';
  readonly max: number;
  readonly windowMs: number;
  /**
   * With it, an attempt is allowed after a pause that doubles each time, and the counter is reset after a window without attempts. Without it, the
   * limit applies to a fixed window.
   */
  readonly pause?: Backoff;
}

const MINUTE_MS = 60_000;
export const perAccount: AttemptLimit = { kind: 'account', max: 5, windowMs: 15 * MINUTE_MS, pause: { firstMs: MINUTE_MS, mostMs: 15 * MINUTE_MS } };
/** The same limit for a user in a browser with which they have signed in before. */
export const perDevice: AttemptLimit = { ...perAccount, kind: 'device' };
export const perAddress: AttemptLimit = { kind: 'address', max: 20, windowMs: 60_000 };
/** Counts only wrong attempts: several colleagues signing in at the same time are no failures. */
export const wrongPerAddress: AttemptLimit = { kind: 'wrongFromAddress', max: 20, windowMs: 60_000 };

/** Counts attempts before they are checked, so that parallel attempts cannot exceed the limit. */
export interface Attempts {
  /** Counts one attempt. Returns 0 when it is allowed, otherwise the milliseconds until the next one is. */
  readonly count: (limit: AttemptLimit, subject: string) => Promise<number>;
  /** The attempts of a name in the current window and the remaining pause, without counting one. */
  readonly peek: (limit: AttemptLimit, subject: string) => Promise<{ readonly tries: number; readonly waitMs: number }>;
  /** Resets the counter of a name after a sign-in. */
  readonly clear: (limit: AttemptLimit, subject: string) => Promise<void>;
  /** Takes back one attempt of an address that many users share. */
  readonly uncount: (limit: AttemptLimit, subject: string) => Promise<void>;
}

interface AttemptCount {
  readonly tries: number;
  readonly since: Date;
}

/** A flood of attempts waits here and not in the connection pool, which the gateway needs as well. */
const countLimit = { atOnce: 2, queueMax: 500 } as const;
const REFUSED_MAX = 10_000;

export const createAttempts = (database: Database, clock: () => Date): Attempts => {
  const limited = createLimit({ ...countLimit, onBusy: refuseBusy });
  // While a name is blocked, no query is needed.
  const refusedUntil = new Map<string, number>();
  const system = database.system.withoutPlugins();

  const refuseFor = (bucket: string, untilMs: number): number => {
    if (refusedUntil.size >= REFUSED_MAX) refusedUntil.clear();
    refusedUntil.set(bucket, untilMs);
    return Math.max(1, untilMs - clock().getTime());
  };
  const count = async (bucket: string, limit: AttemptLimit): Promise<number> => {
    const now = clock();
    const waitMs = (refusedUntil.get(bucket) ?? 0) - now.getTime();
    if (waitMs > 0) return waitMs;
    const untilMs = await (limit.pause ? countWithBackoff : countInWindow)(system, { bucket, limit, now });
    return untilMs === undefined ? 0 : refuseFor(bucket, untilMs);
  };

  return {
    peek: async (limit, subject) => {
      const { rows } = await sql<AttemptCount>`select tries, since from sys_attempt where bucket = ${bucketOf(limit, subject)}`.execute(system);
      return attemptState(rows[0], { allowance: limit, nowMs: clock().getTime() });
    },
    count: async (limit, subject) => limited(() => count(bucketOf(limit, subject), limit)),
    clear: async (limit, subject) => {
      refusedUntil.delete(bucketOf(limit, subject));
      await sql`delete from sys_attempt where bucket = ${bucketOf(limit, subject)}`.execute(system);
    },
    uncount: async (limit, subject) => {
      await sql`update sys_attempt set tries = greatest(tries - 1, 0) where bucket = ${bucketOf(limit, subject)}`.execute(system);
    },
  };
};

interface AttemptQuery {
  readonly bucket: string;
  readonly limit: AttemptLimit;
  readonly now: Date;
}

/** Counts within a window that begins with the first attempt. Returns the end of the block, or undefined when this attempt is allowed. */
const countInWindow = async (system: Database['system'], { bucket, limit, now }: AttemptQuery): Promise<number | undefined> => {
  const { max, windowMs } = limit;
  const windowStart = new Date(now.getTime() - windowMs);
  const { rows } = await sql<AttemptCount>`insert into sys_attempt as a (bucket, since, tries) values (${bucket}, ${now}, 1)
    on conflict (bucket) do update set tries = case when a.since <= ${windowStart} then 1 else least(a.tries + 1, 1000000) end,
      since = case when a.since <= ${windowStart} then ${now} else a.since end
    returning tries, since`.execute(system);
  const [row] = rows;
  return !row || row.tries <= max ? undefined : row.since.getTime() + windowMs;
};

/** Counts with doubling pauses: `since` is the time of the last allowed attempt, and `mark` identifies that attempt. */
const countWithBackoff = async (system: Database['system'], { bucket, limit, now }: AttemptQuery): Promise<number | undefined> => {
  const { max, windowMs, pause = NO_BACKOFF } = limit;
  const mark = randomUUID();
  const pauseMs = sql`(case when a.tries < ${max} then 0 else least(${pause.firstMs} * power(2, least(a.tries - ${max}, 20)), ${pause.mostMs}) end)`;
  const free = sql`a.since + ${pauseMs} * interval '1 millisecond'`;
  const isFree = sql`(a.tries < ${max} or ${free} <= ${now})`;
  const { rows } = await sql<
    AttemptCount & { mark: string }
  >`insert into sys_attempt as a (bucket, since, tries, mark) values (${bucket}, ${now}, 1, ${mark})
    on conflict (bucket) do update set mark = case when ${isFree} then ${mark} else a.mark end, since = case when ${isFree} then ${now} else a.since end,
      tries = case when ${free} + ${windowMs} * interval '1 millisecond' <= ${now} then 1 when ${isFree} then least(a.tries + 1, 1000) else a.tries end
    returning tries, since, mark`.execute(system);
  const [row] = rows;
  return !row || row.mark === mark ? undefined : row.since.getTime() + backoffAfter(row.tries, limit);
};

/** Counts an attempt, or refuses it with the minutes to wait. */
export const countAttempt = async (attempts: Attempts, limit: AttemptLimit, subject: string): Promise<void> =>
  refuseWait(await attempts.count(limit, subject));

export const refuseWait = (waitMs: number): void => {
  if (waitMs > 0) throwRefusal(sessionRefusals, 'login.tooMany', { minutes: Math.ceil(waitMs / 60_000) });
};

/** Users sometimes type a password into the name field, so the table contains only hashes of names. */
const bucketOf = ({ kind }: AttemptLimit, subject: string): string => `${kind}:${sha256(subject.toLowerCase()).toString('base64url')}`;
