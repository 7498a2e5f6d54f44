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

/** The words of values, as far as they have some. */
export type NameValues = (values: readonly string[]) => Promise<readonly Option[]>;

const files: readonly string[] = ['file', 'image', 'upload'];
const nameFiles: NameValues = async (paths) =>
  (await call(fileNames, { paths: paths.join(',') })).map(({ path, name }) => ({ value: path, label: name }));

/** Who knows the words of a column's values, if its cells hold keys that nothing else explains. */
export const nameLoaderOf = (column: Column): NameValues | undefined => {
  if (column.names) return column.names;
  if (files.includes(column.type)) return nameFiles;
  if (column.type === 'sel_search_async') return optionNameLoader(column.dict);
  return registeredNames(column.type);
};

/** The keys of a cell, one by one. A picture within the text is its own address. */
export const keysIn = (column: Column, value: unknown): readonly string[] => {
  if (!files.includes(column.type)) return textOf(value).split(',').filter(Boolean);
  const paths = pathsOf(value);
  return paths.startsWith('data:') ? [] : paths.split(',').filter(Boolean);
};

interface LabelRequests {
  /** Values to ask about, by column. */
  readonly waiting: Map<Column, Set<string>>;
  /** What was asked about and has not failed. */
  readonly pendingKeys: Set<string>;
  /** What was answered or has failed: without words, its key is all there is to show. */
  readonly loadedKeys: Set<string>;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const askings = new WeakMap<EditTable, LabelRequests>();
const askingOf = (table: EditTable): LabelRequests => {
  const batch = askings.get(table) ?? { waiting: new Map(), pendingKeys: new Set(), loadedKeys: new Set(), timer: undefined };
  askings.set(table, batch);
  return batch;
};

const placeOf = ({ key }: Column, value: string): string => `${key} ${value}`;

/** Cells that are drawn together ask together. */
const requestNames = (table: EditTable, column: Column, values: readonly string[]): void => {
  const asking = askingOf(table);
  const missing = values.filter((value) => !table.found.has(placeOf(column, value)) && !asking.pendingKeys.has(placeOf(column, value)));
  if (missing.length === 0) return;
  const waiting = asking.waiting.get(column) ?? new Set();
  asking.waiting.set(column, waiting);
  for (const value of missing) waiting.add(value);
  asking.timer ??= setTimeout(() => {
    asking.timer = undefined;
    const columns = [...asking.waiting];
    asking.waiting.clear();
    for (const [one, keys] of columns) for (const part of chunked([...keys])) void loadNames(table, one, part);
  });
};

const chunked = (values: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(values.length / NAMES_MAX) }, (_unused, index) => values.slice(index * NAMES_MAX, (index + 1) * NAMES_MAX));

const loadNames = async (table: EditTable, column: Column, values: readonly string[]): Promise<void> => {
  const { pendingKeys, loadedKeys } = askingOf(table);
  const cacheKeys = values.map((value) => placeOf(column, value));
  for (const cacheKey of cacheKeys) pendingKeys.add(cacheKey);
  try {
    const options = (await nameLoaderOf(column)?.(values)) ?? [];
    for (const { value, label } of options) if (typeof label === 'string') table.found.set(placeOf(column, String(value)), label);
  } catch {
    // The next cell that is drawn asks again.
    for (const cacheKey of cacheKeys) pendingKeys.delete(cacheKey);
  }
  for (const cacheKey of cacheKeys) loadedKeys.add(cacheKey);
  table.set({ foundNo: table.store.get().foundNo + 1 });
};

/** The words of what a cell holds, asked for once and together with all cells that are drawn now; undefined while they are on their way. */
export const useLoadedNames = (table: EditTable, column: Column, value: unknown): ((key: string) => string | undefined) => {
  useTable(table, ({ foundNo }) => foundNo);
  const keys = keysIn(column, value).join(',');
  useEffect(() => requestNames(table, column, keys.split(',').filter(Boolean)), [table, column, keys]);
  const { loadedKeys } = askingOf(table);
  return (key) => table.found.get(placeOf(column, key)) ?? (loadedKeys.has(placeOf(column, key)) ? key : undefined);
};
