import { readable } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { ViewState } from '#kit/resource/saved-view.ts';

/** Longest state of a view, as text. */
const LETTERS_MAX = 8_000;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The state of a view of this noun as somebody sent it; undefined when it is none. */
export const readState = (noun: AnyResource, given: unknown): ViewState | undefined => {
  if (!isRecord(given) || !isRecord(given['filters']) || JSON.stringify(given).length > LETTERS_MAX) return undefined;
  const { column, order, columns } = given;
  const filters = Object.entries(given['filters']).flatMap(([name, value]): (readonly [string, string])[] =>
    typeof value === 'string' && isParameter(noun, name) ? [[name, value]] : [],
  );
  if (filters.length !== Object.keys(given['filters']).length) return undefined;
  return {
    filters: Object.fromEntries(filters),
    ...(typeof column === 'string' && { column }),
    ...((order === 'asc' || order === 'desc') && { order }),
    ...(Array.isArray(columns) && columns.every((name): name is string => typeof name === 'string') && { columns }),
  };
};

/** `name`, `name_begin`, `name_end` or `name_MultiString` of a field that may be filtered by, and the advanced query. */
const isParameter = (noun: AnyResource, name: string): boolean =>
  name === 'superQueryParams' || name === 'superQueryMatchType' || fieldOf(noun, name) !== undefined;

/** The field a parameter of a list belongs to. */
export const fieldOf = (noun: AnyResource, parameter: string) => {
  const name = parameter.replace(/_(begin|end|MultiString)$/, '');
  return readable(noun).find(([own, { filter }]) => own === name && filter !== undefined);
};
