import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#domains/customer/resources.ts';
import { roleApi } from '#domains/identity/resources.ts';
import { addUser, openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import { openTestSite, rowOf, rowsOf, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { workbook } from '../testing/workbook.ts';

const secondPerson = { username: 'books', password: 'Journey-Word-7' };
const names = ['Fleet One', 'Fleet Two', 'Fleet Three'];

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  const { admin, tenant, tenantId } = await openTestNetwork(site.product);
  const roles = (await admin.ok(roleApi.list, { pageSize: '30' })).records;
  const roleId = roles.find(({ roleCode }) => roleCode === 'tenantAdmin')?.id;
  await addUser(site.product.url, admin, { ...secondPerson, realname: 'Books', roleId, tenantId });
  for (const custName of names)
    await tenant.ok(customerApi.add, { custName, custPhone: '021 5555 0101', custType: 2, custLanguage: 3, useFundsPool: 0 });
});
afterAll(() => site?.close());

test('opening balances come by a sheet; the batch that books them says for each why this person cannot', async () => {
  const first = await site.enter(tenantPerson, '/money/opening-balance');
  await first.page.getByRole('button', { name: 'Import' }).click();
  const dialog = first.page.getByRole('dialog').filter({ hasText: 'Import from Excel' });
  await dialog.locator('input[type=file]').setInputFiles(
    await workbook('opening.xlsx', [
      ['Party type', 'Account', 'Opening amount', 'No. in the older system'],
      ['Company customer', 'Fleet One', '120.50', 'A-1'],
      ['Company customer', 'Fleet Two', '-30.00', 'A-2'],
      ['Company customer', 'Fleet Three', '0.01', 'A-3'],
    ]),
  );
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await dialog.getByText('All 3 rows can be imported').waitFor();
  await dialog.getByRole('button', { name: 'Import 3 rows' }).click();
  await toast(first.page, 'Imported 3 rows').waitFor();
  // Whoever brought them cannot book them: the preview says so for each row.
  await first.page.getByRole('columnheader').getByRole('checkbox').check();
  await first.page.locator('.co-toolbar:visible').getByRole('button', { name: 'Book', exact: true }).click();
  const own = first.page.getByRole('dialog').filter({ hasText: 'Book the 3 opening balances?' });
  await own.getByText('The second person must be another person').first().waitFor();
  expect(await own.getByText('The second person must be another person').count()).toBe(3);

  const second = await site.enter(secondPerson, '/money/opening-balance');
  await rowsOf(second.page).first().waitFor();
  await second.page.getByRole('columnheader').getByRole('checkbox').check();
  await second.page.locator('.co-toolbar:visible').getByRole('button', { name: 'Book', exact: true }).click();
  const booking = second.page.getByRole('dialog').filter({ hasText: 'Book the 3 opening balances?' });
  // The same administrator has just made both accounts, so they count as one person, and nothing can be booked.
  await booking.getByText('0 can be done, 3 cannot').waitFor();
  expect(await booking.getByText('admin').count()).toBe(3);
  expect(await booking.getByRole('button', { name: /^Book/ }).isDisabled()).toBe(true);
  await booking.getByRole('button', { name: 'Cancel' }).click();
  for (const name of names) await rowOf(second.page, name).getByText('Waits for a second person').waitFor();
  expect(second.pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
