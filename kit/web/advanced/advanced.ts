import type { Field } from '#kit/fields/field.ts';
import { QUERY_LETTERS_MAX, queryRules, queryRulesOf } from '#kit/resource/query/advanced-query.ts';
import { QUERY_MATCH, QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import type { QueryMatch, QueryRow, QueryRule } from '#kit/resource/query/advanced-query.ts';
import type { Filters } from '../kinds/filter-names.ts';
import { withoutAdvanced } from './active-query.ts';

/** A row as it is being put together. */
export interface DraftRow {
  readonly field?: string | undefined;
  readonly rule?: QueryRule | undefined;
  readonly val: string;
  readonly type?: string | undefined;
  /** What the value is called, as far as its picker has told; never sent. */
  readonly text?: string | undefined;
}
export interface AdvancedQuery {
  readonly match: QueryMatch;
  readonly rows: readonly DraftRow[];
}
export type QueryFields = readonly (readonly [string, Field])[];

export const blankRow: DraftRow = { rule: 'eq', val: '' };
export const fieldOf = (fields: QueryFields, name: string | undefined): Field | undefined => fields.find(([fieldName]) => fieldName === name)?.[1];

/** The advanced query among a list's filters: none, or one that cannot be read. */
export const readAdvanced = (filters: Filters): AdvancedQuery | 'none' | 'unreadable' => {
  const text = filters[QUERY_PARAMS];
  if (!text) return 'none';
  try {
    const rows: unknown = JSON.parse(text.trimStart().startsWith('[') ? text : decodeURIComponent(text));
    if (!Array.isArray(rows)) return 'unreadable';
    return { match: filters[QUERY_MATCH] === 'or' ? 'or' : 'and', rows: rows.map(readRow) };
  } catch {
    return 'unreadable';
  }
};

const readRow = (row: unknown): DraftRow => {
  const { field, rule, val, type } = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>) : {}; // each value is looked at below
  return {
    field: typeof field === 'string' ? field : undefined,
    rule: queryRules.find((item) => item === rule),
    val: typeof val === 'string' || typeof val === 'number' ? String(val) : '',
    ...(type === 'date' && { type }),
  };
};

export const isComplete = (row: DraftRow): row is DraftRow & QueryRow => row.field !== undefined && row.rule !== undefined && row.val !== '';
/** Nothing was begun in it. */
export const isBlank = (row: DraftRow): boolean => row.field === undefined && row.val === '';

/** The filters with the query put in; rows that are not whole are left out. Undefined when it is longer than the server takes. */
export const withAdvanced = (filters: Filters, { match, rows }: AdvancedQuery): Filters | undefined => {
  const text = JSON.stringify(rows.filter(isComplete).map(({ field, rule, val, type }) => ({ field, rule, val, ...(type && { type }) })));
  if (text.length > QUERY_LETTERS_MAX) return undefined;
  return { ...withoutAdvanced(filters), [QUERY_PARAMS]: text, ...(match === 'or' && { [QUERY_MATCH]: match }) };
};
/** The query alone, as it is kept. */
export const onlyAdvanced = (query: AdvancedQuery): Filters | undefined => withAdvanced({}, query);

interface AskedField {
  readonly field: Field;
  /** The page's choice of them. */
  readonly rules?: readonly QueryRule[] | undefined;
}

/** Another field begins with no value; its rule stays where it means something there. */
export const withField = (row: DraftRow, name: string, { field, rules = queryRulesOf(field) }: AskedField): DraftRow => {
  return { field: name, rule: row.rule && rules.includes(row.rule) ? row.rule : rules[0], val: '' };
};

const isOfDay = (field: Field, rule: QueryRule): boolean => field.kind === 'instant' && (rule === 'eq' || rule === 'ne');

/** Another rule keeps the value; of several only the first, and a moment and a day are not the same. */
export const withRule = (row: DraftRow, field: Field | undefined, rule: QueryRule): DraftRow => {
  const first = row.rule === 'in' && rule !== 'in';
  const { type: _day, ...withoutType } = row;
  const narrowedRow = first ? { ...withoutType, val: row.val.split(',')[0] ?? '', text: row.text?.split(',')[0] } : withoutType;
  if (!field || row.rule === undefined || isOfDay(field, row.rule) === isOfDay(field, rule))
    return { ...narrowedRow, rule, ...(row.type && { type: row.type }) };
  return { field: row.field, rule, val: '' };
};

/** Most queries that are remembered, and letters of them all. */
const HISTORY_MAX = 16;
const HISTORY_LETTERS_MAX = 7_000;

/** The queries asked before with one more in front, each once. */
export const withQueryInHistory = (history: readonly AdvancedQuery[], query: AdvancedQuery): readonly AdvancedQuery[] => {
  const filtersJson = JSON.stringify(onlyAdvanced(query));
  const queries = [query, ...history.filter((item) => JSON.stringify(onlyAdvanced(item)) !== filtersJson)].slice(0, HISTORY_MAX);
  while (JSON.stringify(queries).length > HISTORY_LETTERS_MAX && queries.length > 0) queries.pop();
  return queries;
};
