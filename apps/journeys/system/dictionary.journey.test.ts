import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseOption, openTestSite, routeOf, rowOf, rowsOf, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  await openTestNetwork(site.product);
});
afterAll(() => site?.close());

const openDictionaries = async (who: { readonly username: string; readonly password: string }) => {
  const visitor = await site.enter(who, '/system/dict');
  await visitor.page.locator('.dc-row').first().waitFor();
  return visitor;
};
const admin = () => ({ username: 'admin', password: site.product.adminPassword });

test('the platform makes a dictionary with items in three languages, and a tenant reads them and adds its own', async () => {
  const { page, pageFaults } = await openDictionaries(admin());
  await page.getByRole('region', { name: 'Dictionary' }).getByRole('button', { name: 'Add' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name (简体)').fill('车位类型');
  await drawer.getByLabel('Name (English)').fill('Kind of bay');
  await drawer.getByLabel('Dictionary code').fill('1 bay');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText(/Dictionary code starts with a letter/).waitFor();
  await drawer.getByLabel('Dictionary code').fill('bay_kind');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Kind of bay' }).waitFor();
  expect(routeOf(page)).toMatch(/dict=\d+/);

  const add = async (item: { readonly cn: string; readonly en: string; readonly value: string; readonly sort: string; readonly color: string }) => {
    await page.locator('.dc-items').getByRole('button', { name: 'Add' }).click();
    await drawer.getByLabel('Text (简体)').fill(item.cn);
    await drawer.getByLabel('Text (English)').fill(item.en);
    await drawer.getByLabel('Value', { exact: true }).fill(item.value);
    await drawer.getByLabel('Sort value').fill(item.sort);
    await chooseOption(drawer, 'Colour', item.color);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await rowOf(page, item.en).waitFor();
  };
  await add({ cn: '室外', en: 'Outdoor', value: 'out', sort: '2', color: 'Green' });
  await add({ cn: '室内', en: 'Indoor', value: 'in', sort: '1', color: 'Blue' });
  // The smaller first.
  await expect.poll(() => rowsOf(page).allInnerTexts()).toEqual([expect.stringContaining('Indoor'), expect.stringContaining('Outdoor')]);
  await page.getByText('Preview').click();
  await page.getByRole('radio', { name: 'Outdoor' }).waitFor();

  const other = await openDictionaries(tenantPerson);
  await other.page.getByPlaceholder('Find by name or code').fill('kind of bay');
  await other.page.getByRole('button', { name: /bay_kind/ }).click();
  await other.page.getByText('items you add are seen by your tenant alone').waitFor();
  await other.page.locator('.dc-items').getByRole('button', { name: 'Add' }).click();
  await other.page.getByRole('dialog').getByLabel('Text (简体)').fill('地下');
  await other.page.getByRole('dialog').getByLabel('Value', { exact: true }).fill('under');
  await other.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await rowOf(other.page, '地下').getByText('Private').waitFor();
  const edit = rowOf(other.page, 'Indoor').getByRole('button', { name: 'Edit' });
  expect(await edit.getAttribute('aria-disabled')).toBe('true');
  await edit.hover();
  await other.page.getByRole('tooltip').getByText('This belongs to the platform').waitFor();
  expect(await rowOf(other.page, '地下').getByRole('button', { name: 'Edit' }).getAttribute('aria-disabled')).toBe('false');
  expect([pageFaults, other.pageFaults]).toEqual([
    { foreignRequests: [], errors: [] },
    { foreignRequests: [], errors: [] },
  ]);
});

test('a table of the program is there to read, the recycle bin gives back, and the cache is flushed and kept', async () => {
  const { page, pageFaults } = await openDictionaries(admin());
  await page.getByPlaceholder('Find by name or code').fill('order state');
  await page.getByRole('button', { name: /order_state/ }).click();
  await page.getByText('nobody can change it').waitFor();
  expect(await page.locator('.dc-head').getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  expect(await page.locator('.dc-items').getByRole('button', { name: 'Add' }).count()).toBe(0);

  await page.getByPlaceholder('Find by name or code').fill('');
  await page.getByRole('region', { name: 'Dictionary' }).getByRole('button', { name: 'Add' }).click();
  await page.getByRole('dialog').getByLabel('Name (简体)').fill('Short lived');
  await page.getByRole('dialog').getByLabel('Dictionary code').fill('short_lived');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Short lived' }).waitFor();
  await page.locator('.dc-head').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').filter({ hasText: 'Move "Short lived" to the recycle bin?' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Choose a dictionary').waitFor();
  await page.getByRole('button', { name: 'Recycle bin' }).click();
  await page.getByRole('dialog').getByText('short_lived').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByText('The recycle bin is empty').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Advanced query builder' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Flush the cache' }).click();
  await toast(page, 'The dictionaries are up to date').waitFor();
  const cached = await page.evaluate(() => JSON.parse(localStorage.getItem('UI_CACHE_DB_DICT_DATA') ?? '{}') as { untilMs: number; items: object });
  expect(cached.items).toMatchObject({ order_state: expect.any(Array), short_lived: [] });
  expect(cached.untilMs - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
