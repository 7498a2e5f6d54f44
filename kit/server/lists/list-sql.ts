import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Field } from '#kit/fields/field.ts';
import { hasTextKey, readable } from '#kit/resource/resource.ts';
import { isScopeField } from '#kit/resource/scope.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { sqlTypeOf, toDb } from '../values/codec.ts';
import { COUNT_CAP } from './list-query.ts';
import type { Comparison, Condition, ListCondition } from '../context/condition.ts';
import type { ListQuery } from '../context/context.ts';
import { columnOf } from '../values/column-name.ts';
import type { Registry } from '../context/registry.ts';
import { scopeClauses } from '../rights/scope-clauses.ts';
import type { Viewer } from '../context/viewer.ts';

export interface RowsQuery {
  readonly noun: AnyResource;
  readonly viewer: Viewer;
  readonly registry: Registry;
  readonly conditions: readonly Condition[];
}

type Sql = RawBuilder<unknown>;
type AnyRow = Readonly<Record<string, unknown>>;

/** One page: the inner query finds the keys through an index, and the outer one reads the rows and the names of their references. */
export const pageSql = (query: RowsQuery, page: Pick<ListQuery, 'sort' | 'pageNo' | 'pageSize'>): Sql => {
  const { noun } = query;
  const order = orderBy(noun, page.sort);
  const keys = sql`select ${columnRef('t', noun.key)} as ${sql.ref('key')} from ${sql.table(noun.table)} as t ${whereSql(query)}
    ${order('t')} limit ${page.pageSize} offset ${(page.pageNo - 1) * page.pageSize}`;
  return sql`select ${columns(query)} from (${keys}) as k join ${source(noun)} as v on ${columnRef('v', noun.key)} = k.key ${order('v')}`;
};

/** The rows with these keys, within the viewer's scope. */
export const rowsByKeysSql = (query: RowsQuery, keys: readonly string[]): Sql => {
  const { noun } = query;
  return sql`select ${columns(query)} from ${sql.table(noun.table)} as t join ${source(noun)} as v on ${columnRef('v', noun.key)} = ${columnRef('t', noun.key)}
    where ${keyClauses(query, keys)}`;
};

/** Locks the rows with these keys in key order, so that two transactions cannot deadlock; rows that refer to them may still be written. */
export const lockSql = (query: RowsQuery, keys: readonly string[]): Sql =>
  sql`select from ${sql.table(query.noun.table)} as t where ${keyClauses(query, keys)} order by ${columnRef('t', query.noun.key)} for no key update of t`;

const keyClauses = (query: RowsQuery, keys: readonly string[]): Sql =>
  sql.join(
    [...whereClauses(query), sql<SqlBool>`${columnRef('t', query.noun.key)} = any(${keys}::${sql.raw(`${keySqlType(query.noun)}[]`)})`],
    sql` and `,
  );

/** The number of rows, counted up to `COUNT_CAP + 1`. */
export const countSql = (query: RowsQuery): RawBuilder<{ total: number }> =>
  sql<{
    total: number;
  }>`select count(*)::int4 as total from (select 1 from ${sql.table(query.noun.table)} as t ${whereSql(query)} limit ${COUNT_CAP + 1}) as counted`;

/** Returns a row when there are more than `max`. */
export const moreRowsSql = (query: RowsQuery, max: number): Sql =>
  sql`select 1 from ${sql.table(query.noun.table)} as t ${whereSql(query)} offset ${max} limit 1`;

/** The columns of a noun's picker: key, title and scope. */
export const pickerSql = (
  query: RowsQuery,
  { condition, rowsMax, offset }: { readonly condition: RawBuilder<unknown> | undefined; readonly rowsMax: number; readonly offset: number },
): RawBuilder<AnyRow> => {
  const { noun } = query;
  const clauses = condition ? [...whereClauses(query), condition] : whereClauses(query);
  const shownColumns = pickerFields(noun).map((name) => sql`${columnRef('t', name)} as ${sql.ref(name)}`);
  return sql<AnyRow>`select ${sql.join(shownColumns)} from ${sql.table(noun.table)} as t ${whereOf(clauses)}
    order by ${columnRef('t', noun.title)}, ${columnRef('t', noun.key)} limit ${rowsMax} offset ${offset}`;
};
export const pickerFields = (noun: AnyResource): readonly string[] =>
  Object.keys(noun.fields).filter((name) => name === noun.key || name === noun.title || isScopeField(name));

/** The keys of rows whose title or key is this text; at most two, which is enough to detect ambiguity. */
export const keysByTitleSql = (noun: AnyResource, viewer: Viewer, text: string): RawBuilder<{ key: unknown }> => {
  const clauses = [
    sql<SqlBool>`not t.is_delete`,
    ...scopeClauses(noun, viewer, 't'),
    sql<SqlBool>`(${columnRef('t', noun.title)} = ${text} or ${columnRef('t', noun.key)}::text = ${text})`,
  ];
  return sql<{ key: unknown }>`select ${columnRef('t', noun.key)} as key from ${sql.table(noun.table)} as t ${whereOf(clauses)} limit 2`;
};

/** The conditions of a list over alias `t`, for totals that must match the list. */
export const whereClauses = (query: RowsQuery): readonly RawBuilder<SqlBool>[] => [
  ...(query.noun.softDelete === false ? [] : [sql<SqlBool>`not t.is_delete`]),
  ...scopeClauses(query.noun, query.viewer, 't'),
  ...query.conditions.map((condition) => conditionSql(query.noun, condition)),
];

/** The conditions of an advanced query on a list that belongs to no noun, over its rows as `t`. */
export const conditionClauses = (noun: AnyResource, conditions: readonly Condition[]): readonly RawBuilder<SqlBool>[] =>
  conditions.map((condition) => conditionSql(noun, condition));

export const keySqlType = (noun: AnyResource): 'text' | 'int8' => (hasTextKey(noun) ? 'text' : 'int8');

/** The keys that are valid for the noun. Others match no row and would cause an error in the database. */
export const possibleKeys = (noun: AnyResource, keys: readonly string[]): readonly string[] =>
  keySqlType(noun) === 'text' ? keys.filter((key) => !key.includes('\0')) : keys.filter((key) => /^\d{1,18}$/.test(key));

const columnRef = (alias: string, field: string): Sql => sql.ref(`${alias}.${columnOf(field)}`);
const source = (noun: AnyResource): Sql => sql.table(noun.view ?? noun.table);
const whereSql = (query: RowsQuery): Sql => whereOf(whereClauses(query));
const whereOf = (clauses: readonly Sql[]): Sql => (clauses.length === 0 ? sql`` : sql`where ${sql.join(clauses, sql` and `)}`);

const orderBy =
  (noun: AnyResource, sort: ListQuery['sort']) =>
  (alias: string): Sql => {
    const direction = sql.raw(sort.order);
    const first = sql`${columnRef(alias, sort.column)} ${direction}`;
    // The key is the last order criterion, so that no row appears on two pages.
    return sort.column === noun.key ? sql`order by ${first}` : sql`order by ${first}, ${columnRef(alias, noun.key)} ${direction}`;
  };

/** Escapes the three special characters of a LIKE pattern. */
const literal = (text: string): string => text.replace(/[\\%_]/g, (special) => `\\${special}`);

const patterns = {
  contains: (text: string) => `%${literal(text)}%`,
  startsWith: (text: string) => `${literal(text)}%`,
  endsWith: (text: string) => `%${literal(text)}`,
};
const signs = { from: sql`>=`, to: sql`<=`, above: sql`>`, below: sql`<` };

const conditionSql = (noun: AnyResource, condition: Condition): RawBuilder<SqlBool> => {
  if ('of' in condition) {
    const parts = condition.of.map((part) => conditionSql(noun, part));
    const bracket = sql<SqlBool>`(${sql.join(parts, condition.is === 'all' ? sql` and ` : sql` or `)})`;
    return condition.is === 'none' ? sql<SqlBool>`${bracket} is not true` : bracket;
  }
  const field = noun.fields[condition.field];
  if (!field) throw new Error(`no field ${condition.field} in ${noun.name}`);
  if (field.query !== 'inView') return comparisonSql(columnRef('t', condition.field), field, condition);
  const comparison = comparisonSql(columnRef('v', condition.field), field, condition);
  return sql<SqlBool>`exists (select from ${source(noun)} as v where ${columnRef('v', noun.key)} = ${columnRef('t', noun.key)} and ${comparison})`;
};

const comparisonSql = (column: Sql, field: Field, condition: Comparison): RawBuilder<SqlBool> => {
  if ('text' in condition) return sql<SqlBool>`${column} ilike ${patterns[condition.is](condition.text)}`;
  if ('values' in condition) return valuesSql(column, field, condition);
  return sql<SqlBool>`${column} ${signs[condition.is]} ${toDb(field, condition.value)}`;
};

const valuesSql = (column: Sql, field: Field, { is, values }: ListCondition): RawBuilder<SqlBool> => {
  const stored = values.map((value) => (is === 'anyOf' ? value : toDb(field, value)));
  const type = sql.raw(sqlTypeOf(field));
  if (is === 'anyOf') return sql<SqlBool>`${column} && ${stored}::${type}`;
  // A null value differs from every value.
  if (is === 'notIn') return sql<SqlBool>`(${column} is null or ${column} <> all(${stored}::${type}[]))`;
  return stored.length === 1 ? sql<SqlBool>`${column} = ${stored[0]}::${type}` : sql<SqlBool>`${column} = any(${stored}::${type}[])`;
};

const refs = (query: RowsQuery) =>
  readable(query.noun).flatMap(([name, field]) => {
    const target = field.kind === 'ref' && field.to !== undefined && name !== query.noun.key ? query.registry.resource(field.to) : undefined;
    return target ? [{ name, target }] : [];
  });

/**
 * The visible columns of `v`, and the names of its references. Each name is a subquery: with joins the planner would search for the best order of
 * all of them, which takes longer than reading a page.
 */
export const columns = (query: RowsQuery): Sql =>
  sql.join([
    ...readable(query.noun).map(([name]) => sql`${columnRef('v', name)} as ${sql.ref(name)}`),
    ...refs(query).map(
      ({ name, target }) =>
        sql`(select ${columnRef('r', target.title)} from ${sql.table(target.table)} as r where ${columnRef('r', target.key)} = ${columnRef('v', name)}) as ${sql.ref(`${name}_dictText`)}`,
    ),
  ]);
