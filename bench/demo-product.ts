import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';

const START_MS = 120_000;

/** The built product with its demo network, on free ports and a database of its own. */
export interface Demo {
  readonly origin: string;
  /** Ends the product and starts it again at the same address, with the same data; with `--empty` nobody simulates the network any more. */
  readonly restart: (...options: readonly string[]) => Promise<void>;
  /** What the product has said about the entering of its past, a line each. */
  readonly pastLines: () => readonly string[];
  readonly stop: () => Promise<void>;
}

/** With a past of so many days; with none by default. @throws when the network does not stand within `START_MS` */
export const startDemo = async (pastDays = Number(process.env['PAST_DAYS'] ?? 0)): Promise<Demo> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'chargeops-bench-'));
  let product = startProduct(folder, { port: '0', pastDays });
  let output = '';
  product.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  const origin = await spoken(product, /(http:\/\/[\d.]+:\d+)\/[^]*demo: .* stand/u);
  const end = async () => {
    product.kill('SIGTERM');
    await new Promise((resolve) => product.once('exit', resolve));
  };
  return {
    origin,
    restart: async (...options) => {
      await end();
      product = startProduct(folder, { port: new URL(origin).port, pastDays, options });
      await spoken(product, /(http:\/\/[\d.]+:\d+)\//u);
    },
    pastLines: () => output.split('\n').filter((line) => line.startsWith('past: ')),
    stop: async () => {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

interface StartOptions {
  readonly port: string;
  readonly pastDays: number;
  readonly options?: readonly string[];
}

const startProduct = (folder: string, { port, pastDays, options = [] }: StartOptions) =>
  spawn(process.execPath, [path.resolve('tools/start.mjs'), ...options], {
    env: {
      ...process.env,
      PAST_DAYS: String(pastDays),
      HOST: '127.0.0.1',
      PORT: port,
      OCPP_PORT: '0',
      PILE_PORT: '0',
      DATABASE_URL: '',
      DATA_DIR: folder,
      ENDS_WITH_PARENT: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** What the pattern captures in the product's output. */
const spoken = (product: ReturnType<typeof startProduct>, pattern: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    const timeout = setTimeout(() => reject(new Error(`Not within ${START_MS / 1_000} s: ${pattern.source}\n${output}`)), START_MS);
    product.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, found] = pattern.exec(output) ?? [];
      if (found === undefined) return;
      clearTimeout(timeout);
      resolve(found);
    });
  });

/** Signs in as an operator of the demo network. Returns what the browser stores. */
export const signInToDemo = async (browser: Browser, origin: string) => {
  const page = await browser.newPage({ locale: 'en-US' });
  await page.goto(origin);
  await page.getByLabel('Account', { exact: true }).fill('huadong');
  await page.getByLabel('Password', { exact: true }).fill('ChargeOps#2026');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('.co-menu').first().waitFor();
  return page.context().storageState();
};
