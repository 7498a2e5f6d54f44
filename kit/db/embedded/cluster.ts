import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, chmod, chown, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { isAlive } from './process.ts';

/** The name and the initial state of a database. */
export interface ClusterPlan {
  /** The name of the database and of its owner, and a part of the names of the files beside it. */
  readonly name: string;
  /** Statements that the superuser runs once in a new cluster, before the database is created. */
  readonly firstStatements: readonly string[];
  /** Server settings in addition to those of this package. */
  readonly settings: ServerSettings;
}

export type ServerSettings = Readonly<Record<string, string | number>>;

/** The random passwords of the owner and the superuser, generated when the cluster is created. */
export interface Secrets {
  readonly superuser: string;
  readonly owner: string;
}

export const superuserName = 'postgres';

const run = promisify(execFile);
const secretsFile = (name: string): string => `${name}.secrets.json`;
const settingsFile = (name: string): string => `${name}.conf`;
const freshPrefix = 'postgres.new-';

/** Creates the cluster in `dataDir` when there is none. If two processes try at the same time, the first rename succeeds. */
export const ensureCluster = async (
  dataDir: string,
  plan: ClusterPlan,
  { binaries, account }: { readonly binaries: Binaries; readonly account: Account | undefined },
): Promise<string> => {
  const cluster = join(dataDir, 'postgres');
  if (existsSync(join(cluster, 'PG_VERSION'))) return cluster;
  await removeAbandoned(dataDir);
  const fresh = join(dataDir, `${freshPrefix}${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    await mkdir(fresh, { mode: 0o700 });
    if (account) await chown(fresh, account.uid, account.gid);
    await initialise(fresh, plan, { binaries, account });
    await rename(fresh, cluster);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  }
  return cluster;
};

/** The major version that created the cluster, which is the only one that can open it. Undefined without a cluster. */
export const clusterMajor = async (dataDir: string): Promise<number | undefined> => {
  const text = await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Number(text.trim());
};

export const readSecrets = async (cluster: string, name: string): Promise<Secrets> => {
  const file = join(cluster, secretsFile(name));
  const { superuser, owner } = JSON.parse(await readFile(file, 'utf8')) as Partial<Secrets>;
  if (!superuser || !owner) throw new Error(`${file} lacks the passwords of this database.`);
  return { superuser, owner };
};

export interface Settings {
  readonly plan: ClusterPlan;
  readonly socketFolder: boolean;
  readonly port: number;
  /** False only for temporary test data: a power failure may then destroy everything. */
  readonly durable: boolean;
}

/** Written at each start. `ALTER SYSTEM` takes precedence, so an operator can tune the server without editing these files. */
export const writeSettings = async (cluster: string, settings: Settings, account: Account | undefined): Promise<void> => {
  const [file, text] = [join(cluster, settingsFile(settings.plan.name)), settingsText(settings)];
  // On a full disk the file cannot be written, but the server may still start.
  if ((await readFile(file, 'utf8').catch(() => undefined)) !== text) await ownedFile(file, text, account);
};

/** The working folder and the environment of every server program. With a relative data folder, no access to the parent folders is needed. */
export const serverProcess = (cluster: string, account: Account | undefined) => ({
  cwd: cluster,
  env: { LC_ALL: 'C', PATH: process.env['PATH'] ?? '', ...(process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] ?? '' } : {}) },
  ...account,
});

/**
 * The data folder as an argument of a server program. On Linux a path through /proc needs no access to the parent folders. PostgreSQL 15 changes
 * its folder during the start, so there and on other systems the absolute path must be accessible.
 */
export const clusterArgument = (cluster: string, { major }: Binaries): string =>
  process.platform === 'linux' && major >= 16 ? '/proc/self/cwd' : cluster;

const initialise = async (
  fresh: string,
  { name, firstStatements }: ClusterPlan,
  { binaries, account }: { readonly binaries: Binaries; readonly account: Account | undefined },
): Promise<void> => {
  const secrets: Secrets = { superuser: randomPassword(), owner: randomPassword() };
  const process = serverProcess(fresh, account);
  await run(join(binaries.bin, 'initdb'), initArguments(fresh, binaries), process);
  await ownedFile(
    join(fresh, 'pg_hba.conf'),
    'local all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\nhost all all ::1/128 scram-sha-256\n',
    account,
  );
  await appendFile(join(fresh, 'postgresql.conf'), `\ninclude '${settingsFile(name)}'\n`);
  await ownedFile(join(fresh, settingsFile(name)), '', account);
  await ownedFile(join(fresh, secretsFile(name)), JSON.stringify(secrets), account);
  const single = run(join(binaries.bin, 'postgres'), ['--single', '-j', '-D', clusterArgument(fresh, binaries), 'template1'], process);
  single.child.stdin?.end(statementsText([...accountsOf(name, secrets), ...firstStatements, `CREATE DATABASE ${name} OWNER ${name}`]));
  const { stderr } = await single;
  if (/ (ERROR|FATAL|PANIC): /.test(stderr)) throw new Error(`PostgreSQL could not prepare its data: ${stderr.trim()}`);
};

const initArguments = (fresh: string, binaries: Binaries): readonly string[] => [
  '-D',
  clusterArgument(fresh, binaries),
  '-U',
  superuserName,
  '-A',
  'trust',
  '-E',
  'UTF8',
  '--data-checksums',
  '--locale=C',
  '--lc-messages=C',
  ...(binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
];

const accountsOf = (name: string, { superuser, owner }: Secrets): readonly string[] => [
  `ALTER ROLE ${superuserName} PASSWORD '${superuser}'`,
  `CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD '${owner}'`,
];

/** In this mode a statement ends with an empty line. */
const statementsText = (statements: readonly string[]): string => statements.map((statement) => `${statement};\n\n`).join('');

const settingsText = ({ plan, socketFolder, port, durable }: Settings): string => {
  const megabytes = totalmem() / 2 ** 20;
  const sharedBuffers = Math.round(Math.min(Math.max(megabytes / 16, 128), 512));
  const settings: ServerSettings = {
    timezone: 'UTC',
    shared_buffers: `${sharedBuffers}MB`,
    effective_cache_size: `${Math.round(Math.max(megabytes / 2, 256))}MB`,
    ...plan.settings,
    listen_addresses: socketFolder ? '' : '127.0.0.1',
    unix_socket_directories: socketFolder ? '.' : '',
    port,
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('');
};

/** Removes the incomplete folder of a process that was killed while creating a cluster; that of a running process is kept. */
const removeAbandoned = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(freshPrefix)) continue;
    const pid = Number.parseInt(name.slice(freshPrefix.length), 10);
    if (!isAlive(pid)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
};

/** Replaces the whole file, so that a full disk leaves the old one intact. */
const ownedFile = async (path: string, text: string, account: Account | undefined): Promise<void> => {
  const fresh = `${path}.new`;
  await writeFile(fresh, text, { mode: 0o600 });
  await chmod(fresh, 0o600);
  if (account) await chown(fresh, account.uid, account.gid);
  await rename(fresh, path);
};

const randomPassword = (): string => randomBytes(24).toString('base64url');
