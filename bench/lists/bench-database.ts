import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { domains } from '#apps/domains.ts';
import { ensureAdmin, ensureBuiltIns } from '#domains/identity/server.ts';
import { startEmbeddedDatabase } from '#kit/db/connections/embedded-database.ts';
import type { Embedded } from '#kit/db/embedded/index.ts';
import { openDatabase } from '#kit/db/index.ts';
import { migrate } from '#kit/db/schema/migrate.ts';
import { testAddress } from '#kit/test/template.ts';
import { createRegistry } from '#kit/server/context/registry.ts';

export const PASSWORD = 'Correct-Horse-7';
export const registry = createRegistry(domains);

/** A PostgreSQL of its own in a folder. */
export interface BenchDatabase {
  readonly folder: string;
  readonly database: () => Embedded;
  /** A superuser's connection to one of its databases. */
  readonly client: (name?: string) => Promise<pg.Client>;
  /** Restarts PostgreSQL: durable as in production, or fast without fsync. */
  readonly restart: (durable: boolean) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** `keptFolder`: a folder that stays afterwards and is used again, so that one load of minutes serves many runs. */
export const startBenchDatabase = async (keptFolder: string | undefined): Promise<BenchDatabase> => {
  if (keptFolder) await mkdir(keptFolder, { recursive: true });
  const folder = keptFolder ?? (await mkdtemp(path.join(tmpdir(), 'chargeops-lists-')));
  let database = await startEmbeddedDatabase({ dataDir: folder, durable: false });
  return {
    folder,
    database: () => database,
    client: async (name = 'chargeops') => {
      const client = new pg.Client(inDatabase(database.superuserUrl, name));
      await client.connect();
      return client;
    },
    restart: async (durable) => {
      await database.stop();
      database = await startEmbeddedDatabase({ dataDir: folder, durable });
    },
    stop: async () => {
      await database.stop();
      if (!keptFolder) await rm(folder, { recursive: true, force: true });
    },
  };
};

export const inDatabase = (url: string, name: string): string => url.replace(/\/[^/?]+(\?|$)/, `/${name}$1`);

/** Creates tables, built-in roles and the administrator in a database. */
export const prepareDatabase = async (url: string): Promise<void> => {
  await migrate({ url });
  const database = openDatabase({ url: await testAddress(url) });
  await ensureBuiltIns(database, registry);
  await ensureAdmin(database, { password: PASSWORD });
  await database.close();
};

/** Settings for the load: it waits for no disk, and no checkpoint comes before its end. */
const LOAD_SETTINGS = {
  max_wal_size: '60GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'off',
} as const;

export const switchLoadSettings = async (benchDatabase: BenchDatabase, state: 'on' | 'off'): Promise<void> => {
  const client = await benchDatabase.client('postgres');
  for (const [name, value] of Object.entries(LOAD_SETTINGS))
    await client.query(state === 'on' ? `alter system set ${name} = '${value}'` : `alter system reset ${name}`);
  await client.end();
};

export interface ServerProgram {
  readonly pid: number;
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const START_MS = 120_000;

/** Starts the server program in the role that serves HTTP. */
export const startProgram = async (benchDatabase: BenchDatabase, port: number, execArgv: readonly string[] = []): Promise<ServerProgram> => {
  const child = spawn(process.execPath, [...execArgv, 'tools/start.mjs', '--empty'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: benchDatabase.database().url,
      DATA_DIR: path.join(benchDatabase.folder, 'program'),
      PORT: String(port),
      ROLES: 'api',
      LOG_LEVEL: 'error',
    },
  });
  await listening(child);
  return { pid: child.pid ?? 0, url: `http://127.0.0.1:${port}/jeecg-boot`, stop: () => ended(child) };
};

const listening = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not start')), START_MS);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout?.on('data', (text: Buffer) => {
      if (!text.toString().includes('is running')) return;
      clearTimeout(timer);
      resolve();
    });
  });

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
