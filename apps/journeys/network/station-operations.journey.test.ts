import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATIENCE_MS } from '#kit/test/patience.ts';
import { openChargingFixture } from '../testing/charging-fixture.ts';
import type { ChargingFixture } from '../testing/charging-fixture.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import { chooseBatchAction, openTestSite, rowOf, rowsOf } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';

/** What operators do with an OCPP pile that is connected, and what it reports besides charges. */
let site: TestSite;
let piles: ChargingFixture;
beforeAll(async () => {
  site = await openTestSite();
  piles = await openChargingFixture(site.product, await openTestNetwork(site.product));
  await piles.ocpp.waitFor((pile) => pile.connection.live, PATIENCE_MS);
});
afterAll(async () => {
  piles?.close();
  await site?.close();
});

test('its power is limited and read back, and its key is rotated without being seen', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/network/pile?cpCode=JRN-O1');
  await rowOf(page, 'JRN-O1').getByText('More').click();
  await page.getByText('Remote operations', { exact: true }).click();
  const dialog = page.getByRole('dialog');
  const limit = dialog.getByRole('button', { name: 'Do it: Limit the power' });
  expect(await limit.isDisabled()).toBe(true);
  await dialog.getByLabel('Limit', { exact: true }).fill('22000');
  await dialog.getByRole('button', { name: 'Add a period' }).click();
  expect(await limit.isDisabled()).toBe(true);
  await dialog.getByLabel('From minute').nth(1).fill('30');
  await dialog.getByLabel('Limit', { exact: true }).nth(1).fill('11000');
  await limit.click();
  await page.getByText('The pile took it: Limit the power').waitFor();
  await dialog.getByRole('button', { name: 'Do it: Present limits' }).click();
  await dialog.getByText(/W 0:22000 1800:11000/).waitFor();

  const before = piles.ocpp.memory.parameters['AuthorizationKey'];
  const connections = piles.ocpp.connection.connectionNo;
  await dialog.getByRole('button', { name: 'Do it: Rotate the key' }).click();
  await expect.poll(() => piles.ocpp.memory.parameters['AuthorizationKey']).not.toBe(before);
  // The station is disconnected, and logs in with the key that it was given.
  await expect.poll(() => piles.ocpp.connection.connectionNo).toBeGreaterThan(connections);
  await piles.ocpp.waitFor((pile) => pile.connection.live, PATIENCE_MS);
  expect(await page.content()).not.toContain(piles.ocpp.memory.parameters['AuthorizationKey'] ?? 'nothing');
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('the cards of the tenant are sent to piles of each protocol, and compared', async () => {
  await piles.ocpp.waitFor((pile) => pile.connection.live, PATIENCE_MS);
  const { page, pageFaults } = await site.enter(tenantPerson, '/network/pile?cpCode=JRN-');
  await rowOf(page, 'JRN-O1').waitFor();
  await page.locator('.co-table:visible thead input[type=checkbox]').click();
  await chooseBatchAction(page, 'White list');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('IC cards', { exact: true }).click();
  await dialog.locator('tbody tr', { hasText: 'JRN-O1' }).getByText('Not read yet').waitFor();
  await dialog.getByRole('button', { name: 'Send the list' }).click();
  for (const cpCode of ['JRN-O1', 'JRN-N1', 'JRN-V1']) await dialog.locator('tbody tr', { hasText: cpCode }).getByText('The same').waitFor();
  expect(Object.keys(piles.ocpp.memory.localList.tags).toSorted()).toEqual(['80001', '80002', '80003']);
  expect(piles.native.memory.whiteLists['1']).toHaveLength(3);
  await dialog.locator('tbody tr', { hasText: 'JRN-O1' }).getByText('version 1').waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('what it reports of its security, and what its vendor sends, is listed', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/device/security-event');
  await rowOf(page, 'JRN-O1').getByText('Device started').first().waitFor();
  expect(await rowOf(page, 'JRN-O1').first().innerText()).toContain('Critical');
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
  const other = await site.enter(tenantPerson, '/device/vendor-message');
  await rowOf(other.page, 'JRN-O1').first().getByText('Inventory').waitFor();
  await rowsOf(other.page).first().getByRole('button', { name: 'Details' }).click();
  await other.page.getByRole('dialog').getByText('"connectors":1').waitFor();
  expect(other.pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
