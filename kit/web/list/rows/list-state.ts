import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { QUERY_MATCH, QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import { readable } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { filterNames } from '../../kinds/filter-names.ts';
import type { Filters } from '../../kinds/filter-names.ts';

export const PAGE_SIZES = [10, 20, 30] as const;
const PAGE_SIZE = 10;

export interface Sort {
  readonly column: string;
  readonly order: 'asc' | 'desc';
}

/** The query of a list. */
export interface ListState {
  readonly filters: Filters;
  /** Undefined is the noun's default order. */
  readonly sort: Sort | undefined;
  readonly pageNo: number;
  readonly pageSize: number;
}

export interface ListStateHandle {
  readonly state: ListState;
  /** A change of filters, order or page size goes back to page 1, unless the patch sets the page. */
  readonly change: (patch: Partial<ListState>) => void;
}

const ownParameters = ['pageNo', 'pageSize', 'column', 'order'] as const;

/** Every query parameter that a list of this noun may have. */
export const filterParameters = (noun: AnyResource): readonly string[] => [
  ...readable(noun).flatMap(([name, field]) => (field.filter === undefined ? [] : filterNames(name, field))),
  QUERY_PARAMS,
  QUERY_MATCH,
];

/** Reads a list's state from query parameters. Invalid values get defaults, because users edit addresses. */
export const readState = (noun: AnyResource, params: URLSearchParams): ListState => {
  const filters = Object.fromEntries(filterParameters(noun).flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])));
  const column = params.get('column');
  const size = Number(params.get('pageSize'));
  const page = Number(params.get('pageNo'));
  return {
    filters,
    sort: column !== null && sortable(noun, column) ? { column, order: params.get('order') === 'desc' ? 'desc' : 'asc' } : undefined,
    pageNo: Number.isInteger(page) && page > 0 ? page : 1,
    pageSize: PAGE_SIZES.find((pageSize) => pageSize === size) ?? PAGE_SIZE,
  };
};

const sortable = (noun: AnyResource, column: string): boolean => noun.fields[column]?.sort === true;

/** Writes only values that differ from the defaults, and keeps parameters of others. */
export const writeState = (noun: AnyResource, previous: URLSearchParams, state: ListState): URLSearchParams => {
  const params = new URLSearchParams(previous);
  for (const name of [...ownParameters, ...filterParameters(noun)]) params.delete(name);
  for (const [name, value] of Object.entries(state.filters)) if (value !== '') params.set(name, value);
  if (state.sort) {
    params.set('column', state.sort.column);
    params.set('order', state.sort.order);
  }
  if (state.pageNo > 1) params.set('pageNo', String(state.pageNo));
  if (state.pageSize !== PAGE_SIZE) params.set('pageSize', String(state.pageSize));
  return params;
};

const changed = (state: ListState, patch: Partial<ListState>): ListState => ({ ...state, pageNo: 1, ...patch });

/** The state of a page's main list is in the address, so that it can be shared, bookmarked and reached by the back button. */
export const useUrlState = (noun: AnyResource): ListStateHandle => {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => readState(noun, params), [noun, params]);
  const change = useCallback(
    (patch: Partial<ListState>) => setParams((previous) => writeState(noun, previous, changed(readState(noun, previous), patch))),
    [noun, setParams],
  );
  return { state, change };
};

/** The state of a list inside a drawer or tab, stored in the component. */
export const useLocalState = (pageSize: number = PAGE_SIZE): ListStateHandle => {
  const [state, setState] = useState<ListState>({ filters: {}, sort: undefined, pageNo: 1, pageSize });
  return { state, change: useCallback((patch: Partial<ListState>) => setState((previous) => changed(previous, patch)), []) };
};
