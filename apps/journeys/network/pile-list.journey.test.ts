import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parameterApi } from '#domains/device/resources.ts';
import { pileApi } from '#domains/network/resources.ts';
import { rateMonthApi, rateRuleApi } from '#domains/tariff/resources.ts';
import { chooseBatchAction, chooseOption, openTestSite, routeOf, rowOf, rowsOf, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { northPerson, openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { Person, TestNetwork } from '../testing/test-network.ts';

let site: TestSite;
let network: TestNetwork;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  await addPile('NO-01', 'North One');
  await addPile('NO-02', 'North One');
  await addPile('SO-01', 'South One');
  const { rateRuleId } = await network.tenant.ok(rateRuleApi.add, { tenantId: network.tenantId, rateRuleName: 'Standard' });
  const periods = [{ startTime: '00:00', rateStage: 0, rateDiscount: 100, rate: '1' }];
  await network.tenant.ok(rateMonthApi.saveMonth, { rateRuleId, month: 1, fees: [{ rateType: 1, billMode: 1, periods }] });
  await network.tenant.ok(rateMonthApi.copyMonth, { rateRuleId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
  await network.tenant.ok(rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
});
afterAll(() => site?.close());

const addPile = (cpCode: string, home: keyof TestNetwork['stations']) =>
  network.tenant.ok(pileApi.add, {
    cpCode,
    stationId: network.stations[home],
    cpName: `Pile ${cpCode}`,
    cpType: 1,
    gunCount: 2,
    cpPower: '120',
    accountMinAmount: '1.00',
  });
const openPiles = async (who: Person = tenantPerson) => {
  const visitor = await site.enter(who, '/network/pile');
  await rowsOf(visitor.page).first().waitFor();
  return visitor;
};
const tick = (page: Page, cpCode: string) => rowOf(page, cpCode).getByRole('checkbox').check();

test('a pile is added with its guns, and bad inputs are told at their field', async () => {
  const { page, pageFaults } = await openPiles();
  await page.getByRole('button', { name: 'Add' }).click();
  const drawer = page.getByRole('dialog');
  await chooseOption(drawer, 'Station', 'North Two');
  await drawer.getByLabel('Pile code').fill('no spaces');
  await drawer.getByLabel('Pile name').fill('Fast One');
  await chooseOption(drawer, 'Type', 'DC');
  await drawer.getByLabel('Guns', { exact: true }).fill('5');
  await drawer.getByLabel('Rated power').fill('60');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('Pile code may contain letters, digits, underscores and hyphens only').waitFor();
  await drawer.getByText('Guns cannot be more than 4').waitFor();
  await drawer.getByLabel('Pile code').fill('NO-01');
  await drawer.getByLabel('Guns', { exact: true }).fill('3');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('This value is taken already').waitFor();
  await drawer.getByLabel('Pile code').fill('NT-01');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Added').waitFor();
  await expect.poll(() => rowOf(page, 'NT-01').locator('.nw-dot').count()).toBe(3);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('piles are enabled only with a rate policy, and it is set for one station at a time', async () => {
  const { page } = await openPiles();
  await tick(page, 'NO-01');
  await tick(page, 'SO-01');
  await page.getByRole('button', { name: 'Set rate policy' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Only piles of the same station can be set together').waitFor();
  expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await rowOf(page, 'SO-01').getByRole('checkbox').uncheck();
  await tick(page, 'NO-02');
  await page.getByRole('button', { name: 'Set state' }).click();
  await page.getByRole('menuitem', { name: 'Enabled' }).click();
  await dialog.getByText('0 can be done, 2 cannot').waitFor();
  await dialog.getByText('has no rate policy and cannot be enabled').first().waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Set rate policy' }).click();
  // The only rule there is stands chosen.
  await dialog.getByTitle('Standard').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await rowOf(page, 'NO-01').getByText('Standard').waitFor();
  await page.getByRole('button', { name: 'Set state' }).click();
  await page.getByRole('menuitem', { name: 'Enabled' }).click();
  await dialog.getByRole('button', { name: 'Set to Enabled (2)' }).click();
  await dialog.getByText('2 done, 0 refused').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await rowOf(page, 'NO-02').getByText('Offline').waitFor();

  await tick(page, 'NO-01');
  await tick(page, 'NO-02');
  await chooseBatchAction(page, 'Sync rate policy');
  await expect.poll(() => dialog.getByText('Waits for the pile').count()).toBe(2);
  // What was done before may still be told.
  await toast(page, 'Done').first().waitFor({ state: 'hidden' });
  await dialog.getByRole('button', { name: 'Sync', exact: true }).click();
  await toast(page, 'Done').waitFor();
});

test('a new secret is shown once, can be copied, and is asked for first', async () => {
  const visitor = await site.enter(tenantPerson, '/network/pile', { permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = visitor;
  await rowOf(page, 'SO-01').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Renew secret' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The old one stops working').waitFor();
  await dialog.getByRole('button', { name: 'Renew secret' }).click();
  const secret = await dialog.getByLabel('New secret').inputValue();
  expect(secret).toMatch(/^[0-9a-f]{32}$/);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await toast(page, 'Copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await dialog.getByRole('button', { name: 'I have kept it' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(secret);
});

test('the details of a pile are an address: profile, parameters and commands', async () => {
  const { page, pageFaults } = await openPiles();
  await rowOf(page, 'NO-01').getByRole('button', { name: 'Pile NO-01' }).click();
  expect(routeOf(page)).toContain('view=NO-01');
  await page.getByRole('tab', { name: 'Pile profile' }).click();
  await page.getByLabel('Offline power limit').fill('500');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'The offline limit of 500 kW cannot exceed the rated 120 kW').waitFor();
  await page.getByLabel('Offline power limit').fill('80');
  await page.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Saved').waitFor();

  // The tab lies at the edge of the bar, which scrolls while it is clicked.
  await page.getByRole('tab', { name: 'Cards and cars' }).press('Enter');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Bind cards or cars' }).click();
  const binding = page.getByRole('dialog').filter({ hasText: 'Without bindings it may be used' });
  await binding.locator('.ant-select').first().getByText('Pile NO-01').first().waitFor();
  await binding.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('tab', { name: 'Parameters' }).click();
  await page.getByText('What you send waits up to 10 minutes for it').waitFor();
  await page.locator('.dv-parameter').filter({ hasText: 'Highest SOC' }).getByRole('button', { name: 'Set' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Set Highest SOC' });
  await dialog.getByLabel('Highest SOC').fill('101');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByText('Highest SOC cannot be more than 100').waitFor();
  await dialog.getByLabel('Highest SOC').fill('90');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('tab', { name: 'Commands' }).click();
  const row = page.locator('.ant-drawer tr[data-row-key]').filter({ hasText: 'Set a parameter' });
  await row.getByText('Not executed').waitFor();
  await row.getByText('Waits for the pile').waitFor();
  const sides = await network.tenant.ok(parameterApi.list, { cpCode: 'NO-01' });
  expect(sides.filter(({ reported }) => reported !== null)).toEqual([]);
  expect(sides.find(({ paramNo }) => paramNo === '15')).toMatchObject({ wanted: '90', differs: false });
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('an agent sees its own piles, and what it may not do is asleep with the reason', async () => {
  const { page } = await openPiles(northPerson);
  const codes = await rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row-key')));
  expect(codes.every((code) => code?.startsWith('N'))).toBe(true);
  await rowOf(page, 'NO-01').getByRole('button', { name: 'More' }).click();
  const renew = page.getByRole('menuitem', { name: 'Renew secret' });
  expect(await renew.getAttribute('aria-disabled')).toBe('true');
  await renew.getByText('Renew secret').hover();
  await renew.getByText('You lack the permission').waitFor();
  await page.goto(`${site.product.url}/#/network/pile?view=SO-01`);
  await page.getByText('Resource not found').waitFor();
});

test('the log asks for a pile first, and is read for one day', async () => {
  const { page, pageFaults } = await openPiles();
  await page.goto(`${site.product.url}/#/device/message-log`);
  await page.getByText('Choose the pile to look at').waitFor();
  await chooseOption(page.locator('main'), 'Pile', 'Pile NO-01');
  await page.getByText('No frames on this day').waitFor();
  await page.getByText('Times are those of the station, Asia/Shanghai').waitFor();
  await page.getByRole('button', { name: 'The day before' }).click();
  await expect.poll(() => routeOf(page)).toMatch(/cpCode=NO-01.*day=\d{4}-\d\d-\d\d/);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
