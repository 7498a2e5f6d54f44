import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { removeOnExit } from '#kit/test/remove-on-exit.ts';
import { scratchFolder } from '#kit/test/scratch.ts';

/** The whole product as `npm start -- --empty` runs it, with ports nobody else has. */
export interface Product {
  readonly url: string;
  readonly ports: { readonly http: number; readonly ocpp: number; readonly pile: number };
  /** Of `admin`, as the first start on this data printed it. */
  readonly adminPassword: string;
  /** Answers the exit code of the process, which was asked to end by SIGTERM. Twice is once. */
  readonly stop: () => Promise<number | null>;
  /** All it has written. */
  readonly said: () => string;
  /** Ends it as a power cut would. */
  readonly kill: () => Promise<void>;
}

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** A first start may have to build. */
const START_MS = 80_000;

/** A folder for data that lasts as long as one journey, or as the run when that is killed. */
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
 * Starts the product in a process of its own and waits until it listens.
 *
 * @throws what the process wrote, when it ended before that or took longer than `START_MS`
 */
export const startProduct = async (dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<Product> => {
  const child = run({ ...env, DATA_DIR: dataDir });
  const said = hearing(child);
  const stop = (): Promise<number | null> => ended(child, 'SIGTERM');
  try {
    return { ...greeted(await listen(child)), said, stop, kill: async () => void (await ended(child, 'SIGKILL')) };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Starts the product where it cannot start; answers its exit code and all it wrote. */
export const startInVain = async (env: Readonly<Record<string, string>>): Promise<{ readonly code: number | null; readonly said: string }> => {
  const child = run(env);
  const said = hearing(child);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said: said().trim() };
};

/** Starts the product beneath another process, kills that one outright, and waits until the product is gone too. */
export const outliveParent = async (dataDir: string): Promise<void> => {
  const parent = run({ DATA_DIR: dataDir }, [
    '-e',
    "require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })",
  ]);
  const gone = new Promise((resolve) => parent.once('close', resolve));
  await listen(parent);
  parent.kill('SIGKILL');
  await gone;
};

const run = (env: Readonly<Record<string, string>>, beneath: readonly string[] = []): ChildProcess =>
  spawn(process.execPath, [...beneath, path.join(ROOT, 'tools/start.mjs'), '--empty'], {
    cwd: ROOT,
    // A phase of tests that is killed takes its products with it.
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

const hearing = (child: ChildProcess): (() => string) => {
  let said = '';
  const hear = (chunk: Buffer): void => void (said += chunk.toString());
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  return () => said;
};

/** What the process says until it has said all of its greeting, which comes at once. */
const listen = (child: ChildProcess): Promise<string> => {
  const said = hearing(child);
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`No greeting within ${START_MS / 1_000} s:\n${said()}`)), START_MS);
    child.stdout?.on('data', () => {
      if (!/Piles connect to port .*\n/u.test(said())) return;
      clearTimeout(limit);
      setTimeout(() => resolve(said()), GREETING_MS);
    });
    child.once('exit', (code) => {
      clearTimeout(limit);
      reject(new Error(`The start ended with ${code}:\n${said()}`));
    });
  });
};
/** The lines of a greeting are written one after the other. */
const GREETING_MS = 100;

const greeted = (said: string): Pick<Product, 'url' | 'ports' | 'adminPassword'> => {
  const [, url = '', http = ''] = /(http:\/\/[\d.]+:(\d+))\//.exec(said) ?? [];
  const [, pile = '', ocpp = ''] = /port (\d+) \(native, TCP\) and (\d+)/.exec(said) ?? [];
  const [, adminPassword = ''] = /with the password (\S+)/.exec(said) ?? [];
  return { url, adminPassword, ports: { http: Number(http), ocpp: Number(ocpp), pile: Number(pile) } };
};

const ended = (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.once('exit', resolve);
    child.kill(signal);
  });
