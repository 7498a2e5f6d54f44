import type { FieldShape } from '#kit/fields/field.ts';
import { maskValue } from '#kit/fields/personal.ts';
import { QUERY_PARAMS } from '#kit/resource/query/query-params.ts';

/** Limits of what the log stores of a request. */
const bounds = { textLength: 300, items: 20, names: 60, depth: 4, jsonLength: 4_000 } as const;
const MASK = '***';

/** Inputs that contain a secret in any noun. */
const secretName = /pass|pwd|secret|token|captcha|smscode|\bpin\b|pincode|credential|private|(^|[a-z])(key|iv)$/i;

/** The input of a request with its secrets removed and long parts cut, ready for JSON. */
export const maskedInput = (shape: FieldShape, input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const names = Object.keys(input).filter((name) => !ignoredNames.has(name));
  const masked = Object.fromEntries(
    names
      .slice(0, bounds.names)
      .map((name) => [name.slice(0, bounds.textLength), isSecret(shape, name) ? MASK : boundedJson(publicPart(shape, name, input), bounds.depth)]),
  );
  return JSON.stringify(masked).length <= bounds.jsonLength ? masked : { '…': JSON.stringify(masked).slice(0, bounds.textLength) };
};

type Input = Readonly<Record<string, unknown>>;

/** The form of an input for the log: phone numbers and mail addresses are masked, also in lists, and digits are removed from free queries. */
const publicPart = (shape: FieldShape, name: string, input: Input): unknown => {
  const [field, value] = [shape[name], input[name]];
  if (name === QUERY_PARAMS && typeof value === 'string') return value.replaceAll(/\d{5,}/g, (digits) => `****${digits.slice(-2)}`);
  if (!field) return value;
  const { of } = field;
  if (of && Array.isArray(value))
    return value.map((row: unknown) =>
      isRecord(row) ? Object.fromEntries(Object.keys(row).map((inner) => [inner, publicPart(of, inner, row)])) : row,
    );
  return maskValue(field, value, input);
};
const isRecord = (value: unknown): value is Input => typeof value === 'object' && value !== null && !Array.isArray(value);

const isSecret = (shape: FieldShape, name: string): boolean => shape[name]?.secret === true || secretName.test(name);
/** Timestamps that prevent caching are not logged. */
const ignoredNames: ReadonlySet<string> = new Set(['_t']);

/** A value as JSON, cut to the limits of the log. */
export const boundedJson = (value: unknown, depth: number = bounds.depth): unknown => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  // Texts in PostgreSQL contain neither NUL nor unpaired surrogates.
  if (typeof value === 'string') return Buffer.from(value.slice(0, bounds.textLength).replaceAll('\0', '')).toString();
  if (typeof value !== 'object') return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.slice(0, bounds.items).map((item) => boundedJson(item, depth - 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, bounds.names)
      .map(([name, inner]) => [
        Buffer.from(name.slice(0, bounds.textLength).replaceAll('\0', '')).toString(),
        secretName.test(name) ? MASK : boundedJson(inner, depth - 1),
      ]),
  );
};
