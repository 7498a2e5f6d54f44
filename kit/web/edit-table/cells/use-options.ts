import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Translate } from '../../language.ts';
import { fixedOptions } from '../table/column.ts';
import type { Column, Option } from '../table/column.ts';
import { loaderOf } from './option-sources.ts';
import { useGrid } from '../table/grid-context.ts';
import type { TableRow } from '../table/rows.ts';

/** A search starts after this pause in typing. */
const SEARCH_REST_MS = 800;
const OPTIONS_FRESH_MS = 300_000;

let tables = 0;
const numbers = new WeakMap<object, number>();
/** Two tables may have different loaders under the same column key, so each loader gets a number. */
const numberOf = (column: Column): number => {
  const tableNumber = numbers.get(column) ?? (tables += 1);
  numbers.set(column, tableNumber);
  return tableNumber;
};

export interface Options {
  readonly options: readonly Option[];
  readonly busy: boolean;
}

/** The options of a cell: those of the column, or loaded ones, which are loaded once for equal queries. */
export const useOptions = (column: Column, row: TableRow, searchText: string): Options => {
  const keyword = useDebounced(searchText);
  const parent = column.linkedTo === undefined ? null : (row.values[column.linkedTo] ?? null);
  const isEmpty = column.linkedTo !== undefined && (parent === null || parent === '');
  const { table, language } = useGrid();
  const load = loaderOf(column);
  const { data, isFetching } = useQuery({
    queryKey: ['options', numberOf(column), parent, keyword, language],
    queryFn: async () => {
      const options = await (load?.({ keyword, parent }) ?? []);
      for (const { value, label } of options) if (typeof label === 'string') table.found.set(`${column.key} ${value}`, label);
      return options;
    },
    enabled: load !== undefined && !isEmpty,
    staleTime: OPTIONS_FRESH_MS,
  });
  return { options: load ? (isEmpty ? [] : (data ?? [])) : fixedOptions(column, row), busy: isFetching };
};

const useDebounced = (searchText: string): string => {
  const [rested, setRested] = useState(searchText);
  useEffect(() => {
    const timer = setTimeout(() => setRested(searchText.trim()), searchText === '' ? 0 : SEARCH_REST_MS);
    return () => clearTimeout(timer);
  }, [searchText]);
  return rested;
};

export const wordsOfOption = (say: Translate, { label }: Option): string => (typeof label === 'string' ? label : say(label));
