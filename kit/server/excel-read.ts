import { Worker } from 'node:worker_threads';
import { refuse } from '#kit/resource/refusal.ts';
import { kitRefusals } from './refusals.ts';

/** Bounds of an uploaded workbook. */
export const EXCEL_BYTES_MAX = 10 * 1024 * 1024;
export const EXCEL_ROWS_MAX = 20_000;
const COLUMNS_MAX = 200;
const MEMORY_MB = 256;
const TIME_MS = 20_000;
const ENTRIES_MAX = 1_000;
const UNPACKED_MAX = 100 * 1024 * 1024;
const RATIO_MAX = 100;

export type SheetRow = readonly (string | number | null)[];

/** The first sheet's rows. Refuses what is no workbook, too large, or a bomb. */
export const readSheet = async (bytes: Uint8Array): Promise<readonly SheetRow[]> => {
  if (bytes.byteLength > EXCEL_BYTES_MAX) refuse(kitRefusals, 'tooLarge', { max: EXCEL_BYTES_MAX / 1024 / 1024 });
  const zip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const legacy = bytes[0] === 0xd0 && bytes[1] === 0xcf;
  if (!zip && !legacy) refuse(kitRefusals, 'badFile', { reason: '.xls / .xlsx' });
  if (zip) checkDirectory(Buffer.from(bytes));
  const rows = await inWorker(bytes);
  return rows.length > EXCEL_ROWS_MAX + 1 ? refuse(kitRefusals, 'badFile', { reason: `> ${EXCEL_ROWS_MAX}` }) : rows;
};

/** Reads the sizes in the zip's own directory before anything is unpacked. */
const checkDirectory = (zip: Buffer): void => {
  let entries = 0;
  let unpacked = 0;
  for (let at = zip.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0 && at + 46 <= zip.length; at = zip.indexOf('PK\x01\x02', at + 46, 'latin1')) {
    entries += 1;
    unpacked += zip.readUInt32LE(at + 24);
  }
  const bomb = entries === 0 || entries > ENTRIES_MAX || unpacked > UNPACKED_MAX || unpacked > zip.length * RATIO_MAX;
  if (bomb) refuse(kitRefusals, 'badFile', { reason: entries === 0 ? 'zip' : `${Math.round(unpacked / 1024 / 1024)} MB` });
};

const inWorker = (bytes: Uint8Array): Promise<readonly SheetRow[]> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./excel-worker.mjs', import.meta.url), {
      workerData: { bytes, rowsMax: EXCEL_ROWS_MAX + 1, columnsMax: COLUMNS_MAX },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    const fail = (reason: string): void => {
      clearTimeout(timer);
      void worker.terminate();
      try {
        refuse(kitRefusals, 'badFile', { reason });
      } catch (refusal) {
        reject(refusal); // refuse throws nothing but a Refusal
      }
    };
    const timer = setTimeout(() => fail('timeout'), TIME_MS);
    worker.once('message', (message: { readonly rows: readonly SheetRow[] }) => {
      clearTimeout(timer);
      resolve(message.rows);
      void worker.terminate();
    });
    worker.once('error', (error) => fail(error.message.slice(0, 120)));
    worker.once('exit', () => fail('exit'));
  });
