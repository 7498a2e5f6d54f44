import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Pile } from '#apps/simulator/pile/pile.ts';
import { chargingOrderApi } from '#domains/charging/resources.ts';
import { consumeApi, proofApi } from '#domains/money/resources.ts';
import { PATIENCE_MS } from '#kit/test/patience.ts';
import { aCar, addPrices, connectPile } from '../testing/charging-fixture.ts';
import { button, openDriverSite } from '../testing/driver-site.ts';
import type { DriverSite } from '../testing/driver-site.ts';
import { signInCaller, tenantPerson } from '../testing/test-network.ts';

let drivers: DriverSite;
let pile: Pile;
beforeAll(async () => {
  drivers = await openDriverSite();
  const { site, network } = drivers;
  const rateRuleId = await addPrices(network);
  // Slow enough to be killed in the midst of the start.
  pile = await connectPile(site.product, network, { cpCode: 'KILL-1', protocol: 'native', rateRuleId, gunTimes: { startMs: [2_500, 2_500] } });
  await pile.waitFor(({ connection }) => connection.live);
});
afterAll(async () => {
  pile?.close();
  await drivers?.close();
});

test('the server is killed at each step of an order, and the driver is charged once and gets the rest once', async () => {
  const { site, standIn } = drivers;
  const kill = (): Promise<void> => site.restart('kill');
  const { page } = await drivers.phone();
  const heading = (name: string) =>
    page
      .getByRole('heading', { name, exact: true })
      .waitFor()
      .catch(async (cause: unknown) => {
        throw new Error(`no “${name}” but:\n${await page.locator('main').innerText()}`, { cause });
      });
  pile.plug(1, aCar('LKILLED0000000001'));
  await page.goto(await drivers.urlBehindCode(pile.facts.cpCode));
  await page.getByText('Plugged in').waitFor();
  await button(page, 'Pay ¥50.00 and start').click();
  await page.waitForURL(({ origin }) => origin === standIn.origin);
  const { pathname, searchParams } = new URL(page.url());

  // Between order and payment. A pile that is not back when the money comes cannot start, and the money would go back.
  await kill();
  await pile.waitFor(({ connection }) => connection.live);
  await standIn.pay(pathname.split('/').at(-1) ?? '');
  await page.goto(searchParams.get('redirect_url') ?? '');
  await heading('Starting');
  // A command that is lost with its server is never sent again, so the pile has to have it.
  await pile.waitFor((each) => each.gun(1)?.phase === 'starting');
  await kill();
  await heading('Charging');
  const energy = async () => Number(/[\d.]+/u.exec(await page.locator('.big').innerText())?.[0]);
  await expect.poll(energy).toBeGreaterThan(0);
  await kill();
  const before = await energy();
  await expect.poll(energy).toBeGreaterThan(before);
  await button(page, 'Stop charging').click();
  await button(page, 'Yes, stop').click();
  await kill();
  await heading('Bill');
  await kill();
  // A refund that the killed server was working on is taken again after a minute, and its provider may be asked about it after two more.
  await page.getByText('Returned', { exact: true }).waitFor({ timeout: 3 * PATIENCE_MS });

  const billedCents = Math.round(Number((await page.locator('.big').innerText()).replace('¥', '')) * 100);
  expect(billedCents).toBeGreaterThan(0);
  const payments = await standIn.payments();
  expect(payments.map(({ state, amountCents, refunds }) => [state, amountCents, refunds.map((refund) => refund.amountCents)])).toEqual([
    ['paid', 50_00, [50_00 - billedCents]],
  ]);
  const tenant = await signInCaller(site.product.url, tenantPerson);
  expect((await tenant.ok(chargingOrderApi.list, {})).records).toMatchObject([{ billingAmount: (billedCents / 100).toFixed(2) }]);
  expect((await tenant.ok(consumeApi.list, {})).records).toMatchObject([{ rrMoney: (billedCents / 100).toFixed(2) }]);
  expect(await tenant.ok(proofApi.proof, {})).toMatchObject({ isProven: true });
});
