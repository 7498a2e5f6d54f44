import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The whole product as `npm start -- --empty` runs it, with a database of its own and ports nobody else has. */
export interface Product {
  readonly url: string;
  readonly ports: { readonly http: number; readonly ocpp: number; readonly pile: number };
  /** Of `admin`, as the start printed it. */
  readonly adminPassword: string;
  /** Answers the exit code of the process, which was asked to end by SIGTERM. */
  readonly stop: () => Promise<number | null>;
}

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** A first start may have to build. */
const START_MS = 80_000;

/**
 * Starts the product in a process of its own and waits until it has said how to sign in.
 *
 * @throws what the process wrote, when it ended before that or took longer than `START_MS`
 */
export const startProduct = async (): Promise<Product> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'chargeops-journey-'));
  const child = spawn(process.execPath, [path.join(ROOT, 'tools/start.mjs'), '--empty'], {
    cwd: ROOT,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      OCPP_PORT: '0',
      PILE_PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async (): Promise<number | null> => {
    const code = await ended(child);
    await rm(dataDir, { recursive: true, force: true });
    return code;
  };
  try {
    return { ...greeted(await listen(child)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** What the process says until it has told the password. */
const listen = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    const limit = setTimeout(() => reject(new Error(`No greeting within ${START_MS / 1_000} s:\n${said}`)), START_MS);
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      if (!/with the password \S+/.test(said)) return;
      clearTimeout(limit);
      resolve(said);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => {
      clearTimeout(limit);
      reject(new Error(`The start ended with ${code}:\n${said}`));
    });
  });

const greeted = (said: string): Omit<Product, 'stop'> => {
  const [, url = '', http = ''] = /(http:\/\/[\d.]+:(\d+))\//.exec(said) ?? [];
  const [, pile = '', ocpp = ''] = /port (\d+) \(native, TCP\) and (\d+)/.exec(said) ?? [];
  const [, adminPassword = ''] = /with the password (\S+)/.exec(said) ?? [];
  return { url, adminPassword, ports: { http: Number(http), ocpp: Number(ocpp), pile: Number(pile) } };
};

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
