import { isCancelled, sendFile, uploadProblem } from '../../upload/send.ts';
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

const uploads = new WeakMap<EditTable, Map<string, AbortController>>();
const waysOf = (table: EditTable): Map<string, AbortController> => {
  const tableUploads = uploads.get(table) ?? new Map<string, AbortController>();
  uploads.set(table, tableUploads);
  return tableUploads;
};

/** Uploads a file into a cell. The table stores the progress, because the cell may be scrolled out of view meanwhile. */
export const uploadIntoCell = async (table: EditTable, { id, key, file, target }: PendingUpload): Promise<void> => {
  const previousPaths = heldIn(table, id, key);
  const controller = new AbortController();
  const cellKey = `${id} ${key}`;
  waysOf(table).get(cellKey)?.abort();
  waysOf(table).set(cellKey, controller);
  const setFileValue = (change: Pick<FileValue, 'status'> & Partial<FileValue>) =>
    table.setCell(id, key, { name: file.name, percent: 0, earlierPaths: previousPaths, ...change } satisfies FileValue);
  setFileValue({ status: 'uploading' });
  try {
    const onProgress = (part: number | undefined) => setFileValue({ status: 'uploading', percent: Math.round((part ?? 0) * 100) });
    const { path, name } = await sendFile(file, target, { onProgress, signal: controller.signal });
    rememberFileNames(table, key, [{ path, name }]);
    table.setCell(id, key, path);
  } catch (problem) {
    if (isCancelled(problem)) return;
    const message = uploadProblem(problem);
    setFileValue({ status: 'error', ...(message !== undefined && { message }) });
  } finally {
    if (waysOf(table).get(cellKey) === controller) waysOf(table).delete(cellKey);
  }
};

/** Aborts the upload of a cell, or dismisses a failed one; the cell keeps its earlier value. */
export const cancelCellUpload = (table: EditTable, id: string, key: string): void => {
  waysOf(table).get(`${id} ${key}`)?.abort();
  table.setCell(id, key, heldIn(table, id, key) || null);
};

const heldIn = (table: EditTable, id: string, key: string): string => pathsOf(table.rows.list.find((row) => row.id === id)?.values[key]);

/** Stores the original names of files, because their paths do not contain them. */
export const rememberFileNames = (table: EditTable, key: string, files: readonly Pick<StoredFile, 'path' | 'name'>[]): void => {
  for (const { path, name } of files) table.found.set(`${key} ${path}`, name);
};
