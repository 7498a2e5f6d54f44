import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { firstSignIn, sendingTo } from '#apps/server/testing/first-sign-in.ts';
import { runningEmbeddedDatabase } from '#kit/db/connections/embedded-database.ts';
import manifest from '../../package.json' with { type: 'json' };
import { insertNetwork } from '../server/network.ts';

/** The product as people start it, with its embedded database, to be attacked. */
export interface Target {
  readonly ports: { readonly http: number; readonly ocpp: number; readonly pile: number };
  /** Contains the base path. */
  readonly url: string;
  readonly dataDir: string;
  /** The size of the file system that contains all of `dataDir`; undefined if this machine does not allow mounting one. */
  readonly diskMb: number | undefined;
  readonly server: ChildProcess;
  /** The PID of PostgreSQL's first process. */
  readonly databasePid: number;
  /** What the product has printed so far. */
  readonly output: string;
  /** Bypasses row-level security, for what no client can see. */
  readonly sql: pg.Pool;
  /** The URL of its database for a superuser. */
  readonly databaseUrl: string;
  /** The number of files and sockets that the product has open. */
  openFiles(): number;
  /** How long the product's main thread has waited so far for a processor that other programs were using. */
  processorWaitMs(): number;
  /** The number of connections to a port of the product that its process still holds, of one group of attackers or of all. */
  connections(port: number, group?: number): number;
  /** Starts the product. Returns the exit code of a start that failed. */
  start(): Promise<number | undefined>;
  /** Starts a second process of the product with another environment, and ends it as soon as it listens. */
  startAnother(env: Readonly<Record<string, string>>): Promise<EndedStart>;
  end(signal: NodeJS.Signals): Promise<void>;
  /** Ends the product and the database, and deletes all that they left. */
  clean(): Promise<void>;
}

/** The outcome of a start that should fail. */
export interface EndedStart {
  /** Undefined if the start succeeded. */
  readonly exitCode: number | undefined;
  readonly output: string;
}

/** Native piles from index 0 on, followed by OCPP piles. */
export const PILES = { native: 10, ocpp: 10 } as const;
export const PASSWORD = 'Attack-Target-7a';

/** On a machine that is busy with other tests and a third as quick as usual. */
const START_MS = 240_000;
const DISK_MB = 700;
const ROOT = path.resolve(import.meta.dirname, '../..');
/** Node's flags and the program, as in `npm start`, which builds when sources have changed. */
const [, , ...PROGRAM] = manifest.scripts.start.split(' ');

export const startTarget = async (): Promise<Target> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'chargeops-attack-'));
  const dataDir = path.join(folder, 'data');
  await mkdir(dataDir);
  const target = new RunningTarget(dataDir, await mountSmallDisk(dataDir));
  try {
    await target.setUp();
    return target;
  } catch (error) {
    await target.clean();
    throw error;
  }
};

/** A file system of its own, so that filling it harms nothing else. */
const mountSmallDisk = async (folder: string): Promise<number | undefined> =>
  promisify(execFile)('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', folder]).then(
    () => DISK_MB,
    () => undefined,
  );

class RunningTarget implements Target {
  readonly dataDir: string;
  readonly diskMb: number | undefined;
  ports: Target['ports'] = { http: 0, ocpp: 0, pile: 0 };
  databaseUrl = '';
  #output = (): string => '';
  #server: ChildProcess | undefined;
  #sql: pg.Pool | undefined;

  constructor(dataDir: string, diskMb: number | undefined) {
    this.dataDir = dataDir;
    this.diskMb = diskMb;
  }

  get url(): string {
    return `http://127.0.0.1:${this.ports.http}/jeecg-boot`;
  }

  get server(): ChildProcess {
    if (!this.#server) throw new Error('the product was never started');
    return this.#server;
  }

  get sql(): pg.Pool {
    if (!this.#sql) throw new Error('the product was never started');
    return this.#sql;
  }

  get output(): string {
    return this.#output();
  }

  get databasePid(): number {
    return Number(readFileSync(path.join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  }

  /** The first start: the administrator sets a password, and piles are created. */
  async setUp(): Promise<void> {
    const exitCode = await this.start();
    if (exitCode !== undefined) throw new Error(`the product ended with ${exitCode}: ${this.output}`);
    const oneTimePassword = /with the password (\S+)/.exec(this.output)?.[1] ?? '';
    await firstSignIn(sendingTo(this.url), { username: 'admin', initial: oneTimePassword, chosen: PASSWORD });
    const { superuserUrl = '' } = (await runningEmbeddedDatabase(this.dataDir)) ?? {};
    this.databaseUrl = superuserUrl.replace(/\/postgres(?=\?|$)/, '/chargeops');
    this.#sql = new pg.Pool({ connectionString: this.databaseUrl, max: 2 });
    // A killed database closes idle connections; the pool opens new ones.
    this.#sql.on('error', () => undefined);
    await insertNetwork(this.#sql, { piles: PILES.native + PILES.ocpp, protocol: 'half', cards: 1 });
  }

  async start(): Promise<number | undefined> {
    const started = startProgram({ DATA_DIR: this.dataDir });
    this.#server = started.child;
    this.#output = started.output;
    const listening = await started.listening;
    if (typeof listening === 'number') return listening;
    this.ports = listening;
    return undefined;
  }

  async startAnother(env: Readonly<Record<string, string>>): Promise<EndedStart> {
    const { child, output, listening } = startProgram(env);
    const exitCode = await listening;
    if (typeof exitCode === 'number') return { exitCode, output: output() };
    await endOf(child, 'SIGTERM');
    return { exitCode: undefined, output: output() };
  }

  openFiles(): number {
    return readdirSync(`/proc/${this.server.pid}/fd`).length;
  }

  processorWaitMs(): number {
    const { pid } = this.server;
    const schedule = `/proc/${pid}/task/${pid}/schedstat`;
    return existsSync(schedule) ? Number(readFileSync(schedule, 'utf8').split(' ')[1]) / 1e6 : 0;
  }

  connections(port: number, group?: number): number {
    const hex = port.toString(16).toUpperCase().padStart(4, '0');
    // Addresses in these tables have their bytes in reverse order.
    const peers = new RegExp(group === undefined ? '' : `^..${group.toString(16).toUpperCase().padStart(2, '0')}007F:`);
    return ['/proc/net/tcp', '/proc/net/tcp6']
      .flatMap((table) => (existsSync(table) ? readFileSync(table, 'utf8').split('\n').slice(1) : []))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, peer = '', state]) => local?.endsWith(`:${hex}`) && peers.test(peer) && HELD_STATES.has(state ?? '')).length;
  }

  end(signal: NodeJS.Signals): Promise<void> {
    return endOf(this.server, signal);
  }

  async clean(): Promise<void> {
    await this.#sql?.end();
    if (this.#server) await this.end('SIGTERM');
    if (this.diskMb !== undefined) await promisify(execFile)('umount', ['-l', this.dataDir]).catch(() => undefined);
    await sleep(50);
    await rm(path.dirname(this.dataDir), { recursive: true, force: true });
  }
}

/** TCP states of a held connection: established, and closed by the peer while our side is open. */
const HELD_STATES: ReadonlySet<string> = new Set(['01', '08']);

interface StartedProgram {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** The ports, or the exit code if the start failed. */
  readonly listening: Promise<Target['ports'] | number>;
}

const startProgram = (env: Readonly<Record<string, string>>): StartedProgram => {
  const defaults = { PORT: '0', OCPP_PORT: '0', PILE_PORT: '0', LOG_LEVEL: 'warn', ENDS_WITH_PARENT: '1' };
  const child = spawn(process.execPath, [...PROGRAM, '--empty'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...defaults, ...env },
  });
  let output = '';
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const ports = new Promise<Target['ports']>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the product did not start: ${output}`)), START_MS);
    const read = (text: Buffer): void => {
      output += text.toString();
      const found = /127\.0\.0\.1:(\d+)\/[^]*connect to port (\d+) \(native, TCP\) and (\d+)/.exec(output);
      if (!found) return;
      clearTimeout(late);
      // The one-time password is in the same text, or in the next.
      setTimeout(() => resolve({ http: Number(found[1]), pile: Number(found[2]), ocpp: Number(found[3]) }), 200);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => clearTimeout(late));
  });
  return { child, output: () => output, listening: Promise.race([ports, ended]) };
};

const endOf = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exited;
};
