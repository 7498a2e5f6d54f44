import { useEffect } from 'react';
import { fileNames, NAMES_MAX } from '#kit/resource/shared-endpoints/file-names.ts';
import { call } from '../../calls/client.ts';
import { pathsOf } from '../table/file-value.ts';
import { textOf } from '../../text-of.ts';
import type { Column, Option } from '../table/column.ts';
import { optionNameLoader } from './option-sources.ts';
import { registeredNames } from './cell-pickers.ts';
import type { EditTable } from '../table/table.ts';
import { useTable } from '../table/use-edit-table.ts';

/** Loads the labels of values, as far as they have any. */
export type NameValues = (values: readonly string[]) => Promise<readonly Option[]>;

const files: readonly string[] = ['file', 'image', 'upload'];
const nameFiles: NameValues = async (paths) =>
  (await call(fileNames, { paths: paths.join(',') })).map(({ path, name }) => ({ value: path, label: name }));

/** The loader of labels for a column whose cells hold keys; undefined when its values need no loading. */
export const nameLoaderOf = (column: Column): NameValues | undefined => {
  if (column.names) return column.names;
  if (files.includes(column.type)) return nameFiles;
  if (column.type === 'sel_search_async') return optionNameLoader(column.dict);
  return registeredNames(column.type);
};

/** The keys in a cell's value. An embedded picture is one key, although it contains commas. */
export const keysIn = (column: Column, value: unknown): readonly string[] => {
  if (!files.includes(column.type)) return textOf(value).split(',').filter(Boolean);
  const paths = pathsOf(value);
  return paths.startsWith('data:') ? [] : paths.split(',').filter(Boolean);
};

interface LabelRequests {
  /** Values whose labels will be requested, by column. */
  readonly waiting: Map<Column, Set<string>>;
  /** Values that were requested, except failed ones. */
  readonly pendingKeys: Set<string>;
  /** Values that were answered or failed. One without a label is shown as its key. */
  readonly loadedKeys: Set<string>;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const askings = new WeakMap<EditTable, LabelRequests>();
const requestsOf = (table: EditTable): LabelRequests => {
  const batch = askings.get(table) ?? { waiting: new Map(), pendingKeys: new Set(), loadedKeys: new Set(), timer: undefined };
  askings.set(table, batch);
  return batch;
};

const labelKeyOf = ({ key }: Column, value: string): string => `${key} ${value}`;

/** Cells that are drawn together share one request. */
const requestNames = (table: EditTable, column: Column, values: readonly string[]): void => {
  const requests = requestsOf(table);
  const missing = values.filter((value) => !table.found.has(labelKeyOf(column, value)) && !requests.pendingKeys.has(labelKeyOf(column, value)));
  if (missing.length === 0) return;
  const waiting = requests.waiting.get(column) ?? new Set();
  requests.waiting.set(column, waiting);
  for (const value of missing) waiting.add(value);
  requests.timer ??= setTimeout(() => {
    requests.timer = undefined;
    const columns = [...requests.waiting];
    requests.waiting.clear();
    for (const [one, keys] of columns) for (const part of chunked([...keys])) void loadNames(table, one, part);
  });
};

const chunked = (values: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(values.length / NAMES_MAX) }, (_unused, index) => values.slice(index * NAMES_MAX, (index + 1) * NAMES_MAX));

const loadNames = async (table: EditTable, column: Column, values: readonly string[]): Promise<void> => {
  const { pendingKeys, loadedKeys } = requestsOf(table);
  const cacheKeys = values.map((value) => labelKeyOf(column, value));
  for (const cacheKey of cacheKeys) pendingKeys.add(cacheKey);
  try {
    const options = (await nameLoaderOf(column)?.(values)) ?? [];
    for (const { value, label } of options) if (typeof label === 'string') table.found.set(labelKeyOf(column, String(value)), label);
  } catch {
    // The next cell that is drawn requests it again.
    for (const cacheKey of cacheKeys) pendingKeys.delete(cacheKey);
  }
  for (const cacheKey of cacheKeys) loadedKeys.add(cacheKey);
  table.set({ foundNo: table.store.get().foundNo + 1 });
};

/** The labels of a cell's keys, requested once together with all cells that are drawn now; undefined while they load. */
export const useLoadedNames = (table: EditTable, column: Column, value: unknown): ((key: string) => string | undefined) => {
  useTable(table, ({ foundNo }) => foundNo);
  const keys = keysIn(column, value).join(',');
  useEffect(() => requestNames(table, column, keys.split(',').filter(Boolean)), [table, column, keys]);
  const { loadedKeys } = requestsOf(table);
  return (key) => table.found.get(labelKeyOf(column, key)) ?? (loadedKeys.has(labelKeyOf(column, key)) ? key : undefined);
};
