// Reads workbooks one after another in a separate thread, so that a malicious file can use up only the memory and the time of the thread. Any error
// ends the thread.
import { parentPort } from 'node:worker_threads';
import { readXls, readXlsx } from 'hucre/xlsx';

parentPort?.on('message', (asked) => void read(asked));

/** @param {{ readonly bytes: Uint8Array, readonly rowsMax: number, readonly columnsMax: number }} asked */
async function read({ bytes, rowsMax, columnsMax }) {
  const legacy = bytes[0] === 0xd0 && bytes[1] === 0xcf;
  const only = { sheets: [0], maxRows: rowsMax + 1 };
  const book = legacy ? await readXls(bytes, only) : await readXlsx(bytes, only);
  const rows = (book.sheets[0]?.rows ?? [])
    .slice(0, rowsMax + 1)
    .map((row) => Array.from({ length: Math.min(row.length, columnsMax) }, (_unused, at) => plain(row[at])));
  parentPort?.postMessage({ rows });
}

/**
 * Dates as ISO text, everything else as the text or number a person sees.
 * @param {unknown} cell
 * @returns {string | number | null}
 */
function plain(cell) {
  if (cell === null || cell === undefined) return null;
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'object') return 'value' in cell ? plain(cell.value) : 'text' in cell ? String(cell.text) : null;
  return typeof cell === 'number' || typeof cell === 'string' ? cell : JSON.stringify(cell);
}
