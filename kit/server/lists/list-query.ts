import { PAGE_SIZE_MAX } from '#kit/resource/endpoint.ts';
import { readable, sortableFields } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { say } from '#kit/fields/words.ts';
import type { Words } from '#kit/fields/words.ts';
import { Refusal } from '#kit/resource/refusal.ts';
import { BadFilter, badFilter } from '../context/condition.ts';
import type { ListQuery } from '../context/context.ts';
import type { Condition } from '../context/condition.ts';
import { visibleNoun, hiddenFields } from '../rights/field-limits.ts';
import { isQuotaSpent } from '../rights/personal-search-quota.ts';
import type { SearchQuotaSubject } from '../rights/personal-search-quota.ts';
import { guardConditions } from '../rights/personal-data.ts';
import { readFilter } from './filter-grammar.ts';
import { kitRefusals } from '../refusals.ts';
import { readSuperQuery } from './super-query.ts';

/** Totals are exact up to this many rows; beyond it an answer says that there are more. */
export const COUNT_CAP = 20_000;

export type { Condition };

type RawInput = Readonly<Record<string, unknown>>;

/**
 * Parses `pageNo, pageSize, column, order`, the parameters of each filterable field and the advanced query. List, totals and export parse the same
 * query, so their rows are the same. An unknown column or an invalid value is refused, never ignored.
 */
export const readListQuery = (resource: AnyResource, raw: RawInput, searcher: SearchQuotaSubject): ListQuery => {
  const noun = visibleNoun(searcher.viewer, resource);
  try {
    refuseHidden(hiddenFields(searcher.viewer, resource.name), raw);
    const conditions = [...readable(noun).flatMap(([name, field]) => readFilter(name, field, raw)), ...readSuperQuery(noun, raw)];
    return {
      conditions: allowedConditions(conditions, noun, searcher),
      sort: readSort(noun, raw),
      pageNo: readCount(raw['pageNo'], 'pageNo', { fallback: 1, max: COUNT_CAP }),
      pageSize: readCount(raw['pageSize'], 'pageSize', { fallback: 10, max: PAGE_SIZE_MAX }),
    };
  } catch (error) {
    if (!(error instanceof BadFilter)) throw error;
    const { field: name, row } = error;
    const feature = searcher.registry.feature(noun.name);
    const labels = feature?.labels?.fields ?? feature?.inputLabels;
    const labelOf = (fieldName: string): string => {
      const words = Object.entries({ ...labels, ...listWords }).find(([own]) => own === fieldName)?.[1];
      return words ? say(words, searcher.viewer.language) : fieldName;
    };
    const words = row ? kitRefusals.badQueryRow : kitRefusals.badFilter;
    const args = row ? { row: row.no, field: labelOf(row.field) } : { field: labelOf(name) };
    const detail = { fields: { [name]: say(words, searcher.viewer.language, args) } };
    throw new Refusal({ code: 'badFilter', words, args, status: 400, detail });
  }
};

/** Only viewers who may see a personal number in full may search for a part of it. */
const allowedConditions = (conditions: readonly Condition[], noun: AnyResource, searcher: SearchQuotaSubject): readonly Condition[] => {
  const guarded = guardConditions(searcher, noun, conditions);
  if (!('refused' in guarded)) return guarded;
  const { registry, viewer } = searcher;
  const name = guarded.refused;
  const words = registry.feature(noun.name)?.labels?.fields[name];
  const args = { field: words ? say(words, viewer.language) : name };
  const [code, status] = isQuotaSpent(searcher) ? (['numbersSpent', 429] as const) : (['wholeOnly', 400] as const);
  throw new Refusal({ code, words: kitRefusals[code], args, status, detail: { fields: { [name]: say(kitRefusals[code], viewer.language, args) } } });
};

/** A hidden field must not be filtered, because the filter would reveal which rows have a value. */
const refuseHidden = (hidden: ReadonlySet<string>, raw: RawInput): void => {
  for (const name of hidden)
    for (const parameter of [name, `${name}_begin`, `${name}_end`, `${name}_MultiString`]) if ((raw[parameter] ?? '') !== '') badFilter(name);
};

/** The labels of the parameters that all lists have. */
export const listWords: Readonly<Record<string, Words>> = {
  pageNo: ['页码', '頁碼', 'Page'],
  pageSize: ['每页条数', '每頁筆數', 'Rows on a page'],
  column: ['排序字段', '排序欄位', 'Order by'],
  order: ['排序方式', '排序方式', 'Direction'],
  superQueryParams: ['高级查询', '進階查詢', 'Advanced query'],
  superQueryMatchType: ['匹配方式', '比對方式', 'Match'],
};

const readCount = (raw: unknown, name: string, bounds: { readonly fallback: number; readonly max: number }): number => {
  if (raw === undefined || raw === '') return bounds.fallback;
  const value = Number(raw);
  return Number.isInteger(value) && value >= 1 && value <= bounds.max ? value : badFilter(name);
};

const readSort = (noun: AnyResource, raw: RawInput): ListQuery['sort'] => {
  const column = readText(raw['column'], 'column').replace(/_dictText$/, '');
  const order = readText(raw['order'], 'order');
  if (order !== 'asc' && order !== 'desc' && order !== '') return badFilter('order');
  const fallback = noun.sort ?? { column: 'createTime', order: 'desc' as const };
  if (column === '' || column === fallback.column) return { column: fallback.column, order: order || fallback.order };
  if (!sortableFields(noun).includes(column)) return badFilter('column');
  return { column: column, order: order || 'asc' };
};

const readText = (raw: unknown, name: string): string => (raw === undefined || raw === null ? '' : typeof raw === 'string' ? raw : badFilter(name));
