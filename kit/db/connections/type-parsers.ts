import pg from 'pg';

const oid = { int8: 20, int8Array: 1016, date: 1082, dateArray: 1182, timestamp: 1114 } as const;

/**
 * How column values arrive in code: int8 (ids, amounts, Wh, counts) as bigint, numeric and date as text, timestamptz as Date, everything else as pg
 * returns it. Because all int8 are bigint, `id === '7'` and `cents * 1.1` do not compile.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') => parsers.get(type) ?? defaultParser(type, format),
};

/** pg types its own parsers as any. */
const defaultParser = (type: number, format?: 'text' | 'binary') => pg.types.getTypeParser(type, format) as (text: string) => unknown;

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [oid.int8, BigInt],
  [oid.int8Array, (text) => arrayItems(text).map((item) => (item === 'NULL' ? null : BigInt(item)))],
  [oid.date, String],
  [oid.dateArray, (text) => arrayItems(text)],
  [oid.timestamp, String],
]);

/** The items of a one-dimensional array of plain values, such as `{1,2}`. */
const arrayItems = (text: string): readonly string[] => (text === '{}' ? [] : text.slice(1, -1).split(','));
