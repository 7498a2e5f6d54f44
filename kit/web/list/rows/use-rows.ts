import { useEffect, useEffectEvent, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { FieldShape } from '#kit/fields/field.ts';
import type { Endpoint, Page } from '#kit/resource/endpoint.ts';
import type { AnyResource, Resource } from '#kit/resource/resource.ts';
import type { CallError } from '../../calls/client.ts';
import type { Filters } from '../../kinds/filter-names.ts';
import { useLocalState, useUrlState } from './list-state.ts';
import type { ListState, ListStateHandle } from './list-state.ts';
import { prefetch, readAgain, useCall } from '../../calls/query.tsx';
import type { ListApi, RowOf } from '../../calls/list-api.ts';

export interface RowsOptions {
  /** Conditions that the viewer cannot change, such as the pile whose guns are listed. */
  readonly fixedFilters?: Filters | undefined;
  /** Where filters, order and page are stored: in the address for a page's main list, or in the component. */
  readonly stateIn?: 'url' | 'local' | undefined;
  readonly pageSize?: number | undefined;
  /** Reloads whenever the list is shown, for lists without live updates. */
  readonly alwaysFetch?: true;
}

export interface Rows<R> extends ListStateHandle {
  readonly rows: readonly R[];
  readonly total: number;
  /** There are more rows than `total`. */
  readonly totalCapped: boolean;
  readonly query: UseQueryResult<Page<R>, CallError>;
  /** Reads the rows again after a change, also while they are being read. */
  readonly readAgain: () => void;
  /** The list's query as the server takes it, for exports and totals of the same rows. */
  readonly listQuery: Readonly<Record<string, string>>;
}

/** The rows of a noun with filters, sorting and paging, for your own tables; `ListPage` is built on it. */
export const useRows = <F extends FieldShape>(noun: Resource<F>, api: ListApi, options: RowsOptions = {}): Rows<RowOf<F>> =>
  useAnyRows(noun, api, options) as unknown as Rows<RowOf<F>>; // the list endpoint returns rows of the noun

/** The rows of an endpoint that belongs to no noun; `noun` declares the fields of the advanced query. */
export const useOwnRows = <W>(noun: AnyResource, list: Endpoint<FieldShape, unknown, Page<W>>, options: RowsOptions = {}): Rows<W> =>
  useAnyRows(noun, { list }, options) as unknown as Rows<W>; // the endpoint declares the type of its rows

export const useAnyRows = (noun: AnyResource, api: ListApi, options: RowsOptions = {}): Rows<Readonly<Record<string, unknown>>> => {
  const urlState = useUrlState(noun);
  const localState = useLocalState(options.pageSize);
  const handle = options.stateIn === 'local' ? localState : urlState;
  const listQuery = queryOf(handle.state, options.fixedFilters);
  const list = api.list as Endpoint<{}, unknown, Page<Readonly<Record<string, unknown>>>>; // every list endpoint returns a page
  const input: {} = { ...listQuery, pageNo: String(handle.state.pageNo), pageSize: String(handle.state.pageSize) };
  // The rows start to load while the page around them is drawn for the first time.
  useState(() => void prefetch(list, input));
  const query = useCall(list, input, { keep: true, ...(options.alwaysFetch && { staleMs: 0 }) });
  const { data } = query;
  useStepBack({ handle, data, isSettled: !query.isPlaceholderData && !query.isFetching });
  return {
    ...handle,
    query,
    listQuery,
    readAgain: () => readAgain(list, input),
    rows: data?.records ?? [],
    total: data?.total ?? 0,
    totalCapped: data?.totalCapped ?? false,
  };
};

const queryOf = (state: ListState, where: Filters | undefined): Readonly<Record<string, string>> => ({
  ...state.filters,
  ...where,
  ...(state.sort && { column: state.sort.column, order: state.sort.order }),
});

interface StepBack {
  readonly handle: ListStateHandle;
  readonly data: Page<unknown> | undefined;
  readonly isSettled: boolean;
}

/** When the last page becomes empty by a delete, the list goes to the page before it. */
const useStepBack = ({ handle, data, isSettled }: StepBack): void => {
  const { pageNo, pageSize } = handle.state;
  const goTo = useEffectEvent((page: number) => handle.change({ pageNo: page }));
  const isPastEnd = isSettled && data !== undefined && data.records.length === 0 && pageNo > 1;
  const last = Math.max(1, Math.min(pageNo - 1, Math.ceil((data?.total ?? 0) / pageSize)));
  useEffect(() => {
    if (isPastEnd) goTo(last);
  }, [isPastEnd, last]);
};
