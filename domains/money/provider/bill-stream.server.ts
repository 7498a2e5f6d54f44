import { createHash } from 'node:crypto';
import { createGunzip } from 'node:zlib';
import { Unzip, UnzipInflate } from 'fflate';
import type { BillProblem, BillRows } from '#engines/payment/bill-rows.ts';
import type { BillLine } from '#engines/payment/payment.ts';

/** Takes the lines of a bill in pages, in their sequence. Nothing is proven of them until the whole bill was read. */
export type BillTaker = (lines: readonly BillLine[]) => Promise<void>;

/** A bill that was read whole, and whose lines add up to its own sums. */
export interface ReadBill {
  readonly lineCount: number;
  /** SHA-256 of the uncompressed bill. */
  readonly hash: string;
}

const PAGE_LINES = 5_000;
/** A row that is longer is no row of a bill. */
const ROW_MAX = 64 * 1024;
/** A bill of ten million lines has about 4 GB; what is larger than this is refused. */
const BILL_MAX_BYTES = 1024 * 1024 * 1024;
/** So much of an archive is opened at once. */
const SLICE_BYTES = 16 * 1024;

/** Reads a bill as it is uncompressed, with one page of lines in memory. */
export const readBillStream = async (
  chunks: AsyncIterable<Uint8Array>,
  { rows, charset, take }: { readonly rows: BillRows; readonly charset: 'utf-8' | 'gbk'; readonly take: BillTaker },
): Promise<ReadBill | BillProblem> => {
  const decoder = new TextDecoder(charset);
  const hash = createHash('sha256');
  const page: BillLine[] = [];
  let [rest, lineCount, size] = ['', 0, 0];
  const takeRow = (row: string): BillProblem | undefined => {
    const read = rows.take(row);
    if (typeof read === 'string') return read;
    if (read) page.push(read);
    return undefined;
  };
  const pass = async (least: number): Promise<void> => {
    if (page.length === 0 || page.length < least) return;
    lineCount += page.length;
    await take(page.splice(0));
  };
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > BILL_MAX_BYTES) return 'unreadable';
    hash.update(chunk);
    const pieces = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = pieces.pop() ?? '';
    if (rest.length > ROW_MAX) return 'unreadable';
    for (const piece of pieces) {
      const problem = takeRow(piece.replace(/\r$/, ''));
      if (problem) return problem;
    }
    await pass(PAGE_LINES);
  }
  const problem = takeRow(rest + decoder.decode()) ?? rows.end();
  if (problem) return problem;
  await pass(1);
  return { lineCount, hash: hash.digest('hex') };
};

/** The content of a gzip file, in pieces. Throws for bytes that are none. */
export async function* gunzipped(bytes: Buffer): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  gunzip.end(bytes);
  for await (const chunk of gunzip) if (Buffer.isBuffer(chunk)) yield chunk;
}

export class BadArchive extends Error {}

/** The content of the first file of an archive with a name that is wanted, in pieces. Throws `BadArchive` for bytes that are no archive. */
export async function* unzipped(bytes: Buffer, isWanted: (name: string) => boolean): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let [isFound, isBad, size] = [false, false, 0];
  const unzip = new Unzip((file) => {
    if (isFound || !isWanted(nameIn(file.name))) return;
    isFound = true;
    file.ondata = (error, chunk) => {
      if (error) isBad = true;
      else ready.push(chunk);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    try {
      unzip.push(bytes.subarray(at, at + SLICE_BYTES), at + SLICE_BYTES >= bytes.length);
    } catch (error) {
      throw new BadArchive('no archive', { cause: error });
    }
    if (isBad) throw new BadArchive('damaged');
    for (const chunk of ready.splice(0)) {
      size += chunk.length;
      yield chunk;
    }
  }
  if (size === 0) throw new BadArchive('the archive has no such file');
}

/** A name whose letters all fit a byte was written without UTF-8: Alipay writes names in GBK. */
const nameIn = (name: string): string =>
  /[\u0080-\u00FF]/.test(name) && !/[^\0-\u00FF]/.test(name) ? new TextDecoder('gbk').decode(Buffer.from(name, 'latin1')) : name;
