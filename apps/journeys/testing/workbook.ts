import { readFile } from 'node:fs/promises';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import type { Download, Page } from 'playwright-core';

/** An Excel file for a file input. */
export const workbook = async (name: string, rows: readonly (readonly string[])[]) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'sheet', rows: rows.map((row) => [...row]) }] })),
});

/** The cells of the first sheet of the file that a click downloads. */
export const downloadedCells = async (page: Page, click: () => Promise<void>): Promise<readonly (readonly string[])[]> => {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return cellsOf(download);
};

const cellsOf = async (download: Download): Promise<readonly (readonly string[])[]> => {
  const { sheets } = await readXlsx(await readFile(await download.path()));
  return (sheets[0]?.rows ?? []).map((row) => row.map((cell) => textOf(cell)));
};

const textOf = (cell: unknown): string =>
  typeof cell === 'string' || typeof cell === 'number' ? String(cell) : cell == null ? '' : JSON.stringify(cell);
