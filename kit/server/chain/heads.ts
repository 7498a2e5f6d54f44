import { appendFile, mkdir, open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { groupBy } from '#kit/fields/group-by.ts';

/** The head of a tenant's chain, as the file outside the database stores it: one line of JSON each. */
export interface Head {
  readonly tenantId: string;
  readonly sealNo: string;
  readonly head: string;
  readonly sealedAt: string;
  readonly signature: string;
}

/** The files with a chain's heads, one for each month. */
export interface HeadFiles {
  readonly folder: string;
  readonly file: string;
}
const fileOf = ({ folder, file }: HeadFiles, at: string): string => path.join(folder, `${file}-${at.slice(0, 7)}.jsonl`);
const MONTH = /^-\d{4}-\d\d\.jsonl$/;

/** Appends heads to the files of their months and flushes them to the disk. A new file begins with the public key that verifies them. */
export const appendHeads = async (files: HeadFiles, heads: readonly Head[], publicKey: string): Promise<void> => {
  await mkdir(files.folder, { recursive: true, mode: 0o700 });
  const months = groupBy(heads, ({ sealedAt }) => fileOf(files, sealedAt));
  for (const [file, lines] of months) {
    const hasHeads = await readFile(file, 'utf8').then(
      (text) => text.length > 0,
      () => false,
    );
    const text = [...(hasHeads ? [] : [JSON.stringify({ publicKey })]), ...lines.map((line) => JSON.stringify(line))].join('\n');
    await appendFile(file, `${text}\n`, { mode: 0o600 });
    await flush(file);
  }
};

const flush = async (file: string): Promise<void> => {
  const handle = await open(file, 'r');
  await handle.sync();
  await handle.close();
};

/** Reads all heads, or those since a month, oldest first. An unreadable line is reported with its file and number. */
export const readHeads = async (
  { folder, file }: HeadFiles,
  since?: Date,
): Promise<{ readonly heads: readonly Head[]; readonly unreadable: readonly string[] }> => {
  const first = since ? path.basename(fileOf({ folder, file }, since.toISOString())) : '';
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => name.startsWith(file) && MONTH.test(name.slice(file.length)) && name >= first)
    .toSorted();
  const heads: Head[] = [];
  const unreadable: string[] = [];
  for (const name of names) {
    const lines = (await readFile(path.join(folder, name), 'utf8')).split('\n');
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      const parsed = readLine(line);
      if (parsed === undefined) unreadable.push(`${name}:${index + 1}`);
      else if (parsed !== 'key') heads.push(parsed);
    }
  }
  return { heads, unreadable };
};

const readLine = (line: string): Head | 'key' | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return undefined;
    const fields = new Map<string, unknown>(Object.entries(value));
    if (typeof fields.get('publicKey') === 'string') return 'key';
    const [tenantId, sealNo, head, sealedAt, signature] = ['tenantId', 'sealNo', 'head', 'sealedAt', 'signature'].map((name) => fields.get(name));
    return typeof tenantId === 'string' &&
      typeof sealNo === 'string' &&
      typeof head === 'string' &&
      typeof sealedAt === 'string' &&
      typeof signature === 'string'
      ? { tenantId, sealNo, head, sealedAt, signature }
      : undefined;
  } catch {
    return undefined;
  }
};
