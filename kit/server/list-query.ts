import { auditFields, readable } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { parse } from '#kit/fields/parse.ts';
import type { Field } from '#kit/fields/field.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from './refusals.ts';

/** Totals are exact up to this many rows; beyond it an answer says that there are more. */
export const COUNT_CAP = 20_000;
export const PAGE_SIZE_MAX = 100;
/** Most values of one `a,b,c` filter. */
export const IN_LIST_MAX = 200;

export type Condition =
  | { readonly field: string; readonly is: 'in'; readonly values: readonly unknown[] }
  | { readonly field: string; readonly is: 'contains'; readonly text: string }
  | { readonly field: string; readonly is: 'from' | 'to'; readonly value: unknown };

export interface ListQuery {
  readonly conditions: readonly Condition[];
  readonly sort: { readonly column: string; readonly order: 'asc' | 'desc' };
  readonly pageNo: number;
  readonly pageSize: number;
}

type Raw = Readonly<Record<string, unknown>>;

/**
 * Reads `pageNo, pageSize, column, order` and one parameter per filterable field (`name`, or `name_begin` and `name_end`).
 * List, totals and export read the same query, so their rows are the same. An unknown column or a value that does not fit is
 * refused; it is never ignored.
 */
export const readListQuery = (noun: AnyResource, raw: Raw): ListQuery => ({
  conditions: readable(noun).flatMap(([name, field]) => readFilter(name, field, raw)),
  sort: readSort(noun, raw),
  pageNo: readWhole(raw['pageNo'], 'pageNo', { fallback: 1, max: COUNT_CAP }),
  pageSize: readWhole(raw['pageSize'], 'pageSize', { fallback: 10, max: PAGE_SIZE_MAX }),
});

const badFilter = (field: string): never => {
  throw new Refusal({ code: 'badFilter', words: kitRefusals.badFilter, args: { field }, status: 400 });
};

const readWhole = (raw: unknown, name: string, bounds: { readonly fallback: number; readonly max: number }): number => {
  if (raw === undefined || raw === '') return bounds.fallback;
  const value = Number(raw);
  return Number.isInteger(value) && value >= 1 && value <= bounds.max ? value : badFilter(name);
};

const readSort = (noun: AnyResource, raw: Raw): ListQuery['sort'] => {
  const asked = typeof raw['column'] === 'string' ? raw['column'].replace(/_dictText$/, '') : '';
  const fallback = noun.sort ?? { column: 'createTime', order: 'desc' as const };
  if (asked === '' || asked === fallback.column)
    return { column: fallback.column, order: raw['order'] === 'asc' ? 'asc' : raw['order'] === 'desc' ? 'desc' : fallback.order };
  const field = noun.fields[asked];
  if (!field || (field.sort !== true && asked !== noun.key)) return badFilter(asked);
  return { column: asked, order: raw['order'] === 'desc' ? 'desc' : 'asc' };
};

const value = (name: string, field: Field, raw: unknown): unknown => {
  const { min: _shortest, ...loose } = field;
  const parsed = parse({ ...loose, optional: false }, raw);
  return parsed.ok ? parsed.value : badFilter(name);
};

const readFilter = (name: string, field: Field, raw: Raw): readonly Condition[] => {
  if (field.filter === undefined) return [];
  if (field.filter === 'between') return [...readBound(name, field, { raw, is: 'from' }), ...readBound(name, field, { raw, is: 'to' })];
  const text = raw[name];
  if (text === undefined || text === null || text === '') return [];
  if (typeof text !== 'string' && typeof text !== 'number') return badFilter(name);
  if (field.filter === 'contains') return [{ field: name, is: 'contains', text: String(text).trim().slice(0, 100) }];
  // Pickers send a trailing comma to say "a list".
  const parts = String(text)
    .split(',')
    .filter((part) => part !== '');
  if (parts.length === 0 || parts.length > IN_LIST_MAX) return badFilter(name);
  return [{ field: name, is: 'in', values: parts.map((part) => value(name, field, part)) }];
};

const readBound = (name: string, field: Field, { raw, is }: { readonly raw: Raw; readonly is: 'from' | 'to' }): readonly Condition[] => {
  const given = raw[`${name}_${is === 'from' ? 'begin' : 'end'}`];
  if (given === undefined || given === null || given === '') return [];
  // A bare date means the whole day.
  const whole = field.kind === 'instant' && typeof given === 'string' && /^\d{4}-\d\d-\d\d$/.test(given);
  return [{ field: name, is, value: value(name, field, whole ? `${given}T${is === 'from' ? '00:00:00.000' : '23:59:59.999'}Z` : given) }];
};

/** Names the list parameters that are not filters, for the documentation of the API. */
export const listParameters = ['pageNo', 'pageSize', 'column', 'order', '_t', ...Object.keys(auditFields)] as const;
