import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AnyResource } from '#kit/resource/resource.ts';
import { keySqlType } from '../lists/list-sql.ts';
import { toDb } from '../values/codec.ts';
import { columnOf } from '../values/column-name.ts';

type Values = Readonly<Record<string, unknown>>;

/** The user and the time of a write. */
export interface Writer {
  readonly username: string;
  readonly now: Date;
}

export const insertSql = (noun: AnyResource, values: Values, { username, now }: Writer): RawBuilder<{ key: unknown }> => {
  const initial = Object.fromEntries(
    Object.entries(noun.fields).flatMap(([name, field]) => (field.initial === undefined ? [] : [[name, field.initial]])),
  );
  const cells = cellsOf(noun, { ...initial, ...values, createBy: username, createTime: now });
  return sql<{ key: unknown }>`insert into ${sql.table(noun.table)} (${sql.join(cells.map((cell) => cell.column))})
    values (${sql.join(cells.map((cell) => cell.value))}) returning ${keyOf(noun)} as key`;
};

export interface Edit {
  readonly key: string;
  readonly patch: Values;
  /** The version that the editor read; undefined accepts any version. */
  readonly version: number | undefined;
}

/** Updates no row when its version has changed. */
export const updateSql = (noun: AnyResource, { key, patch, version }: Edit, { username, now }: Writer): RawBuilder<unknown> => {
  const cells = cellsOf(noun, { ...patch, updateBy: username, updateTime: now }).map((cell) => sql`${cell.column} = ${cell.value}`);
  const versionClause = version === undefined ? sql`` : sql`and version = ${version}`;
  return sql`update ${sql.table(noun.table)} set ${sql.join(cells)}, version = version + 1 where ${keyOf(noun)} = ${key} ${versionClause}`;
};

/** Marks rows as deleted. */
export const removeSql = (noun: AnyResource, keys: readonly string[], { username, now }: Writer): RawBuilder<unknown> =>
  sql`update ${sql.table(noun.table)} set is_delete = true, version = version + 1, update_by = ${username}, update_time = ${now}
    where ${keyOf(noun)} = any(${keys}::${sql.raw(`${keySqlType(noun)}[]`)})`;

const keyOf = (noun: AnyResource): RawBuilder<unknown> => sql.ref(columnOf(noun.key));

const cellsOf = (noun: AnyResource, values: Values) =>
  Object.entries(values).flatMap(([name, value]) => {
    const field = noun.fields[name];
    return field && value !== undefined ? [{ column: sql.ref(columnOf(name)), value: toDb(field, value) }] : [];
  });
