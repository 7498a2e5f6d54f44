import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { customerApi } from '#domains/customer/resources.ts';
import { rechargeApi } from '#domains/money/resources.ts';
import { partnerExamples } from '#domains/partner/resources.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { scratchFolder } from '#kit/test/scratch.ts';
import { axeViolations } from '../testing/axe.ts';
import { aCar, openChargingFixture } from '../testing/charging-fixture.ts';
import type { ChargingFixture } from '../testing/charging-fixture.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import { chooseOption, openTestSite, rowOf, rowsOf, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';

let site: TestSite;
let chargers: ChargingFixture;
let folder: string;
/** The port of the partner's program that listens to webhooks. */
let port: number;
const programs: ChildProcess[] = [];

beforeAll(async () => {
  port = await freePort();
  site = await openTestSite({ EGRESS_ORIGINS: `http://127.0.0.1:${port}` });
  const network = await openTestNetwork(site.product);
  chargers = await openChargingFixture(site.product, network);
  const { custId } = await network.tenant.ok(customerApi.add, { custName: 'Roaming Ltd', custType: 2, custPhone: '13800000099', useFundsPool: 0 });
  await network.tenant.ok(rechargeApi.add, { mainPartType: 3, mainPartId: custId, rrMoney: '500.00', payMethod: 0 });
  folder = await mkdtemp(path.join(scratchFolder(), 'chargeops-partner-'));
});
afterAll(async () => {
  for (const program of programs) program.kill();
  chargers?.close();
  await site?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** A program of the partner: a file as the guide shows it. */
const run = (file: string, keys: string, more: readonly string[] = []) => {
  const env = { PATH: process.env['PATH'] ?? '', PARTNER_KEYS: keys, PORT: String(port) };
  const program = spawn(process.execPath, [path.join(folder, file), ...more], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  programs.push(program);
  let output = '';
  program.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  program.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { output: () => output, ended: new Promise<number | null>((resolve) => program.once('exit', resolve)) };
};

const act = async (page: Page, row: string, name: string): Promise<void> => {
  const direct = rowOf(page, row).getByRole('button', { name, exact: true });
  if (await direct.isVisible()) return direct.click();
  await rowOf(page, row).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name }).click();
  return undefined;
};

test('an operator gives a partner an account; its program, as the guide shows it, charges a car and hears of it', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/partner/access-config');
  await page.getByRole('button', { name: 'Add' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Partner').fill('City Roaming');
  await chooseOption(drawer, 'Authorization', 'Signed and encrypted');
  await chooseOption(drawer, 'Paying customer', 'Roaming Ltd');
  for (const right of ['Stations and guns', 'Prices', 'Start and stop charges', 'Orders']) await chooseOption(drawer, 'Rights', right);
  await drawer.getByLabel('Allowed addresses').fill('127.0.0.1');
  await drawer.getByLabel('Ends').fill('2099-01-01 00:00:00');
  // Enter takes the time and saves.
  await drawer.getByLabel('Ends').press('Enter');
  await toast(page, 'Added').waitFor();
  await rowOf(page, 'City Roaming').waitFor();

  await act(page, 'City Roaming', 'Set stations');
  const dialog = page.getByRole('dialog');
  await chooseOption(dialog, 'Stations', 'North One');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

  await act(page, 'City Roaming', 'Make keys');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await dialog.getByText('The keys are shown only now').first().waitFor();
  const shown = async (name: string): Promise<string> => dialog.getByLabel(name, { exact: true }).first().inputValue();
  const keys: Record<string, string | boolean> = { base: `${site.product.url}${BASE_PATH}/open/partner/v1`, encrypted: true };
  for (const name of ['authId', 'accessToken', 'secretKey', 'ivKey', 'signSecret']) keys[name] = await shown(name);
  expect(await axeViolations(page, '.ant-modal')).toEqual([]);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await rowOf(page, 'City Roaming')
    .getByText(`…${String(keys['accessToken']).slice(-4)}`)
    .waitFor();
  expect(await page.content()).not.toContain(String(keys['accessToken']));

  // The files are those that the guide shows.
  await page.goto(`${site.product.url}/#/partner/guide`);
  await page.getByRole('heading', { name: 'Examples' }).waitFor();
  for (const { name } of partnerExamples)
    await writeFile(path.join(folder, name), await page.getByLabel(name, { exact: true }).locator('pre').innerText());
  expect(await axeViolations(page, '.co-page')).toEqual([]);
  const secrets = JSON.stringify(keys);
  const listener = run('webhook.mjs', secrets);
  await eventually(() => expect(listener.output()).toContain('listening'));

  await page.goto(`${site.product.url}/#/partner/partner-webhook`);
  await page.getByRole('button', { name: 'Add' }).click();
  await chooseOption(drawer, 'Partner', 'City Roaming');
  await drawer.getByLabel('Name').fill('Roaming events');
  await drawer.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`);
  for (const event of ['Charges', 'Guns']) await chooseOption(drawer, 'Events', event);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Added').waitFor();

  chargers.native.plug(1, aCar('LPARTNER000000001'));
  await expect.poll(() => listener.output()).toContain('"gunWorkStat":3');
  const charge = run('charge.mjs', secrets, ['journey-1']);
  expect(await charge.ended, charge.output()).toBe(0);
  expect(charge.output()).toMatch(/a kWh costs 8\.1 CNY\ncharging \S+\nbill \{.*"totalCents":\d+/u);
  await expect.poll(() => listener.output()).toMatch(/charge\.changed .*"orderState": ?4/u);

  await page.goto(`${site.product.url}/#/partner/partner-call`);
  await rowsOf(page).first().waitFor();
  await page.getByRole('row').filter({ hasText: '/charges/journey-1/stop' }).first().waitFor();
  await page.goto(`${site.product.url}/#/partner/webhook-delivery`);
  await page.getByRole('row').filter({ hasText: 'journey-1' }).filter({ hasText: 'Delivered' }).first().waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
