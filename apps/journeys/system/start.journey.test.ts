import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '#kit/test/browser.ts';
import { agentApi, tenantApi } from '#domains/network/resources.ts';
import { waitForFrame } from '../testing/test-site.ts';
import { adminPerson, signInCaller } from '../testing/test-network.ts';
import { dataFolder, startUnderKilledParent, startAndFail, startProduct } from '../testing/product.ts';
import type { Product } from '../testing/product.ts';

/** The product ends within this time after SIGTERM. */
const STOP_MS = 30_000;

let data: Awaited<ReturnType<typeof dataFolder>>;
let product: Product;
beforeAll(async () => {
  data = await dataFolder();
  product = await startProduct(data.folder);
});
afterAll(async () => {
  await product?.stop();
  await data?.remove();
});

test('a first start prints a password for admin that nobody else has', async () => {
  expect(product.adminPassword).toMatch(/^.{16,}$/u);
  // It opens no session, only the form for a password of one's own, with which the sign-in goes on.
  const browser = await openBrowser();
  const page = await browser.newPage({ locale: 'en-US' });
  await page.goto(product.url);
  await page.getByLabel('Account', { exact: true }).fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(product.adminPassword);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'New password for admin' }).waitFor();
  const setPassword = async (password: string): Promise<void> => {
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Repeat the new password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set the new password' }).click();
  };
  await setPassword(product.adminPassword);
  await page.getByText('The new password must differ from the old one').waitFor();
  await setPassword(adminPerson.password);
  await waitForFrame(page);
  await browser.close();
  const admin = await signInCaller(product.url, adminPerson);
  expect((await admin.ok(tenantApi.list, {})).total).toBe(0);
});

test('a taken port and data in use each end the start with one line and a code', async () => {
  const apart = await dataFolder();
  const taken = await startAndFail({ DATA_DIR: apart.folder, PORT: String(product.ports.http) });
  expect(taken).toEqual({
    code: 1,
    output: `Port ${product.ports.http} is taken by another program; set PORT, OCPP_PORT, PILE_PORT, METRICS_PORT or the ports over TLS to a free one.`,
  });
  const inUse = await startAndFail({ DATA_DIR: data.folder });
  await apart.remove();
  expect(inUse.code).toBe(1);
  expect(inUse.output).toMatch(/^The data in .* is in use by process \d+; .*$/u);
  // The product that ran first is not disturbed.
  expect((await fetch(product.url)).status).toBe(200);
});

test('killed while it works, it comes back with all it acknowledged; told to stop, it stops in good order', async () => {
  const who = adminPerson;
  const admin = await signInCaller(product.url, who);
  const { tenantId } = await admin.ok(tenantApi.add, { name: 'Kept Power', currency: 'EUR', timezone: 'Europe/Berlin' });
  const acknowledged: string[] = [];
  const busy = [1, 2, 3, 4].map(async (lane) => {
    for (let turn = 0; ; turn += 1) {
      const agentName = `Agent ${lane} ${turn}`;
      try {
        await admin.ok(agentApi.add, { tenantId, agentName, agentType: 1, timezone: 'Europe/Berlin' });
      } catch {
        return;
      }
      acknowledged.push(agentName);
    }
  });
  await expect.poll(() => acknowledged.length).toBeGreaterThan(100);
  await product.kill();
  await Promise.all(busy);

  product = await startProduct(data.folder);
  // The password is printed only once.
  expect(product.adminPassword).toBe('');
  const again = await signInCaller(product.url, who);
  const storedNames = new Set<string>();
  for (let pageNo = 1; storedNames.size < (await again.ok(agentApi.list, {})).total; pageNo += 1)
    for (const { agentName } of (await again.ok(agentApi.list, { pageNo, pageSize: 100 })).records) storedNames.add(agentName);
  expect(acknowledged.filter((name) => !storedNames.has(name))).toEqual([]);
  // Up to four requests were in progress at the kill and may be stored without an acknowledgement.
  expect(storedNames.size - acknowledged.length).toBeLessThanOrEqual(4);

  const begunMs = performance.now();
  expect(await product.stop()).toBe(0);
  expect(performance.now() - begunMs).toBeLessThan(STOP_MS);
});

test('whose starter is killed, it ends by itself and leaves its data to the next', async () => {
  // Resolves when no process of it holds the output any more.
  await startUnderKilledParent(data.folder);
  const next = await startProduct(data.folder);
  expect(await next.stop()).toBe(0);
});
