import { isCancelled, sendFile, whyNot } from '../../upload/send.ts';
import type { UploadTarget } from '../../upload/send.ts';
import type { StoredFile } from '../../upload/stored.ts';
import { pathsOf } from '../table/file-value.ts';
import type { FileValue } from '../table/file-value.ts';
import type { EditTable } from '../table/table.ts';

interface PendingUpload {
  readonly id: string;
  readonly key: string;
  readonly file: File;
  readonly target: UploadTarget;
}

const ways = new WeakMap<EditTable, Map<string, AbortController>>();
const waysOf = (table: EditTable): Map<string, AbortController> => {
  const known = ways.get(table) ?? new Map<string, AbortController>();
  ways.set(table, known);
  return known;
};

/** Sends a file into a cell. The table keeps how far it is, since the cell may be scrolled out of sight meanwhile. */
export const sendIntoCell = async (table: EditTable, { id, key, file, target }: PendingUpload): Promise<void> => {
  const kept = heldIn(table, id, key);
  const way = new AbortController();
  const place = `${id} ${key}`;
  waysOf(table).get(place)?.abort();
  waysOf(table).set(place, way);
  const tell = (more: Pick<FileValue, 'status'> & Partial<FileValue>) =>
    table.setCell(id, key, { name: file.name, percent: 0, kept, ...more } satisfies FileValue);
  tell({ status: 'uploading' });
  try {
    const onProgress = (part: number | undefined) => tell({ status: 'uploading', percent: Math.round((part ?? 0) * 100) });
    const { path, name } = await sendFile(file, target, { onProgress, signal: way.signal });
    learnFiles(table, key, [{ path, name }]);
    table.setCell(id, key, path);
  } catch (problem) {
    if (isCancelled(problem)) return;
    const message = whyNot(problem);
    tell({ status: 'error', ...(message !== undefined && { message }) });
  } finally {
    if (waysOf(table).get(place) === way) waysOf(table).delete(place);
  }
};

/** Stops what is on its way into a cell, or puts aside what did not arrive; the cell holds what it held before. */
export const stopCell = (table: EditTable, id: string, key: string): void => {
  waysOf(table).get(`${id} ${key}`)?.abort();
  table.setCell(id, key, heldIn(table, id, key) || null);
};

const heldIn = (table: EditTable, id: string, key: string): string => pathsOf(table.rows.list.find((row) => row.id === id)?.values[key]);

/** A path says nothing of the name a file came with. */
export const learnFiles = (table: EditTable, key: string, files: readonly Pick<StoredFile, 'path' | 'name'>[]): void => {
  for (const { path, name } of files) table.found.set(`${key} ${path}`, name);
};
