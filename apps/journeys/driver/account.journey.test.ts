import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../testing/axe.ts';
import { aCar, openChargingFixture } from '../testing/charging-fixture.ts';
import type { ChargingFixture } from '../testing/charging-fixture.ts';
import { CONTRAST } from '../testing/driver-fixture.ts';
import { button, faultsOf, NO_FAULTS, openDriverSite } from '../testing/driver-site.ts';
import type { DriverSite } from '../testing/driver-site.ts';

let drivers: DriverSite;
let chargers: ChargingFixture;
/** The page behind the code of the pile. */
let url: string;
beforeAll(async () => {
  drivers = await openDriverSite();
  chargers = await openChargingFixture(drivers.site.product, drivers.network);
  url = await drivers.urlBehindCode(chargers.native.facts.cpCode);
});
afterAll(async () => {
  chargers?.close();
  await drivers?.close();
});

const PHONE = '13900000201';
const VISIT_MS = 1_500;
const balanceCents = async (page: Page): Promise<number> => Number(await page.locator('[data-balance]').getAttribute('data-balance'));

test('a driver signs in by a code, recharges, charges from the wallet, and takes the rest out: to the cent', async () => {
  const { page, pageFaults } = await drivers.phone();
  await page.goto(`${drivers.site.product.url}/me`);
  await page.getByText('Scan the code on a charger first, then sign in').waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  // The visit has begun but is not answered when the driver leaves for the account.
  await page.context().route('**/visits', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, VISIT_MS));
    await route.continue();
  });
  const visit = page.waitForRequest('**/visits');
  await page.goto(url);
  await visit;
  await page.getByRole('link', { name: 'My charges and wallet' }).click();
  await page.getByText('Scan the code on a charger first, then sign in').waitFor();
  await page.getByLabel('Mobile number').fill(PHONE);
  await page.context().unroute('**/visits');
  await button(page, 'Send me a code').click();
  await page.getByText(`A code is on its way to ${PHONE}`).waitFor();
  await expect.poll(() => drivers.sms.codesTo(PHONE).length).toBe(1);
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  await page.getByLabel('Code', { exact: true }).fill(drivers.sms.codesTo(PHONE)[0] ?? '');
  await button(page, 'Sign in').click();
  await page.getByText('Signed in as 139****0201').waitFor();
  await page.getByText('No charges yet').waitFor();
  expect(await balanceCents(page)).toBe(0);
  expect(await faultsOf(page)).toEqual(NO_FAULTS);

  await page.getByText('¥50.00', { exact: true }).click();
  await button(page, 'Recharge ¥50.00').click();
  await drivers.pay(page);
  await page.waitForURL(/\/me(?:\?|$)/u);
  await page.getByText('The money is in your wallet').waitFor();
  await expect.poll(() => balanceCents(page)).toBe(5_000);

  chargers.native.plug(1, aCar('LDRIVER0000000201'));
  await page.goto(url);
  await page.getByText('Plugged in').waitFor();
  await page.getByLabel(/^Wallet/u).waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  await button(page, 'Start with ¥50.00 from the wallet').click();
  await page.waitForURL(/\/o\/[\w-]+$/u);
  await page.getByRole('heading', { name: 'Charging', exact: true }).waitFor();
  await expect.poll(async () => Number(/[\d.]+/u.exec(await page.locator('.big').innerText())?.[0])).toBeGreaterThan(0);
  await button(page, 'Stop charging').click();
  await page.getByText('Only the bill is taken').waitFor();
  await button(page, 'Yes, stop').click();
  await page.getByRole('heading', { name: 'Bill', exact: true }).waitFor();
  await page.getByText('From the wallet').waitFor();
  const billedCents = Math.round(Number((await page.locator('.big').innerText()).replace('¥', '')) * 100);
  expect(billedCents).toBeGreaterThan(0);
  expect(await faultsOf(page)).toEqual(NO_FAULTS);

  await page.getByRole('link', { name: 'My charges and wallet' }).click();
  await page.getByText(chargers.native.facts.cpCode).waitFor();
  await expect.poll(() => balanceCents(page)).toBe(5_000 - billedCents);
  const rest = `¥${((5_000 - billedCents) / 100).toFixed(2)}`;
  await button(page, `Take out ${rest}`).click();
  await page.getByText('The money goes back to where it came from').waitFor();
  expect(await axeViolations(page, 'dialog', CONTRAST)).toEqual([]);
  await button(page, 'Yes, take it out').click();
  await page.getByText('Returned', { exact: true }).waitFor();
  expect(await balanceCents(page)).toBe(0);
  // What was paid is what was billed and what the provider has given back.
  expect(await drivers.standIn.refundedCents()).toBe(5_000 - billedCents);
  await page.getByText('All bookings').click();
  for (const amount of ['+¥50.00', `−¥${(billedCents / 100).toFixed(2)}`, `−${rest}`]) await page.getByText(amount, { exact: true }).waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  expect(pageFaults.foreignRequests.filter((foreign) => !foreign.startsWith(drivers.standIn.origin))).toEqual([]);
  expect(pageFaults.errors).toEqual([]);

  await page.getByText(chargers.native.facts.cpCode).click();
  await page.getByRole('heading', { name: 'Bill', exact: true }).waitFor();
  await page.goBack();
  await button(page, 'Sign out').click();
  await page.getByLabel('Mobile number').waitFor();
});

test('a wrong code is told, in the language and the darkness of the phone, and the narrowest one shows all of it', async () => {
  const { page } = await drivers.phone({ viewport: { width: 320, height: 640 }, colorScheme: 'dark', locale: 'zh-TW' });
  await page.goto(url);
  await page.getByRole('link', { name: '我的充電與錢包' }).click();
  await page.getByLabel('手機號碼').fill('12345');
  await button(page, '取得驗證碼').click();
  await page.getByText('手機號碼不正確').waitFor();
  await page.getByLabel('手機號碼').fill('13900000202');
  await button(page, '取得驗證碼').click();
  await page.getByText('驗證碼已傳送至 13900000202').waitFor();
  await expect.poll(() => drivers.sms.codesTo('13900000202').length).toBe(1);
  const right = drivers.sms.codesTo('13900000202')[0] ?? '';
  await page.getByLabel('驗證碼', { exact: true }).fill(String((Number(right) + 1) % 1_000_000).padStart(6, '0'));
  await button(page, '登入').click();
  await page.getByText('驗證碼錯誤或已失效').waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  await page.getByLabel('驗證碼', { exact: true }).fill(right);
  await button(page, '登入').click();
  await page.getByText('已登入 139****0202').waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
});
