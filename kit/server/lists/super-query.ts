import type { Field } from '#kit/fields/field.ts';
import { QUERY_LETTERS_MAX, QUERY_ROWS_MAX, queryFieldsOf, queryRulesOf } from '#kit/resource/query/advanced-query.ts';
import { QUERY_MATCH, QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import type { QueryRule } from '#kit/resource/query/advanced-query.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { BadFilter, badFilter } from '../context/condition.ts';
import type { Condition, ListCondition } from '../context/condition.ts';
import { IN_LIST_MAX, valueOf, wholeDay } from './filter-grammar.ts';

type RawInput = Readonly<Record<string, unknown>>;

/**
 * Parses the advanced query: a URI-encoded JSON list of `{field, rule, val}`, all in one group. Incomplete conditions are left out. An unparsable
 * text, an unknown field or rule, or an invalid value is refused, so that a broken query never returns all rows.
 */
export const readSuperQuery = (noun: AnyResource, raw: RawInput): readonly Condition[] => {
  const text = raw[QUERY_PARAMS];
  if (text === undefined || text === null || text === '') return [];
  const match = raw[QUERY_MATCH] ?? 'and';
  if (match !== 'and' && match !== 'or') return badFilter(QUERY_MATCH);
  const conditions = rowsOf(text).flatMap((row, index) => readRow(noun, row, index + 1));
  return conditions.length === 0 ? [] : [{ is: match === 'or' ? 'any' : 'all', of: conditions }];
};

const rowsOf = (text: unknown): readonly RawInput[] => {
  if (typeof text !== 'string' || text.length > QUERY_LETTERS_MAX) return badFilter(QUERY_PARAMS);
  const rows = parseRows(text);
  return Array.isArray(rows) && rows.length <= QUERY_ROWS_MAX && rows.every(isRecord) ? rows : badFilter(QUERY_PARAMS);
};

/** Clients of the product family encode twice, and parsing the address has decoded once. A plus sign is a plus sign. */
const parseRows = (text: string): unknown => {
  try {
    return JSON.parse(text.trimStart().startsWith('[') ? text : decodeURIComponent(text));
  } catch {
    return badFilter(QUERY_PARAMS);
  }
};
const isRecord = (value: unknown): value is RawInput => typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

interface QueryRow {
  readonly name: string;
  readonly field: Field;
  readonly val: string;
  /** The value means the whole day that begins at `val`. */
  readonly isDay: boolean;
}

const readRow = (noun: AnyResource, { field: name, rule, val, type }: RawInput, rowNo: number): readonly Condition[] => {
  if (isEmpty(name) || isEmpty(rule) || isEmpty(val)) return [];
  const [fieldName, field] = queryFieldsOf(noun).find(([own]) => own === name) ?? [];
  const problemRow = { no: rowNo, field: fieldName ?? String(name).slice(0, 40) };
  const queryRule = field && queryRulesOf(field).find((own) => own === rule);
  if (!queryRule || (typeof val !== 'string' && typeof val !== 'number')) throw new BadFilter(QUERY_PARAMS, problemRow);
  try {
    return [rules[queryRule]({ name: problemRow.field, field, val: String(val), isDay: type === 'date' })];
  } catch (error) {
    throw error instanceof BadFilter ? new BadFilter(QUERY_PARAMS, problemRow) : error;
  }
};

type Rule = (row: QueryRow) => Condition;

const inList = ({ name, field, val }: QueryRow): ListCondition => {
  const parts = val.split(',').filter((part) => part.trim() !== '');
  if (parts.length === 0 || parts.length > IN_LIST_MAX) return badFilter(name);
  if (field.kind === 'choices') return { field: name, is: 'anyOf', values: parts.flatMap((part) => valueOf(name, field, [part.trim()])) };
  return { field: name, is: 'in', values: parts.map((part) => valueOf(name, field, part.trim())) };
};

/** One value; for an instant, the whole day or the second that it names. */
const equals = (row: QueryRow): Condition => {
  const { name, field, val } = row;
  if (field.kind === 'choices') return inList(row);
  if (field.kind !== 'instant') return { field: name, is: 'in', values: [valueOf(name, field, val)] };
  const [from, to] = instantRange(row);
  return {
    is: 'all',
    of: [
      { field: name, is: 'from', value: from },
      { field: name, is: 'below', value: to },
    ],
  };
};

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** The beginning of the requested instant, day or second, and the first instant after it. */
const instantRange = ({ name, field, val, isDay }: QueryRow): readonly [Date, Date] => {
  const from = valueOf(name, field, wholeDay(field, val, true));
  if (!(from instanceof Date)) return badFilter(name);
  return [from, new Date(from.getTime() + (isDay || wholeDay(field, val, true) !== val ? DAY_MS : SECOND_MS))];
};

const notEquals: Rule = (row) => (row.field.kind === 'instant' ? { is: 'none', of: [equals(row)] } : { ...inList(row), is: 'notIn' });

const likeCondition =
  (is: 'contains' | 'startsWith' | 'endsWith'): Rule =>
  ({ name, val }) =>
    val.includes('\0') ? badFilter(name) : { field: name, is, text: val.trim().slice(0, 100) };
const comparison =
  (is: 'from' | 'to' | 'above' | 'below'): Rule =>
  ({ name, field, val }) => ({ field: name, is, value: valueOf(name, field, wholeDay(field, val, is === 'from' || is === 'below')) });

const rules: Readonly<Record<QueryRule, Rule>> = {
  eq: equals,
  ne: notEquals,
  in: inList,
  like: likeCondition('contains'),
  right_like: likeCondition('startsWith'),
  left_like: likeCondition('endsWith'),
  gt: comparison('above'),
  ge: comparison('from'),
  lt: comparison('below'),
  le: comparison('to'),
};
