import { afterAll, beforeAll, expect, test } from 'vitest';
import { stationApi } from '#domains/network/resources.ts';
import { BASE_PATH } from '#kit/server/http/router.ts';
import { openTestSite } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { TestNetwork } from '../testing/test-network.ts';
import { workbook } from '../testing/workbook.ts';

/** More than are answered at once, so that a look-up without a page is sent while it is read. */
const HALLS = 1_200;

let site: TestSite;
let network: TestNetwork;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  const halls = Array.from({ length: HALLS }, (_unused, at) => [`Hall ${String(at + 1).padStart(4, '0')}`, 'North Agent', 'Asia/Shanghai']);
  const { buffer } = await workbook('halls.xlsx', [['Station name', 'Agent', 'Time zone'], ...halls]);
  const form = new FormData();
  form.append('files[]', new Blob([new Uint8Array(buffer)]), 'halls.xlsx');
  const answer = await fetch(`${site.product.url}${BASE_PATH}${stationApi.importExcel.path}`, {
    method: 'POST',
    body: form,
    headers: { 'x-access-token': network.tenant.token, 'accept-language': 'en-US' },
  });
  expect(await answer.json()).toMatchObject({ success: true, message: `Imported ${HALLS} rows` });
});
afterAll(() => site?.close());

test('whoever asks for the stations without a page gets all of them', async () => {
  const rows = await network.tenant.ok(stationApi.queryList, {});
  expect(rows.length).toBe(HALLS + Object.keys(network.stations).length);
});

test('one of many stations is found by a part of its name, by scrolling on, and by keys', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/network/pile');
  await page.getByRole('button', { name: 'Add' }).click();
  const drawer = page.getByRole('dialog');
  const field = drawer.getByRole('combobox', { name: 'Station' });
  const options = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await field.click();
  await options.filter({ hasText: 'Hall 0001' }).waitFor();
  // What stands in the page is what can be seen of the first rows, not all of them.
  expect(await options.count()).toBeLessThan(60);
  await field.pressSequentially('1199');
  await options.filter({ hasText: 'Hall 1199' }).waitFor();
  await expect.poll(() => options.count()).toBe(1);
  await page.keyboard.press('Enter');
  await drawer.getByTitle('Hall 1199').waitFor();

  await field.click();
  await options.filter({ hasText: 'Hall 0002' }).waitFor();
  // The last of the second page comes without a word typed.
  await expect
    .poll(
      async () => {
        await options.last().hover();
        // Less than what can be seen at a time: a longer way passes the row by when a third page has arrived meanwhile.
        await page.mouse.wheel(0, 150);
        return options.filter({ hasText: 'Hall 0099' }).count();
      },
      { interval: 20 },
    )
    .toBe(1);
  await options.filter({ hasText: 'Hall 0099' }).click();
  await drawer.getByTitle('Hall 0099').waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
