import type pg from 'pg';
import { valueTypes } from '#kit/db/connections/type-parsers.ts';
import type { KindOf } from './row-type.ts';

/** The JavaScript type of a column's value, as the driver returns it. */
export type JsKind = 'string' | 'number' | 'bigint' | 'boolean' | 'date' | 'bytes' | 'json' | 'object' | { readonly of: JsKind };

interface TypeRow {
  readonly oid: number;
  readonly name: string;
  readonly element: number;
  readonly category: string;
}

/** Calls the driver's own parsers with a value of each type. */
export const readKinds = async (client: pg.Client): Promise<KindOf> => {
  const { rows } = await client.query<TypeRow>(
    `select oid::int4 as oid, format_type(oid, null) as name, case when typcategory = 'A' then typelem::int4 else 0 end as element, typcategory::text as category from pg_type`,
  );
  const types = new Map(rows.map((row) => [row.oid, row]));
  const kindOf = (oid: number): JsKind => {
    const type = types.get(oid);
    if (!type) return 'object';
    if (JSON_TYPES.has(type.name)) return 'json';
    const value = parse(oid, sampleOf(type, types));
    return Array.isArray(value) ? { of: kindOf(type.element) } : jsKind(value);
  };
  return (oid) => ({ kind: kindOf(oid), name: types.get(oid)?.name ?? String(oid) });
};

const JSON_TYPES: ReadonlySet<string> = new Set(['json', 'jsonb']);

const parse = (oid: number, text: string): unknown => {
  const parser: unknown = valueTypes.getTypeParser(oid, 'text');
  return typeof parser === 'function' ? Reflect.apply(parser, undefined, [text]) : text;
};

/** A value of a type in PostgreSQL's notation. */
const sampleOf = ({ category, element, name }: TypeRow, types: ReadonlyMap<number, TypeRow>): string => {
  const inner = types.get(element);
  if (inner) return `{${sampleOf(inner, types)}}`;
  if (name === 'bytea') return '\\x00';
  return samples[category] ?? 'x';
};

/** By `pg_type.typcategory`: numbers, days and instants, booleans, spans of time, geometry. */
const samples: Readonly<Record<string, string>> = { N: '1', D: '2026-01-02 03:04:05+00', B: 't', T: '01:02:03', G: '(1,2)' };

const jsKind = (value: unknown): JsKind => {
  if (value instanceof Date) return 'date';
  if (value instanceof Uint8Array) return 'bytes';
  const kind = typeof value;
  return kind === 'string' || kind === 'number' || kind === 'bigint' || kind === 'boolean' ? kind : 'object';
};
