import { afterAll, beforeAll, expect, test } from 'vitest';
import { pileApi } from '#domains/network/resources.ts';
import { chooseBatchAction, openTestSite, rowOf, rowsOf, toast, waitForTab } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { northPerson, openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { TestNetwork } from '../testing/test-network.ts';
import { downloadedCells, workbook } from '../testing/workbook.ts';

let site: TestSite;
let network: TestNetwork;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
});
afterAll(() => site?.close());

test('from a station to its white list: a mobile is added, edited, shown in full and deleted', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/network/station');
  await rowOf(page, 'North One').getByRole('button', { name: 'White list' }).click();
  await waitForTab(page, 'White-list mobiles');
  await page.getByText('Nothing matches these filters').waitFor();

  await page.getByRole('button', { name: 'Add' }).click();
  const drawer = page.getByRole('dialog');
  // The station of the list is chosen already.
  await drawer.getByTitle('North One').waitFor();
  await drawer.getByLabel('Mobile number').fill('021-5555666');
  await drawer.getByLabel('Contact').fill('Ada Long');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('Enter a valid mobile number').waitFor();
  await drawer.getByLabel('Mobile number').fill('13800000001');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Added').waitFor();
  await rowOf(page, 'Ada Long').getByText('138****0001').waitFor();

  await page.getByRole('button', { name: 'Add' }).click();
  await drawer.getByLabel('Mobile number').fill('+86 13800000001');
  await drawer.getByLabel('Contact').fill('Twice');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('Mobile number exists already').or(toast(page, 'Mobile number exists already')).first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  await rowOf(page, 'Ada Long').getByRole('button', { name: 'Edit' }).click();
  await drawer.getByLabel('Contact').fill('Ada Short');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await rowOf(page, 'Ada Short').getByText('138****0001').waitFor();
  await drawer.waitFor({ state: 'hidden' });
  await rowOf(page, 'Ada Short').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').filter({ hasText: 'Delete "Ada Short"?' }).getByRole('button', { name: 'Delete' }).click();
  await rowOf(page, 'Ada Short').waitFor({ state: 'detached' });
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a sheet fills the white lists, and an agent sees those of its own stations', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/network/mobile-station');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Import from Excel' });
  const [header = []] = await downloadedCells(page, () => dialog.getByRole('button', { name: 'Download template' }).click());
  expect(header.map((title) => title.replaceAll(/[* ]+$/g, '').trim())).toEqual(expect.arrayContaining(['Mobile number', 'Contact']));
  await dialog.locator('input[type=file]').setInputFiles(
    await workbook('mobiles.xlsx', [
      ['Station', 'Mobile number', 'Contact'],
      ['North One', '13900000001', 'From North'],
      ['South One', '13900000001', 'From South'],
      ['No Such Station', '13900000002', 'Nowhere'],
    ]),
  );
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await dialog.getByText('2 rows can be imported, 1 has errors').waitFor();
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await dialog.getByText('Imported, but some rows have errors').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await rowOf(page, 'From South').waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });

  const north = await site.enter(northPerson, '/network/mobile-station');
  await rowOf(north.page, 'From North').waitFor();
  expect(await rowsOf(north.page).count()).toBe(1);
  expect(north.pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('the list of a station is compared with what its piles keep, and sent to them', async () => {
  const pile = { stationId: network.stations['North One'], cpType: 1, gunCount: 1, cpPower: '60', accountMinAmount: '1.00' };
  await network.tenant.ok(pileApi.add, { ...pile, cpCode: 'WL-01', cpName: 'Listed' });
  await network.tenant.ok(pileApi.add, { ...pile, cpCode: 'WL-02', cpName: 'Over OCPP', protocol: 2 });
  const { page, pageFaults } = await site.enter(tenantPerson, '/network/pile');
  for (const cpCode of ['WL-01', 'WL-02']) await rowOf(page, cpCode).getByRole('checkbox').check();
  await chooseBatchAction(page, 'White list');
  const dialog = page.getByRole('dialog').filter({ hasText: 'White list' });
  await dialog.getByText('Listed').waitFor();
  const line = (name: string) => dialog.getByRole('row', { name });
  expect(await line('Listed').getByRole('cell').allInnerTexts()).toEqual(['Listed WL-01', '1', '—', 'Not read yet']);
  await line('Over OCPP').getByText('The protocol has none').waitFor();
  await dialog.getByRole('button', { name: 'Send the list' }).click();
  await line('Listed').getByText('Under way').waitFor();
  expect(await dialog.getByRole('button', { name: 'Read from the piles' }).isDisabled()).toBe(true);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
