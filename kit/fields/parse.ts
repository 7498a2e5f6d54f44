import { itemOf } from './codes.ts';
import type { Field, Kind, FieldShape } from './field.ts';
import { isMask } from './personal.ts';
import type { Problem, ProblemCode } from './problems.ts';
import { phoneProblem } from './phone-number.ts';
import { parseScaled } from './scaled.ts';

export type ParseResult = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: Problem };
export type ParsedShape =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly problems: Readonly<Record<string, Problem>> };

/**
 * Converts a wire value to the value in code, or returns the problem. The browser's forms and the server's router call the same function, so a form
 * never accepts what the server refuses. An empty text counts as missing.
 */
export const parse = (field: Field, raw: unknown): ParseResult => {
  const value = typeof raw === 'string' ? raw.trim() : raw;
  if (value === undefined || value === null || value === '')
    return field.optional ? accept(null) : reject(selectedKinds.has(field.kind) ? 'unchosen' : 'required');
  if (isMask(field, value)) return reject('masked');
  const parsed = byKind[field.kind](field, value);
  return !parsed.ok && field.problem ? reject(field.problem) : parsed;
};

/** Parses each field of a shape and drops unknown keys. `sparse`: missing fields stay missing. */
export const parseShape = (shape: FieldShape, raw: Readonly<Record<string, unknown>>, options: { readonly sparse?: boolean } = {}): ParsedShape => {
  const value: Record<string, unknown> = {};
  const problems: Record<string, Problem> = {};
  for (const [name, field] of Object.entries(shape)) {
    const wire = raw[name];
    if (wire === undefined && options.sparse) continue;
    const parsed = parse(field, wire === undefined && field.initial !== undefined ? field.initial : wire);
    if (parsed.ok) value[name] = parsed.value;
    else problems[name] = parsed.problem;
  }
  return Object.keys(problems).length === 0 ? { ok: true, value } : { ok: false, problems };
};

/** Kinds whose value is selected and not typed. */
const selectedKinds: ReadonlySet<Kind> = new Set(['choice', 'choices', 'ref', 'day', 'instant', 'timeOfDay', 'zone', 'image']);

const accept = (value: unknown): ParseResult => ({ ok: true, value });
const reject = (code: ProblemCode, args?: Problem['args']): ParseResult => ({ ok: false, problem: { code, ...(args && { args }) } });

const textValue = (field: Field, raw: unknown): ParseResult => {
  if (typeof raw !== 'string' && typeof raw !== 'number') return reject('notText');
  const value = String(raw);
  const length = [...value].length;
  if (field.min !== undefined && length < field.min) return reject('tooShort', { min: field.min });
  if (field.max !== undefined && length > field.max) return reject('tooLong', { max: field.max });
  if (value.includes('\0')) return reject('badPattern');
  if (field.pattern && !new RegExp(field.pattern.source, 'u').test(value)) return reject(field.pattern.problem);
  return accept(value);
};

const matching =
  (pattern: RegExp, problem: ProblemCode) =>
  (field: Field, raw: unknown): ParseResult => {
    const parsed = textValue(field, raw);
    if (!parsed.ok) return parsed;
    return pattern.test(String(parsed.value)) ? parsed : reject(problem);
  };

const wholeValue = (field: Field, raw: unknown): ParseResult => {
  const number = typeof raw === 'number' ? raw : typeof raw === 'string' && /^-?\d{1,15}$/.test(raw) ? Number(raw) : Number.NaN;
  if (Number.isNaN(number)) return reject(typeof raw === 'string' && /^-?\d+\.\d+$/.test(raw) ? 'notWhole' : 'notNumber');
  if (!Number.isSafeInteger(number)) return reject('notWhole');
  if (field.min !== undefined && number < field.min) return reject('tooSmall', { min: field.min });
  if (field.max !== undefined && number > field.max) return reject('tooLarge', { max: field.max });
  return accept(number);
};

const phoneValue = (field: Field, raw: unknown): ParseResult => {
  const parsed = textValue(field, raw);
  if (!parsed.ok) return parsed;
  const problem = phoneProblem(String(parsed.value), field.line);
  return problem ? reject(problem) : parsed;
};

/** The largest scaled integer that a column can hold. */
const INT8_MAX = 9_223_372_036_854_775_807n;

const scaledValue = (field: Field, raw: unknown): ParseResult => {
  if (typeof raw !== 'string' && typeof raw !== 'number') return reject('notNumber');
  const scale = field.scale ?? 0;
  const value = parseScaled(String(raw), scale);
  if (typeof value === 'string') return reject(value, { scale });
  if (field.min !== undefined && value < scaledBound(field.min, scale)) return reject('tooSmall', { min: field.min });
  if (field.max !== undefined && value > scaledBound(field.max, scale)) return reject('tooLarge', { max: field.max });
  return value > INT8_MAX || value < -INT8_MAX ? reject('tooLarge', { max: String(INT8_MAX / 10n ** BigInt(scale)) }) : accept(value);
};

/** A bound of a field in units of 10^-scale. A bound with decimals is short, so it is exact as a number. */
const scaledBound = (bound: number, scale: number): bigint =>
  Number.isInteger(bound) ? BigInt(bound) * 10n ** BigInt(scale) : BigInt(Math.round(bound * 10 ** scale));

/** A text or number as text. Other values are never converted, because an object may have its own `toString`. */
const plainText = (raw: unknown): string | undefined => (typeof raw === 'string' || typeof raw === 'number' ? String(raw) : undefined);

const codeValue = (field: Field, raw: unknown): ParseResult => {
  const item = field.codes && itemOf(field.codes, plainText(raw));
  return item ? accept(item.value) : reject('notACode');
};

const codeValues = (field: Field, raw: unknown): ParseResult => {
  const parts = Array.isArray(raw) ? (raw as readonly unknown[]) : plainText(raw)?.split(',').filter(Boolean);
  if (!parts) return reject('notACode');
  const items = parts.map((part) => field.codes && itemOf(field.codes, plainText(part)));
  if (!items.every((item) => item !== undefined)) return reject('notACode');
  if (field.min !== undefined && items.length < field.min) return reject('tooFewChosen', { min: field.min });
  if (field.max !== undefined && items.length > field.max) return reject('tooManyChosen', { max: field.max });
  return accept(items.map((item) => item.value));
};

const keyValue = (field: Field, raw: unknown): ParseResult => {
  if (field.keyType === 'text') return textValue({ ...field, max: 64 }, raw);
  const value = plainText(raw);
  return value !== undefined && /^\d{1,18}$/.test(value) ? accept(value) : reject('badId');
};

/** The range of days and instants. Outside of it, a shift by a time zone or a day could leave the range of four-digit years and of PostgreSQL. */
export const DAY_RANGE = { min: '1900-01-01', max: '2199-12-31' } as const;

const inDayRange = (isoText: string, value: unknown): ParseResult => {
  const dayText = isoText.slice(0, 10);
  // A year after 9999 or before 0 begins with a sign, which sorts before every digit.
  return dayText >= DAY_RANGE.min && dayText <= DAY_RANGE.max ? accept(value) : reject('outOfDays', DAY_RANGE);
};

const instantValue = (_field: Field, raw: unknown): ParseResult => {
  const text =
    typeof raw === 'string' && /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/.test(raw)
      ? `${raw.length === 10 ? `${raw}T00:00:00` : raw.replace(' ', 'T')}Z`
      : raw;
  const value = raw instanceof Date ? raw : typeof text === 'string' || typeof text === 'number' ? new Date(text) : undefined;
  return value && !Number.isNaN(value.getTime()) ? inDayRange(value.toISOString(), value) : reject('badInstant');
};

const dayValue = (_field: Field, raw: unknown): ParseResult => {
  const value = plainText(raw)?.slice(0, 10) ?? '';
  const date = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined;
  return date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? inDayRange(value, value) : reject('badDay');
};

const zoneValue = (_field: Field, raw: unknown): ParseResult => {
  const value = plainText(raw) ?? '';
  try {
    return accept(new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone === '' ? null : value);
  } catch {
    return reject('badZone');
  }
};

const listValue = (field: Field, raw: unknown): ParseResult => {
  if (!Array.isArray(raw)) return reject('notAList');
  if (raw.length < (field.min ?? 0)) return reject('tooFew', { min: field.min ?? 0 });
  if (raw.length > (field.max ?? 0)) return reject('tooMany', { max: field.max ?? 0 });
  const rows: unknown[] = [];
  for (const [index, item] of (raw as readonly unknown[]).entries()) {
    if (typeof item !== 'object' || item === null) return reject('notAList');
    const parsed = parseShape(field.of ?? {}, Object.fromEntries(Object.entries(item)));
    if (parsed.ok) rows.push(parsed.value);
    else {
      const [name = '', problem = { code: 'required' }] = Object.entries(parsed.problems)[0] ?? [];
      return { ok: false, problem: { code: 'inRow', within: { row: index + 1, field: name, problem } } };
    }
  }
  return accept(rows);
};

const byKind: Readonly<Record<Kind, (field: Field, raw: unknown) => ParseResult>> = {
  id: keyValue,
  ref: keyValue,
  text: textValue,
  longText: textValue,
  count: wholeValue,
  percent: wholeValue,
  decimal: scaledValue,
  money: scaledValue,
  choice: codeValue,
  choices: codeValues,
  instant: instantValue,
  day: dayValue,
  timeOfDay: matching(/^([01]\d|2[0-3]):[0-5]\d$/, 'badTimeOfDay'),
  phone: phoneValue,
  zone: zoneValue,
  image: matching(/^[\w-]+(\/[\w-]+){0,5}\.(png|jpe?g|webp)$/, 'badPath'),
  json: (_field, raw) => accept(raw),
  list: listValue,
};
