import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateAliasApi } from '#domains/tariff/resources.ts';
import { storageKeys } from '#kit/web/storage.ts';
import { axeViolations } from '../testing/axe.ts';
import { openTestSite, routeOf, rowOf, rowsOf, toast, waitForTab } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { northPerson, openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { TestNetwork } from '../testing/test-network.ts';

let site: TestSite;
let network: TestNetwork;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
});
afterAll(() => site?.close());

test('a station is reached from the list of stations, and names its fee items', async () => {
  const { tenant, tenantId, stations } = network;
  await tenant.ok(rateAliasApi.saveAlias, { tenantId, aliases: [{ dictValue: 3, alias: 'Parking' }] });
  const { page, pageFaults } = await site.enter(tenantPerson, '/network/station');
  await rowsOf(page).first().waitFor();
  const row = rowOf(page, 'North One');
  const button = row.getByRole('button', { name: 'Names of fee items' });
  if (await button.isVisible()) await button.click();
  else {
    await row.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Names of fee items' }).click();
  }
  await page.getByRole('row', { name: /^Other 1 Parking/ }).waitFor();
  expect(routeOf(page)).toContain(`stationId=${stations['North One']}`);
  await page.getByLabel('Service Free text').fill('Electricity');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'The name Electricity is that of another fee item').waitFor();
  await page.getByLabel('Service Free text').fill('Hall fee');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Saved').waitFor();
  const { items } = await tenant.ok(rateAliasApi.queryAlias, { tenantId, stationId: stations['North One'] });
  expect(items.map(({ effective }) => effective)).toEqual(['Electricity', 'Hall fee', 'Parking', 'Other 2']);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a person of an agent reads the names of the tenant and cannot change them', async () => {
  const { page } = await site.enter(northPerson, '/tariff/rate-alias');
  await page.getByLabel('Other 2 Free text').fill('Washing');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Only who sees the whole tenant may change its names').waitFor();
  const { items } = await network.tenant.ok(rateAliasApi.queryAlias, { tenantId: network.tenantId });
  expect(items.map(({ effective }) => effective)).toEqual(['Electricity', 'Service', 'Parking', 'Other 2']);
});

test.each([
  { language: 'zh_CN', title: '费用别名', row: /^电费/ },
  { language: 'zh_TW', title: '費用別名', row: /^電費/ },
])('in $language', async ({ language, title, row }) => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/tariff/rate-alias', { settings: { [storageKeys.language]: language } });
  await waitForTab(page, title);
  await page.getByRole('row', { name: row }).waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
