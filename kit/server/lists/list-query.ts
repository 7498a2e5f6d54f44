import { PAGE_SIZE_MAX } from '#kit/resource/endpoint.ts';
import { readable } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { say } from '#kit/fields/words.ts';
import type { Words } from '#kit/fields/words.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import { BadFilter, badFilter } from '../context/condition.ts';
import type { ListQuery } from '../context/context.ts';
import type { Condition } from '../context/condition.ts';
import { seenNoun, unseenOf } from '../rights/field-limits.ts';
import { isSpent } from '../rights/personal-search-quota.ts';
import type { SearchQuotaSubject } from '../rights/personal-search-quota.ts';
import { guardedAll } from '../rights/personal-data.ts';
import { readFilter } from './filter-grammar.ts';
import { kitRefusals } from '../refusals.ts';
import { readSuperQuery } from './super-query.ts';

/** Totals are exact up to this many rows; beyond it an answer says that there are more. */
export const COUNT_CAP = 20_000;

export type { Condition };

type RawInput = Readonly<Record<string, unknown>>;

/**
 * Reads `pageNo, pageSize, column, order`, the parameters of each filterable field and the advanced query.
 * List, totals and export read the same query, so their rows are the same. An unknown column or a value that does not fit is
 * refused; it is never ignored.
 */
export const readListQuery = (whole: AnyResource, raw: RawInput, asked: SearchQuotaSubject): ListQuery => {
  const noun = seenNoun(asked.viewer, whole);
  try {
    refuseUnseen(unseenOf(asked.viewer, whole.name), raw);
    const wanted = [...readable(noun).flatMap(([name, field]) => readFilter(name, field, raw)), ...readSuperQuery(noun, raw)];
    return {
      conditions: guardConditions(wanted, noun, asked),
      sort: readSort(noun, raw),
      pageNo: readWhole(raw['pageNo'], 'pageNo', { fallback: 1, max: COUNT_CAP }),
      pageSize: readWhole(raw['pageSize'], 'pageSize', { fallback: 10, max: PAGE_SIZE_MAX }),
    };
  } catch (error) {
    if (!(error instanceof BadFilter)) throw error;
    const { field: name, row } = error;
    const feature = asked.registry.feature(noun.name);
    const labels = feature?.labels?.fields ?? feature?.inputLabels;
    const called = (one: string): string => {
      const words = Object.entries({ ...labels, ...listWords }).find(([known]) => known === one)?.[1];
      return words ? say(words, asked.viewer.language) : one;
    };
    const words = row ? kitRefusals.badQueryRow : kitRefusals.badFilter;
    const args = row ? { row: row.no, field: called(row.field) } : { field: called(name) };
    const detail = { fields: { [name]: say(words, asked.viewer.language, args) } };
    throw new Refusal({ code: 'badFilter', words, args, status: 400, detail });
  }
};

/** A part of a number is asked for by those alone who may see the whole of it. */
const guardConditions = (conditions: readonly Condition[], noun: AnyResource, searcher: SearchQuotaSubject): readonly Condition[] => {
  const allowed = guardedAll(searcher, noun, conditions);
  if (!('refused' in allowed)) return allowed;
  const { registry, viewer } = searcher;
  const name = allowed.refused;
  const words = registry.feature(noun.name)?.labels?.fields[name];
  const args = { field: words ? say(words, viewer.language) : name };
  const [code, status] = isSpent(searcher) ? (['numbersSpent', 429] as const) : (['wholeOnly', 400] as const);
  throw new Refusal({ code, words: kitRefusals[code], args, status, detail: { fields: { [name]: say(kitRefusals[code], viewer.language, args) } } });
};

/** What somebody is not shown must not be found out by asking which rows have it. */
const refuseUnseen = (unseen: ReadonlySet<string>, raw: RawInput): void => {
  for (const name of unseen)
    for (const asked of [name, `${name}_begin`, `${name}_end`, `${name}_MultiString`]) if ((raw[asked] ?? '') !== '') badFilter(name);
};

/** What people call the parameters of every list. */
export const listWords: Readonly<Record<string, Words>> = {
  pageNo: ['页码', '頁碼', 'Page'],
  pageSize: ['每页条数', '每頁筆數', 'Rows on a page'],
  column: ['排序字段', '排序欄位', 'Order by'],
  order: ['排序方式', '排序方式', 'Direction'],
  superQueryParams: ['高级查询', '進階查詢', 'Advanced query'],
  superQueryMatchType: ['匹配方式', '比對方式', 'Match'],
};

const readWhole = (raw: unknown, name: string, bounds: { readonly fallback: number; readonly max: number }): number => {
  if (raw === undefined || raw === '') return bounds.fallback;
  const value = Number(raw);
  return Number.isInteger(value) && value >= 1 && value <= bounds.max ? value : badFilter(name);
};

const readSort = (noun: AnyResource, raw: RawInput): ListQuery['sort'] => {
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
