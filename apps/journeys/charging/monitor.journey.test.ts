import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carApi } from '#domains/customer/resources.ts';
import { rechargeApi } from '#domains/money/resources.ts';
import { openTestSite } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { aCar, openChargingFixture } from '../testing/charging-fixture.ts';
import type { ChargingFixture } from '../testing/charging-fixture.ts';
import { northPerson, openTestNetwork } from '../testing/test-network.ts';
import type { TestNetwork } from '../testing/test-network.ts';

const [PAID, OTHER] = ['LJRNPAYD000000001', 'LJRNTHER000000002'] as const;
let site: TestSite;
let network: TestNetwork;
let chargers: ChargingFixture;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  chargers = await openChargingFixture(site.product, network);
  const { carId } = await network.tenant.ok(carApi.add, { carVin: PAID, carNum: 'PAYD-1', isDiscount: 1, agentId: network.agents.north });
  await network.tenant.ok(rechargeApi.add, { mainPartType: 4, mainPartId: carId, rrMoney: '100.00', payMethod: 0 });
});
afterAll(async () => {
  chargers?.close();
  await site?.close();
});

test('the piles of a station show their own state, a fault as it happens', async () => {
  const { page, pageFaults } = await openStation();
  const piles = page.getByRole('region', { name: 'Piles' });
  await piles.getByRole('button', { name: 'Show all' }).click();
  await piles.getByText(chargers.native.facts.cpCode, { exact: true }).waitFor();
  await piles.getByText('Online since').first().waitFor();
  await piles.getByRole('button', { name: 'Only those to look at' }).click();
  expect(await piles.getByText(chargers.v10.facts.cpCode, { exact: true }).count()).toBe(0);
  chargers.v10.close();
  await piles.getByText(chargers.v10.facts.cpCode, { exact: true }).waitFor();
  await piles.getByText('Offline since').first().waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a start is compared with the car at the gun; its charge shows every field, and the battery from handshake to end', async () => {
  const { page, pageFaults } = await openStation();
  const { cpCode } = chargers.native.facts;
  chargers.native.plug(1, aCar(OTHER));
  await page.getByRole('button').filter({ hasText: cpCode }).getByText('Plugged in').waitFor();
  await page.getByRole('button').filter({ hasText: cpCode }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: cpCode }).first();
  await drawer.getByText('Insulation').waitFor();
  await drawer.getByText('Pile last heard').waitFor();
  await drawer.getByRole('button', { name: 'Start', exact: true }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: `Start at ${cpCode}, gun 1` });
  await dialog.getByText('The car at the gun', { exact: true }).waitFor();
  await dialog.getByText(OTHER).waitFor();
  await payWithCar(page, dialog);

  await chooseStrategy(page, dialog, 'By SOC');
  await dialog.getByText(/^Stops when the battery reaches this SOC/u).waitFor();
  await dialog.getByLabel('Value').fill('20');
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await dialog.getByText("It must be greater than the car's present SOC 33%").waitFor();
  await chooseStrategy(page, dialog, 'Other');
  await dialog.getByText(/^The pile decides when to stop/u).waitFor();
  await chooseStrategy(page, dialog, 'VIN, as the balance reaches');
  await dialog.getByText(/^The payer has to be a car/u).waitFor();
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await dialog.getByText(`The account's VIN ${PAID} does not match the car's VIN ${OTHER}`).waitFor();

  // The dialog shows the car that is plugged in instead.
  chargers.native.unplug(1);
  await dialog.getByText('has not reported its VIN').waitFor();
  chargers.native.plug(1, aCar(PAID));
  await dialog.getByText('The car at the gun', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await drawer.locator('.ch-title').getByText('Charging', { exact: true }).waitFor();

  await drawer.getByRole('tab', { name: 'Battery (BMS)' }).click();
  await drawer.getByText('Handshake: battery and car').waitFor();
  await drawer.getByText(PAID).waitFor();
  await drawer.getByText('Parameters: what is allowed').waitFor();
  await drawer.getByRole('tab', { name: 'Gun and pile' }).click();
  await drawer.getByText('DC+ temperature').waitFor();
  chargers.native.unplug(1);
  await drawer.locator('.ch-title').getByText('Charging', { exact: true }).waitFor({ state: 'detached' });
  await drawer.getByRole('tab', { name: 'Curves' }).waitFor({ state: 'detached' });
  await expect
    .poll(async () => {
      await drawer.getByRole('tab', { name: 'Battery (BMS)' }).click();
      return drawer.getByText('End: totals and reasons').isVisible();
    })
    .toBe(true);
  await drawer.getByText('BMS abort reasons').waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

const openStation = async () => {
  const visitor = await site.enter(northPerson, '/monitor/charging');
  await visitor.page.getByRole('button').filter({ hasText: 'North One' }).click();
  return visitor;
};

const payWithCar = async (page: Page, dialog: Locator): Promise<void> => {
  await dialog.locator('.ant-segmented').getByText('Car', { exact: true }).click();
  await dialog.getByRole('combobox').first().click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: 'PAYD' }).first().click();
  await dialog.getByText(/Available .*\d\.\d\d/u).waitFor();
};

const chooseStrategy = async (page: Page, dialog: Locator, name: string): Promise<void> => {
  await dialog.getByRole('combobox', { name: 'Strategy' }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name }).first().click();
};
