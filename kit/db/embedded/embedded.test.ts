import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { serverAccount } from './account.ts';
import { findBinaries, runnableFrom } from './binaries.ts';
import { isAlive } from './process.ts';
import { DataDirInUse, type Embedded, type EmbeddedOptions, machinePrograms, runningEmbedded, startEmbedded } from './index.ts';

const databaseName = 'example';
const root = mkdtempSync(join(tmpdir(), 'embedded-postgres-'));
chmodSync(root, 0o711);
const started: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const each of started.splice(0)) await each.stop();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const folder = (name: string): string => join(root, name);
const start = async (dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<Embedded> => {
  const server = await startEmbedded({ dataDir, name: databaseName, ...options });
  started.push(server);
  return server;
};
const queryRow = async <R extends pg.QueryResultRow>(url: string, sql: string): Promise<R[]> => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
};

/** The launcher, in a separate process. */
const elsewhere = async (dataDir: string): Promise<{ child: ChildProcess; pid: number; url: string }> => {
  const script = fileURLToPath(new URL('./launcher.fixture.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as { pid: number; url: string }) };
};
const killHard = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

test('a new folder becomes a database that keeps its rows over a restart', async () => {
  const first = await start(folder('plain'));
  expect(Number(first.version.split('.')[0])).toBeGreaterThanOrEqual(15);
  await queryRow(first.url, 'CREATE TABLE kept AS SELECT 42 AS n');
  await first.stop();
  expect(isAlive(first.pid())).toBe(false);
  const second = await start(folder('plain'));
  expect(await queryRow(second.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
  expect(second.url).toBe(first.url);
});

test('its settings are durable and strict', async () => {
  // Settings that the package itself sets cannot be overridden.
  const { url } = await start(folder('plain'), { settings: { jit: 'off', fsync: 'off', listen_addresses: '*' } });
  const names = [
    'listen_addresses',
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'data_checksums',
    'server_encoding',
    'TimeZone',
    'jit',
    'password_encryption',
  ];
  const settings = await queryRow<{ name: string; setting: string }>(
    url,
    `SELECT name, setting FROM pg_settings WHERE name IN ('${names.join("','")}')`,
  );
  expect(Object.fromEntries(settings.map((each) => [each.name, each.setting]))).toEqual({
    listen_addresses: '',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    server_encoding: 'UTF8',
    TimeZone: 'UTC',
    jit: 'off',
    password_encryption: 'scram-sha-256',
  });
  expect(await queryRow(url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([{ rolsuper: false }]);
});

test('a wrong password is refused, and without one too', async () => {
  const { url } = await start(folder('plain'));
  await expect(queryRow(url.replace(/:[^:@/]+@/, ':wrong@'), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
});

test('data in use by another process is refused in one line that names it', async () => {
  const other = await elsewhere(folder('shared'));
  const attempt = startEmbedded({ dataDir: folder('shared'), name: databaseName });
  await expect(attempt).rejects.toBeInstanceOf(DataDirInUse);
  await expect(attempt).rejects.toThrow(new RegExp(`^The data in .*shared is in use by process ${other.child.pid}; [^\\n]+$`));
  expect(await queryRow(other.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  await killHard(other.child);
  await start(folder('shared'));
});

test('a second program reaches what runs, and a refusal advises in the words of its program', async () => {
  expect(await runningEmbedded({ dataDir: folder('plain'), name: databaseName })).toBeUndefined();
  const server = await start(folder('plain'));
  const reached = await runningEmbedded({ dataDir: folder('plain'), name: databaseName });
  expect(reached).toEqual({ url: server.url, superuserUrl: server.superuserUrl });
  const again = startEmbedded({ dataDir: folder('plain'), name: databaseName, advice: { otherFolder: 'set HERE to another folder' } });
  await expect(again).rejects.toThrow(/; stop it first, or set HERE to another folder\.$/);
});

test('what is to be done first is done in every new database, and a name that is none is refused', async () => {
  const server = await start(folder('first'), { firstStatements: ['CREATE TABLE there AS SELECT 7 AS n', 'GRANT SELECT ON there TO example'] });
  expect(await queryRow(server.url, 'SELECT n FROM there')).toEqual([{ n: 7 }]);
  for (const bad of ['', 'Big', 'a-b', "a'; DROP", '1a'])
    await expect(startEmbedded({ dataDir: folder('bad'), name: bad })).rejects.toThrow(/is no name/);
  for (const { bin, major } of await machinePrograms()) expect([bin, major]).toEqual([expect.stringMatching(/^\//), expect.any(Number)]);
});

test('of two processes that start on a new folder at once, one gets it', async () => {
  const both = await Promise.allSettled([start(folder('race')), startEmbedded({ dataDir: folder('race'), name: databaseName })]);
  const won = both.filter((each) => each.status === 'fulfilled');
  const rejected = both.filter((each) => each.status === 'rejected');
  for (const each of won) if (!started.includes(each.value)) started.push(each.value);
  expect(won).toHaveLength(1);
  expect(rejected[0]?.reason).toBeInstanceOf(DataDirInUse);
  expect(readdirSync(folder('race')).filter((entry) => entry.startsWith('postgres.new'))).toEqual([]);
});

test('the server of a killed process is adopted, and what it left running is ended', async () => {
  const other = await elsewhere(folder('shared'));
  await queryRow(other.url, 'CREATE TABLE orphaned AS SELECT 1 AS n');
  const stuck = new pg.Client({ connectionString: other.url, application_name: 'example-old' });
  const ended = new Promise((resolve) => stuck.once('end', resolve));
  stuck.on('error', () => undefined);
  await stuck.connect();
  await stuck.query('BEGIN; LOCK TABLE orphaned');
  await killHard(other.child);
  expect(isAlive(other.pid)).toBe(true);
  const adopted = await start(folder('shared'));
  expect(adopted.pid()).toBe(other.pid);
  expect(adopted.url).toBe(other.url);
  await ended;
  expect(await queryRow(adopted.url, 'SELECT n FROM orphaned')).toEqual([{ n: 1 }]);
  await adopted.stop();
  expect(isAlive(other.pid)).toBe(false);
});

test('process and server killed together: the rows that were answered are there', async () => {
  const other = await elsewhere(folder('shared'));
  await queryRow(other.url, 'CREATE TABLE answered (n int)');
  for (let n = 0; n < 20; n += 1) await queryRow(other.url, `INSERT INTO answered VALUES (${n})`);
  process.kill(other.pid, 'SIGKILL');
  await killHard(other.child);
  const server = await start(folder('shared'));
  expect(server.pid()).not.toBe(other.pid);
  expect(await queryRow(server.url, 'SELECT count(*)::int AS n FROM answered')).toEqual([{ n: 20 }]);
});

test('a server that dies comes back by itself at the same address', async () => {
  const server = await start(folder('plain'));
  const before = server.pid();
  await server.crash();
  expect(server.pid()).not.toBe(before);
  expect(await queryRow(server.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
});

test('a pid file that names another living program does not stand in the way', async () => {
  const first = await start(folder('plain'));
  await first.stop();
  writeFileSync(join(folder('plain'), 'postgres', 'postmaster.pid'), `${process.pid}\n/somewhere\n1\n5432\n.\n\n1 1\nready   \n`);
  const second = await start(folder('plain'));
  expect(second.pid()).not.toBe(process.pid);
  expect(await queryRow(second.url, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
});

const [best] = await findBinaries(serverAccount(), { cacheName: 'example-postgres', otherServer: '' });
test.skipIf((best?.major ?? 0) < 16)('a project under a private folder works', async () => {
  mkdirSync(folder('private'), { mode: 0o700 });
  const server = await start(join(folder('private'), 'project', 'data'));
  expect(await queryRow(server.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

test('a path too long for a socket is reached over loopback', async () => {
  const server = await start(folder('x'.repeat(90)));
  expect(server.url).toMatch(/@127\.0\.0\.1:\d+\/example$/);
  expect(await queryRow(server.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

test('data of another major version is refused in words', async () => {
  writeFileSync(join(folder('shared'), 'postgres', 'PG_VERSION'), '9\n');
  await expect(startEmbedded({ dataDir: folder('shared'), name: databaseName })).rejects.toThrow(/was made by PostgreSQL 9, and this machine has /);
});

test('the package as npm leaves it, private and without its links, is copied and linked once', async () => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const native = join(folder('packed'), 'native');
  mkdirSync(folder('packed'), { mode: 0o700 });
  cpSync(join(dirname(entry), '..', 'native'), native, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  for (const { target } of links) rmSync(join(folder('packed'), target));
  const cache = folder('cache');
  const found = await runnableFrom(native, { account: serverAccount(), cache });
  expect(found?.version).toMatch(/^\d+/);
  const runsAsCaller = serverAccount() === undefined;
  expect(found?.bin.startsWith(runsAsCaller ? native : cache)).toBe(true);
  expect(await runnableFrom(native, { account: serverAccount(), cache })).toEqual(found);
});

test.skipIf(!serverAccount())('programs are not run from a folder that others may write', async () => {
  mkdirSync(folder('open'), { mode: 0o777 });
  chmodSync(folder('open'), 0o777);
  await expect(runnableFrom(join(folder('packed'), 'native'), { account: serverAccount(), cache: folder('open') })).rejects.toThrow(
    /belongs to somebody else/,
  );
});
