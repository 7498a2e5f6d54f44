import { mkdir, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { serverAccount } from './account.ts';
import { type BinarySource, type Binaries, findBinaries } from './binaries.ts';
import {
  type ClusterPlan,
  clusterMajor,
  ensureCluster,
  readSecrets,
  type Secrets,
  type ServerSettings,
  superuserName,
  writeSettings,
} from './cluster.ts';
import { isServerAway } from './server-away.ts';
import { endOrphans, takeOwnership } from './owner.ts';
import { killPostmaster, type ClusterPaths, type Postmaster, runningPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';

/** An embedded PostgreSQL server that runs until `stop`. After a crash it is started again. */
export interface Embedded {
  /** The database for its owner, who may create roles and is no superuser. */
  readonly url: string;
  /** The database `postgres` for the superuser, for backups, restores and tests. */
  readonly superuserUrl: string;
  /** Such as `18.4`. */
  readonly version: string;
  /** The folder of the server's programs. */
  readonly bin: string;
  /** The process id of the running server, which changes after a crash. */
  readonly pid: () => number;
  readonly stop: () => Promise<void>;
  /** Kills the server with SIGKILL and waits until it runs again, for tests of recovery. */
  readonly crash: () => Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  /**
   * The name of the database, of its owner and of the files beside the data: lower-case letters, digits and underscores. When a running server is
   * taken over, sessions with this name are ended.
   */
  readonly name: string;
  /** Server settings. Those that this package sets itself (addresses, port, durability) cannot be changed. */
  readonly settings?: ServerSettings;
  /** Statements that the superuser runs once, in the template of the database. */
  readonly firstStatements?: readonly string[];
  /** The last part of two error messages, with the names of your program's options. */
  readonly advice?: Partial<Advice>;
  /** `embedded`: only the programs of the npm package; `system`: only those of the machine. By default the package's, otherwise the machine's. */
  readonly source?: BinarySource;
  /** False only for temporary tests. True by default: fsync and synchronous commit. */
  readonly durable?: boolean;
  /**
   * Called each time the server has stopped and cannot be started. Starting is tried again until it succeeds, for example when a full disk has
   * space again.
   */
  readonly onLost?: (error: Error) => void;
}

/** What a user can do instead. */
export interface Advice {
  /** When no PostgreSQL runs here: `set DATABASE_URL to a server`. */
  readonly otherServer: string;
  /** When the data folder is in use: `set DATA_DIR to another folder`. */
  readonly otherFolder: string;
}
const defaultAdvice: Advice = { otherServer: 'use a server of another machine', otherFolder: 'take another folder' };

const longestSocketPath = 100;
const launchAttempts = 10;
const relaunchMs = 1_000;

/** Creates the cluster at the first start, takes over a server that a killed process left running, and throws DataDirInUse for data in use. */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const { name, settings = {}, firstStatements = [] } = options;
  if (!/^[a-z][a-z0-9_]{0,30}$/.test(name)) throw new Error(`"${name}" is no name for a database: small letters, digits and underscores.`);
  const plan: ClusterPlan = { name, settings, firstStatements };
  const advice = { ...defaultAdvice, ...options.advice };
  const account = serverAccount();
  await mkdir(options.dataDir, { recursive: true, mode: account ? 0o711 : 0o700 });
  const dataDir = await realpath(options.dataDir);
  const found = await findBinaries(account, { source: options.source, cacheName: cacheName(name), otherServer: advice.otherServer });
  const binaries = matching(found, await clusterMajor(dataDir), dataDir);
  const cluster = await ensureCluster(dataDir, plan, { binaries, account });
  const paths: ClusterPaths = { cluster, logFile: join(dataDir, 'postgres.log'), binaries, account };
  const secrets = await readSecrets(cluster, name);
  const launched = await launch(paths, { dataDir, plan, otherFolder: advice.otherFolder, durable: options.durable ?? true, secrets });
  if (launched.adopted) await endOrphans(launched.lock, name);
  return supervise(launched, options.onLost ?? (() => undefined));
};

/** The addresses of a running server. */
export type RunningEmbedded = Pick<Embedded, 'url' | 'superuserUrl'>;

/** The addresses of the server that runs on this data, for a second program beside its owner; undefined when there is none. */
export const runningEmbedded = async ({ dataDir, name }: Pick<EmbeddedOptions, 'dataDir' | 'name'>): Promise<RunningEmbedded | undefined> => {
  const folder = await realpath(dataDir).catch(() => undefined);
  const major = folder === undefined ? undefined : await clusterMajor(folder);
  if (folder === undefined || major === undefined) return undefined;
  const account = serverAccount();
  const binaries = matching(await findBinaries(account, { cacheName: cacheName(name), otherServer: defaultAdvice.otherServer }), major, folder);
  const cluster = join(folder, 'postgres');
  const paths: ClusterPaths = { cluster, logFile: join(folder, 'postgres.log'), binaries, account };
  const running = await runningPostmaster(paths);
  return running && addressesOf(paths, { name, port: running.port, secrets: await readSecrets(cluster, name) });
};

/** The folders of the machine's own PostgreSQL programs, newest first. */
export const machinePrograms = async (): Promise<readonly Binaries[]> =>
  findBinaries(serverAccount(), { source: 'system', cacheName: '', otherServer: '' }).catch(() => []);

const cacheName = (name: string): string => `${name}-postgres`;

interface LaunchOptions {
  readonly dataDir: string;
  readonly plan: ClusterPlan;
  readonly otherFolder: string;
  readonly durable: boolean;
  readonly secrets: Secrets;
  readonly port?: number;
}

interface RunningServer extends LaunchOptions {
  readonly paths: ClusterPaths;
  readonly postmaster: Postmaster;
  readonly lock: pg.Client;
  readonly port: number;
  readonly adopted: boolean;
}

/** Tries again while a server is stopping or starting; any other error is thrown at once. */
const launch = async (paths: ClusterPaths, options: LaunchOptions): Promise<RunningServer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launchOnce(paths, options);
    } catch (error) {
      if (attempt >= launchAttempts || !isServerAway(error)) throw error;
      await sleep(100 * attempt);
    }
  }
};

const launchOnce = async (paths: ClusterPaths, options: LaunchOptions): Promise<RunningServer> => {
  const running = await runningPostmaster(paths);
  const postmaster = running ?? (await start(paths, options));
  const signIn = { port: postmaster.port, user: superuserName, password: options.secrets.superuser, database: 'postgres' };
  const lock = await takeOwnership(address(paths, signIn), { dataDir: options.dataDir, name: options.plan.name, otherFolder: options.otherFolder });
  return { ...options, paths, postmaster, lock, port: postmaster.port, adopted: running !== undefined };
};

const start = async (paths: ClusterPaths, { plan, port, durable }: LaunchOptions): Promise<Postmaster> => {
  const socketFolder = usesSocket(paths.cluster);
  await writeSettings(paths.cluster, { plan, socketFolder, durable, port: port ?? (socketFolder ? 5432 : await freePort()) }, paths.account);
  return startPostmaster(paths);
};

const supervise = (first: RunningServer, onLost: (error: Error) => void): Embedded => {
  let current = first;
  let stopping = false;
  let restarted: Promise<void> = Promise.resolve();

  const watch = (): void => {
    current.lock.once('end', () => {
      if (stopping) return;
      restarted = restart();
    });
  };
  const restart = async (): Promise<void> => {
    const next = await relaunch();
    if (!next) return;
    if (stopping) {
      await stopPostmaster(next.paths, next.postmaster);
      return;
    }
    current = next;
    watch();
  };
  const relaunch = async (): Promise<RunningServer | undefined> => {
    for (let attempt = 1; !stopping; attempt += 1) {
      try {
        return await launch(first.paths, { ...first, port: first.port });
      } catch (error) {
        if (attempt === 1) onLost(error instanceof Error ? error : new Error(String(error)));
        await sleep(relaunchMs);
      }
    }
    return undefined;
  };
  watch();

  const { secrets, paths, port, plan } = first;
  return {
    ...addressesOf(paths, { name: plan.name, port, secrets }),
    version: paths.binaries.version,
    bin: paths.binaries.bin,
    pid: () => current.postmaster.pid,
    stop: async () => {
      if (stopping) return;
      stopping = true;
      await restarted;
      await stopPostmaster(current.paths, current.postmaster);
      await current.lock.end().catch(() => undefined);
    },
    crash: async () => {
      const ended = new Promise((resolve) => current.lock.once('end', resolve));
      await killPostmaster(current.postmaster);
      await ended;
      await restarted;
    },
  };
};

const addressesOf = (
  paths: ClusterPaths,
  { name, port, secrets }: { readonly name: string; readonly port: number; readonly secrets: Secrets },
): RunningEmbedded => ({
  url: address(paths, { port, user: name, password: secrets.owner, database: name }),
  superuserUrl: address(paths, { port, user: superuserName, password: secrets.superuser, database: 'postgres' }),
});

interface Address {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

const address = ({ cluster }: ClusterPaths, { port, user, password, database }: Address): string =>
  usesSocket(cluster)
    ? `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(cluster)}&port=${port}`
    : `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;

/** A socket in the private data folder cannot be reached by others. Its path is limited to about 107 bytes. */
const usesSocket = (cluster: string): boolean =>
  process.platform !== 'win32' && Buffer.byteLength(join(cluster, '.s.PGSQL.65535')) <= longestSocketPath;

const matching = (found: readonly Binaries[], major: number | undefined, dataDir: string): Binaries => {
  const match = major === undefined ? found[0] : found.find((each) => each.major === major);
  if (match) return match;
  const versions = found.map((each) => each.version).join(', ');
  throw new Error(
    `The data in ${dataDir} was made by PostgreSQL ${major}, and this machine has ${versions}. Install PostgreSQL ${major}, or dump and restore.`,
  );
};

const freePort = async (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const bound = probe.address();
      probe.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0));
    });
  });
