import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stationApi } from '#domains/network/resources.ts';
import { axeViolations } from '../testing/axe.ts';
import { openTestSite, rowOf, rowsOf } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { addPiles } from '../testing/bulk-fixture.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { TestNetwork } from '../testing/test-network.ts';

let site: TestSite;
let network: TestNetwork;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  await addPiles(network);
});
afterAll(() => site?.close());

test('many rows are deleted: first a preview with reasons, then a result for each, the refused ones stay at hand', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/network/station?column=stationName&order=asc');
  await expect.poll(() => rowsOf(page).count()).toBe(4);
  await page.getByRole('columnheader').getByRole('checkbox').check();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Delete these 4 entries?' });

  // Closing the question by any way does nothing.
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await page.getByRole('button', { name: 'Delete selected' }).click();
    await dialog.getByText('3 can be done, 1 cannot').waitFor();
    await close();
    await dialog.waitFor({ state: 'detached' });
  }
  expect(await network.tenant.ok(stationApi.list, {})).toMatchObject({ total: 4 });

  await page.getByRole('button', { name: 'Delete selected' }).click();
  await dialog.getByText('3 can be done, 1 cannot').waitFor();
  await dialog.getByRole('row').filter({ hasText: 'North One' }).getByText('Cannot be done').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  let runs = 0;
  page.on('request', (request) => void (request.url().includes('/sys/bulk/run') && (runs += 1)));
  await dialog.getByRole('button', { name: 'Delete (3)' }).dblclick();
  await dialog.getByText('3 done, 1 refused').waitFor();
  expect(runs).toBe(1);
  await page.mouse.move(0, 0);
  expect(await axeViolations(page)).toEqual([]);
  const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export the result' }).click()]);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines.filter((line) => line.includes('"North One","Refused","')).length).toBe(1);
  await dialog.getByRole('button', { name: 'Select the refused ones' }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await page.getByText('1 selected').waitFor();
  expect(await rowOf(page, 'North One').getByRole('checkbox').isChecked()).toBe(true);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
