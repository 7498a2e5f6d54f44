import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { removeOnExit } from '#kit/test/remove-on-exit.ts';
import { scratchFolder } from '#kit/test/scratch.ts';

/** A process of the product, as `npm start -- --empty` runs it, on free ports. */
export interface Product {
  readonly url: string;
  readonly ports: { readonly http: number; readonly ocpp: number; readonly pile: number };
  /** The password of `admin` that the first start on this data printed. */
  readonly adminPassword: string;
  /** Sends SIGTERM and returns the exit code. A second call returns the same. */
  readonly stop: () => Promise<number | null>;
  /** The standard output and error so far. */
  readonly output: () => string;
  /** Sends SIGKILL and waits for the end of the process. */
  readonly kill: () => Promise<void>;
}

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** Long enough for a first start that has to build. */
const START_MS = 160_000;

/** A folder for the data of one product. It is removed at the latest when the run ends. */
export const dataFolder = async () => {
  const folder = await mkdtemp(path.join(scratchFolder(), 'chargeops-journey-'));
  const unwatch = removeOnExit(folder, 'postgres');
  return {
    folder,
    remove: async (): Promise<void> => {
      await rm(folder, { recursive: true, force: true });
      unwatch();
    },
  };
};

/**
 * Starts the product and waits until it listens.
 *
 * @throws an error with the output, when the process ends before it listens or takes longer than `START_MS`
 */
export const startProduct = async (dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<Product> => {
  const child = spawnProduct({ ...env, DATA_DIR: dataDir });
  const output = collectOutput(child);
  const stop = (): Promise<number | null> => endProcess(child, 'SIGTERM');
  try {
    return { ...addressesOf(await untilListening(child)), output, stop, kill: async () => void (await endProcess(child, 'SIGKILL')) };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Starts the product with settings that make the start fail. */
export const startAndFail = async (env: Readonly<Record<string, string>>): Promise<{ readonly code: number | null; readonly output: string }> => {
  const child = spawnProduct(env);
  const output = collectOutput(child);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output: output().trim() };
};

/** Starts the product as the child of another process, kills the parent by SIGKILL, and waits until the product has ended too. */
export const startUnderKilledParent = async (dataDir: string): Promise<void> => {
  const parent = spawnProduct({ DATA_DIR: dataDir }, [
    '-e',
    "require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })",
  ]);
  const gone = new Promise((resolve) => parent.once('close', resolve));
  await untilListening(parent);
  parent.kill('SIGKILL');
  await gone;
};

const spawnProduct = (env: Readonly<Record<string, string>>, beneath: readonly string[] = []): ChildProcess =>
  spawn(process.execPath, [...beneath, path.join(ROOT, 'tools/start.mjs'), '--empty'], {
    cwd: ROOT,
    // A product ends when the test run is killed.
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      OCPP_PORT: '0',
      PILE_PORT: '0',
      DATABASE_URL: '',
      NODE_ENV: 'production',
      ENDS_WITH_PARENT: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const collectOutput = (child: ChildProcess): (() => string) => {
  let output = '';
  const hear = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  return () => output;
};

/** Resolves with the output as soon as the process has printed the addresses on which it listens. */
const untilListening = (child: ChildProcess): Promise<string> => {
  const output = collectOutput(child);
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`No greeting within ${START_MS / 1_000} s:\n${output()}`)), START_MS);
    child.stdout?.on('data', () => {
      if (!/Piles connect to port .*\n/u.test(output())) return;
      clearTimeout(limit);
      setTimeout(() => resolve(output()), GREETING_MS);
    });
    child.once('exit', (code) => {
      clearTimeout(limit);
      reject(new Error(`The start ended with ${code}:\n${output()}`));
    });
  });
};
/** The lines with the addresses may arrive in several chunks. */
const GREETING_MS = 100;

const addressesOf = (output: string): Pick<Product, 'url' | 'ports' | 'adminPassword'> => {
  const [, url = '', http = ''] = /(https?:\/\/[\d.]+:(\d+))\//.exec(output) ?? [];
  const [, pile = '', ocpp = ''] = /port (\d+) \(native, TCP\) and (\d+)/.exec(output) ?? [];
  const [, adminPassword = ''] = /with the password (\S+)/.exec(output) ?? [];
  return { url, adminPassword, ports: { http: Number(http), ocpp: Number(ocpp), pile: Number(pile) } };
};

const endProcess = (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.once('exit', resolve);
    child.kill(signal);
  });
