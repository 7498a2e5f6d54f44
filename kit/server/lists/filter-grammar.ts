import { commaList } from '#kit/fields/comma-list.ts';
import { parse } from '#kit/fields/parse.ts';
import type { Field } from '#kit/fields/field.ts';
import { badFilter } from '../context/condition.ts';
import type { Condition, ListCondition } from '../context/condition.ts';

/** The largest number of values of an `a,b,c` filter. */
export const IN_LIST_MAX = 200;
/** The longest text that can be searched. */
const TEXT_MAX = 100;

type RawInput = Readonly<Record<string, unknown>>;

/**
 * The conditions of a field's query parameters: `name` in the grammar of the product family, `name_begin`, `name_end`, and `name_MultiString`. An
 * invalid filter is refused by name, never ignored.
 */
export const readFilter = (name: string, field: Field, raw: RawInput): readonly Condition[] => {
  if (field.filter === undefined) return [];
  return [
    ...readPlain(name, field, raw[name]),
    ...(isOrdered(field) ? [...readBound(name, field, { raw, is: 'from' }), ...readBound(name, field, { raw, is: 'to' })] : []),
    ...readMulti(name, field, raw[`${name}_MultiString`]),
  ];
};

const ordered: readonly Field['kind'][] = ['instant', 'day', 'count', 'decimal', 'money', 'percent', 'timeOfDay'];
export const isOrdered = ({ filter, kind }: Field): boolean => filter === 'between' || ordered.includes(kind);
const isText = ({ kind }: Field): boolean => kind === 'text' || kind === 'longText' || kind === 'phone';

/** Parses a value by the field's kind. A filter text may be shorter than stored texts, and numbers in an older format are accepted. */
export const valueOf = (name: string, field: Field, raw: unknown): unknown => {
  const { min: _shortest, line: _line, ...unboundedField } = field;
  const parsed = parse({ ...unboundedField, optional: false }, raw);
  return parsed.ok ? parsed.value : badFilter(name);
};

const readText = (name: string, value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' && typeof value !== 'number') return badFilter(name);
  const text = String(value).trim();
  // Stored texts contain no NUL, and the database rejects one.
  return text.includes('\0') ? badFilter(name) : text;
};

const readPlain = (name: string, field: Field, value: unknown): readonly Condition[] => {
  const text = readText(name, value);
  if (text === '') return [];
  return isText(field) ? readWords(name, field, text) : [readOperator(name, field, text) ?? readList(name, field, text)];
};

/** Text filters: `*x*`, `x*`, `*x`, `!x`, `a,b`; a plain word is compared as the noun declares. */
const readWords = (name: string, field: Field, text: string): readonly Condition[] => {
  const [open, close] = [text.startsWith('*'), text.endsWith('*')];
  const inner = text.slice(open ? 1 : 0, close ? -1 : undefined).slice(0, TEXT_MAX);
  if (text !== '*' && (open || close)) {
    if (inner === '') return [];
    return [{ field: name, is: open && close ? 'contains' : open ? 'endsWith' : 'startsWith', text: inner }];
  }
  const operatorCondition = readOperator(name, field, text);
  if (operatorCondition) return [operatorCondition];
  if (field.filter === 'contains' && !text.includes(',')) return [{ field: name, is: 'contains', text: text.slice(0, TEXT_MAX) }];
  return [readList(name, field, text)];
};

const comparisons = { '>=': 'from', '<=': 'to', '>': 'above', '<': 'below' } as const;

/** `!x`, and for ordered values with a space `>= x`, `<= x`, `> x`, `< x`. */
const readOperator = (name: string, field: Field, text: string): Condition | undefined => {
  if (text.length > 1 && text.startsWith('!')) return { ...readList(name, field, text.slice(1)), is: 'notIn' };
  const [, sign, rest = ''] = /^(>=|<=|>|<) (.+)$/.exec(text) ?? [];
  const is = Object.entries(comparisons).find(([symbol]) => symbol === sign)?.[1];
  if (!is) return undefined;
  if (!isOrdered(field)) return badFilter(name);
  return { field: name, is, value: valueOf(name, field, wholeDay(field, rest, is === 'from' || is === 'below')) };
};

/** Pickers append a comma to mark a list. A leading comma as well asks a field with several values for any of them. */
const readList = (name: string, field: Field, text: string): ListCondition => {
  const parts = commaList(text);
  if (parts.length === 0 || parts.length > IN_LIST_MAX) return badFilter(name);
  if (field.kind === 'choices') return { field: name, is: 'anyOf', values: parts.flatMap((part) => valueOf(name, field, [part])) };
  return { field: name, is: 'in', values: parts.map((part) => valueOf(name, field, part)) };
};

const readMulti = (name: string, field: Field, value: unknown): readonly Condition[] => {
  const text = readText(`${name}_MultiString`, value);
  return text === '' ? [] : [readList(name, field, text)];
};

const readBound = (name: string, field: Field, { raw, is }: { readonly raw: RawInput; readonly is: 'from' | 'to' }): readonly Condition[] => {
  const value = raw[`${name}_${is === 'from' ? 'begin' : 'end'}`];
  if (value === undefined || value === null || value === '') return [];
  return [{ field: name, is, value: valueOf(name, field, wholeDay(field, value, is === 'from')) }];
};

/** A date without a time means the whole day: its first instant as the beginning of a range, its last as the end. */
export const wholeDay = (field: Field, value: unknown, isStart: boolean): unknown =>
  field.kind === 'instant' && typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
    ? `${value}T${isStart ? '00:00:00.000' : '23:59:59.999'}Z`
    : value;
