import { mkdir, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isConnectionLoss } from '../retry.ts';
import { serverAccount } from './account.ts';
import { type BinarySource, type Binaries, findBinaries } from './binaries.ts';
import { clusterMajor, ensureCluster, ownerName, readSecrets, type Secrets, superuserName, writeSettings } from './cluster.ts';
import { DataDirInUse, endOrphans, takeOwnership } from './owner.ts';
import { killPostmaster, type ClusterPaths, type Postmaster, runningPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';

export { DataDirInUse };

/** A PostgreSQL of our own, alive until `stop`. It is started again when it dies by itself. */
export interface Embedded {
  /** Owner of the database `chargeops`: runs migrations; no superuser. */
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
  /** `embedded`: only the npm package's programs; `system`: only the machine's. Default: the package's, else the machine's. */
  readonly source?: BinarySource;
  /** False only for throw-away tests. Default true: fsync and synchronous commit. */
  readonly durable?: boolean;
  /** Called when the server is gone and cannot be brought back for now, once each time; it is tried again until it is back, as when a full disk has room. */
  readonly onLost?: (error: Error) => void;
}

const longestSocketPath = 100;
const launchAttempts = 10;
const relaunchMs = 1_000;

/** Makes the cluster at the first start, adopts a server that a killed process left, and refuses data in use (DataDirInUse). */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  const account = serverAccount();
  await mkdir(options.dataDir, { recursive: true, mode: account ? 0o711 : 0o700 });
  const dataDir = await realpath(options.dataDir);
  const binaries = matching(await findBinaries(account, options.source), await clusterMajor(dataDir), dataDir);
  const cluster = await ensureCluster(dataDir, binaries, account);
  const place: ClusterPaths = { cluster, logFile: join(dataDir, 'postgres.log'), binaries, account };
  const launched = await launch(place, { dataDir, durable: options.durable ?? true, secrets: await readSecrets(cluster) });
  if (launched.adopted) await endOrphans(launched.lock);
  return supervise(launched, options.onLost ?? (() => undefined));
};

/** The address of the server that runs on this data, for a second program beside its owner; undefined when none does. */
export const runningEmbedded = async (dataDir: string): Promise<string | undefined> => {
  const folder = await realpath(dataDir).catch(() => undefined);
  const major = folder === undefined ? undefined : await clusterMajor(folder);
  if (folder === undefined || major === undefined) return undefined;
  const account = serverAccount();
  const binaries = matching(await findBinaries(account), major, folder);
  const cluster = join(folder, 'postgres');
  const place: ClusterPaths = { cluster, logFile: join(folder, 'postgres.log'), binaries, account };
  const running = await runningPostmaster(place);
  if (!running) return undefined;
  const { owner } = await readSecrets(cluster);
  return address(place, { port: running.port, user: ownerName, password: owner, database: ownerName });
};

interface Launch {
  readonly dataDir: string;
  readonly durable: boolean;
  readonly secrets: Secrets;
  readonly port?: number;
}

interface Launched extends Launch {
  readonly place: ClusterPaths;
  readonly postmaster: Postmaster;
  readonly lock: pg.Client;
  readonly port: number;
  readonly adopted: boolean;
}

/** Tries again while a server is just dying or just coming up; anything else fails at once. */
const launch = async (place: ClusterPaths, wanted: Launch): Promise<Launched> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launchOnce(place, wanted);
    } catch (error) {
      if (attempt >= launchAttempts || !isConnectionLoss(error)) throw error;
      await sleep(100 * attempt);
    }
  }
};

const launchOnce = async (place: ClusterPaths, wanted: Launch): Promise<Launched> => {
  const running = await runningPostmaster(place);
  const postmaster = running ?? (await start(place, wanted));
  const signIn = { port: postmaster.port, user: superuserName, password: wanted.secrets.superuser, database: 'postgres' };
  const lock = await takeOwnership(address(place, signIn), wanted.dataDir);
  return { ...wanted, place, postmaster, lock, port: postmaster.port, adopted: running !== undefined };
};

const start = async (place: ClusterPaths, { port, durable }: Launch): Promise<Postmaster> => {
  const socketFolder = usesSocket(place.cluster);
  await writeSettings(place.cluster, { socketFolder, durable, port: port ?? (socketFolder ? 5432 : await freePort()) }, place.account);
  return startPostmaster(place);
};

const supervise = (first: Launched, onLost: (error: Error) => void): Embedded => {
  let current = first;
  let stopping = false;
  let back: Promise<void> = Promise.resolve();

  const watch = (): void => {
    current.lock.once('end', () => {
      if (stopping) return;
      back = restart();
    });
  };
  const restart = async (): Promise<void> => {
    const next = await relaunch();
    if (!next) return;
    if (stopping) {
      await stopPostmaster(next.place, next.postmaster);
      return;
    }
    current = next;
    watch();
  };
  const relaunch = async (): Promise<Launched | undefined> => {
    for (let attempt = 1; !stopping; attempt += 1) {
      try {
        return await launch(first.place, { ...first, port: first.port });
      } catch (error) {
        if (attempt === 1) onLost(error instanceof Error ? error : new Error(String(error)));
        await sleep(relaunchMs);
      }
    }
    return undefined;
  };
  watch();

  const { secrets, place, port } = first;
  return {
    url: address(place, { port, user: ownerName, password: secrets.owner, database: ownerName }),
    superuserUrl: address(place, { port, user: superuserName, password: secrets.superuser, database: 'postgres' }),
    version: place.binaries.version,
    bin: place.binaries.bin,
    pid: () => current.postmaster.pid,
    stop: async () => {
      if (stopping) return;
      stopping = true;
      await back;
      await stopPostmaster(current.place, current.postmaster);
      await current.lock.end().catch(() => undefined);
    },
    crash: async () => {
      const ended = new Promise((resolve) => current.lock.once('end', resolve));
      await killPostmaster(current.postmaster);
      await ended;
      await back;
    },
  };
};

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
  const have = found.map((each) => each.version).join(', ');
  throw new Error(
    `The data in ${dataDir} was made by PostgreSQL ${major}, and this machine has ${have}. Install PostgreSQL ${major}, or dump and restore.`,
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
