import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '#kit/db/connections/embedded-database.ts';
import type { Embedded } from '#kit/db/embedded/index.ts';
import manifest from '../../package.json' with { type: 'json' };
import { arrange } from './arrange.ts';
import type { NetworkOptions } from './arrange.ts';

/** The real server program with a PostgreSQL beside it, arranged for a measurement. */
export interface Stage {
  readonly ports: { readonly http: number; readonly ocpp: number; readonly pile: number };
  readonly sql: pg.Pool;
  readonly database: Embedded;
  readonly server: () => ChildProcess;
  /** CPU milliseconds used so far by the server's process and by all of PostgreSQL's. */
  cpuMs(): Promise<{ readonly server: number; readonly database: number }>;
  /** Resident bytes of the server's process. */
  memoryBytes(): Promise<number>;
  /** Starts the server program again, on the same ports and data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const START_MS = 90_000;
/** Node's flags and the program, as `npm start` has them. */
const [, , ...PROGRAM] = manifest.scripts.start.split(' ');

type StageOptions = NetworkOptions & {
  readonly basePort?: number;
  /** For the server's process, beside those of `npm start`. */
  readonly nodeFlags?: readonly string[];
};

/** Starts PostgreSQL and the built server (it builds when stale), then makes so many enabled piles, each with a funded card. */
export const startStage = async (asked: StageOptions): Promise<Stage> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'chargeops-bench-'));
  const database = await startEmbeddedDatabase({ dataDir: path.join(folder, 'db') });
  const clean = async (): Promise<void> => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return await stageOn({ folder, database, clean }, asked);
  } catch (error) {
    await clean();
    throw error;
  }
};

interface StageDatabase {
  readonly folder: string;
  readonly database: Embedded;
  readonly clean: () => Promise<void>;
}

const stageOn = async ({ folder, database, clean }: StageDatabase, asked: StageOptions): Promise<Stage> => {
  // Below the ports that the system gives to outgoing connections, or one of ours could sit on it when the server comes back.
  const base = asked.basePort ?? 22_000;
  const ports = { http: base, ocpp: base + 1, pile: base + 2 };
  const start = (): Promise<ChildProcess> => startServer({ url: database.url, folder, ports, nodeFlags: asked.nodeFlags ?? [] });
  let child = await start();
  const sql = new pg.Pool({ connectionString: database.superuserUrl.replace(/\/[^/?]+(\?|$)/, '/chargeops$1'), max: 2 });
  // A crash of PostgreSQL ends idle connections too; the pool makes new ones.
  sql.on('error', () => undefined);
  await arrange(sql, asked);
  return {
    ports,
    sql,
    database,
    server: () => child,
    cpuMs: async () => ({ server: await cpuOf([child.pid ?? 0]), database: await cpuOf(await familyOf(database.pid())) }),
    memoryBytes: async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024,
    restart: async () => {
      child = await start();
    },
    stop: async () => {
      await sql.end();
      await ended(child, 'SIGTERM');
      await clean();
    },
  };
};

/** Ends a process and waits for it. */
export const ended = (child: ChildProcess, signal: NodeJS.Signals): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill(signal);
  });

interface ServerStart {
  readonly url: string;
  readonly folder: string;
  readonly ports: Stage['ports'];
  readonly nodeFlags: readonly string[];
}

const startServer = async ({ url, folder, ports, nodeFlags }: ServerStart): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [...nodeFlags, ...PROGRAM, '--empty'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: folder,
      PORT: String(ports.http),
      OCPP_PORT: String(ports.ocpp),
      PILE_PORT: String(ports.pile),
      LOG_LEVEL: 'error',
    },
  });
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not start')), START_MS);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout?.on('data', (text: Buffer) => {
      if (!text.toString().includes('is running')) return;
      clearTimeout(timer);
      resolve();
    });
  });
  return child;
};

/** A process and all below it. */
const familyOf = async (root: number): Promise<readonly number[]> => {
  const parents = new Map<number, number>();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    const parent = /\) \S (\d+)/.exec(stat)?.[1];
    if (parent) parents.set(Number(entry), Number(parent));
  }
  const family = [root];
  for (const pid of family) for (const [child, parent] of parents) if (parent === pid) family.push(child);
  return family;
};

const TICK_MS = 10;
/** User and system time, and that of children that have ended. */
const cpuOf = async (pids: readonly number[]): Promise<number> => {
  let ticks = 0;
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
  }
  return ticks * TICK_MS;
};
