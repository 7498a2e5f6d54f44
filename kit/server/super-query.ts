import type { Field } from '#kit/fields/field.ts';
import { readable } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { badFilter } from './condition.ts';
import type { Condition, Listed } from './condition.ts';
import { IN_LIST_MAX, valueOf, wholeDay } from './filter-grammar.ts';

const PARAMS = 'superQueryParams';
const MATCH = 'superQueryMatchType';
/** Most rows of one query, and letters of its text. */
const ROWS_MAX = 20;
const LETTERS_MAX = 8_000;

type Raw = Readonly<Record<string, unknown>>;

/**
 * The advanced query: a URI-encoded JSON list of `{field, rule, val}`, all in one bracket. Rows that are not filled in are left
 * out; a text that cannot be read, an unknown field, rule or value is refused, so that a broken query never shows everything.
 */
export const readSuperQuery = (noun: AnyResource, raw: Raw): readonly Condition[] => {
  const text = raw[PARAMS];
  if (text === undefined || text === null || text === '') return [];
  const match = raw[MATCH] ?? 'and';
  if (match !== 'and' && match !== 'or') return badFilter(MATCH);
  const of = rowsOf(text).flatMap((row) => readRow(noun, row));
  return of.length === 0 ? [] : [{ is: match === 'or' ? 'any' : 'all', of }];
};

const rowsOf = (text: unknown): readonly Raw[] => {
  if (typeof text !== 'string' || text.length > LETTERS_MAX) return badFilter(PARAMS);
  const rows = parsed(text);
  return Array.isArray(rows) && rows.length <= ROWS_MAX && rows.every(isRecord) ? rows : badFilter(PARAMS);
};

/** The family encodes twice; the address took one layer off. A plus is a plus. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text.trimStart().startsWith('[') ? text : decodeURIComponent(text));
  } catch {
    return badFilter(PARAMS);
  }
};
const isRecord = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

const readRow = (noun: AnyResource, { field: name, rule, val }: Raw): readonly Condition[] => {
  if (isEmpty(name) || isEmpty(rule) || isEmpty(val)) return [];
  const known = readable(noun).find(([own, { filter }]) => own === name && filter !== undefined);
  const read = typeof rule === 'string' && Object.hasOwn(rules, rule) ? rules[rule] : undefined;
  if (!known || (typeof val !== 'string' && typeof val !== 'number')) return badFilter(PARAMS);
  return [read?.(known[0], known[1], String(val)) ?? badFilter(PARAMS)];
};

type Rule = (name: string, field: Field, val: string) => Condition | undefined;

const listed = (name: string, field: Field, val: string): Listed => {
  const parts = val.split(',').filter((part) => part.trim() !== '');
  if (parts.length === 0 || parts.length > IN_LIST_MAX) return badFilter(PARAMS);
  if (field.kind === 'choices') return { field: name, is: 'anyOf', values: parts.flatMap((part) => valueOf(PARAMS, field, [part.trim()])) };
  return { field: name, is: 'in', values: parts.map((part) => valueOf(PARAMS, field, part.trim())) };
};
/** One value; a bare date of an instant stands for its whole day. */
const equal = (name: string, field: Field, val: string): Condition => {
  if (field.kind === 'choices') return listed(name, field, val);
  const [from, to] = [true, false].map((isStart) => valueOf(PARAMS, field, wholeDay(field, val, isStart)));
  if (field.kind !== 'instant' || String(from) === String(to)) return { field: name, is: 'in', values: [from] };
  return {
    is: 'all',
    of: [
      { field: name, is: 'from', value: from },
      { field: name, is: 'to', value: to },
    ],
  };
};
const like =
  (is: 'contains' | 'startsWith' | 'endsWith'): Rule =>
  (name, { kind }, val) =>
    ['text', 'longText', 'phone'].includes(kind) && !val.includes('\0') ? { field: name, is, text: val.trim().slice(0, 100) } : undefined;
const compared =
  (is: 'from' | 'to' | 'above' | 'below'): Rule =>
  (name, field, val) =>
    ['instant', 'day', 'count', 'decimal', 'money', 'percent', 'timeOfDay'].includes(field.kind)
      ? { field: name, is, value: valueOf(PARAMS, field, wholeDay(field, val, is === 'from' || is === 'below')) }
      : undefined;

const rules: Readonly<Record<string, Rule>> = {
  eq: equal,
  ne: (name, field, val) => (field.kind === 'choices' ? undefined : { ...listed(name, field, val), is: 'notIn' }),
  in: listed,
  like: like('contains'),
  right_like: like('startsWith'),
  left_like: like('endsWith'),
  gt: compared('above'),
  ge: compared('from'),
  lt: compared('below'),
  le: compared('to'),
};
