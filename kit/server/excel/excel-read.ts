import { Worker } from 'node:worker_threads';
import { Refusal, throwRefusal } from '#kit/resource/refusal.ts';
import { checkZip } from './excel-zip.ts';
import { kitRefusals } from '../refusals.ts';

/** Limits of an uploaded workbook. */
export const EXCEL_BYTES_MAX = 10 * 1024 * 1024;
export const EXCEL_ROWS_MAX = 20_000;
const COLUMNS_MAX = 200;
/** The memory limit of the thread's heap; the growth of the whole process is limited as well. */
const HEAP_MB = 256;
const GROWTH_BYTES = 512 * 1024 * 1024;
const GROWTH_CHECK_MS = 50;
const TIME_MS = 20_000;
/** The number of workbooks that are read at a time, and the number that may wait. */
const READERS_MAX = 2;
const WAITING_MAX = 8;

export type SheetRow = readonly (string | number | null)[];

/** The rows of the first sheet of an .xlsx or .xls file. Refuses a file that is no workbook, is too large, or is a zip bomb. */
export const readSheet = async (bytes: Uint8Array): Promise<readonly SheetRow[]> => {
  if (bytes.byteLength > EXCEL_BYTES_MAX) throwRefusal(kitRefusals, 'tooLarge', { max: EXCEL_BYTES_MAX / 1024 / 1024 });
  const zip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const legacy = bytes[0] === 0xd0 && bytes[1] === 0xcf;
  if (!zip && !legacy) throwRefusal(kitRefusals, 'notExcel');
  if (zip) checkZip(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const rows = await withReaderSlot(() => inWorker(bytes));
  return rows.length > EXCEL_ROWS_MAX + 1 ? throwRefusal(kitRefusals, 'tooManyRows', { max: EXCEL_ROWS_MAX }) : rows;
};

let reading = 0;
const waiting: (() => void)[] = [];

const withReaderSlot = async <T>(work: () => Promise<T>): Promise<T> => {
  if (reading < READERS_MAX) reading += 1;
  else if (waiting.length >= WAITING_MAX) throwRefusal(kitRefusals, 'crowded');
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // The slot passes to the task that has waited longest, or becomes free.
    const next = waiting.shift();
    if (next) next();
    else reading -= 1;
  }
};

/** Idle threads, and the timers that end them: starting a thread takes longer than reading a normal workbook. */
const idle: { readonly worker: Worker; readonly idleTimer: NodeJS.Timeout }[] = [];
const IDLE_MS = 20_000;

const acquireWorker = (): Worker => {
  const idleEntry = idle.pop();
  clearTimeout(idleEntry?.idleTimer);
  return idleEntry?.worker ?? new Worker(new URL('./excel-worker.mjs', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
};

const releaseWorker = (worker: Worker): void => {
  worker.removeAllListeners();
  const onExit = (): void => {
    clearTimeout(idleTimer);
    idle.splice(0, idle.length, ...idle.filter((each) => each.worker !== worker));
  };
  const idleTimer = setTimeout(() => void worker.terminate(), IDLE_MS).unref();
  worker.once('exit', onExit).on('error', onExit);
  worker.unref();
  idle.push({ worker, idleTimer });
};

const inWorker = (bytes: Uint8Array): Promise<readonly SheetRow[]> =>
  new Promise((resolve, reject) => {
    const worker = acquireWorker();
    // Also for a new thread: a thread that keeps its first listeners does not receive messages after a pause.
    worker.removeAllListeners();
    worker.ref();
    const rssBefore = process.memoryUsage.rss();
    const finish = (settle: () => void): void => {
      clearTimeout(timer);
      clearInterval(growthCheck);
      settle();
    };
    const fail = (code: 'bomb' | 'badFile', args: Readonly<Record<string, string>>): void =>
      finish(() => {
        void worker.terminate();
        reject(new Refusal({ code, words: kitRefusals[code], args, status: 200 }));
      });
    const timer = setTimeout(() => fail('bomb', { what: `${TIME_MS / 1_000} s` }), TIME_MS);
    // The memory that a thread uses outside its heap is not covered by its own limit.
    const growthCheck = setInterval(() => process.memoryUsage.rss() - rssBefore > GROWTH_BYTES && fail('bomb', { what: 'MB' }), GROWTH_CHECK_MS);
    worker.once('message', (message: { readonly rows: readonly SheetRow[] }) =>
      finish(() => {
        releaseWorker(worker);
        resolve(message.rows);
      }),
    );
    worker.once('error', (error) =>
      'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? fail('bomb', { what: `${HEAP_MB} MB` })
        : fail('badFile', { reason: reasonOf(error) }),
    );
    worker.once('exit', () => fail('badFile', { reason: 'exit' }));
    worker.postMessage({ bytes, rowsMax: EXCEL_ROWS_MAX + 1, columnsMax: COLUMNS_MAX });
  });

/** The type of the error, without internals of the parser. */
const reasonOf = (error: Error): string => ('name' in error && error.name !== 'Error' ? error.name : 'Excel');
