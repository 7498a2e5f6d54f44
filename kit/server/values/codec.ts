import { formatScaled } from '#kit/fields/scaled.ts';
import type { Field, Kind, Markup } from '#kit/fields/field.ts';
import { maskValue } from '#kit/fields/personal.ts';
import { cleanHtml } from './clean-html.ts';
import { cleanMarkdown } from './clean-markdown.ts';

/** How a kind is stored, and how its values are converted between column, code and wire. A codec never gets null. */
interface Codec {
  readonly sqlType: string;
  readonly fromDb: (value: unknown) => unknown;
  readonly toDb: (value: unknown) => unknown;
  readonly toWire: (value: unknown, field: Field) => unknown;
}

const identity = (value: unknown): unknown => value;
const codec = (sqlType: string, more: Partial<Codec> = {}): Codec => ({ sqlType, fromDb: identity, toDb: identity, toWire: identity, ...more });
const digits = (value: unknown): string => String(value);
const scaled: Partial<Codec> = {
  fromDb: (value) => BigInt(String(value)),
  toDb: String,
  toWire: (value, field) => (typeof value === 'bigint' ? formatScaled(value, field.scale ?? 0) : value),
};
const isoInstant = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);
const key: Partial<Codec> = { fromDb: digits };

const codecs: Readonly<Record<Kind, Codec>> = {
  id: codec('int8', key),
  ref: codec('int8', key),
  text: codec('text'),
  longText: codec('text'),
  count: codec('int4', { fromDb: Number }),
  percent: codec('int4', { fromDb: Number }),
  decimal: codec('int8', scaled),
  money: codec('int8', scaled),
  choice: codec('int2', { fromDb: (value) => value }),
  choices: codec('int2[]'),
  instant: codec('timestamptz', { toWire: isoInstant }),
  day: codec('date', { fromDb: (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value) }),
  timeOfDay: codec('text'),
  phone: codec('text'),
  zone: codec('text'),
  image: codec('text'),
  json: codec('jsonb', { toDb: (value) => JSON.stringify(value) }),
  list: codec('jsonb'),
};

const INT2_MAX = 32_767;

/** The column type of a field, for the test that compares declarations and database. */
export const sqlTypeOf = (field: Field): string => {
  if ((field.kind === 'ref' || field.kind === 'id') && field.keyType === 'text') return 'text';
  if (field.kind === 'choice') {
    const values = Object.values(field.codes?.items ?? {}).map(({ value }) => value);
    if (values.some((value) => typeof value === 'string')) return 'text';
    if (values.some((value) => Number(value) > INT2_MAX)) return 'int4';
  }
  return codecs[field.kind].sqlType;
};
export const fromDb = (field: Field, value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  return field.kind === 'list' ? eachItem(field, value, fromDb) : codecs[field.kind].fromDb(value);
};
export const toDb = (field: Field, value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  if (field.kind === 'list') return JSON.stringify(eachItem(field, value, toDb));
  // Markup is sanitised whenever it is stored, whatever wrote it.
  return field.markup && typeof value === 'string' ? clean[field.markup](value) : codecs[field.kind].toDb(value);
};
const clean: Readonly<Record<Markup, (text: string) => string>> = { html: cleanHtml, markdown: cleanMarkdown };
/** Converts a value for an answer. Personal data is masked; `row` decides whether it is, where that differs by row. */
export const toWire = (field: Field, value: unknown, row?: Readonly<Record<string, unknown>>): unknown => {
  if (value === null || value === undefined) return null;
  if (field.personal) return maskValue(field, value, row);
  return field.kind === 'list' ? eachItem(field, value, toWire) : codecs[field.kind].toWire(value, field);
};

/** Converts the items of a list, each field like a field of its own. */
const eachItem = ({ of }: Field, value: unknown, convert: typeof toWire): unknown => {
  if (!of || !Array.isArray(value)) return value;
  const shape = Object.entries(of);
  return value.map((item: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(shape.map(([name, inner]) => [name, convert(inner, item[name], item)])),
  );
};
