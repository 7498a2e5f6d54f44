import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pileApi, reservationConfApi } from '#domains/network/resources.ts';
import { aCar, openChargingFixture } from '../testing/charging-fixture.ts';
import type { ChargingFixture } from '../testing/charging-fixture.ts';
import { button, faultsOf, NO_FAULTS, openDriverSite } from '../testing/driver-site.ts';
import type { DriverSite } from '../testing/driver-site.ts';
import { tenantPerson } from '../testing/test-network.ts';

let drivers: DriverSite;
let chargers: ChargingFixture;
/** The page behind the code of the pile. */
let url: string;
beforeAll(async () => {
  drivers = await openDriverSite();
  const { tenant } = drivers.network;
  chargers = await openChargingFixture(drivers.site.product, drivers.network);
  const { cpCode } = chargers.native.facts;
  url = await drivers.urlBehindCode(cpCode);
  const details = [{ startMinute: 0, reservationDuration: 60, occupyFeeUnit: '0.10' }];
  const { crcId } = await tenant.ok(reservationConfApi.add, { crcName: 'Drivers', details });
  await tenant.ok(reservationConfApi.changeState, { entityId: crcId, setState: 1 });
  await tenant.ok(pileApi.edit, { cpCode, canBeReservation: 1, crcId });
  await chargers.native.waitFor(({ connection }) => connection.live);
});
afterAll(async () => {
  chargers?.close();
  await drivers?.close();
});

const openForm = (page: Page) => page.locator('summary').filter({ hasText: 'Reserve this connector' }).click();

test('a driver reserves and pays, the pile is told, the driver comes, charges and gets the bill; the list of the operator says so', async () => {
  const { page, pageFaults } = await drivers.phone();
  await drivers.signIn(page, url, '13900000301');
  await openForm(page);
  await page.getByLabel('For', { exact: true }).selectOption('30');
  await page.getByText('at most ¥3.00 for keeping it').waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  await button(page, /^Pay ¥\d+\.00 and reserve$/u).click();
  await drivers.pay(page);
  await page.waitForURL(/\/me(?:\?|$)/u);
  await page.getByText('Kept for you').waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  await expect.poll(() => chargers.native.gun(1)?.phase).toBe('reserved');

  // Nobody else starts at the pile itself.
  chargers.native.plug(1, aCar('LRESERVE000000301'));
  expect((await chargers.native.startByCard(1, { account: chargers.cards.native.no })).result).toBe(6);
  const { page: other } = await drivers.phone();
  await other.goto(url);
  await other.getByText('Someone is using or paying for it').first().waitFor();

  await page.goto(url);
  await button(page, 'Start charging').click();
  await page.waitForURL(/\/o\/[\w-]+$/u);
  await page.getByRole('heading', { name: 'Charging', exact: true }).waitFor();
  await expect.poll(async () => Number(/[\d.]+/u.exec(await page.locator('.big').innerText())?.[0])).toBeGreaterThan(0);
  await button(page, 'Stop charging').click();
  await button(page, 'Yes, stop').click();
  await page.getByRole('heading', { name: 'Bill', exact: true }).waitFor();
  expect(pageFaults.errors).toEqual([]);

  const operator = await drivers.site.enter(tenantPerson, '/order/reservation-order');
  await operator.page.getByText('Arrived').waitFor();
  await operator.page.getByText('Told', { exact: true }).waitFor();
  await operator.page.getByText('Paid in advance').waitFor();
});

test('one that nobody has paid says until when it waits, on a small phone by night', async () => {
  const { page } = await drivers.phone({ colorScheme: 'dark', viewport: { width: 320, height: 640 } });
  await drivers.signIn(page, url, '13900000302');
  await openForm(page);
  // A time later, so that the car of the first driver does not matter.
  await page.getByLabel('From', { exact: true }).selectOption({ index: 4 });
  await page.getByText('have to end 10 minutes before').waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  await button(page, /^Pay ¥\d+\.00 and reserve$/u).click();
  await page.waitForURL(({ origin }) => origin === drivers.standIn.origin);
  await page.goto(`${drivers.site.product.url}/me`);
  await page.getByText('Waits for your payment until').waitFor();
  expect(await faultsOf(page)).toEqual(NO_FAULTS);
  // That it ends with its payment window is tested with a clock that moves (apps/payments/driver-reservation.test.ts).
});
