import { readable } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { queryRules } from '#kit/resource/query/advanced-query.ts';
import { QUERY_MATCH, QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import type { QueryRow } from '#kit/resource/query/advanced-query.ts';
import type { ViewState } from '#kit/resource/shared-endpoints/saved-view.ts';

/** The longest state of a view, as text. */
const LETTERS_MAX = 8_000;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses the state of a view of this noun; undefined when it is invalid. */
export const readState = (noun: AnyResource, value: unknown): ViewState | undefined => {
  if (!isRecord(value) || !isRecord(value['filters']) || JSON.stringify(value).length > LETTERS_MAX) return undefined;
  const { column, order, columns } = value;
  const filters = Object.entries(value['filters']).flatMap(([name, text]): (readonly [string, string])[] =>
    typeof text === 'string' && isParameter(noun, name) ? [[name, text]] : [],
  );
  if (filters.length !== Object.keys(value['filters']).length) return undefined;
  return {
    filters: Object.fromEntries(filters),
    ...(typeof column === 'string' && { column }),
    ...((order === 'asc' || order === 'desc') && { order }),
    ...(Array.isArray(columns) && columns.every((name): name is string => typeof name === 'string') && { columns }),
  };
};

/** `name`, `name_begin`, `name_end` or `name_MultiString` of a filterable field, and the advanced query. */
const isParameter = (noun: AnyResource, name: string): boolean => isOfQuery(name) || fieldOf(noun, name) !== undefined;

const isOfQuery = (name: string): boolean => name === QUERY_PARAMS || name === QUERY_MATCH;

/** Whether a state contains only an advanced query. */
export const isOnlyQuery = ({ filters, ...rest }: ViewState): boolean =>
  Boolean(filters[QUERY_PARAMS]) && Object.keys(filters).every(isOfQuery) && Object.keys(rest).length === 0;

/** The field to which a list parameter belongs. */
export const fieldOf = (noun: AnyResource, parameter: string) => {
  const name = parameter.replace(/_(begin|end|MultiString)$/, '');
  return readable(noun).find(([fieldName, { filter }]) => fieldName === name && filter !== undefined);
};

/** The conditions of an advanced query that the list accepted, without additional properties such as a display name. */
export const readQueryRows = (text: string): readonly QueryRow[] => {
  const rows: unknown = JSON.parse(text.trimStart().startsWith('[') ? text : decodeURIComponent(text));
  return Array.isArray(rows) ? rows.flatMap(readQueryRow) : [];
};

const readQueryRow = (row: unknown): readonly QueryRow[] => {
  if (!isRecord(row)) return [];
  const { field, rule, val, type } = row;
  const queryRule = queryRules.find((candidate) => candidate === rule);
  if (typeof field !== 'string' || queryRule === undefined || (typeof val !== 'string' && typeof val !== 'number')) return [];
  return [{ field, rule: queryRule, val: String(val), ...(type === 'date' && { type }) }];
};
