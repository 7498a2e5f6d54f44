import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pileApi, reservationConfApi } from '#domains/network/resources.ts';
import { axeViolations } from '../testing/axe.ts';
import { aCar, openChargingFixture } from '../testing/charging-fixture.ts';
import type { ChargingFixture } from '../testing/charging-fixture.ts';
import { addWeChatAccount, CONTRAST, IPHONE, pathBehindCode, sidewaysPx, smallTargets } from '../testing/driver-fixture.ts';
import { startSmsReceiver } from '../testing/sms-receiver.ts';
import type { SmsReceiver } from '../testing/sms-receiver.ts';
import { startStandInProgram } from '../testing/stand-in.ts';
import type { StandInProgram } from '../testing/stand-in.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import { openTestSite } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';

let site: TestSite;
let chargers: ChargingFixture;
let standIn: StandInProgram;
let sms: SmsReceiver;
/** The path behind the code of the pile. */
let path: string;
beforeAll(async () => {
  standIn = await startStandInProgram();
  sms = await startSmsReceiver();
  site = await openTestSite({ PAYMENT_STAND_IN: standIn.origin, ...sms.env });
  const network = await openTestNetwork(site.product);
  chargers = await openChargingFixture(site.product, network);
  await addWeChatAccount(standIn, network);
  const { cpCode } = chargers.native.facts;
  path = await pathBehindCode(network, cpCode);
  const { tenant } = network;
  const details = [{ startMinute: 0, reservationDuration: 60, occupyFeeUnit: '0.10' }];
  const { crcId } = await tenant.ok(reservationConfApi.add, { crcName: 'Drivers', details });
  await tenant.ok(reservationConfApi.changeState, { entityId: crcId, setState: 1 });
  await tenant.ok(pileApi.edit, { cpCode, canBeReservation: 1, crcId });
  await chargers.native.waitFor(({ connection }) => connection.live);
});
afterAll(async () => {
  chargers?.close();
  await site?.close();
  sms?.stop();
  standIn?.stop();
});

const phone = (more: object = {}) => site.visitor({ viewport: { width: 390, height: 844 }, userAgent: IPHONE, ...more });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** What is wrong with the page as it is: contrast, targets, and what stands beside the window. */
const faultsOf = async (page: Page) => [
  await axeViolations(page, 'html'),
  await axeViolations(page, 'html', CONTRAST),
  await smallTargets(page),
  await sidewaysPx(page),
];
const NO_FAULTS = [[], [], [], 0];
const signIn = async (page: Page, number: string) => {
  await page.goto(`${site.product.url}${path}`);
  await page.getByRole('link', { name: 'My charges and wallet' }).click();
  await page.getByLabel('Mobile number').fill(number);
  await button(page, 'Send me a code').click();
  await expect.poll(() => sms.codesTo(number).length).toBe(1);
  await page.getByLabel('Code', { exact: true }).fill(sms.codesTo(number)[0] ?? '');
  await button(page, 'Sign in').click();
  await page.getByText('Signed in as').waitFor();
  await page.goto(`${site.product.url}${path}`);
};
const openForm = (page: Page) => page.locator('summary').filter({ hasText: 'Reserve this connector' }).click();

test('a driver reserves and pays, the pile is told, the driver comes, charges and gets the bill; the list of the operator says so', async () => {
  const { page, pageFaults } = await phone();
  await signIn(page, '13900000301');
  await openForm(page);
  await page.getByLabel('For', { exact: true }).selectOption('30');
  await page.getByText('at most ¥3.00 for keeping it').waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  await button(page, /^Pay ¥\d+\.00 and reserve$/u).click();
  await page.waitForURL((url) => url.origin === standIn.origin);
  await button(page, /^Pay CNY/u).click();
  await page.waitForURL(/\/me(?:\?|$)/u);
  await page.getByText('Kept for you').waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  await expect.poll(() => chargers.native.gun(1)?.phase, { timeout: 10_000 }).toBe('reserved');

  // Nobody else starts at the pile itself.
  chargers.native.plug(1, aCar('LRESERVE000000301'));
  expect((await chargers.native.startByCard(1, { account: chargers.cards.native.no })).result).toBe(6);
  const { page: other } = await phone();
  await other.goto(`${site.product.url}${path}`);
  await other.getByText('Someone is using or paying for it').first().waitFor();

  await page.goto(`${site.product.url}${path}`);
  await button(page, 'Start charging').click();
  await page.waitForURL(/\/o\/[\w-]+$/u);
  await page.getByRole('heading', { name: 'Charging', exact: true }).waitFor();
  await expect.poll(async () => Number(/[\d.]+/u.exec(await page.locator('.big').innerText())?.[0])).toBeGreaterThan(0);
  await button(page, 'Stop charging').click();
  await button(page, 'Yes, stop').click();
  await page.getByRole('heading', { name: 'Bill', exact: true }).waitFor();
  expect(pageFaults.errors).toEqual([]);

  const operator = await site.enter(tenantPerson, '/order/reservation-order');
  await operator.page.getByText('Arrived').waitFor();
  await operator.page.getByText('Told', { exact: true }).waitFor();
  await operator.page.getByText('Paid in advance').waitFor();
}, 120_000);

test('one that nobody has paid says until when it waits, on a small phone by night', async () => {
  const { page } = await phone({ colorScheme: 'dark', viewport: { width: 320, height: 640 } });
  await signIn(page, '13900000302');
  await openForm(page);
  // A time later, so that the car of the first driver does not matter.
  await page.getByLabel('From', { exact: true }).selectOption({ index: 4 });
  await page.getByText('have to end 10 minutes before').waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  await button(page, /^Pay ¥\d+\.00 and reserve$/u).click();
  await page.waitForURL((url) => url.origin === standIn.origin);
  await page.goto(`${site.product.url}/me`);
  await page.getByText('Waits for your payment until').waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  // That it ends with its payment window is tested with a clock that moves (apps/payments/driver-reservation.test.ts).
}, 120_000);
