import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { Database } from '#kit/db/index.ts';
import { refuse } from '#kit/resource/refusal.ts';
import { createLimit } from './limit.server.ts';
import { sessionRefusals } from './session.labels.ts';

/** What is counted, and how much of it is allowed. */
export interface Allowance {
  readonly kind: 'account' | 'address' | 'captcha' | 'sender' | 'receiver' | 'third' | 'totp';
  readonly max: number;
  readonly windowMs: number;
}

export const perAccount: Allowance = { kind: 'account', max: 5, windowMs: 15 * 60_000 };
export const perAddress: Allowance = { kind: 'address', max: 20, windowMs: 60_000 };

/** Counts attempts before they are judged, so that no number of parallel ones gets past the bound. */
export interface Attempts {
  /** Counts one attempt. Answers 0 when it is allowed, else the milliseconds until the next one is. */
  readonly take: (allowance: Allowance, who: string) => Promise<number>;
  /** How many attempts stand against a name in its window, and how long it has to wait, without counting one. */
  readonly look: (allowance: Allowance, who: string) => Promise<{ readonly tries: number; readonly waitMs: number }>;
  /** Forgets the attempts of a name that has signed in. */
  readonly forget: (allowance: Allowance, who: string) => Promise<void>;
  /** Gives one attempt back to an address that many people share. */
  readonly giveBack: (allowance: Allowance, who: string) => Promise<void>;
}

/** A flood waits here and not in the pool that the gateway needs too. */
const countLimit = { atOnce: 2, waiting: 500 } as const;
const REFUSED_MAX = 10_000;

export const createAttempts = (database: Database, clock: () => Date): Attempts => {
  const limited = createLimit(countLimit);
  // Who is over the bound needs no question to the database until the window ends.
  const refused = new Map<string, number>();
  const system = database.system.withoutPlugins();

  const count = async (bucket: string, { max, windowMs }: Allowance): Promise<number> => {
    const now = clock();
    const waitMs = (refused.get(bucket) ?? 0) - now.getTime();
    if (waitMs > 0) return waitMs;
    const opened = new Date(now.getTime() - windowMs);
    const { rows } = await sql<{ tries: number; since: Date }>`insert into sys_attempt as a (bucket, since, tries) values (${bucket}, ${now}, 1)
      on conflict (bucket) do update set tries = case when a.since <= ${opened} then 1 else least(a.tries + 1, 1000000) end,
        since = case when a.since <= ${opened} then ${now} else a.since end
      returning tries, since`.execute(system);
    const [row] = rows;
    if (!row || row.tries <= max) return 0;
    const untilMs = row.since.getTime() + windowMs;
    if (refused.size >= REFUSED_MAX) refused.clear();
    refused.set(bucket, untilMs);
    return Math.max(1, untilMs - now.getTime());
  };

  return {
    look: async (allowance, who) => {
      const bucket = bucketOf(allowance, who);
      const now = clock().getTime();
      const { rows } = await sql<{ tries: number; since: Date }>`select tries, since from sys_attempt
        where bucket = ${bucket} and since > ${new Date(now - allowance.windowMs)}`.execute(system);
      const [row] = rows;
      if (!row) return { tries: 0, waitMs: 0 };
      return { tries: row.tries, waitMs: row.tries >= allowance.max ? Math.max(1, row.since.getTime() + allowance.windowMs - now) : 0 };
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

/** Counts an attempt, or refuses with the minutes to wait. */
export const countAttempt = async (attempts: Attempts, allowance: Allowance, who: string): Promise<void> =>
  refuseWait(await attempts.take(allowance, who));

export const refuseWait = (waitMs: number): void => {
  if (waitMs > 0) refuse(sessionRefusals, 'login.tooMany', { minutes: Math.ceil(waitMs / 60_000) });
};

/** People type passwords into the name field: the table holds no name in clear. */
const bucketOf = ({ kind }: Allowance, who: string): string => `${kind}:${createHash('sha256').update(who.toLowerCase()).digest('base64url')}`;
