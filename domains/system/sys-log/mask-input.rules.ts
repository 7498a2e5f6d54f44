import type { FieldShape } from '#kit/fields/field.ts';
import { maskValue } from '#kit/fields/personal.ts';
import { QUERY_PARAMS } from '#kit/resource/query/query-params.ts';

/** How much of a request the log keeps. */
const bounds = { textLength: 300, items: 20, names: 60, depth: 4, jsonLength: 4_000 } as const;
const MASK = '***';

/** Inputs that hold a secret under whatever noun. */
const secretName = /pass|pwd|secret|token|captcha|smscode|\bpin\b|pincode|credential|private|(^|[a-z])(key|iv)$/i;

/** A request's input with its secrets blotted out and its long parts cut, ready for JSON. */
export const maskedInput = (shape: FieldShape, input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const names = Object.keys(input).filter((name) => !ignoredNames.has(name));
  const kept = Object.fromEntries(
    names
      .slice(0, bounds.names)
      .map((name) => [name.slice(0, bounds.textLength), isSecret(shape, name) ? MASK : boundedJson(publicPart(shape, name, input), bounds.depth)]),
  );
  return JSON.stringify(kept).length <= bounds.jsonLength ? kept : { '…': JSON.stringify(kept).slice(0, bounds.textLength) };
};

type Input = Readonly<Record<string, unknown>>;

/** What a log may keep of an input in which people stand: numbers and mailboxes in part, in lists as well, and no digits of a free query. */
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
/** Time stamps against caches say nothing. */
const ignoredNames: ReadonlySet<string> = new Set(['_t']);

/** A value as JSON can hold it, no longer than the log keeps. */
export const boundedJson = (value: unknown, depth: number = bounds.depth): unknown => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  // PostgreSQL's texts hold no NUL and no half pair of surrogates.
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
