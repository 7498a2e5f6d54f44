import { afterAll, beforeAll, expect, test } from 'vitest';
import { stationTagApi } from '#domains/marketing/resources.ts';
import { pileApi, stationApi } from '#domains/network/resources.ts';
import { pilePolicyApi, rateMonthApi, rateRuleApi } from '#domains/tariff/resources.ts';
import { storageKeys } from '#kit/web/storage.ts';
import { axeViolations } from '../testing/axe.ts';
import { chooseOption, openTestSite, rowOf, rowsOf, toast, waitForTab } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { TestNetwork } from '../testing/test-network.ts';

let site: TestSite;
let network: TestNetwork;
let stationId: string;

/** North One gets what the page cannot give it: a position, a picture of the station, and an enabled pile with prices. */
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  const { tenant } = network;
  stationId = network.stations['North One'];
  await tenant.ok(stationApi.edit, { stationId, gpsX: '120.1', gpsY: '30.2', stationImg1: 'station/a/1.png' });
  const { rateRuleId } = await tenant.ok(rateRuleApi.add, { tenantId: network.tenantId, rateRuleName: 'City prices' });
  const period = (startTime: string, rateStage: number, rate: string) => ({ startTime, rateStage, rateDiscount: 100, rate });
  const fees = [
    { rateType: 1, billMode: 1, periods: [period('00:00', 4, '0.30000'), period('08:00', 3, '0.64321')] },
    { rateType: 2, billMode: 1, periods: [period('00:00', 0, '0.35000')] },
  ];
  await tenant.ok(rateMonthApi.saveMonth, { rateRuleId, month: 1, fees });
  await tenant.ok(rateMonthApi.copyMonth, { rateRuleId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
  await tenant.ok(rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
  const pile = { cpCode: 'TAGGED1', cpName: 'Tagged', stationId, cpType: 1, gunCount: 1, cpPower: '120', accountMinAmount: '0.00' };
  await tenant.ok(pileApi.add, pile);
  await tenant.ok(pilePolicyApi.setRateRule, { cpCodes: pile.cpCode, rateRuleId });
  await tenant.ok(pileApi.changeState, { entityId: pile.cpCode, setState: 1 });
});
afterAll(() => site?.close());

const openTags = async () => {
  const visitor = await site.enter(tenantPerson, '/marketing/station-tag');
  await rowsOf(visitor.page).first().waitFor();
  return visitor;
};

test('a station gets its area, its tags and its prices, and then it shows', async () => {
  const { page, pageFaults } = await openTags();
  const row = rowOf(page, 'North One');
  await row.getByText('area, prices').waitFor();
  expect(await row.getByRole('switch').isDisabled()).toBe(true);
  await row.getByRole('button', { name: 'Tags and prices' }).click();
  const drawer = page.getByRole('dialog').first();
  const save = () => drawer.getByRole('button', { name: 'Save' }).click();

  await chooseOption(drawer, 'Province', 'Zhejiang');
  await chooseOption(drawer, 'City', 'Hangzhou');
  await drawer.getByLabel('How to find the guns').fill('Behind the north gate');
  await save();
  await toast(page, 'Saved').waitFor();

  await drawer.getByRole('tab', { name: 'Common tags' }).click();
  for (const tag of ['Free parking', 'Toilet', 'Paid parking']) await drawer.getByRole('button', { name: new RegExp(`${tag}$`, 'u') }).click();
  await drawer.getByRole('button', { name: 'Move Paid parking up' }).click();
  expect(await drawer.locator('.st-chosen .st-chip').allInnerTexts()).toEqual(['Paid parking', 'Toilet']);
  expect(await axeViolations(page)).toEqual([]);
  // A tab with unsaved changes is left only on purpose.
  await drawer.getByRole('tab', { name: 'Categories' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await save();
  await drawer.getByRole('tab', { name: 'Categories' }).click();
  await drawer.getByRole('region', { name: 'Devices' }).getByText('Fast', { exact: true }).waitFor();
  await drawer.getByRole('radio', { name: 'Public' }).check();
  await drawer.getByRole('checkbox', { name: 'Trucks' }).check();
  await save();

  await expect
    .poll(async () => (await network.tenant.ok(stationTagApi.getStationCategoryTag, { stationId })).map(({ tagList }) => tagList.length))
    .toEqual([1, 0, 1, 1]);
  await drawer.getByRole('tab', { name: 'Prices' }).click();
  await drawer.getByText('The mini-program shows no prices yet').waitFor();
  await drawer.getByRole('button', { name: 'Sync to the mini-program' }).click();
  await drawer.getByText('City prices, synced at').waitFor();
  await drawer.getByRole('row', { name: /00:00–08:00 Valley 0\.30 0\.35 0\.65/ }).waitFor();
  await drawer.getByRole('row', { name: /08:00–24:00 Flat 0\.64321 0\.35 0\.99321/ }).waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();

  await row.getByText('Synced').waitFor();
  await row.getByText('Paid parking').waitFor();
  await row.getByRole('switch').click();
  await expect.poll(() => row.getByRole('switch').isChecked()).toBe(true);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a batch shows what is ready and tells what the others lack; the list is filtered by a tag', async () => {
  const { page, pageFaults } = await openTags();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: '3 stations were left as they are' });
  await dialog.getByRole('row', { name: /South One Cannot be shown; missing: coordinates, area, enabled gun, prices, picture/ }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await chooseOption(page.locator('.st-filter'), 'Tag', 'Trucks');
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await rowOf(page, 'North One').waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a changed rule is marked, and what another person saved meanwhile is not overwritten', async () => {
  const { tenant } = network;
  const { rateRuleId } = await tenant.ok(stationTagApi.queryStationRateInfo, { stationId });
  const month = (new Date().getUTCMonth() + 6) % 12 || 12;
  const fees = [{ rateType: 1, billMode: 1, periods: [{ startTime: '00:00', rateStage: 3, rateDiscount: 100, rate: '9.00000' }] }];
  await tenant.ok(rateMonthApi.saveMonth, { rateRuleId, month, fees });
  const { page } = await openTags();
  await rowOf(page, 'North One').getByText('Not synced').waitFor();
  await rowOf(page, 'North One').getByRole('button', { name: 'Tags and prices' }).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByLabel('Floor').fill('B2');
  await tenant.ok(stationTagApi.updateStationAreaInfo, { stationId, floor: 'B1' });
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').filter({ hasText: 'B1' }).last().waitFor();
  expect((await tenant.ok(stationTagApi.getAreaInfoByStationId, { stationId })).floor).toBe('B1');
});

test.each([
  { language: 'zh_CN', title: '站点标签', column: '缺少', tab: '分类标签', category: '场站类型' },
  { language: 'zh_TW', title: '站點標籤', column: '缺少', tab: '分類標籤', category: '場站類型' },
])('in $language', async ({ language, title, column, tab, category }) => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/marketing/station-tag', { settings: { [storageKeys.language]: language } });
  await page.getByRole('columnheader', { name: column }).waitFor();
  await waitForTab(page, title);
  await rowsOf(page).first().getByRole('button').last().click();
  await page.getByRole('tab', { name: tab }).click();
  await page.getByRole('region', { name: category }).waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
