import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pile } from '#apps/simulator/pile/pile.ts';
import { customerApi } from '#domains/customer/resources.ts';
import { activityApi, couponApi, pointProgramApi, pointRuleApi, privilegeCardApi } from '#domains/marketing/resources.ts';
import { rechargeApi } from '#domains/money/resources.ts';
import { aCar, addPrices, connectPile } from '../testing/charging-fixture.ts';
import type { Page } from 'playwright-core';
import { button, faultsOf, NO_FAULTS, openDriverSite } from '../testing/driver-site.ts';
import type { DriverSite } from '../testing/driver-site.ts';
import { axeViolations } from '../testing/axe.ts';
import { CONTRAST } from '../testing/driver-fixture.ts';
import { tenantPerson } from '../testing/test-network.ts';
import { rowOf } from '../testing/test-site.ts';

/**
 * A coupon and a privilege card from the back office to the bill: published and put on sale, received and bought on the phone, and followed to what they
 * took off.
 */

const NUMBER = '13900000091';
const POINTS_NUMBER = '13900000092';
let drivers: DriverSite;
let pile: Pile;
let url: string;
beforeAll(async () => {
  drivers = await openDriverSite();
  const { site, network, clock } = drivers;
  const rateRuleId = await addPrices(network);
  pile = await connectPile(site.product, network, { cpCode: 'COUP-1', protocol: 'native', rateRuleId, time: clock.time });
  await pile.waitFor(({ connection }) => connection.live);
  url = await drivers.urlBehindCode('COUP-1');
});
afterAll(async () => {
  pile?.close();
  await drivers?.close();
});

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** A waiting activity without a picture, with one coupon: one yuan off from two. */
const addActivity = async (): Promise<void> => {
  const { tenant, stations } = drivers.network;
  const times = { startTime: inDays(-1), endTime: inDays(20) };
  const { activityId } = await tenant.ok(activityApi.add, {
    name: 'Summer charging',
    level: 2,
    kind: 2,
    stationIds: [{ stationId: stations['North One'] }],
    title: 'Charge in summer',
    weight: 1,
    ...times,
    displayTime: inDays(-2),
  });
  await tenant.ok(couponApi.add, {
    activityId,
    couponName: 'One yuan',
    couponForm: 2,
    preferentialAmount: '1.00',
    useScene: 2,
    canOverlay: 1,
    useAmountLimit: '2.00',
    vipLevelValLimit: 0,
    limitNum: 1,
    totalNum: 100,
    sort: 0,
    ...times,
    useBeginTime: inDays(-1),
    useEndTime: inDays(60),
  });
};

/** A card that is not yet on sale: half of everything for thirty days. */
const addCard = async (): Promise<void> => {
  const { tenant, tenantId } = drivers.network;
  await tenant.ok(privilegeCardApi.add, {
    tenantId,
    cardName: '半价月卡',
    cardNameEn: 'Half price',
    cardKind: 1,
    price: '30.00',
    validDays: 30,
    discountPercent: 50,
    level: 1,
    overlayVip: 1,
    overlayCoupon: 1,
    vipLevelValLimit: 0,
    limitNum: 2,
    sort: 0,
  });
};

/** The driver buys the card that is shown in the account from the wallet, and the one that follows it by WeChat Pay. */
const buyCards = async (phone: Page): Promise<void> => {
  await phone.goto(`${drivers.site.product.url}/me`);
  await button(phone, /^Buy for/u).click();
  const sheet = phone.getByRole('dialog');
  expect(await sheet.getByRole('radio', { name: 'Wallet' }).isChecked()).toBe(true);
  expect(await axeViolations(phone, 'dialog', CONTRAST)).toEqual([]);
  await sheet.getByRole('button', { name: /^Buy for/u }).click();
  await phone.getByText(/^At all stations · until/u).waitFor();
  await button(phone, /^Buy for/u).click();
  await sheet.getByRole('radio', { name: 'WeChat Pay' }).check();
  await sheet.getByRole('button', { name: /^Buy for/u }).click();
  await drivers.pay(phone);
  await phone.waitForURL(/\/me(?:\?|$)/u);
  await phone.getByText('The card is yours').waitFor();
  await phone.getByText(/^At all stations · from/u).waitFor();
  expect(await faultsOf(phone)).toEqual(NO_FAULTS);
};

test('a coupon and a privilege card go from the back office to the phone, to the bill, and back into what they took off', async () => {
  await addActivity();
  await addCard();
  const { page, pageFaults } = await drivers.site.enter(tenantPerson, '/marketing/activity');
  // Without a picture it is not published, and the page says so.
  await rowOf(page, 'Summer charging').getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await page.getByText('picture', { exact: false }).first().waitFor();
  await rowOf(page, 'Summer charging').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog').filter({ hasText: 'Shown from' });
  const picture = await sharp({ create: { width: 750, height: 320, channels: 3, background: '#0a5' } })
    .png()
    .toBuffer();
  await form.locator('input[type=file]').first().setInputFiles({ name: 'summer.png', mimeType: 'image/png', buffer: picture });
  await form.locator('img').first().waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await rowOf(page, 'Summer charging').getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await rowOf(page, 'Summer charging').getByText('Published', { exact: true }).waitFor();

  await page.goto(`${drivers.site.product.url}/#/marketing/privilege-card`);
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('Privilege cards are on').waitFor();
  await rowOf(page, '半价月卡').getByRole('button', { name: 'Put on sale' }).click();
  await rowOf(page, '半价月卡').getByText('On sale', { exact: true }).waitFor();

  const { page: phone, pageFaults: phoneFaults } = await drivers.phone();
  pile.plug(1, aCar('LCOUPON0000000001'));
  await drivers.signIn(phone, url, NUMBER);
  const { tenant } = drivers.network;
  const [customer] = (await tenant.ok(customerApi.list, { custPhone: NUMBER })).records;
  await tenant.ok(rechargeApi.add, { mainPartType: 1, mainPartId: customer?.custId ?? '', rrMoney: '100.00', payMethod: 0 });
  await buyCards(phone);
  await phone.goto(url);
  await phone.getByRole('heading', { name: 'Charge in summer' }).waitFor();
  await button(phone, 'Take it').click();
  await phone.getByText('You have it').waitFor();
  await phone.getByRole('radio', { name: /One yuan.*best/u }).waitFor();
  expect(await phone.getByRole('radio', { name: /One yuan.*best/u }).isChecked()).toBe(true);
  expect(await faultsOf(phone)).toEqual(NO_FAULTS);
  await button(phone, /^Start/u).click();
  await phone.getByRole('heading', { name: 'Charging', exact: true }).waitFor();
  await expect.poll(async () => Number(/[\d.]+/u.exec(await phone.locator('.big').innerText())?.[0])).toBeGreaterThan(0);
  await drivers.clock.advance(90_000);
  await button(phone, 'Stop charging').click();
  await button(phone, 'Yes, stop').click();
  await phone.getByRole('heading', { name: 'Bill', exact: true }).waitFor();
  await phone.getByText('Coupon already taken off').waitFor();
  await phone.getByText('Privilege card already taken off').waitFor();

  await page.goto(`${drivers.site.product.url}/#/marketing/activity`);
  await page.reload();
  await rowOf(page, 'Summer charging').getByText('1.00').waitFor();
  await page.goto(`${drivers.site.product.url}/#/marketing/coupon-use`);
  await rowOf(page, 'One yuan').getByText('1.00').first().waitFor();
  await page.goto(`${drivers.site.product.url}/#/order/charging-order`);
  await rowOf(page, 'COUP-1').first().getByRole('button').first().click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'Overview' });
  await drawer.getByRole('tab', { name: 'Bill' }).click();
  await drawer.getByText('equal to what was booked, to the cent').waitFor();
  await drawer.getByRole('row', { name: /^Coupon CN¥1\.00/u }).waitFor();
  await drawer.getByRole('row', { name: /^Privilege card CN¥/u }).waitFor();
  await page.goto(`${drivers.site.product.url}/#/marketing/privilege-card-hold`);
  await rowOf(page, '半价月卡').getByText('Charges: 1', { exact: false }).waitFor();
  expect([pageFaults.errors, phoneFaults.errors]).toEqual([[], []]);
});

test('points are given by an operator, pay a part of a charge that the driver starts, and stand in the ledger of both', async () => {
  const { tenant } = drivers.network;
  const { page, pageFaults } = await drivers.site.enter(tenantPerson, '/marketing/point-program');
  await page.getByRole('button', { name: 'Add' }).click();
  const form = page.getByRole('dialog').filter({ hasText: 'Worth of a point' });
  await form.getByLabel('Name').fill('Green points');
  await form.getByLabel('Spent in steps of').fill('10');
  await form.getByLabel('Most of a bill').fill('50');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await rowOf(page, 'Green points').getByRole('button', { name: 'Switch on' }).click();
  await rowOf(page, 'Green points').getByText('Yes').waitFor();
  const [program] = (await tenant.ok(pointProgramApi.list, {})).records;
  const rule = { pointProgramId: program?.pointProgramId ?? '', ruleName: 'Ten', isUsed: 1, earnBasis: 2, pointsPerUnit: 10, vipLevelValLimit: 0 };
  await tenant.ok(pointRuleApi.add, rule);

  const { page: phone, pageFaults: phoneFaults } = await drivers.phone();
  pile.unplug(1);
  pile.plug(1, aCar('LCOUPON0000000002'));
  await drivers.signIn(phone, url, POINTS_NUMBER);
  const [customer] = (await tenant.ok(customerApi.list, { custPhone: POINTS_NUMBER })).records;
  await tenant.ok(rechargeApi.add, { mainPartType: 1, mainPartId: customer?.custId ?? '', rrMoney: '100.00', payMethod: 0 });

  await page.goto(`${drivers.site.product.url}/#/marketing/user-agent-points`);
  await page.getByRole('button', { name: 'Give points' }).click();
  const gift = page.getByRole('dialog').filter({ hasText: 'Above the limit' });
  await gift.getByLabel('Customer').click();
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: customer?.custName ?? POINTS_NUMBER })
    .first()
    .click();
  await gift.getByLabel('Reason').click();
  await gift.getByLabel('Points').fill('500');
  await gift.getByLabel('Reason').fill('welcome');
  await gift.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give points' }).click();
  await page.getByRole('dialog').getByText('Close', { exact: true }).click();
  await rowOf(page, '500').waitFor();

  await phone.reload();
  await phone.getByRole('checkbox', { name: /Use up to 500 points/u }).check();
  await button(phone, /^Start/u).click();
  await phone.getByRole('heading', { name: 'Charging', exact: true }).waitFor();
  await drivers.clock.advance(90_000);
  await button(phone, 'Stop charging').click();
  await button(phone, 'Yes, stop').click();
  await phone.getByRole('heading', { name: 'Bill', exact: true }).waitFor();
  await phone.getByText('Already paid by points').waitFor();
  await phone.goto(`${drivers.site.product.url}/me`);
  await phone.getByText('Ledger of points').click();
  await phone.getByText(/^Spent/u).waitFor();
  expect(await faultsOf(phone)).toEqual(NO_FAULTS);

  await page.reload();
  await page
    .getByRole('row', { name: /\+?500|welcome/u })
    .first()
    .waitFor();
  expect([pageFaults.errors, phoneFaults.errors]).toEqual([[], []]);
});
