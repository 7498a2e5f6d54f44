import { sql } from 'kysely';
import { createHash, randomUUID } from 'node:crypto';
import type { Database } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { createLimit } from '#kit/server/background/concurrency-limit.ts';
import { NO_BACKOFF, backoffAfter, standingOf } from './backoff.rules.ts';
import type { Pause } from './backoff.rules.ts';
import { busy } from './overload.server.ts';
import { sessionRefusals } from '../session/session.labels.ts';

/** What is counted, and how much of it is allowed. */
export interface AttemptLimit {
  readonly kind: 'account' | 'device' | 'address' | 'wrongFromAddress' | 'captcha' | 'sender' | 'receiver' | 'third' | 'totp';
  readonly max: number;
  readonly windowMs: number;
  /** Lets one more through after a pause that doubles from try to try, and forgets all after a quiet window; without it the window decides. */
  readonly pause?: Pause;
}

const MINUTE_MS = 60_000;
export const perAccount: AttemptLimit = { kind: 'account', max: 5, windowMs: 15 * MINUTE_MS, pause: { firstMs: MINUTE_MS, mostMs: 15 * MINUTE_MS } };
/** The same for a person at a browser they have come in from before. */
export const perDevice: AttemptLimit = { ...perAccount, kind: 'device' };
export const perAddress: AttemptLimit = { kind: 'address', max: 20, windowMs: 60_000 };
/** What has turned out wrong: colleagues who sign in at the same moment are attempts, and no failures. */
export const wrongPerAddress: AttemptLimit = { kind: 'wrongFromAddress', max: 20, windowMs: 60_000 };

/** Counts attempts before they are judged, so that no number of parallel ones gets past the bound. */
export interface Attempts {
  /** Counts one attempt. Answers 0 when it is allowed, else the milliseconds until the next one is. */
  readonly take: (allowance: AttemptLimit, who: string) => Promise<number>;
  /** How many attempts stand against a name in its window, and how long it has to wait, without counting one. */
  readonly look: (allowance: AttemptLimit, who: string) => Promise<{ readonly tries: number; readonly waitMs: number }>;
  /** Forgets the attempts of a name that has signed in. */
  readonly forget: (allowance: AttemptLimit, who: string) => Promise<void>;
  /** Gives one attempt back to an address that many people share. */
  readonly giveBack: (allowance: AttemptLimit, who: string) => Promise<void>;
}

interface AttemptCount {
  readonly tries: number;
  readonly since: Date;
}

/** A flood waits here and not in the pool that the gateway needs too. */
const countLimit = { atOnce: 2, queueMax: 500 } as const;
const REFUSED_MAX = 10_000;

export const createAttempts = (database: Database, clock: () => Date): Attempts => {
  const limited = createLimit({ ...countLimit, onBusy: busy });
  // Who is over the bound needs no question to the database until the window ends.
  const refused = new Map<string, number>();
  const system = database.system.withoutPlugins();

  const refuseFor = (bucket: string, untilMs: number): number => {
    if (refused.size >= REFUSED_MAX) refused.clear();
    refused.set(bucket, untilMs);
    return Math.max(1, untilMs - clock().getTime());
  };
  const count = async (bucket: string, allowance: AttemptLimit): Promise<number> => {
    const now = clock();
    const waitMs = (refused.get(bucket) ?? 0) - now.getTime();
    if (waitMs > 0) return waitMs;
    const untilMs = await (allowance.pause ? takePaused : takeInWindow)(system, { bucket, allowance, now });
    return untilMs === undefined ? 0 : refuseFor(bucket, untilMs);
  };

  return {
    look: async (allowance, who) => {
      const { rows } = await sql<AttemptCount>`select tries, since from sys_attempt where bucket = ${bucketOf(allowance, who)}`.execute(system);
      return standingOf(rows[0], { allowance, nowMs: clock().getTime() });
    },
    take: async (allowance, who) => limited(() => count(bucketOf(allowance, who), allowance)),
    forget: async (allowance, who) => {
      refused.delete(bucketOf(allowance, who));
      await sql`delete from sys_attempt where bucket = ${bucketOf(allowance, who)}`.execute(system);
    },
    giveBack: async (allowance, who) => {
      await sql`update sys_attempt set tries = greatest(tries - 1, 0) where bucket = ${bucketOf(allowance, who)}`.execute(system);
    },
  };
};

interface AttemptQuery {
  readonly bucket: string;
  readonly allowance: AttemptLimit;
  readonly now: Date;
}

/** So many in a window that begins with the first. Answers until when to wait, undefined when this one is let through. */
const takeInWindow = async (system: Database['system'], { bucket, allowance, now }: AttemptQuery): Promise<number | undefined> => {
  const { max, windowMs } = allowance;
  const opened = new Date(now.getTime() - windowMs);
  const { rows } = await sql<AttemptCount>`insert into sys_attempt as a (bucket, since, tries) values (${bucket}, ${now}, 1)
    on conflict (bucket) do update set tries = case when a.since <= ${opened} then 1 else least(a.tries + 1, 1000000) end,
      since = case when a.since <= ${opened} then ${now} else a.since end
    returning tries, since`.execute(system);
  const [row] = rows;
  return !row || row.tries <= max ? undefined : row.since.getTime() + windowMs;
};

/** The same with pauses that double: `since` is then the last that was let through, and `mark` says whose it was. */
const takePaused = async (system: Database['system'], { bucket, allowance, now }: AttemptQuery): Promise<number | undefined> => {
  const { max, windowMs, pause = NO_BACKOFF } = allowance;
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
  return !row || row.mark === mark ? undefined : row.since.getTime() + backoffAfter(row.tries, allowance);
};

/** Counts an attempt, or refuses with the minutes to wait. */
export const countAttempt = async (attempts: Attempts, allowance: AttemptLimit, who: string): Promise<void> =>
  refuseWait(await attempts.take(allowance, who));

export const refuseWait = (waitMs: number): void => {
  if (waitMs > 0) throwRefusal(sessionRefusals, 'login.tooMany', { minutes: Math.ceil(waitMs / 60_000) });
};

/** People type passwords into the name field: the table holds no name in clear. */
const bucketOf = ({ kind }: AttemptLimit, who: string): string => `${kind}:${createHash('sha256').update(who.toLowerCase()).digest('base64url')}`;
