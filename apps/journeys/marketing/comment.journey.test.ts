import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pile } from '#apps/simulator/pile/pile.ts';
import { aCar, addPrices, connectPile } from '../testing/charging-fixture.ts';
import { button, faultsOf, NO_FAULTS, openDriverSite } from '../testing/driver-site.ts';
import type { DriverSite } from '../testing/driver-site.ts';
import { tenantPerson } from '../testing/test-network.ts';
import { rowOf } from '../testing/test-site.ts';

/** What a driver says of a station: written on the phone, judged and answered in the back office, and read by the next driver. */

let drivers: DriverSite;
let pile: Pile;
let url: string;
beforeAll(async () => {
  drivers = await openDriverSite();
  const { site, network, clock } = drivers;
  const rateRuleId = await addPrices(network);
  pile = await connectPile(site.product, network, { cpCode: 'SAID-1', protocol: 'native', rateRuleId, time: clock.time });
  await pile.waitFor(({ connection }) => connection.live);
  url = await drivers.urlBehindCode('SAID-1');
});
afterAll(async () => {
  pile?.close();
  await drivers?.close();
});

const SAID = 'Quick and well lit';
const ANSWER = 'Thank you, come again';

test('a driver comments after the charge, an operator publishes and answers, and the next driver reads and reports it', async () => {
  const { page: phone, pageFaults } = await drivers.phone();
  pile.plug(1, aCar('LSAID000000000001'));
  await phone.goto(url);
  await phone.getByText('Plugged in').waitFor();
  await phone.getByText('What others say').click();
  await phone.getByText('No comments yet').waitFor();
  await button(phone, 'Pay ¥50.00 and start').click();
  await drivers.pay(phone);
  await phone.getByRole('heading', { name: 'Charging', exact: true }).waitFor();
  await expect.poll(async () => Number(/[\d.]+/u.exec(await phone.locator('.big').innerText())?.[0])).toBeGreaterThan(0);
  // A charge of seconds says nothing of a station.
  await drivers.clock.advance(90_000);
  await button(phone, 'Stop charging').click();
  await button(phone, 'Yes, stop').click();
  await phone.getByRole('heading', { name: 'Bill', exact: true }).waitFor();
  const card = phone.getByRole('region', { name: 'How was this station?' });
  await card.getByRole('radio', { name: '4 of 5 stars' }).check({ force: true });
  await card.getByText('Fast', { exact: true }).click();
  await card.getByLabel('Anything to add?').fill(SAID);
  expect(await faultsOf(phone)).toEqual(NO_FAULTS);
  await card.getByRole('button', { name: 'Send' }).click();
  await card.getByText('Sent. It shows once we have read it').waitFor();

  const { page, pageFaults: officeFaults } = await drivers.site.enter(tenantPerson, '/marketing/comment');
  await rowOf(page, SAID).getByText('To be judged').waitFor();
  await page.getByRole('button', { name: 'Judge' }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'The charge' });
  await drawer.getByText(SAID).waitFor();
  await drawer.getByText('Clean', { exact: true }).waitFor();
  await page.keyboard.press('p');
  await page.getByText('Nothing waits').waitFor();
  await page.keyboard.press('Escape');
  await rowOf(page, SAID).getByText('Published').waitFor();
  await rowOf(page, SAID).getByRole('button', { name: 'Reply' }).click();
  await page.getByRole('dialog').getByLabel('Reply').fill(ANSWER);
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await rowOf(page, ANSWER).waitFor();

  await phone.reload();
  await card.getByText('Published', { exact: true }).waitFor();
  await card.getByText(`The operator: ${ANSWER}`).waitFor();
  const { page: next } = await drivers.phone();
  await next.goto(url);
  await next.getByText('What others say').click();
  await next.getByText(SAID).waitFor();
  await next.getByText(`The operator: ${ANSWER}`).waitFor();
  expect(await faultsOf(next)).toEqual(NO_FAULTS);
  await next.getByRole('button', { name: 'Report', exact: true }).click();
  await next.getByText('Reported. Thank you').waitFor();
  await page.reload();
  await rowOf(page, SAID).waitFor();

  // Changed, it is judged again, and is gone from the page until then.
  await card.getByRole('button', { name: 'Change' }).click();
  await card.getByRole('radio', { name: '2 of 5 stars' }).check({ force: true });
  await card.getByRole('button', { name: 'Send' }).click();
  await card.getByText('Sent. It shows once we have read it').waitFor();
  await page.getByRole('button', { name: 'Judge' }).click();
  await drawer.getByText(SAID).waitFor();
  await page.keyboard.press('r');
  await page.getByLabel('Reason').fill('two stars are a mistake');
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await page.getByText('Nothing waits').waitFor();
  await phone.reload();
  await card.getByText('Not published · two stars are a mistake').waitFor();
  expect([pageFaults.errors, officeFaults.errors]).toEqual([[], []]);
});
