import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '#kit/db/connections/embedded-database.ts';
import type { Embedded } from '#kit/db/embedded/index.ts';
import manifest from '../../package.json' with { type: 'json' };
import type { CertificateFiles } from '#kit/server/tls/certificate.ts';
import { insertNetwork } from './network.ts';
import type { NetworkOptions } from './network.ts';

export interface BenchPorts {
  readonly http: number;
  readonly ocpp: number;
  readonly pile: number;
  /** Open with a certificate only. */
  readonly ocppTls: number;
  readonly pileTls: number;
}

/** The real server program with a PostgreSQL beside it and a network for a measurement. */
export interface BenchServer {
  readonly ports: BenchPorts;
  readonly sql: pg.Pool;
  readonly database: Embedded;
  readonly server: () => ChildProcess;
  /** The password for the first sign-in of the administrator. */
  readonly oneTimePassword: () => string;
  /** CPU milliseconds used so far by the server's process and by all of PostgreSQL's. */
  cpuMs(): Promise<{ readonly server: number; readonly database: number }>;
  /** Resident bytes of the server's process. */
  memoryBytes(): Promise<number>;
  /** Starts the server program again, on the same ports and data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const START_MS = 90_000;
/** Node's flags and the program, as in `npm start`. */
const [, , ...PROGRAM] = manifest.scripts.start.split(' ');

type BenchServerOptions = NetworkOptions & {
  readonly basePort?: number;
  /** Passed to the server's process before those of `npm start`. */
  readonly nodeFlags?: readonly string[];
  readonly tls?: CertificateFiles;
};

/** Starts PostgreSQL and the built server (it builds if stale), then inserts so many enabled piles, each with a funded card. */
export const startBenchServer = async (options: BenchServerOptions): Promise<BenchServer> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'chargeops-bench-'));
  const database = await startEmbeddedDatabase({ dataDir: path.join(folder, 'db') });
  const clean = async (): Promise<void> => {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return await startOn({ folder, database, clean }, options);
  } catch (error) {
    await clean();
    throw error;
  }
};

interface BenchServerFiles {
  readonly folder: string;
  readonly database: Embedded;
  readonly clean: () => Promise<void>;
}

const startOn = async ({ folder, database, clean }: BenchServerFiles, options: BenchServerOptions): Promise<BenchServer> => {
  // Below the ports that the system gives to outgoing connections, one of which could occupy a port of the server when it restarts.
  const base = options.basePort ?? 22_000;
  const ports = { http: base, ocpp: base + 1, pile: base + 2, ocppTls: base + 3, pileTls: base + 4 };
  const start = (): Promise<StartedServer> => startServer({ url: database.url, folder, ports, tls: options.tls, nodeFlags: options.nodeFlags ?? [] });
  const first = await start();
  let { child } = first;
  const sql = new pg.Pool({ connectionString: database.superuserUrl.replace(/\/[^/?]+(\?|$)/, '/chargeops$1'), max: 2 });
  // A crash of PostgreSQL ends idle connections too; the pool opens new ones.
  sql.on('error', () => undefined);
  await insertNetwork(sql, options);
  return {
    ports,
    sql,
    database,
    server: () => child,
    oneTimePassword: () => /with the password (\S+)/u.exec(first.output())?.[1] ?? '',
    cpuMs: async () => ({ server: await cpuOf([child.pid ?? 0]), database: await cpuOf(await processTree(database.pid())) }),
    memoryBytes: async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024,
    restart: async () => {
      ({ child } = await start());
    },
    stop: async () => {
      await sql.end();
      await endProcess(child, 'SIGTERM');
      await clean();
    },
  };
};

/** Ends a process and waits until it has ended. */
export const endProcess = (child: ChildProcess, signal: NodeJS.Signals): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill(signal);
  });

interface StartedServer {
  readonly child: ChildProcess;
  /** What it has printed. */
  readonly output: () => string;
}

interface ServerStart {
  readonly url: string;
  readonly folder: string;
  readonly ports: BenchServer['ports'];
  readonly nodeFlags: readonly string[];
  readonly tls: CertificateFiles | undefined;
}

const startServer = async ({ url, folder, ports, nodeFlags, tls }: ServerStart): Promise<StartedServer> => {
  const child = spawn(process.execPath, [...nodeFlags, ...PROGRAM, '--empty'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATA_DIR: folder,
      PORT: String(ports.http),
      OCPP_PORT: String(ports.ocpp),
      PILE_PORT: String(ports.pile),
      ...(tls && { TLS_CERT: tls.certFile, TLS_KEY: tls.keyFile, OCPP_TLS_PORT: String(ports.ocppTls), PILE_TLS_PORT: String(ports.pileTls) }),
      LOG_LEVEL: 'error',
    },
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the server did not start')), START_MS);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout?.on('data', (text: Buffer) => {
      output += text.toString();
      if (!output.includes('is running')) return;
      clearTimeout(timer);
      resolve();
    });
  });
  return { child, output: () => output };
};

/** A process and all its descendants. */
const processTree = async (root: number): Promise<readonly number[]> => {
  const parents = new Map<number, number>();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    const parent = /\) \S (\d+)/.exec(stat)?.[1];
    if (parent) parents.set(Number(entry), Number(parent));
  }
  const tree = [root];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
};

const TICK_MS = 10;
/** User and kernel time of processes, and of their children that have ended. */
const cpuOf = async (pids: readonly number[]): Promise<number> => {
  let ticks = 0;
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    ticks += [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
  }
  return ticks * TICK_MS;
};
