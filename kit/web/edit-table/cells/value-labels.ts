import { useEffect } from 'react';
import { fileNames, NAMES_MAX } from '#kit/resource/shared-endpoints/file-names.ts';
import { call } from '../../calls/client.ts';
import { pathsOf } from '../table/file-value.ts';
import { textOf } from '../../text-of.ts';
import type { Column, Option } from '../table/column.ts';
import { askedNames } from './option-sources.ts';
import { knownNames } from './cell-pickers.ts';
import type { EditTable } from '../table/table.ts';
import { useTable } from '../table/use-edit-table.ts';

/** The words of values, as far as they have some. */
export type NameValues = (values: readonly string[]) => Promise<readonly Option[]>;

const files: readonly string[] = ['file', 'image', 'upload'];
const nameFiles: NameValues = async (paths) =>
  (await call(fileNames, { paths: paths.join(',') })).map(({ path, name }) => ({ value: path, label: name }));

/** Who knows the words of a column's values, if its cells hold keys that nothing else explains. */
export const namerOf = (column: Column): NameValues | undefined => {
  if (column.names) return column.names;
  if (files.includes(column.type)) return nameFiles;
  if (column.type === 'sel_search_async') return askedNames(column.dict);
  return knownNames(column.type);
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
  readonly asked: Set<string>;
  /** What was answered or has failed: without words, its key is all there is to show. */
  readonly settled: Set<string>;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const askings = new WeakMap<EditTable, LabelRequests>();
const askingOf = (table: EditTable): LabelRequests => {
  const known = askings.get(table) ?? { waiting: new Map(), asked: new Set(), settled: new Set(), timer: undefined };
  askings.set(table, known);
  return known;
};

const placeOf = ({ key }: Column, value: string): string => `${key} ${value}`;

/** Cells that are drawn together ask together. */
const want = (table: EditTable, column: Column, values: readonly string[]): void => {
  const asking = askingOf(table);
  const missing = values.filter((value) => !table.found.has(placeOf(column, value)) && !asking.asked.has(placeOf(column, value)));
  if (missing.length === 0) return;
  const waiting = asking.waiting.get(column) ?? new Set();
  asking.waiting.set(column, waiting);
  for (const value of missing) waiting.add(value);
  asking.timer ??= setTimeout(() => {
    asking.timer = undefined;
    const all = [...asking.waiting];
    asking.waiting.clear();
    for (const [one, keys] of all) for (const part of parted([...keys])) void ask(table, one, part);
  });
};

const parted = (values: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(values.length / NAMES_MAX) }, (_unused, at) => values.slice(at * NAMES_MAX, (at + 1) * NAMES_MAX));

const ask = async (table: EditTable, column: Column, values: readonly string[]): Promise<void> => {
  const { asked, settled } = askingOf(table);
  const places = values.map((value) => placeOf(column, value));
  for (const place of places) asked.add(place);
  try {
    const named = (await namerOf(column)?.(values)) ?? [];
    for (const { value, label } of named) if (typeof label === 'string') table.found.set(placeOf(column, String(value)), label);
  } catch {
    // The next cell that is drawn asks again.
    for (const place of places) asked.delete(place);
  }
  for (const place of places) settled.add(place);
  table.set({ foundNo: table.store.get().foundNo + 1 });
};

/** The words of what a cell holds, asked for once and together with all cells that are drawn now; undefined while they are on their way. */
export const useHeldNames = (table: EditTable, column: Column, value: unknown): ((key: string) => string | undefined) => {
  useTable(table, ({ foundNo }) => foundNo);
  const keys = keysIn(column, value).join(',');
  useEffect(() => want(table, column, keys.split(',').filter(Boolean)), [table, column, keys]);
  const { settled } = askingOf(table);
  return (key) => table.found.get(placeOf(column, key)) ?? (settled.has(placeOf(column, key)) ? key : undefined);
};
