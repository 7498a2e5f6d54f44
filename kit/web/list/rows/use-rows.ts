import { useEffect, useEffectEvent, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { FieldShape } from '#kit/fields/field.ts';
import type { Endpoint, Page } from '#kit/resource/endpoint.ts';
import type { AnyResource, Resource } from '#kit/resource/resource.ts';
import type { CallError } from '../../calls/client.ts';
import type { Filters } from '../../kinds/filter-names.ts';
import { useLocalState, useUrlState } from './list-state.ts';
import type { ListState, ListStateHandle } from './list-state.ts';
import { prefetch, useCall } from '../../calls/query.tsx';
import type { ListApi, RowOf } from '../../calls/list-api.ts';

export interface RowsOptions {
  /** Conditions the viewer cannot change: the pile whose guns are shown. */
  readonly fixedFilters?: Filters | undefined;
  /** Where filters, sort and page live: in the address (a page's main list) or with the component. */
  readonly stateIn?: 'url' | 'local' | undefined;
  readonly pageSize?: number | undefined;
  /** Asked anew whenever it is shown: what others change meanwhile is not told. */
  readonly alwaysFetch?: true;
}

export interface Rows<R> extends ListStateHandle {
  readonly rows: readonly R[];
  readonly total: number;
  /** There are more than `total`. */
  readonly totalCapped: boolean;
  readonly query: UseQueryResult<Page<R>, CallError>;
  /** The list's question as the wire takes it, for exports and totals of the same rows. */
  readonly listQuery: Readonly<Record<string, string>>;
}

/** The rows of a noun with filters, sort and paging: the rung below `ListPage`, for tables of your own. */
export const useRows = <F extends FieldShape>(noun: Resource<F>, api: ListApi, options: RowsOptions = {}): Rows<RowOf<F>> =>
  useAnyRows(noun, api, options) as unknown as Rows<RowOf<F>>; // the list endpoint's rows are the noun's

/** The same of a list that is no noun's; `asks` says what an advanced query may name of it. */
export const useOwnRows = <W>(noun: AnyResource, list: Endpoint<FieldShape, unknown, Page<W>>, options: RowsOptions = {}): Rows<W> =>
  useAnyRows(noun, { list }, options) as unknown as Rows<W>; // the endpoint says what its rows are

export const useAnyRows = (noun: AnyResource, api: ListApi, options: RowsOptions = {}): Rows<Readonly<Record<string, unknown>>> => {
  const inUrl = useUrlState(noun);
  const inPlace = useLocalState(options.pageSize);
  const handle = options.stateIn === 'local' ? inPlace : inUrl;
  const listQuery = queryOf(handle.state, options.fixedFilters);
  const list = api.list as Endpoint<{}, unknown, Page<Readonly<Record<string, unknown>>>>; // every list answers a page
  const input: {} = { ...listQuery, pageNo: String(handle.state.pageNo), pageSize: String(handle.state.pageSize) };
  // The rows are on their way while the page around them is drawn for the first time.
  useState(() => void prefetch(list, input));
  const query = useCall(list, input, { keep: true, ...(options.alwaysFetch && { staleMs: 0 }) });
  const { data } = query;
  useStepBack({ handle, data, isSettled: !query.isPlaceholderData && !query.isFetching });
  return { ...handle, query, listQuery, rows: data?.records ?? [], total: data?.total ?? 0, totalCapped: data?.totalCapped ?? false };
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

/** A last page that was emptied by a delete steps back to the one before. */
const useStepBack = ({ handle, data, isSettled }: StepBack): void => {
  const { pageNo, pageSize } = handle.state;
  const goTo = useEffectEvent((page: number) => handle.change({ pageNo: page }));
  const isPastEnd = isSettled && data !== undefined && data.records.length === 0 && pageNo > 1;
  const last = Math.max(1, Math.min(pageNo - 1, Math.ceil((data?.total ?? 0) / pageSize)));
  useEffect(() => {
    if (isPastEnd) goTo(last);
  }, [isPastEnd, last]);
};
