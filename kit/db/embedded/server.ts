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

/** A PostgreSQL of our own, alive until `stop`. It is started again when it dies by itself. */
export interface Embedded {
  /** Its database, for its owner, who may create roles and is no superuser. */
  readonly url: string;
  /** Superuser, database `postgres`: for backup, restore and tests. */
  readonly superuserUrl: string;
  /** Such as `18.4`. */
  readonly version: string;
  /** Folder of the server's programs. */
  readonly bin: string;
  /** Process number of the running server; changes after a crash. */
  readonly pid: () => number;
  readonly stop: () => Promise<void>;
  /** Kill -9 and wait until the server is back: for tests of recovery. */
  readonly crash: () => Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  /** Of the database, its owner and the files beside the data; small letters, digits and underscores. Sign-ins named after it are ended when a server is adopted. */
  readonly name: string;
  /** Settings of the server; those that this package answers for (addresses, port, durability) are its own. */
  readonly settings?: ServerSettings;
  /** Run once by the superuser, in the template that the database is made from. */
  readonly firstStatements?: readonly string[];
  /** Ends of two refusals, in the words of your program's options. */
  readonly advice?: Partial<Advice>;
  /** `embedded`: only the npm package's programs; `system`: only the machine's. Default: the package's, else the machine's. */
  readonly source?: BinarySource;
  /** False only for throw-away tests. Default true: fsync and synchronous commit. */
  readonly durable?: boolean;
  /** Called when the server is gone and cannot be brought back for now, once each time; it is tried again until it is back, as when a full disk has room. */
  readonly onLost?: (error: Error) => void;
}

/** What somebody can do instead. */
export interface Advice {
  /** Where no PostgreSQL runs: `set DATABASE_URL to a server`. */
  readonly otherServer: string;
  /** Where the data is in use: `set DATA_DIR to another folder`. */
  readonly otherFolder: string;
}
const defaultAdvice: Advice = { otherServer: 'use a server of another machine', otherFolder: 'take another folder' };

const longestSocketPath = 100;
const launchAttempts = 10;
const relaunchMs = 1_000;

/** Makes the cluster at the first start, adopts a server that a killed process left, and refuses data in use (DataDirInUse). */
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

/** How a server that runs already is reached. */
export type RunningEmbedded = Pick<Embedded, 'url' | 'superuserUrl'>;

/** The addresses of the server that runs on this data, for a second program beside its owner; undefined when none does. */
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

/** The folders of the machine's own PostgreSQL programs, newest first; none when it has none. */
export const machinePrograms = async (): Promise<readonly Binaries[]> =>
  findBinaries(serverAccount(), { source: 'system', cacheName: '', otherServer: '' }).catch(() => []);

const cacheName = (name: string): string => `${name}-postgres`;

interface Launch {
  readonly dataDir: string;
  readonly plan: ClusterPlan;
  readonly otherFolder: string;
  readonly durable: boolean;
  readonly secrets: Secrets;
  readonly port?: number;
}

interface Launched extends Launch {
  readonly paths: ClusterPaths;
  readonly postmaster: Postmaster;
  readonly lock: pg.Client;
  readonly port: number;
  readonly adopted: boolean;
}

/** Tries again while a server is just dying or just coming up; anything else fails at once. */
const launch = async (paths: ClusterPaths, options: Launch): Promise<Launched> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launchOnce(paths, options);
    } catch (error) {
      if (attempt >= launchAttempts || !isServerAway(error)) throw error;
      await sleep(100 * attempt);
    }
  }
};

const launchOnce = async (paths: ClusterPaths, options: Launch): Promise<Launched> => {
  const running = await runningPostmaster(paths);
  const postmaster = running ?? (await start(paths, options));
  const signIn = { port: postmaster.port, user: superuserName, password: options.secrets.superuser, database: 'postgres' };
  const lock = await takeOwnership(address(paths, signIn), { dataDir: options.dataDir, name: options.plan.name, otherFolder: options.otherFolder });
  return { ...options, paths, postmaster, lock, port: postmaster.port, adopted: running !== undefined };
};

const start = async (paths: ClusterPaths, { plan, port, durable }: Launch): Promise<Postmaster> => {
  const socketFolder = usesSocket(paths.cluster);
  await writeSettings(paths.cluster, { plan, socketFolder, durable, port: port ?? (socketFolder ? 5432 : await freePort()) }, paths.account);
  return startPostmaster(paths);
};

const supervise = (first: Launched, onLost: (error: Error) => void): Embedded => {
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
  const relaunch = async (): Promise<Launched | undefined> => {
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

/** A socket in the private data folder is reachable for nobody else; its path has a limit of about 107 bytes. */
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
