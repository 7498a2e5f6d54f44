import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';

const START_MS = 120_000;

/** The built product with its demo network, on free ports and a database of its own. */
export interface Demo {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** @throws when the network does not stand within `START_MS` */
export const startDemo = async (): Promise<Demo> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'chargeops-bench-'));
  const product = spawn(process.execPath, [path.resolve('tools/start.mjs')], {
    env: {
      PAST_DAYS: '0',
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      OCPP_PORT: '0',
      PILE_PORT: '0',
      DATABASE_URL: '',
      DATA_DIR: folder,
      ENDS_WITH_PARENT: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    let output = '';
    const timeout = setTimeout(() => reject(new Error(`No demo within ${START_MS / 1_000} s:\n${output}`)), START_MS);
    product.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, url] = /(http:\/\/[\d.]+:\d+)\//u.exec(output) ?? [];
      if (!url || !/demo: .* stand/u.test(output)) return;
      clearTimeout(timeout);
      resolve(url);
    });
  });
  return {
    origin,
    stop: async () => {
      product.kill('SIGTERM');
      await new Promise((resolve) => product.once('exit', resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
};

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
