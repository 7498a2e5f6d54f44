import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../testing/axe.ts';
import { openTestSite, rowOf, rowsOf, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import { downloadedCells, workbook } from '../testing/workbook.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  await openTestNetwork(site.product);
});
afterAll(() => site?.close());

const openImport = async () => {
  const visitor = await site.enter(tenantPerson, '/network/station');
  const { page } = visitor;
  await rowsOf(page).first().waitFor();
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Import from Excel' });
  return { visitor, page, dialog, file: dialog.locator('input[type=file]') };
};

test('what is no workbook is told and changes nothing; the right file can follow in the same dialog', async () => {
  const { page, dialog, file } = await openImport();
  await file.setInputFiles({ name: 'stations.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
  await toast(page, 'Only Excel files can be uploaded').waitFor();
  expect(await dialog.getByRole('button', { name: 'Upload' }).isDisabled()).toBe(true);

  await file.setInputFiles({ name: 'stations.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('this is no workbook at all') });
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await toast(page, 'Only Excel files can be uploaded (.xls, .xlsx)').waitFor();

  await file.setInputFiles(
    await workbook('stations.xlsx', [
      ['Station name', 'Agent', 'Time zone'],
      ['From a Sheet', 'South Agent', 'Asia/Shanghai'],
    ]),
  );
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await dialog.getByText('All 1 row can be imported').waitFor();
  expect(await rowOf(page, 'From a Sheet').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await toast(page, 'Imported 1 row').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await rowOf(page, 'From a Sheet').getByText('South Agent').waitFor();
});

test('bad cells are shown before anything is written and put right in place; what stays wrong comes back with its reason', async () => {
  const { visitor, page, dialog, file } = await openImport();
  const [header = []] = await downloadedCells(page, () => dialog.getByRole('button', { name: 'Download template' }).click());
  const column = (label: string): number => header.findIndex((title) => title.startsWith(label));
  const line = (name: string, agent: string): readonly string[] =>
    header.map((_title, at) => ({ [column('Station name')]: name, [column('Agent')]: agent, [column('Time zone')]: 'Asia/Shanghai' })[at] ?? '');
  await file.setInputFiles([
    await workbook('mixed.xlsx', [header, line('Sheet North', 'North Agent'), line('Sheet Nowhere', 'No Such Agent'), line('Y', 'South Agent')]),
    await workbook('more.xlsx', [header, line('Sheet South', 'South Agent'), line('Sheet East', 'Eastern Agent')]),
  ]);
  await dialog.getByText('more.xlsx').waitFor();
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await dialog.getByText('2 rows can be imported, 3 have errors').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByLabel('Row 3, Agent').first().fill('North Agent');
  await dialog.getByLabel('Row 4, Station name').fill('Sheet Yes');
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await dialog.getByText('4 rows can be imported, 1 has errors').waitFor();
  expect(await rowOf(page, 'Sheet South').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Import 4 rows' }).click();
  await dialog.getByText('Imported, but some rows have errors').waitFor();
  expect((await dialog.locator('.co-figure').allInnerTexts()).map((figure) => figure.replaceAll(/\s+/g, ' '))).toEqual([
    '5 Rows',
    '4 Imported',
    '1 With errors',
  ]);
  const [titles, ...bad] = await downloadedCells(page, () => dialog.getByRole('button', { name: 'Download the rows with errors' }).click());
  expect(titles?.slice(0, 3)).toEqual(['File', 'Row', 'Reason']);
  expect(bad.map((row) => row.slice(0, 2))).toEqual([['more.xlsx', '3']]);
  expect(bad[0]?.[2]).toContain('Agent');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  for (const name of ['Sheet North', 'Sheet Nowhere', 'Sheet Yes', 'Sheet South']) await rowOf(page, name).waitFor();
  expect(await rowOf(page, 'Sheet East').count()).toBe(0);
  expect(visitor.pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
