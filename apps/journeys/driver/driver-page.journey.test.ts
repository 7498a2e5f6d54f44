import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../testing/axe.ts';
import { aCar, openChargingFixture } from '../testing/charging-fixture.ts';
import type { ChargingFixture } from '../testing/charging-fixture.ts';
import { CONTRAST, sidewaysPx, smallTargets } from '../testing/driver-fixture.ts';
import { button, openDriverSite } from '../testing/driver-site.ts';
import type { DriverSite } from '../testing/driver-site.ts';

let drivers: DriverSite;
let chargers: ChargingFixture;
/** The pages behind the codes of the two piles. */
let urls: Readonly<Record<'native' | 'ocpp', string>>;
beforeAll(async () => {
  drivers = await openDriverSite();
  chargers = await openChargingFixture(drivers.site.product, drivers.network);
  urls = { native: await drivers.urlBehindCode(chargers.native.facts.cpCode), ocpp: await drivers.urlBehindCode(chargers.ocpp.facts.cpCode) };
});
afterAll(async () => {
  chargers?.close();
  await drivers?.close();
});

const KIB = 1_024;
const loadedKib = (page: Page): Promise<number> =>
  page
    .evaluate(() =>
      performance.getEntries().reduce((sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0), 0),
    )
    .then((bytes) => bytes / KIB);

test('a driver scans, pays, charges, stops, and sees the bill and what goes back', async () => {
  const { page, pageFaults } = await drivers.phone();
  await page.goto(urls.native);
  await page.getByText('Plug the cable into your car first, then pay').first().waitFor();
  expect(await loadedKib(page)).toBeLessThan(70);
  chargers.native.plug(1, aCar('LDRIVER0000000001'));
  await page.getByText('Plugged in').waitFor();
  expect(await page.getByText('¥8.10 per kWh').first().isVisible()).toBe(true);
  await page.getByText('¥100.00').click();
  await button(page, 'Pay ¥100.00 and start').click();

  await drivers.pay(page);
  await page.waitForURL(/\/o\/[\w-]+$/u);
  await page.getByRole('heading', { name: 'Charging', exact: true }).waitFor();
  await expect.poll(async () => Number(/[\d.]+/u.exec(await page.locator('.big').innerText())?.[0])).toBeGreaterThan(0);
  // Whoever scans the code again finds the own charge, and somebody else sees a gun in use.
  const stranger = await drivers.phone();
  await stranger.page.goto(urls.native);
  await stranger.page.getByText('Someone is using or paying for it').first().waitFor();
  expect(await stranger.page.getByText(/¥\d+\.\d\d of/u).count()).toBe(0);
  const again = await page.context().newPage();
  await again.goto(urls.native);
  await again.getByRole('link', { name: 'Go to your charge' }).waitFor();
  expect(await again.getByText('Someone is using or paying for it').count()).toBe(0);
  await again.getByRole('link', { name: 'Go to your charge' }).click();
  await again.getByText('Welcome back, your car is still charging').waitFor();
  await again.close();

  expect(await axeViolations(page, 'html')).toEqual([]);
  expect(await axeViolations(page, 'html', CONTRAST)).toEqual([]);
  await page.context().setOffline(true);
  await page.getByText('Your phone is offline. Charging goes on').waitFor();
  await button(page, 'Stop charging').click();
  await button(page, 'Yes, stop').click();
  await page.getByText('Stop is kept and sent as soon as your phone has a network').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Bill', exact: true }).waitFor();
  await page.getByText('Returned', { exact: true }).waitFor();
  const refundedCents = await drivers.standIn.refundedCents();
  expect(refundedCents).toBeGreaterThan(0);
  await page
    .getByText(`¥${(refundedCents / 100).toFixed(2)}`)
    .first()
    .waitFor();
  expect(await page.locator('.big').innerText()).toBe(`¥${(100 - refundedCents / 100).toFixed(2)}`);
  await page.getByText('How it was calculated').click();
  await page.getByText('¥5.40 per kWh').waitFor();
  expect(await axeViolations(page, 'html', CONTRAST)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  expect(pageFaults.errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  expect(pageFaults.foreignRequests.filter((url) => !url.startsWith(drivers.standIn.origin))).toEqual([]);
  expect(stranger.pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('the gun and its price are there without script, in the language of the phone', async () => {
  const { page } = await drivers.phone({ javaScriptEnabled: false, locale: 'zh-TW' });
  await page.goto(urls.ocpp);
  for (const words of ['JRN-O1 · 1', '8.10 元/度', '請先把槍插進車裡，再付款']) await page.getByText(words).first().waitFor();
  expect(await page.locator('noscript').innerText()).toContain('允許瀏覽器執行指令碼');
});

test('in the dark, at 320 px, in another language: readable, reachable, and a problem is reported', async () => {
  const { page, pageFaults } = await drivers.phone({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' });
  await page.goto(urls.ocpp);
  await page.getByText('Free', { exact: true }).waitFor();
  await page.getByRole('link', { name: '简体中文' }).click();
  await page.getByText('8.10 元/度').waitFor();
  expect([await axeViolations(page, 'html'), await axeViolations(page, 'html', CONTRAST), await smallTargets(page), await sidewaysPx(page)]).toEqual([
    [],
    [],
    [],
    0,
  ]);
  await button(page, '报告问题').click();
  await page.getByLabel('电缆损坏').check();
  await page.getByLabel('请补充说明').fill('外皮裂开');
  expect([await axeViolations(page, 'dialog', CONTRAST), await smallTargets(page)]).toEqual([[], []]);
  await button(page, '提交').click();
  await page.getByText(/您的报告编号是/u).waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a code that is not ours says so and takes no money', async () => {
  const { page } = await drivers.phone({ locale: 'zh-CN' });
  await page.goto(urls.native.replace(/\w{6}\/1$/u, '000000/1'));
  await page.getByText('二维码无效，请勿付款，并告诉我们').waitFor();
  expect(await page.getByText('元').count()).toBe(0);
});

// The last one, because its order keeps the gun until nobody has paid in time.
test('an order is seen by a driver who paid before the visit had begun, and again after the cookie was lost', async () => {
  const { page } = await drivers.phone();
  chargers.ocpp.plug(1, aCar('LDRIVER0000000002'));
  let visits = 0;
  let release = (): void => undefined;
  const isPressed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/visits', async (route) => {
    visits += 1;
    await isPressed;
    await route.continue();
  });
  await page.goto(urls.ocpp);
  const refused = page.waitForResponse((response) => response.url().endsWith('/orders') && response.status() === 401);
  await button(page, /^Pay ¥/u).click();
  await refused;
  release();
  await page.waitForURL(({ origin }) => origin === drivers.standIn.origin);
  expect(visits).toBe(1);
  const returnUrl = new URL(page.url()).searchParams.get('redirect_url') ?? '';
  await page.context().clearCookies();
  await page.goto(returnUrl);
  const orderNo = new URL(returnUrl).pathname.split('/').at(-1) ?? '';
  await page.getByText(`Order ${orderNo}`).waitFor();
});
