import { readable } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { parse } from '#kit/fields/parse.ts';
import type { Field } from '#kit/fields/field.ts';
import { say } from '#kit/fields/words.ts';
import type { Language, Words } from '#kit/fields/words.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from './refusals.ts';
import type { Registry } from './registry.ts';

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
export const readListQuery = (noun: AnyResource, raw: Raw, asked: { readonly registry: Registry; readonly language: Language }): ListQuery => {
  try {
    return {
      conditions: readable(noun).flatMap(([name, field]) => readFilter(name, field, raw)),
      sort: readSort(noun, raw),
      pageNo: readWhole(raw['pageNo'], 'pageNo', { fallback: 1, max: COUNT_CAP }),
      pageSize: readWhole(raw['pageSize'], 'pageSize', { fallback: 10, max: PAGE_SIZE_MAX }),
    };
  } catch (error) {
    if (!(error instanceof BadFilter)) throw error;
    const { field: name } = error;
    const words = listWords[name] ?? asked.registry.feature(noun.name)?.labels?.fields[name];
    const field = words ? say(words, asked.language) : name;
    const detail = { fields: { [name]: say(kitRefusals.badFilter, asked.language, { field }) } };
    throw new Refusal({ code: 'badFilter', words: kitRefusals.badFilter, args: { field }, status: 400, detail });
  }
};

/** What is wrong with a query, by the name on the wire. */
class BadFilter extends Error {
  readonly field: string;
  constructor(field: string) {
    super(field);
    this.field = field;
  }
}
const badFilter = (field: string): never => {
  throw new BadFilter(field);
};

/** What people call the parameters of every list. */
export const listWords: Readonly<Record<string, Words>> = {
  pageNo: ['页码', '頁碼', 'Page'],
  pageSize: ['每页条数', '每頁筆數', 'Rows on a page'],
  column: ['排序字段', '排序欄位', 'Order by'],
  order: ['排序方式', '排序方式', 'Direction'],
};

const readWhole = (raw: unknown, name: string, bounds: { readonly fallback: number; readonly max: number }): number => {
  if (raw === undefined || raw === '') return bounds.fallback;
  const value = Number(raw);
  return Number.isInteger(value) && value >= 1 && value <= bounds.max ? value : badFilter(name);
};

const readSort = (noun: AnyResource, raw: Raw): ListQuery['sort'] => {
  const asked = readWord(raw['column'], 'column').replace(/_dictText$/, '');
  const order = readWord(raw['order'], 'order');
  if (order !== 'asc' && order !== 'desc' && order !== '') return badFilter('order');
  const fallback = noun.sort ?? { column: 'createTime', order: 'desc' as const };
  if (asked === '' || asked === fallback.column) return { column: fallback.column, order: order || fallback.order };
  const field = Object.hasOwn(noun.fields, asked) ? noun.fields[asked] : undefined;
  if (!field || (field.sort !== true && asked !== noun.key)) return badFilter('column');
  return { column: asked, order: order || 'asc' };
};

const readWord = (raw: unknown, name: string): string => (raw === undefined || raw === null ? '' : typeof raw === 'string' ? raw : badFilter(name));

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
  // No stored text holds a NUL, and the database does not even take one.
  if (String(text).includes('\0')) return badFilter(name);
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
