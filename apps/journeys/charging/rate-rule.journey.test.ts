import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateMonthApi, rateRuleApi } from '#domains/tariff/resources.ts';
import { openTestSite, routeOf, rowOf, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { TestNetwork } from '../testing/test-network.ts';

let site: TestSite;
let network: TestNetwork;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
});
afterAll(() => site?.close());

const openRules = async () => {
  const visitor = await site.enter(tenantPerson, '/tariff/rate-rule');
  await visitor.page.locator('.co-list').waitFor();
  return visitor;
};
const period = (startTime: string, rateStage: number, rate: string) => ({ startTime, rateStage, rateDiscount: 100, rate });
/** A rule whose first month is a valley until 8 and flat after it. */
const addRule = async (rateRuleName: string): Promise<string> => {
  const { rateRuleId } = await network.tenant.ok(rateRuleApi.add, { tenantId: network.tenantId, rateRuleName });
  const periods = [period('00:00', 4, '0.30'), period('08:00', 3, '0.70')];
  await network.tenant.ok(rateMonthApi.saveMonth, { rateRuleId, month: 1, fees: [{ rateType: 1, billMode: 1, periods }] });
  return rateRuleId;
};
const monthsOf = (rateRuleId: string) => network.tenant.ok(rateMonthApi.selectMonthsByRuleId, { rateRuleId });
const electricityOf = async (rateRuleId: string, month: number) =>
  (await monthsOf(rateRuleId))[month - 1]?.fees
    .find(({ rateType }) => rateType === 1)
    ?.periods.map(({ startTime, rateStage, rate }) => [startTime, rateStage, rate]);

const price = (page: Page, row: number) => page.locator(`[data-cell="${row} rate"]`);
/** A cell becomes an input when it is pressed. */
const setPrice = async (page: Page, row: number, text: string) => {
  await price(page, row).click();
  await price(page, row).locator('input').fill(text);
};
const pricesOf = (page: Page, ...rows: readonly number[]) => Promise.all(rows.map((row) => price(page, row).locator('.et-text').textContent()));
const openEditor = async (page: Page, rateRuleId: string, month: number) => {
  await page.goto(`${site.product.url}/#/tariff/rate-rule?rule=${rateRuleId}&month=${month}`);
  await page.locator('.rm-head').waitFor();
};
const save = (page: Page) => page.getByRole('button', { name: /^Save/ });
/** Drags over the bar of the fee that is edited, from one half hour to another. */
const drag = async (page: Page, from: number, to: number) => {
  const box = await page.locator('.rm-lane-active').boundingBox();
  if (!box) throw new Error('the bar is not shown');
  const x = (slot: number) => box.x + (box.width * (slot + 0.5)) / 48;
  const y = box.y + box.height / 2;
  await page.mouse.move(x(from), y);
  await page.mouse.down();
  await page.mouse.move(x(to), y, { steps: 4 });
  await page.mouse.up();
};

test('a rule is made, priced for the year, enabled and put aside', async () => {
  const { page, pageFaults } = await openRules();
  await page.getByRole('button', { name: 'Add' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Rule name').fill('Summer Prices');
  // The only tenant is chosen when it has been read.
  await drawer.getByText('Journey Power').waitFor();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await rowOf(page, 'Summer Prices').getByText('0/12').waitFor();

  await rowOf(page, 'Summer Prices').getByRole('button', { name: 'Months and periods' }).click();
  await page.getByRole('button', { name: /^Jan/ }).click();
  await page.getByRole('button', { name: 'Electricity' }).click();
  // Nothing is sent while something is missing, and the row says what.
  await save(page).click();
  await toast(page, 'Jan, Electricity: 1 to correct').waitFor();
  await page.getByText('Price is required').waitFor();
  await setPrice(page, 0, '-1');
  await page.getByText('Price cannot be less than 0').waitFor();
  await setPrice(page, 0, '1.234567');
  await page.getByText('Price may have 5 decimals at most').waitFor();
  await setPrice(page, 0, '0.95');
  await save(page).click();
  await toast(page, 'Prices saved').waitFor();

  await page.getByRole('button', { name: 'Copy to months' }).click();
  const copying = page.getByRole('dialog').filter({ hasText: 'Copy the prices of Jan to' });
  await copying.getByRole('button', { name: 'All without prices' }).click();
  await copying.getByRole('button', { name: 'OK' }).click();
  await page.getByText('12 of 12 months priced').waitFor();

  await page.getByRole('button', { name: 'Back to the rules' }).click();
  const state = async (action: string, question: string) => {
    await rowOf(page, 'Summer Prices').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
    await page.getByRole('dialog').filter({ hasText: question }).getByRole('button', { name: 'OK' }).click();
  };
  await state('Enable', 'Enable rule Summer Prices?');
  await rowOf(page, 'Summer Prices').getByText('Enabled').waitFor();
  await state('Disable', 'Disable rule Summer Prices?');
  await rowOf(page, 'Summer Prices').getByText('Disabled').waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a day is painted, its borders are moved by keys, and a step is taken back', async () => {
  const rateRuleId = await addRule('Painted');
  const { page, pageFaults } = await openRules();
  await openEditor(page, rateRuleId, 1);
  await page.getByRole('button', { name: 'Peak', exact: true }).click();
  await drag(page, 20, 23);
  await expect.poll(() => page.locator('[data-row]').count()).toBe(4);
  await setPrice(page, 2, '1.20');
  await page.getByRole('slider', { name: 'Border at 10:00' }).press('ArrowLeft');
  await page.getByRole('slider', { name: 'Border at 09:30' }).press('End');
  await page.getByRole('slider', { name: 'Border at 11:30' }).press('Home');
  await page.getByRole('slider', { name: 'Border at 08:30' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('slider', { name: 'Border at 10:00' }).waitFor();
  await save(page).click();
  await toast(page, 'Prices saved').waitFor();
  expect(await electricityOf(rateRuleId, 1)).toEqual([
    ['00:00', 4, '0.30000'],
    ['08:00', 3, '0.70000'],
    ['10:00', 2, '1.20000'],
    ['12:00', 3, '0.70000'],
  ]);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a stage is priced at once, a column is pasted, and periods are lent to another fee', async () => {
  const rateRuleId = await addRule('Sheet');
  const { page } = await openRules();
  await openEditor(page, rateRuleId, 1);
  await page.getByRole('button', { name: 'Split' }).first().click();
  await page.locator('.rm-stage-price').filter({ hasText: 'Valley' }).getByRole('spinbutton').fill('0.25');
  await expect.poll(() => pricesOf(page, 1)).toEqual(['0.25']);
  await price(page, 0).click();
  await price(page, 0)
    .locator('input')
    .evaluate((input) => {
      const data = new DataTransfer();
      data.setData('text', '0.11\n0.22\n0.33\n');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
  await expect.poll(() => pricesOf(page, 0, 1, 2)).toEqual(['0.11', '0.22', '0.33']);

  await page.getByRole('button', { name: 'Copy periods to' }).click();
  await page.getByRole('checkbox', { name: 'Service' }).check();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.locator('.rm-fee-name').filter({ hasText: 'Service' }).click();
  await page.getByRole('heading', { name: 'Service' }).waitFor();
  for (const [row, rate] of ['0.50', '0.60', '0.70'].entries()) {
    if (row === 0) await setPrice(page, row, rate);
    else await page.keyboard.type(rate);
    await page.keyboard.press('Enter');
  }
  await save(page).click();
  await toast(page, 'Prices saved').waitFor();
  const [january] = await monthsOf(rateRuleId);
  expect(january?.fees.map(({ rateType, periods }) => [rateType, ...periods.map(({ rate }) => rate)])).toEqual([
    [1, '0.11000', '0.22000', '0.33000'],
    [2, '0.50000', '0.60000', '0.70000'],
  ]);
});

test('what is not saved is asked about, whichever way somebody leaves', async () => {
  const rateRuleId = await addRule('Unsaved');
  const { page, pageFaults } = await openRules();
  await page.getByRole('menuitem', { name: 'Rate rules' }).click();
  await rowOf(page, 'Unsaved').getByRole('button', { name: 'Months and periods' }).click();
  await setPrice(page, 0, '0.99');
  const question = page.getByRole('dialog').filter({ hasText: 'Your changes are not saved' });
  const stay = async () => {
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(routeOf(page)).toContain(`rule=${rateRuleId}`);
    expect(await price(page, 0).textContent()).toContain('0.99');
  };
  await page.getByRole('button', { name: 'Back to the rules' }).click();
  await stay();
  await page.getByRole('menuitem', { name: 'Rate rules' }).click();
  await stay();
  await page.goBack();
  await stay();
  // Another month of the same rule is the same work; both changes wait side by side.
  await page.getByRole('button', { name: /^Feb/ }).click();
  await page.getByRole('button', { name: 'Copy Jan' }).click();
  await page.getByRole('button', { name: 'Save 2 months' }).waitFor();
  await page.goBack();
  await question.getByRole('button', { name: 'Discard', exact: true }).click();
  await rowOf(page, 'Unsaved').waitFor();
  expect(await electricityOf(rateRuleId, 1)).toEqual([
    ['00:00', 4, '0.30000'],
    ['08:00', 3, '0.70000'],
  ]);
  expect((await monthsOf(rateRuleId))[1]?.fees).toEqual([]);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('the editor is read by everybody, by day and night, at a desk and on a phone', async () => {
  const rateRuleId = await addRule('Seen');
  const { page } = await openRules();
  for (const { look, width } of [
    { look: 'light', width: 1440 },
    { look: 'dark', width: 1440 },
    { look: 'light', width: 390 },
  ]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((chosen) => localStorage.setItem('DEFAULT_DARK_MODE', chosen), look);
    await openEditor(page, rateRuleId, 1);
    await page.reload();
    await page.locator('.rm-head').waitFor();
    expect({ look, width, found: await violationsOf(page) }).toEqual({ look, width, found: [] });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
});

const violationsOf = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: engine } = window as unknown as { axe: typeof axe };
    const { violations } = await engine.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] });
    return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`);
  });
};
