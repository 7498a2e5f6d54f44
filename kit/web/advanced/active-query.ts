import { QUERY_MATCH, QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import type { Filters } from '../kinds/filter-names.ts';

export const isAdvancedActive = (filters: Filters): boolean => Boolean(filters[QUERY_PARAMS]);

/** The filters without everything but the advanced query. It stays when other filters change. */
export const activeAdvanced = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => name === QUERY_PARAMS || name === QUERY_MATCH));

/** The advanced query as the input of a list endpoint that belongs to no noun. */
export const queryOf = (filters: Filters) => ({ superQueryParams: filters[QUERY_PARAMS] ?? null, superQueryMatchType: filters[QUERY_MATCH] ?? null });

export const withoutAdvanced = (filters: Filters): Filters => {
  const { [QUERY_PARAMS]: _rows, [QUERY_MATCH]: _match, ...others } = filters;
  return others;
};
