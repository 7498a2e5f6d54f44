import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../testing/axe.ts';
import { aCar, openChargingFixture } from '../testing/charging-fixture.ts';
import type { ChargingFixture } from '../testing/charging-fixture.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { TestNetwork } from '../testing/test-network.ts';
import { openTestSite, rowOf } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';

let site: TestSite;
let network: TestNetwork;
let chargers: ChargingFixture;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  chargers = await openChargingFixture(site.product, network);
});
afterAll(async () => {
  chargers?.close();
  await site?.close();
});

test('a wall shows the network by its own address, survives a restart of the server, and goes dark when the address is taken back', async () => {
  const { page } = await site.enter(tenantPerson, '/insight/big-screen');
  await page.getByRole('button', { name: 'Add' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Screen', { exact: true }).fill('Hall');
  await form.getByLabel('Language').click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: 'English' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  const more = async (name: string) => {
    await rowOf(page, 'Hall').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await more('Make an address');
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  const url = await page.getByRole('textbox', { name: 'Address of the screen' }).inputValue();
  await page.getByRole('button', { name: 'I have kept it' }).click();

  const { page: wall, pageFaults } = await site.visitor({ viewport: { width: 1920, height: 1080 }, timezoneId: 'America/New_York' });
  const streams: string[] = [];
  wall.on('request', (request) => void (request.url().includes('/open/') && streams.push(request.url())));
  await wall.goto(url);
  await wall.getByRole('heading', { name: 'Hall' }).waitFor();
  await wall.getByText('Nothing charges now').waitFor();
  const hourOf = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Asia/Shanghai' });
  await expect.poll(() => wall.locator('header time b').textContent()).toMatch(new RegExp(`^${hourOf.format(Date.now())}:`, 'u'));
  chargers.native.plug(1, aCar('LBIGSCREEN0000001'));
  await wall.getByText('Plugged in').waitFor();
  expect(await axeViolations(wall)).toEqual([]);
  for (const view of ['Operation', 'Data', 'Charging']) {
    await wall.getByRole('button', { name: view }).click();
    await wall.locator('main').getByRole('heading').first().waitFor();
    expect(
      await wall.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]),
    ).toEqual([0, 0]);
  }
  expect(streams).toHaveLength(1);
  // Only a page that stands alone may measure its memory.
  expect(await wall.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });

  await site.restart();
  await wall.getByText('connecting again').waitFor({ state: 'hidden' });
  await expect.poll(() => streams.length).toBeGreaterThan(1);
  await wall.getByRole('heading', { name: 'Hall' }).waitFor();

  await page.reload();
  for (const [language, charging] of [
    ['Simplified Chinese', '充电视图'],
    ['Traditional Chinese', '充電視圖'],
  ] as const) {
    await rowOf(page, 'Hall').getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel('Language').click();
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: language }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await wall.getByRole('button', { name: charging }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  await more('Take the address back');
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await wall.getByText('已收回').waitFor();
});
