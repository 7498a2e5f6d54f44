import { afterAll, beforeAll, expect, test } from 'vitest';
import { pileApi, pileProfileApi } from '#domains/network/resources.ts';
import { openTestSite, rowOf, rowsOf } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { downloadedCells } from '../testing/workbook.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  const { tenant, stations } = await openTestNetwork(site.product);
  for (const cpCode of ['NO-01', 'NO-02', 'NO-03']) {
    await tenant.ok(pileApi.add, {
      cpCode,
      stationId: stations['North One'],
      cpName: `Pile ${cpCode}`,
      cpType: 1,
      gunCount: 1,
      cpPower: '120',
      accountMinAmount: '1.00',
    });
    if (cpCode === 'NO-03') continue;
    await tenant.ok(pileProfileApi.edit, { cpCode, moduleType: 'REG1K0100', screenVersion: '2.0' });
    await tenant.ok(pileProfileApi.edit, { cpCode, screenVersion: '2.1' });
  }
});
afterAll(() => site?.close());

test('a version entered in the profile is the newest entry of the history of the pile', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/network/pile?view=NO-01&tab=profile');
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Gun cable type').fill('250A liquid');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByRole('tab', { name: 'Parts' }).click();
  const entries = drawer.locator('.ant-timeline-item');
  await expect.poll(() => entries.count()).toBe(3);
  expect(await entries.nth(0).innerText()).toMatch(/Entered by hand[\s\S]*Gun cable type 250A liquid/);
  expect(await entries.nth(1).innerText()).toMatch(/Screen 2\.1[\s\S]*before: 2\.0/);
  expect(await entries.nth(2).innerText()).toMatch(/First record[\s\S]*Module type REG1K0100/);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('the list has the current parts of each pile, and every change on demand', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/device/pile-part');
  await rowsOf(page).first().waitFor();
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await page.getByText('All changes').click();
  await expect.poll(() => rowsOf(page).count()).toBe(5);
  await rowOf(page, 'NO-02').first().getByRole('button', { name: 'Details' }).click();
  await page.getByRole('dialog').locator('.ant-timeline-item').nth(1).waitFor();
  await page.keyboard.press('Escape');
  const cells = await downloadedCells(page, () => page.getByRole('button', { name: 'Export', exact: true }).click());
  expect(cells).toHaveLength(6);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a pile of which nothing is known says where its parts come from', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/network/pile?view=NO-03&tab=parts');
  await page.getByText('Parts are shown once the pile has signed in').waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
