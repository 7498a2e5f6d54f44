import type { Field } from '#kit/fields/field.ts';
import { QUERY_LETTERS_MAX, queryRules, queryRulesOf } from '#kit/resource/query/advanced-query.ts';
import { QUERY_MATCH, QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import type { QueryMatch, QueryRow, QueryRule } from '#kit/resource/query/advanced-query.ts';
import type { Filters } from '../kinds/filter-names.ts';
import { withoutAdvanced } from './active-query.ts';

/** A condition while it is edited; it may be incomplete. */
export interface DraftRow {
  readonly field?: string | undefined;
  readonly rule?: QueryRule | undefined;
  readonly val: string;
  readonly type?: string | undefined;
  /** The display text of the value, when its picker returned one. It is never sent. */
  readonly text?: string | undefined;
}
export interface AdvancedQuery {
  readonly match: QueryMatch;
  readonly rows: readonly DraftRow[];
}
export type QueryFields = readonly (readonly [string, Field])[];

export const blankRow: DraftRow = { rule: 'eq', val: '' };
export const fieldOf = (fields: QueryFields, name: string | undefined): Field | undefined => fields.find(([fieldName]) => fieldName === name)?.[1];

/** The advanced query among the filters of a list: `none` without one, `unreadable` when it cannot be parsed. */
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
  const { field, rule, val, type } = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>) : {}; // each value is checked below
  return {
    field: typeof field === 'string' ? field : undefined,
    rule: queryRules.find((item) => item === rule),
    val: typeof val === 'string' || typeof val === 'number' ? String(val) : '',
    ...(type === 'date' && { type }),
  };
};

export const isComplete = (row: DraftRow): row is DraftRow & QueryRow => row.field !== undefined && row.rule !== undefined && row.val !== '';
/** True while the condition has neither a field nor a value. */
export const isBlank = (row: DraftRow): boolean => row.field === undefined && row.val === '';

/** The filters with this query. Incomplete conditions are left out. Undefined when the query is longer than the server accepts. */
export const withAdvanced = (filters: Filters, { match, rows }: AdvancedQuery): Filters | undefined => {
  const text = JSON.stringify(rows.filter(isComplete).map(({ field, rule, val, type }) => ({ field, rule, val, ...(type && { type }) })));
  if (text.length > QUERY_LETTERS_MAX) return undefined;
  return { ...withoutAdvanced(filters), [QUERY_PARAMS]: text, ...(match === 'or' && { [QUERY_MATCH]: match }) };
};
/** The query as filters without anything else, as the history stores it. */
export const onlyAdvanced = (query: AdvancedQuery): Filters | undefined => withAdvanced({}, query);

interface AskedField {
  readonly field: Field;
  /** The rules that the page offers instead of those of the field. */
  readonly rules?: readonly QueryRule[] | undefined;
}

/** Choosing another field clears the value and keeps the rule where the new field allows it. */
export const withField = (row: DraftRow, name: string, { field, rules = queryRulesOf(field) }: AskedField): DraftRow => {
  return { field: name, rule: row.rule && rules.includes(row.rule) ? row.rule : rules[0], val: '' };
};

const isOfDay = (field: Field, rule: QueryRule): boolean => field.kind === 'instant' && (rule === 'eq' || rule === 'ne');

/** Choosing another rule keeps the value. Of several values it keeps the first; an instant and a day are not exchanged. */
export const withRule = (row: DraftRow, field: Field | undefined, rule: QueryRule): DraftRow => {
  const first = row.rule === 'in' && rule !== 'in';
  const { type: _day, ...withoutType } = row;
  const narrowedRow = first ? { ...withoutType, val: row.val.split(',')[0] ?? '', text: row.text?.split(',')[0] } : withoutType;
  if (!field || row.rule === undefined || isOfDay(field, row.rule) === isOfDay(field, rule))
    return { ...narrowedRow, rule, ...(row.type && { type: row.type }) };
  return { field: row.field, rule, val: '' };
};

/** The limit of remembered queries, and of their total length. */
const HISTORY_MAX = 16;
const HISTORY_LETTERS_MAX = 7_000;

/** The history with this query first and without its earlier occurrence. */
export const withQueryInHistory = (history: readonly AdvancedQuery[], query: AdvancedQuery): readonly AdvancedQuery[] => {
  const filtersJson = JSON.stringify(onlyAdvanced(query));
  const queries = [query, ...history.filter((item) => JSON.stringify(onlyAdvanced(item)) !== filtersJson)].slice(0, HISTORY_MAX);
  while (JSON.stringify(queries).length > HISTORY_LETTERS_MAX && queries.length > 0) queries.pop();
  return queries;
};
