import { QUERY_MATCH, QUERY_PARAMS } from '#kit/resource/query-params.ts';
import type { Filters } from '../kinds/filter-names.ts';

export const isInForce = (filters: Filters): boolean => Boolean(filters[QUERY_PARAMS]);

/** The advanced query alone, which stays when other filters change. */
export const onlyInForce = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => name === QUERY_PARAMS || name === QUERY_MATCH));

export const withoutAdvanced = (filters: Filters): Filters => {
  const { [QUERY_PARAMS]: _rows, [QUERY_MATCH]: _match, ...others } = filters;
  return others;
};
