import { afterAll, beforeAll, expect, test } from 'vitest';
import { storageKeys } from '#kit/web/storage.ts';
import { axeViolations } from '../testing/axe.ts';
import { openChargingFixture } from '../testing/charging-fixture.ts';
import { openTestSite, rowOf, rowsOf, toast, waitForTab } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';

/** A code of a pile's fault. */
const CONTACTOR_ADHESION = 6;

type Fixture = Awaited<ReturnType<typeof openChargingFixture>>;

let site: TestSite;
let fixture: Fixture;
beforeAll(async () => {
  site = await openTestSite();
  fixture = await openChargingFixture(site.product, await openTestNetwork(site.product));
});
afterAll(async () => {
  fixture?.close();
  await site?.close();
});

test('an emergency stop at a pile of each protocol is seen at once, acknowledged, over, and solved with a remark', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/monitor/exception-record');
  await page.locator('.co-pane:visible .co-list').waitFor();
  const piles = [fixture.native, fixture.v10, fixture.ocpp];
  for (const pile of piles) pile.emergencyStop();
  // OCPP 1.6 has no code for it: the station reports another error and its own words.
  for (const code of ['JRN-N1', 'JRN-V1']) await rowOf(page, code).filter({ hasText: 'Emergency stop' }).getByText('Critical').waitFor();
  await rowOf(page, 'JRN-N1').first().getByText('Lasts').waitFor();
  await rowOf(page, 'JRN-N1').first().getByRole('button', { name: 'Acknowledge' }).click();
  await rowOf(page, 'JRN-N1').first().getByText('Acknowledged').waitFor();

  for (const pile of piles) pile.setFault(0);
  // It is over after a delay of a minute, so the rows are solved while they last.
  const first = rowOf(page, 'JRN-V1').first();
  await first.getByRole('button', { name: 'Solve' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The fault is still there').waitFor();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await dialog.getByText('Say how it was solved').waitFor();
  await dialog.getByLabel('Remark').fill('Released the button');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await first.getByText('Solved', { exact: true }).waitFor();

  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.locator('.co-pane:visible').getByRole('button', { name: 'Solve' }).first().click();
  await dialog.getByLabel('Remark').fill('All released');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('dialog').getByText('The exception is solved already').first().waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Solve/ })
    .click();
  await rowOf(page, 'JRN-N1').first().getByText('Solved', { exact: true }).waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('what is open is attended to by keyboard, and the measures count it', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/monitor/open-alarm');
  const board = page.getByRole('region', { name: 'What is open now' });
  await board.waitFor();
  fixture.native.setFault(CONTACTOR_ADHESION);
  const alarm = board.getByRole('listitem').filter({ hasText: 'Contactor adhesion' });
  await alarm.getByText('JRN-N1').waitFor();
  await alarm.focus();
  await page.keyboard.press('a');
  await alarm.getByText(/^Acknowledged by/).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Contactor adhesion').first().waitFor();
  await page.keyboard.press('Escape');
  fixture.native.setFault(0);

  await page.goto(`${site.product.url}/#/monitor/alarm-measure?days=1`);
  const strict = page.getByRole('button', { name: 'Availability · Strict' });
  await strict.focus();
  await page.getByRole('tooltip').getByText('Every outage counts').waitFor();
  await page.getByRole('link', { name: 'Contactor adhesion' }).waitFor();
  // A day with so few alarms has no flood, and what was acknowledged has a time.
  await page.getByText('0.0 % of the time').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Contactor adhesion' }).click();
  await rowOf(page, 'JRN-N1').first().waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test.each([
  { language: 'zh_CN', title: '告警指标', figure: '可用率 · 不扣除' },
  { language: 'zh_TW', title: '告警指標', figure: '可用率 · 不扣除' },
])('the measures in $language', async ({ language, title, figure }) => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/monitor/alarm-measure', { settings: { [storageKeys.language]: language } });
  await waitForTab(page, title);
  await page.getByRole('button', { name: figure }).waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a tenant sets the level of a code for itself; the setting of the platform stays', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/monitor/exception-conf');
  await rowOf(page, 'Contactor adhesion').getByText('Critical').waitFor();
  const edit = rowOf(page, 'Contactor adhesion').getByRole('button', { name: 'Edit' });
  expect(await edit.getAttribute('aria-disabled')).toBe('true');
  await edit.hover();
  await page.getByRole('tooltip').getByText('This belongs to the platform').waitFor();

  await page.getByRole('button', { name: 'Add' }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'Opens after' });
  await drawer.getByLabel('Kind').click();
  await page.locator('.ant-select-dropdown:visible').getByText('Pile fault', { exact: true }).click();
  await drawer.getByLabel('Code').fill('6');
  await drawer.getByLabel('Description').fill('Welded, ours');
  await drawer.getByLabel('Level').click();
  await page.locator('.ant-select-dropdown:visible').getByText('Major', { exact: true }).click();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Added').waitFor();
  await page.goto(`${site.product.url}/#/monitor/exception-conf?exceptionType=1&exceptionCode=6`);
  await expect.poll(() => rowsOf(page).filter({ hasText: 'Pile fault' }).count()).toBe(2);
  await rowOf(page, 'Welded, ours').getByText('Major').waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
