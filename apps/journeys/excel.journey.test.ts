import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVenue, rowOf, rowsOf, signIn, toast } from './testing/browse.ts';
import type { Venue } from './testing/browse.ts';
import { setStage, tenantPerson } from './testing/people.ts';
import { downloadedCells, workbook } from './testing/sheet.ts';

let venue: Venue;
beforeAll(async () => {
  venue = await openVenue();
  await setStage(venue.product);
});
afterAll(() => venue?.close());

const openImport = async () => {
  const visitor = await venue.visitor();
  const { page } = visitor;
  await page.goto(`${venue.product.url}/#/network/station`);
  await signIn(page, tenantPerson);
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
  await toast(page, 'The file cannot be read').waitFor();

  await file.setInputFiles(
    await workbook('stations.xlsx', [
      ['Station name', 'Agent', 'Time zone'],
      ['From a Sheet', 'South Agent', 'Asia/Shanghai'],
    ]),
  );
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await dialog.getByText('Imported 1 rows').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await rowOf(page, 'From a Sheet').getByText('South Agent').waitFor();
});

test('good rows are in, the bad ones come back with their reasons', async () => {
  const { visitor, page, dialog, file } = await openImport();
  const [header = []] = await downloadedCells(page, () => dialog.getByRole('button', { name: 'Download template' }).click());
  const column = (label: string): number => header.findIndex((title) => title.startsWith(label));
  const line = (name: string, agent: string): readonly string[] =>
    header.map((_title, at) => ({ [column('Station name')]: name, [column('Agent')]: agent, [column('Time zone')]: 'Asia/Shanghai' })[at] ?? '');
  await file.setInputFiles(
    await workbook('mixed.xlsx', [header, line('Sheet North', 'North Agent'), line('Sheet Nowhere', 'No Such Agent'), line('Y', 'South Agent')]),
  );
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await dialog.getByText('Imported, but some rows have errors').waitFor();
  expect((await dialog.locator('.co-figure').allInnerTexts()).map((figure) => figure.replaceAll(/\s+/g, ' '))).toEqual([
    '3 Rows',
    '1 Imported',
    '2 With errors',
  ]);
  const [titles, ...bad] = await downloadedCells(page, () => dialog.getByRole('button', { name: 'Download the rows with errors' }).click());
  expect(titles?.slice(0, 2)).toEqual(['Row', 'Reason']);
  expect(bad.map(([row]) => row)).toEqual(['3', '4']);
  expect(bad[0]?.[1]).toContain('Agent');
  expect(bad[1]?.[1]).toContain('at least 2 characters');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await rowOf(page, 'Sheet North').waitFor();
  expect(await rowOf(page, 'Sheet Nowhere').count()).toBe(0);
  expect(visitor.misdeeds).toEqual({ abroad: [], errors: [] });
});
