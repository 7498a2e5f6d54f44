import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSite, rowOf, rowsOf, toast } from '../testing/test-site.ts';
import type { TestSite, Visitor } from '../testing/test-site.ts';
import { aCar, openChargingFixture } from '../testing/charging-fixture.ts';
import type { ChargingFixture } from '../testing/charging-fixture.ts';
import { northPerson, openTestNetwork } from '../testing/test-network.ts';
import type { TestNetwork } from '../testing/test-network.ts';

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

const gunCard = (page: Page, cpCode: string) => page.getByRole('button').filter({ hasText: cpCode });
const figure = async (page: Page, label: string): Promise<number> => {
  const text = await page.getByRole('dialog').locator('dl > div').filter({ hasText: label }).locator('dd').first().innerText();
  return Number(text.replaceAll(/[^\d.]/gu, ''));
};

// In parallel, because most of the time is waiting.
test('a charge over each protocol: started from here, watched live, stopped, and billed to the cent', async () => {
  const [one, other, third] = [await enter(), await enter(), await enter()];
  for (const booked of await Promise.all([
    charges(one, 'native', 'LJOURNEY000000001'),
    charges(other, 'ocpp', 'LJOURNEY000000002'),
    charges(third, 'v10', 'LJOURNEY000000003'),
  ]))
    expect(booked).toBeGreaterThan(0n);
});

test('the five records of a v1.0 pile lie under their tabs, and its order is drawn by half hours', async () => {
  const { page, pageFaults } = await site.enter(northPerson, `/device/v10-record?cpCode=${chargers.v10.facts.cpCode}`);
  await page.getByText('Gun 1 Charging').first().waitFor();
  const tab = (name: string) => page.locator('.dv-records-bar').getByText(name, { exact: true });
  await tab('Start info').click();
  await page.getByText('Result Started').first().waitFor();
  await tab('End info').click();
  await page
    .getByText('Stop reason Stopped remotely')
    .or(page.getByText(/^Stop reason /u))
    .first()
    .waitFor();
  await tab('End-of-charging order').click();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await rowsOf(page).first().getByRole('button', { name: 'Details' }).click();
  const record = page.getByRole('dialog');
  await record.getByText('Energy of the 48 half hours').first().waitFor();
  await record.locator('.co-chart canvas').waitFor();
  await record.getByRole('button', { name: 'Close' }).click();
  await tab('Abnormal event').click();
  await expect.poll(() => rowsOf(page).count()).toBe(0);
  chargers.v10.setFault(3);
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      return rowsOf(page).filter({ hasText: 'Happening' }).count();
    })
    .toBe(1);
  chargers.v10.setFault(0);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('piles are operated from their row; what their protocol lacks says so', async () => {
  const { page, pageFaults } = await site.enter(northPerson, '/network/pile');
  const ocpp = await openOperations(page, chargers.ocpp.facts.cpCode);
  for (const name of ['Ask for the state', 'Unlock a gun', 'Clear cached cards', 'Ask for a message']) {
    await operation(ocpp, name).click();
    await toast(page, `The pile took it: ${name}`).waitFor();
  }
  const key = 'LocalPreAuthorize';
  await ocpp.getByLabel('Configuration key', { exact: true }).fill(key);
  await ocpp.getByLabel('Value', { exact: true }).fill('false');
  await ocpp.getByRole('button', { name: 'Set: Configuration key' }).click();
  await toast(page, `The pile took it: Set ${key}`).waitFor();
  await ocpp.getByRole('button', { name: 'Read: Configuration key' }).click();
  await ocpp.getByText(`Read ${key}: false`).waitFor();
  await ocpp.getByLabel('Vendor id').fill('Somebody');
  await operation(ocpp, 'Vendor data').click();
  await toast(page, 'The pile did not take it: Vendor data (The pile does not know this vendor id)').waitFor();
  await operation(ocpp, 'Hard restart').click();
  await page.getByRole('dialog').filter({ hasText: 'at once?' }).getByRole('button', { name: 'Hard restart' }).click();
  await toast(page, 'The pile took it: Hard restart').waitFor();
  await ocpp.getByRole('button', { name: 'Close' }).click();

  const native = await openOperations(page, chargers.native.facts.cpCode);
  await operation(native, 'Ask for the state').click();
  await toast(page, 'The pile took it: Ask for the state').waitFor();
  expect(await operation(native, 'Recall orders').isDisabled()).toBe(true);
  await native.getByLabel('Order no.', { exact: true }).fill('NOSUCHORDER');
  await operation(native, 'Recall orders').click();
  // Records that were not uploaded yet come too, so the viewer confirms.
  await page.getByRole('dialog').filter({ hasText: 'not uploaded yet' }).getByRole('button', { name: 'Recall orders' }).click();
  await toast(page, 'The pile did not take it: Recall orders (no such order)').waitFor();
  expect(await operation(native, 'Clear cached cards').isDisabled()).toBe(true);
  await native.locator('.co-asleep').first().focus();
  await page.getByText('The protocol of this pile has no such operation').waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

const openOperations = async (page: Page, cpCode: string) => {
  await rowOf(page, cpCode).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remote operations' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Remote operations' });
  await operation(dialog, 'Soft restart').waitFor();
  return dialog;
};
const operation = (dialog: Locator, name: string): Locator => dialog.getByRole('button', { name: `Do it: ${name}` });

/** Signs in one after the other: parallel attempts would count as failed ones and demand the captcha. */
const enter = async (): Promise<Visitor> => {
  const visitor = await site.enter(northPerson, '/monitor/charging');
  return visitor;
};

/** A list that has read its row, and is watched by the server only once `becomes` is called: changes until then are not sent to it. */
const watchingLate = async (beside: Page, path: string, cpCode: string): Promise<{ readonly becomes: (state: string) => Promise<void> }> => {
  const page = await beside.context().newPage();
  await page.route('**/sys/live/ticket', (route) => route.abort());
  await page.goto(`${site.product.url}/#${path}?cpCode=${cpCode}`);
  await rowOf(page, cpCode).getByText('Charging', { exact: true }).first().waitFor();
  return {
    becomes: async (state) => {
      await page.unroute('**/sys/live/ticket');
      await rowOf(page, cpCode).getByText(state, { exact: true }).first().waitFor();
      await page.close();
    },
  };
};

/** Returns the booked cents. */
const charges = async (visitor: Visitor, protocol: 'native' | 'v10' | 'ocpp', vin: string): Promise<bigint> => {
  const pile = chargers[protocol];
  const { cpCode } = pile.facts;
  const { page } = visitor;
  await page.getByRole('button').filter({ hasText: 'North One' }).click();
  const card = gunCard(page, cpCode);
  await card.getByText('Idle').waitFor();

  // The page shows the plugged-in car without a reload.
  pile.plug(1, aCar(vin));
  await card.getByText('Plugged in').waitFor();
  await card.click();
  const drawer = page.getByRole('dialog').filter({ hasText: cpCode });
  await drawer.getByRole('button', { name: 'Start', exact: true }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: `Start at ${cpCode}, gun 1` });
  await dialog.getByRole('combobox').first().click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: chargers.cards[protocol].no }).first().click();
  await dialog.getByText(/Available .*\d\.\d\d/u).waitFor();
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await drawer.locator('.ch-title').getByText('Charging', { exact: true }).waitFor();

  // Curves and figures change without a reload.
  const chart = drawer.locator('.co-chart').first();
  await expect.poll(() => figure(page, 'Power')).toBeGreaterThan(10);
  const [energy, picture] = [await figure(page, 'Energy'), await chart.screenshot()];
  await expect.poll(() => figure(page, 'Energy')).toBeGreaterThan(energy);
  await expect.poll(async () => (await chart.screenshot()).equals(picture)).toBe(false);
  await expect.poll(() => figure(page, 'Amount')).toBeGreaterThan(1);

  const [orders, guns] = [await watchingLate(page, '/order/charging-order', cpCode), await watchingLate(page, '/network/gun', cpCode)];
  await drawer.getByRole('button', { name: 'Stop' }).click();
  await page
    .getByRole('dialog')
    .filter({ hasText: `Stop ${cpCode}, gun 1?` })
    .getByRole('button', { name: 'OK' })
    .click();
  await drawer.locator('.ch-title').getByText('Charging', { exact: true }).waitFor({ state: 'detached' });
  pile.unplug(1);

  await page.goto(`${site.product.url}/#/order/charging-order?cpCode=${cpCode}`);
  await rowOf(page, cpCode).getByText('Settled').waitFor();
  await orders.becomes('Settled');
  await guns.becomes('Idle');
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await rowsOf(page).first().getByRole('button').first().click();
  const order = page.getByRole('dialog').filter({ hasText: 'Overview' });
  await order.getByRole('tab', { name: 'Bill' }).click();
  await order.getByText('equal to what was booked, to the cent').waitFor();
  const booked = await expectBillAddsUp(page);
  await expectFoundFromItsFigure(page, cpCode);
  expect(visitor.pageFaults).toEqual({ foreignRequests: [], errors: [] });
  return booked;
};

/** The day of the pile, picked from its report, leads back to the order. */
const expectFoundFromItsFigure = async (page: Page, cpCode: string): Promise<void> => {
  await page.goto(page.url().replace(/#.*/u, '#/order/charging-order'));
  await page.getByRole('button', { name: 'Find from figures' }).click();
  await page.getByRole('menuitem', { name: 'A day of a pile' }).click();
  const picker = page.getByRole('dialog').filter({ hasText: 'Energy by day' });
  const day = picker.getByRole('row').filter({ hasText: cpCode });
  // The server keeps a report for half a minute; somebody who looked at another pile may have asked for it before this charge was settled.
  await expect
    .poll(
      async () => {
        await picker.getByRole('button', { name: 'Refresh' }).click();
        return day.count();
      },
      { interval: 2_000 },
    )
    .toBeGreaterThan(0);
  await day.first().click();
  await picker.getByRole('button', { name: 'OK', exact: true }).click();
  await picker.waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toContain('createTime_begin');
  await rowOf(page, cpCode).getByText('Settled').waitFor();
};

/** Recomputes what the bill shows with whole numbers: each line, each fee, and their sum. */
const expectBillAddsUp = async (page: Page): Promise<bigint> => {
  const cells = (selector: string) => page.locator(`.ch-bill ${selector}`).allInnerTexts();
  const lines = (await page.locator('.ch-bill tbody tr:not(.ch-bill-head):not(.ch-bill-foot)').allInnerTexts()).map((line) => line.split('\t'));
  expect(lines.length).toBeGreaterThan(0);
  for (const [, quantity = '', price = '', list = '', discount = '', after = ''] of lines) {
    expect(product(quantity, price), `${quantity} at ${price}`).toBe(scaled(list));
    expect((scaled(list) * scaled(discount)) / 100n / UNIT, `${list} at ${discount}`).toBe(scaled(after));
  }
  const feet = (await cells('.ch-bill-foot strong')).map(cents);
  const booked = await page.locator('.ch-table tr').filter({ hasText: 'Booked' }).locator('td').last().innerText();
  expect(feet.reduce((sum, one) => sum + one, 0n)).toBe(cents(booked));
  // The last step leaves what was booked, and so does the sum of the stages.
  for (const table of ['.ch-steps', '.ch-named >> nth=1'])
    expect(cents(await page.locator(table).locator('tr').last().locator('td').last().innerText())).toBe(cents(booked));
  expect(await page.locator('.ch-bars i').count()).toBe(48);
  return cents(booked);
};

const DIGITS = 12;
const UNIT = 10n ** BigInt(DIGITS);
const numberIn = (text: string): string => /\d[\d,]*(\.\d+)?/u.exec(text)?.[0].replaceAll(',', '') ?? '';
const scaled = (text: string): bigint => {
  const [whole = '0', part = ''] = numberIn(text).split('.');
  return BigInt(whole + part.padEnd(DIGITS, '0'));
};
const product = (one: string, other: string): bigint => (scaled(one) * scaled(other)) / UNIT;
const cents = (text: string): bigint => scaled(text) / 10n ** BigInt(DIGITS - 2);
