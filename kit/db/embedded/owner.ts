import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isAlive } from './process.ts';

const launcherName = (name: string): string => `${name}-launcher`;
const lockKey = 0x63686f70;
const waitForDeadMs = 15_000;

/** Another living process uses this data folder. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';
}

/** The requested data folder, and the advice of the error when it is in use. */
interface OwnershipRequest {
  readonly dataDir: string;
  readonly name: string;
  readonly otherFolder: string;
}

/**
 * Claims the data folder for this process by a session-level lock in the server. This has no race condition, and the lock ends with the process in
 * any case. The lock of a process that has just died is waited for.
 */
export const takeOwnership = async (superuserUrl: string, { dataDir, name, otherFolder }: OwnershipRequest): Promise<pg.Client> => {
  const holder = `${launcherName(name)}@${hostname()}:${process.pid}`;
  const client = new pg.Client({ connectionString: superuserUrl, application_name: holder, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const deadline = Date.now() + waitForDeadMs;
    while (!(await tryLock(client))) {
      const other = await lockHolder(client);
      const isDead = other?.host === hostname() && other.pid !== process.pid && !isAlive(other.pid);
      if ((other && !isDead) || Date.now() > deadline)
        throw new DataDirInUse(`The data in ${dataDir} is in use by process ${other?.pid ?? 'unknown'}; stop it first, or ${otherFolder}.`);
      await sleep(50);
    }
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
};

/**
 * Ends the sessions that a killed process left on the server, so that their locks do not block. They are recognised by an application name that
 * begins with the name of the database.
 */
export const endOrphans = async (client: pg.Client, name: string): Promise<void> => {
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND application_name LIKE $1 AND application_name NOT LIKE $2`,
    [`${name}%`, `${launcherName(name)}%`],
  );
};

const tryLock = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [lockKey]);
  return rows[0]?.held === true;
};

const lockHolder = async (client: pg.Client): Promise<{ host: string; pid: number } | undefined> => {
  const { rows } = await client.query<{ application_name: string }>(
    `SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1 AND objsubid = 1`,
    [lockKey],
  );
  const match = rows[0]?.application_name.match(/@(.*):(\d+)$/);
  return match ? { host: match[1] ?? '', pid: Number(match[2]) } : undefined;
};
