import { DecodeError, EncodeError, Writer } from '../../codec/bytes.ts';
import type { CodeSet, Rng, ScalarKind } from '../../codec/kind.ts';
import { pick } from '../../codec/kind.ts';
import type { JsonNode } from './json.ts';

/** What a field writes; `JSON.stringify` makes the text. */
export type JsonValue = string | number | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/**
 * The form of one value in the JSON body of a v1.0 record, and what is derived from it. The values are those of the typed messages: safe integers in
 * the smallest unit of their field. Methods instead of function properties, so that a record may contain kinds of different values.
 */
export interface RecordKind<V> {
  /** Throws `DecodeError` for a value of another type, form or range. */
  read(node: JsonNode): V;
  /** Throws `EncodeError` when the wire cannot carry the value exactly. */
  write(value: V): JsonValue;
  /** A valid value; `read` returns it after `write` has written it. */
  sample(rng: Rng): V;
  /** The value as text for people, without its unit. */
  text(value: V): string;
  readonly unit?: string;
  readonly codes?: CodeSet;
  /** Never shown and never logged. */
  readonly secret?: true;
  /** Included in the one-line summary of a frame. */
  readonly brief?: true;
  /** Present if the member may be missing: the value that a missing member or null has. */
  readonly absent?: { readonly value: V };
  /** The fields of an object, and those of each entry of a list. */
  readonly fields?: RecordFields;
}

export type RecordFields = Readonly<Record<string, RecordKind<unknown>>>;
export type RecordOf<F extends RecordFields> = { readonly [N in keyof F]: F[N] extends RecordKind<infer V> ? V : never };

const scalar = <V>(kind: ScalarKind<V>, form: { read(node: JsonNode): string; write(text: string): JsonValue }): RecordKind<V> => {
  /** The kind of the typed message refuses what does not fit its bytes, so both variants have the same ranges. */
  const checked = (value: V): V => {
    kind.put(new Writer(kind.maxSize), value);
    return value;
  };
  return {
    read: (node) => inRange(() => checked(kind.parse(form.read(node)))),
    write: (value) => form.write(kind.text(checked(value))),
    sample: (rng) => kind.sample(rng),
    text: (value) => kind.text(value),
    ...(kind.unit !== undefined && { unit: kind.unit }),
    ...(kind.codes && { codes: kind.codes }),
    ...(kind.secret && { secret: true }),
    ...(kind.brief && { brief: true }),
  };
};

/** A whole number: a code, a count or an instant. A number, or a text of digits. A float is refused, even `1.0`. */
export const whole = (kind: ScalarKind<number>): RecordKind<number> => {
  const numeric = scalar(kind.codes ? { ...kind, text: String, parse: wholeOf } : kind, {
    read: (node) => (node.kind === 'number' || node.kind === 'text' ? wholeText(node.text) : wrong('a whole number')),
    write: Number,
  });
  return { ...numeric, text: (value) => kind.text(value) };
};

/** A measured value or an amount: a text such as `14.2031`, never a JSON number. */
export const decimal = (kind: ScalarKind<number>): RecordKind<number> =>
  scalar(kind, { read: (node) => (node.kind === 'text' ? node.text : wrong('a decimal text')), write: (text) => text });

/** A text. A character that the field cannot carry becomes `?` in a field of ASCII: an unreadable character in a VIN must not cost its order. */
export const words = (kind: ScalarKind<string>): RecordKind<string> =>
  scalar(kind, { read: (node) => (node.kind === 'text' ? node.text : wrong('a text')), write: (text) => text });

/** The ASCII text of a field that a maker may fill with anything. */
export const asciiWords = (kind: ScalarKind<string>): RecordKind<string> => {
  const plain = words(kind);
  return { ...plain, read: (node) => plain.read(node.kind === 'text' ? { ...node, text: node.text.replaceAll(/[^\x20-\x7e]/gu, '?') } : node) };
};

/** Exactly as many characters 0 or 1 as there are bits; the first is bit 0. */
export const bitText = (length: number): RecordKind<string> => ({
  read: (node) => (node.kind === 'text' && node.text.length === length && /^[01]+$/.test(node.text) ? node.text : wrong(`${length} bits`)),
  write: (value) => value,
  sample: (rng) => Array.from({ length }, () => pick(rng, 0, 1)).join(''),
  text: (value) => value,
});

/** A member that may be missing or null, and then has this value. It is not written while it has the value. */
export const orElse = <V, const D>(kind: RecordKind<V>, value: D): RecordKind<V | D> => {
  const isAbsent = (given: V | D): given is D => given === value;
  return {
    ...kind,
    absent: { value },
    write: (given) => (isAbsent(given) ? wrong('a value') : kind.write(given)),
    sample: (rng) => (rng() < 0.3 ? value : kind.sample(rng)),
    text: (given) => (isAbsent(given) ? '' : kind.text(given)),
  };
};

/** An array of `min` to `max` values of one kind. */
export const listOf = <V>(kind: RecordKind<V>, { min = 0, max }: { readonly min?: number; readonly max: number }): RecordKind<readonly V[]> => ({
  read: (node) => {
    if (node.kind !== 'array' || node.items.length < min || node.items.length > max) return wrong(`a list of ${min} to ${max}`);
    return node.items.map((item) => kind.read(item));
  },
  write: (values) => {
    if (values.length < min || values.length > max) throw new EncodeError(`${values.length} entries, ${min} to ${max} allowed`);
    return values.map((value) => kind.write(value));
  },
  sample: (rng) => Array.from({ length: pick(rng, min, Math.min(max, Math.max(min, SAMPLE_MAX))) }, () => kind.sample(rng)),
  text: (values) => values.map((value) => kind.text(value)).join(kind.fields ? '; ' : ' '),
  ...(kind.fields && { fields: kind.fields }),
  ...(kind.unit !== undefined && { unit: kind.unit }),
});

const SAMPLE_MAX = 4;

/** An object with these members; further members are ignored, because a newer device may add some. */
export const record = <F extends RecordFields>(fields: F): RecordKind<RecordOf<F>> => ({
  fields,
  read: (node) => readRecord(fields, node),
  write: (row) => writeRecord(fields, row),
  sample: (rng) => sampleRecord(fields, rng),
  text: (row) => textOf(fields, row),
});

// The overloads state what the compiler cannot infer from a loop over names: each name has a value of its kind.
function readRecord<F extends RecordFields>(fields: F, node: JsonNode): RecordOf<F>;
function readRecord(fields: RecordFields, node: JsonNode): Record<string, unknown> {
  if (node.kind !== 'object') return wrong('an object');
  const row: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(fields)) row[name] = readMember(kind, name, node.members.get(name));
  return row;
}

const readMember = (kind: RecordKind<unknown>, name: string, node: JsonNode | undefined): unknown => {
  if (!node || (node.kind === 'literal' && node.value === null)) return kind.absent ? kind.absent.value : wrong(`the member ${name}`);
  try {
    return kind.read(node);
  } catch (error) {
    throw error instanceof DecodeError ? new DecodeError(`${name}: ${error.message}`) : error;
  }
};

const writeRecord = (fields: RecordFields, row: Readonly<Record<string, unknown>>): JsonValue => {
  const members: Record<string, JsonValue> = {};
  for (const [name, kind] of Object.entries(fields)) {
    if (kind.absent && kind.absent.value === row[name]) continue;
    try {
      members[name] = kind.write(row[name]);
    } catch (error) {
      throw error instanceof EncodeError ? new EncodeError(`${name}: ${error.message}`) : error;
    }
  }
  return members;
};

function sampleRecord<F extends RecordFields>(fields: F, rng: Rng): RecordOf<F>;
function sampleRecord(fields: RecordFields, rng: Rng): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, kind.sample(rng)]));
}

const textOf = (fields: RecordFields, row: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .filter(([, kind]) => !kind.secret)
    .map(([name, kind]) => `${name} ${kind.text(row[name])}`)
    .join(', ');

/** Encodes a whole body. */
export const encodeRecord = <V>(kind: RecordKind<V>, row: V): Uint8Array => new TextEncoder().encode(JSON.stringify(kind.write(row)));

const wholeText = (text: string): string => (/^-?\d{1,16}$/.test(text) ? text : wrong('a whole number'));
const wholeOf = (text: string): number => Number(text);

/** A value outside the range of its field is unreadable, like one of another type. */
const inRange = <V>(read: () => V): V => {
  try {
    return read();
  } catch (error) {
    throw error instanceof EncodeError ? new DecodeError(error.message) : error;
  }
};

const wrong = (expected: string): never => {
  throw new DecodeError(`${expected} expected`);
};
