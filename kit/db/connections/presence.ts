import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../index.ts';

/**
 * A name that one living process holds on a database. It is a session-level advisory lock of PostgreSQL, so it ends with the process in any case.
 */
export interface Presence {
  readonly close: () => Promise<void>;
}

export interface PresenceOptions {
  readonly url: string;
  readonly name: string;
  /** How long to wait for an earlier owner that has died but whose session has not ended yet. */
  readonly waitMs?: number;
  readonly onError?: (error: unknown) => void;
  /** Called when a lost name is held again, with the time in ms for which others may have considered this process dead. */
  readonly onReacquired?: (awayMs: number) => void;
}

/** Another living process holds the name. */
export class NameInUse extends Error {
  override readonly name = 'NameInUse';
}

/** Separates these advisory locks from all others with two numbers. */
const LOCK_CLASS = 7140;
const WAIT_MS = 40_000;
const RETRY_MS = 500;

/** Claims the name, or rejects with NameInUse when its owner is alive. After a lost connection it reconnects and claims the name again. */
export const claimName = async ({
  url,
  name,
  waitMs = WAIT_MS,
  onError = () => undefined,
  onReacquired = () => undefined,
}: PresenceOptions): Promise<Presence> => {
  const state: { client?: pg.Client | undefined; isClosed: boolean } = { isClosed: false };

  /** False when another session holds the name. */
  const acquire = async (): Promise<boolean> => {
    const next = new pg.Client({ connectionString: url, application_name: `chargeops-${name}`, keepAlive: true, connectionTimeoutMillis: 10_000 });
    next.on('error', onError);
    try {
      await next.connect();
      // The server notices within half a minute when this machine is gone; only TCP sockets support these settings.
      await next.query('SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3').catch(() => undefined);
      const { rows } = await next.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1, hashtext($2)) AS mine', [LOCK_CLASS, name]);
      if (!rows[0]?.mine || state.isClosed) {
        await next.end();
        return state.isClosed;
      }
    } catch (error) {
      await next.end().catch(() => undefined);
      throw error;
    }
    next.once('end', () => void reacquire());
    state.client = next;
    return true;
  };
  const reacquire = async (): Promise<void> => {
    state.client = undefined;
    const lostAtMs = performance.now();
    while (!state.isClosed) {
      await sleep(RETRY_MS);
      const isReacquired = await acquire().catch(() => false);
      if (isReacquired && !state.isClosed) return onReacquired(performance.now() - lostAtMs);
    }
  };
  const untilMs = performance.now() + waitMs;
  while (!(await acquire())) {
    if (performance.now() > untilMs) throw new NameInUse(`Another process on this database has the name ${name}; give each its own NODE_NAME.`);
    await sleep(RETRY_MS);
  }
  return {
    close: async () => {
      state.isClosed = true;
      await state.client?.end();
    },
  };
};

/** Those of the names that no living process holds. */
export const unclaimedNames = async (database: Database, names: readonly string[]): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`select name from unnest(${names}::text[]) as name where not exists (
    select from pg_locks l join pg_database d on d.oid = l.database where l.locktype = 'advisory' and d.datname = current_database() and l.granted
      and l.objsubid = 2 and l.classid = ${LOCK_CLASS} and l.objid = (hashtext(name)::int8 & 4294967295)::oid)`.execute(database.system);
  return rows.map(({ name }) => name);
};
