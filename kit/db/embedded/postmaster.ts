import { execFile, spawn } from 'node:child_process';
import { existsSync, openSync, closeSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { clusterArgument, serverProcess } from './cluster.ts';
import { isAlive } from './process.ts';

const startLimitMs = 120_000;
const stopLimitMs = 8_000;
const pollMs = 20;
const logLimitBytes = 10 * 2 ** 20;

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

export interface ClusterPaths {
  readonly cluster: string;
  readonly logFile: string;
  readonly binaries: Binaries;
  readonly account: Account | undefined;
}

/** The server that already runs on this data and accepts connections; undefined when there is none. */
export const runningPostmaster = async ({ cluster }: ClusterPaths): Promise<Postmaster | undefined> => {
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline) {
    const lines = await readFile(join(cluster, 'postmaster.pid'), 'utf8').then(
      (text) => text.split('\n'),
      () => undefined,
    );
    const pid = Number(lines?.[0]);
    if (!lines || !Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return undefined;
    if (!isServerOf(pid, cluster)) {
      // After a reboot another program may have this process id, and PostgreSQL would wait for it for ever.
      await rm(join(cluster, 'postmaster.pid'), { force: true });
      return undefined;
    }
    if (lines[7]?.trim() === 'ready') return { pid, port: Number(lines[3]) };
    await sleep(pollMs);
  }
  throw new Error(`PostgreSQL on ${cluster} has not become ready for ${startLimitMs / 1000} s.`);
};

/** Starts a server and waits until it accepts connections, including crash recovery. */
export const startPostmaster = async (paths: ClusterPaths): Promise<Postmaster> => {
  const deadline = Date.now() + startLimitMs;
  for (;;) {
    const exitCode = await spawnPostmaster(paths);
    const running = await Promise.race([runningOf(paths, exitCode), exitCode.ended.then(() => undefined)]);
    if (running) return running;
    const adopted = await runningPostmaster(paths);
    if (adopted) return adopted;
    const logErrors = await lastLogErrors(paths.logFile);
    // Backends of a killed server need a moment to end; until then their shared memory is in use.
    const isTransient = /still in use|lock file .* already exists/.test(logErrors);
    if (!isTransient || Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${logErrors || 'no message'} (log: ${paths.logFile})`);
    await sleep(200);
  }
};

/** Fast shutdown: open transactions are rolled back, and a checkpoint is written. */
export const stopPostmaster = async (paths: ClusterPaths, { pid }: Postmaster): Promise<void> => {
  if (process.platform === 'win32') {
    await promisify(execFile)(
      join(paths.binaries.bin, 'pg_ctl'),
      ['stop', '-m', 'fast', '-D', clusterArgument(paths.cluster, paths.binaries)],
      serverProcess(paths.cluster, paths.account),
    );
    return;
  }
  signal(pid, 'SIGINT');
  if (await waitUntilGone(pid, stopLimitMs)) return;
  signal(pid, 'SIGQUIT');
  if (!(await waitUntilGone(pid, stopLimitMs))) throw new Error(`PostgreSQL (process ${pid}) does not stop.`);
};

/** Kills the server with SIGKILL, as a power failure would. */
export const killPostmaster = async ({ pid }: Postmaster): Promise<void> => {
  signal(pid, 'SIGKILL');
  await waitUntilGone(pid, stopLimitMs);
};

interface SpawnedPostmaster {
  readonly pid: number;
  readonly ended: Promise<void>;
  hasEnded(): boolean;
}

const spawnPostmaster = async ({ cluster, logFile, binaries, account }: ClusterPaths): Promise<SpawnedPostmaster> => {
  if (existsSync(logFile) && (await stat(logFile)).size > logLimitBytes) await truncate(logFile);
  const log = openSync(logFile, 'a', 0o600);
  let hasEnded = false;
  // Detached, so that Ctrl-C in a terminal reaches only our process, which then stops the server.
  const child = spawn(join(binaries.bin, 'postgres'), ['-D', clusterArgument(cluster, binaries)], {
    ...serverProcess(cluster, account),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      hasEnded = true;
      resolve();
    });
    child.once('error', () => {
      hasEnded = true;
      resolve();
    });
  });
  child.unref();
  return { pid: child.pid ?? -1, ended, hasEnded: () => hasEnded };
};

const runningOf = async ({ cluster }: ClusterPaths, spawned: SpawnedPostmaster): Promise<Postmaster | undefined> => {
  const deadline = Date.now() + startLimitMs;
  while (!spawned.hasEnded() && Date.now() < deadline) {
    const lines = await readFile(join(cluster, 'postmaster.pid'), 'utf8').then(
      (text) => text.split('\n'),
      () => [],
    );
    if (Number(lines[0]) === spawned.pid && lines[7]?.trim() === 'ready') return { pid: spawned.pid, port: Number(lines[3]) };
    await sleep(pollMs);
  }
  return undefined;
};

/** True when the process is a server on exactly this data; on Linux its current folder shows that. */
const isServerOf = (pid: number, cluster: string): boolean => {
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster) && readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
};

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const waitUntilGone = async (pid: number, limitMs: number): Promise<boolean> => {
  const deadline = Date.now() + limitMs;
  while (Date.now() < deadline) {
    if (!isAlive(pid)) return true;
    await sleep(pollMs);
  }
  return false;
};

const lastLogErrors = async (logFile: string): Promise<string> => {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).trimEnd().split('\n').slice(-12);
  return lines
    .filter((line) => / (FATAL|PANIC|ERROR|HINT): /.test(line))
    .map((line) => line.replace(/^.*?(FATAL|PANIC|ERROR|HINT): +/, ''))
    .join(' ');
};
