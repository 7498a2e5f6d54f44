import pg from 'pg';

const oid = { int8: 20, int8Array: 1016, date: 1082, dateArray: 1182, timestamp: 1114 } as const;

/**
 * How column values reach the code: int8 (ids, cents, Wh, counts) as bigint, numeric and date as text, timestamptz as
 * Date, everything else as pg gives it. One rule for all int8: `id === '7'` and `cents * 1.1` then fail to compile.
 */
export const valueTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') => parsers.get(type) ?? defaultParser(type, format),
};

/** The library types its own parsers as any. */
const defaultParser = (type: number, format?: 'text' | 'binary') => pg.types.getTypeParser(type, format) as (text: string) => unknown;

const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [oid.int8, BigInt],
  [oid.int8Array, (text) => arrayItems(text).map((item) => (item === 'NULL' ? null : BigInt(item)))],
  [oid.date, String],
  [oid.dateArray, (text) => arrayItems(text)],
  [oid.timestamp, String],
]);

/** Items of a one-dimensional array of plain words, such as `{1,2}`. */
const arrayItems = (text: string): readonly string[] => (text === '{}' ? [] : text.slice(1, -1).split(','));
