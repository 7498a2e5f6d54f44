import { commaList } from '#kit/fields/comma-list.ts';
import { parse } from '#kit/fields/parse.ts';
import type { Field } from '#kit/fields/field.ts';
import { badFilter } from '../context/condition.ts';
import type { Condition, ListCondition } from '../context/condition.ts';

/** Most values of one `a,b,c` filter. */
export const IN_LIST_MAX = 200;
/** Longest text that is looked for. */
const TEXT_MAX = 100;

type RawInput = Readonly<Record<string, unknown>>;

/**
 * The conditions that parameters put on one field: `name` in the family's grammar, `name_begin` and `name_end`, and
 * `name_MultiString`. What does not fit is refused by name, never left out.
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

/** A value as the field's kind takes it; a filter may be shorter than what is stored, and older numbers are found as they are. */
export const valueOf = (name: string, field: Field, raw: unknown): unknown => {
  const { min: _shortest, line: _line, ...unboundedField } = field;
  const parsed = parse({ ...unboundedField, optional: false }, raw);
  return parsed.ok ? parsed.value : badFilter(name);
};

const readText = (name: string, value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' && typeof value !== 'number') return badFilter(name);
  const text = String(value).trim();
  // No stored text holds a NUL, and the database does not even take one.
  return text.includes('\0') ? badFilter(name) : text;
};

const readPlain = (name: string, field: Field, value: unknown): readonly Condition[] => {
  const text = readText(name, value);
  if (text === '') return [];
  return isText(field) ? readWords(name, field, text) : [readOperator(name, field, text) ?? readList(name, field, text)];
};

/** Texts: `*x*`, `x*`, `*x`, `!x`, `a,b`; a single word as the noun declares its filter. */
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

/** `!x`, and with a space `>= x`, `<= x`, `> x`, `< x` where values have an order. */
const readOperator = (name: string, field: Field, text: string): Condition | undefined => {
  if (text.length > 1 && text.startsWith('!')) return { ...readList(name, field, text.slice(1)), is: 'notIn' };
  const [, sign, rest = ''] = /^(>=|<=|>|<) (.+)$/.exec(text) ?? [];
  const is = Object.entries(comparisons).find(([symbol]) => symbol === sign)?.[1];
  if (!is) return undefined;
  if (!isOrdered(field)) return badFilter(name);
  return { field: name, is, value: valueOf(name, field, wholeDay(field, rest, is === 'from' || is === 'below')) };
};

/** Pickers send a trailing comma to say "a list"; a leading one besides asks a field of several values for any of them. */
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

/** A bare date means the whole day: its first instant where something begins, its last where it ends. */
export const wholeDay = (field: Field, value: unknown, isStart: boolean): unknown =>
  field.kind === 'instant' && typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
    ? `${value}T${isStart ? '00:00:00.000' : '23:59:59.999'}Z`
    : value;
