import type { CodeTable } from '#kit/fields/codes.ts';
import type { Field, Kind, FieldShape } from '#kit/fields/field.ts';
import { say } from '#kit/fields/words.ts';
import { DAY_RANGE } from '#kit/fields/parse.ts';
import type { Schema } from './api-facts.ts';

/** The schema of a value in a request: what the parser accepts in its usual form. */
export const inputSchema = (field: Field): Schema => ({
  ...orNull(inputOf(field), field.optional),
  ...(field.initial !== undefined && { default: field.initial }),
  ...(field.secret && { writeOnly: true }),
  ...describe(field),
});

/** The schema of an endpoint's inputs. An input that is optional or has a default may be left out; of `sparse` ones all but the key. */
export const inputsSchema = (shape: FieldShape, sparse?: { readonly key: string | undefined }): Schema => ({
  type: 'object',
  properties: inputProperties(shape),
  ...requiredOf(Object.entries(shape).flatMap(([name, field]) => (isRequired(name, field, sparse) ? [name] : []))),
});

export const inputProperties = (shape: FieldShape): Readonly<Record<string, Schema>> =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, inputSchema(field)]));

export const isRequired = (name: string, field: Field, sparse: { readonly key: string | undefined } | undefined): boolean =>
  !field.optional && (sparse ? name === sparse.key : field.initial === undefined);

const inputOf = (field: Field): Schema => {
  if (field.kind === 'list') return { type: 'array', minItems: field.min ?? 0, maxItems: field.max ?? 0, items: inputsSchema(field.of ?? {}) };
  if (field.kind === 'choices') return { type: 'array', items: codeSchema(field.codes), ...between(field, 'Items') };
  if (field.codes) return codeSchema(field.codes);
  return inputKinds[field.kind](field);
};

type ByKind = Readonly<Record<Exclude<Kind, 'list' | 'choices' | 'choice'>, (field: Field) => Schema>> & {
  readonly choice: (field: Field) => Schema;
};

const TEXT_KEY_MAX = 64;
/** An empty text counts as missing: a required text has at least one character, and an optional one may be empty. */
const textInput = (field: Field): Schema => {
  const { min: _shortest, ...open } = field;
  const shortest = Math.max(1, field.min ?? 1);
  return {
    type: 'string',
    ...between(field.optional && shortest === 1 ? open : { ...open, min: shortest }, 'Length'),
    ...(field.pattern && { pattern: field.pattern.source }),
  };
};
const keyInput = (field: Field): Schema =>
  field.keyType === 'text' ? { type: 'string', minLength: 1, maxLength: TEXT_KEY_MAX } : { type: 'string', pattern: String.raw`^\d{1,18}$` };
const scaledInput = ({ scale = 0, min }: Field): Schema => {
  const sign = min !== undefined && min >= 0 ? '' : '-?';
  return { type: 'string', pattern: scale === 0 ? String.raw`^${sign}\d{1,18}$` : String.raw`^${sign}\d{1,18}(\.\d{1,${scale}})?$` };
};
const wholeInput = (field: Field): Schema => ({
  type: 'integer',
  ...(field.min !== undefined && { minimum: field.min }),
  ...(field.max !== undefined && { maximum: field.max }),
});

const inputKinds: ByKind = {
  id: keyInput,
  ref: keyInput,
  text: textInput,
  longText: textInput,
  phone: textInput,
  zone: textInput,
  count: wholeInput,
  percent: wholeInput,
  decimal: scaledInput,
  money: scaledInput,
  choice: () => ({}),
  instant: () => ({ type: 'string', format: 'date-time' }),
  // The years of `DAY_RANGE`.
  day: () => ({ type: 'string', format: 'date', pattern: '^(19|20|21)' }),
  timeOfDay: () => ({ type: 'string', pattern: String.raw`^([01]\d|2[0-3]):[0-5]\d$` }),
  image: (field) => ({ type: 'string', minLength: 1, maxLength: field.max, pattern: String.raw`^[\w-]+(/[\w-]+){0,5}\.(png|jpe?g|webp)$` }),
  json: ({ optional }) => (optional ? {} : { not: { type: 'null' } }),
};

/** The schema of a value in an answer. Values that were stored under earlier limits, or are masked, need not obey the current limits. */
export const answerSchema = (field: Field): Schema => ({ ...orNull(answerOf(field), field.optional), ...describe(field) });

const answerOf = (field: Field): Schema => {
  if (field.kind === 'list') return { type: 'array', items: rowSchema(field.of ?? {}, everyField(field.of ?? {})) };
  if (field.kind === 'choices') return { type: 'array', items: codeSchema(field.codes) };
  if (field.codes) return codeSchema(field.codes);
  return answerKinds[field.kind](field);
};

const text = (): Schema => ({ type: 'string' });
const scaledAnswer = ({ scale = 0 }: Field): Schema => ({
  type: 'string',
  pattern: scale === 0 ? String.raw`^-?\d+$` : String.raw`^-?\d+\.\d{${scale}}$`,
});
const answerKinds: ByKind = {
  id: (field) => (field.keyType === 'text' ? text() : { type: 'string', pattern: String.raw`^\d+$` }),
  ref: (field) => (field.keyType === 'text' ? text() : { type: 'string', pattern: String.raw`^\d+$` }),
  text,
  longText: text,
  phone: text,
  zone: text,
  image: text,
  timeOfDay: text,
  count: () => ({ type: 'integer' }),
  percent: () => ({ type: 'integer' }),
  decimal: scaledAnswer,
  money: scaledAnswer,
  choice: () => ({}),
  instant: () => ({ type: 'string', format: 'date-time' }),
  day: () => ({ type: 'string', format: 'date' }),
  json: () => ({}),
};

/** The schema of a row in an answer, including the texts of its codes and references. */
export const rowSchema = (shape: FieldShape, required: readonly string[]): Schema => {
  const properties: Record<string, Schema> = {};
  for (const [name, field] of Object.entries(shape)) {
    if (field.secret) continue;
    properties[name] = answerSchema(field);
    if (field.codes) properties[`${name}_dictText`] = { type: 'string' };
    else if (field.kind === 'ref') properties[`${name}_dictText`] = { type: ['string', 'null'] };
  }
  return { type: 'object', properties, patternProperties: dictTextPattern, ...requiredOf(required) };
};

/** A noun may return texts for other fields, such as the name of an area. */
const dictTextPattern: Schema = { _dictText$: { type: ['string', 'null'] } };

export const everyField = (shape: FieldShape): readonly string[] => Object.entries(shape).flatMap(([name, field]) => (field.secret ? [] : [name]));

const requiredOf = (names: readonly string[]): Schema => (names.length > 0 ? { required: names } : {});

const codeSchema = (codes: CodeTable | undefined): Schema => {
  const items = Object.values(codes?.items ?? {});
  return {
    type: items.some(({ value }) => typeof value === 'string') ? 'string' : 'integer',
    enum: items.map(({ value }) => value),
    description: items.map(({ value, words }) => `${value} ${say(words, 'en_US')}`).join(', '),
  };
};

const orNull = (schema: Schema, isOptional: boolean): Schema => {
  const { type, enum: values } = schema;
  if (!isOptional || typeof type !== 'string') return schema;
  return { ...schema, type: [type, 'null'], ...(isList(values) && { enum: [...values, null] }) };
};
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const between = ({ min, max }: Field, of: 'Length' | 'Items'): Schema => ({
  ...(min !== undefined && { [`min${of}`]: min }),
  ...(max !== undefined && { [`max${of}`]: max }),
});

/** Properties that a schema cannot express: units, limits of decimals, and special values. */
const describe = (field: Field): Schema => {
  const parts = [
    field.kind === 'decimal' || field.kind === 'money' ? `decimal text, ${field.scale ?? 0} digits after the point${boundsOf(field)}` : '',
    field.kind === 'instant' ? 'UTC' : '',
    field.kind === 'day' ? `from ${DAY_RANGE.min} to ${DAY_RANGE.max}` : '',
    field.kind === 'zone' ? 'an IANA time zone' : '',
    field.kind === 'phone' ? `a ${field.line ?? 'telephone'} number` : '',
    field.to ? `key of ${field.to}` : '',
    field.unit ? `in ${field.unit}` : '',
    field.markup ? `${field.markup}, cleaned when it is stored` : '',
    field.personal ? 'personal: answers show a part of it' : '',
  ].filter((each) => each !== '');
  return parts.length > 0 ? { description: parts.join('; ') } : {};
};

const boundsOf = ({ min, max }: Field): string =>
  [min === undefined ? '' : `, at least ${min}`, max === undefined ? '' : `, at most ${max}`].join('');
