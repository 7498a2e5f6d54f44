import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Field } from '#kit/fields/field.ts';
import { hasTextKey, readable } from '#kit/resource/resource.ts';
import { isScopeField } from '#kit/resource/scope.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { sqlTypeOf, toDb } from '../values/codec.ts';
import { COUNT_CAP } from './list-query.ts';
import type { Condition, ListCondition } from '../context/condition.ts';
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

/** One page: the inner query finds the keys through an index, the outer one fetches the rows and the names of what they refer to. */
export const pageSql = (ask: RowsQuery, page: Pick<ListQuery, 'sort' | 'pageNo' | 'pageSize'>): Sql => {
  const { noun } = ask;
  const order = orderBy(noun, page.sort);
  const keys = sql`select ${at('t', noun.key)} as ${sql.ref('key')} from ${sql.table(noun.table)} as t ${where(ask)}
    ${order('t')} limit ${page.pageSize} offset ${(page.pageNo - 1) * page.pageSize}`;
  return sql`select ${columns(ask)} from (${keys}) as k join ${source(noun)} as v on ${at('v', noun.key)} = k.key ${order('v')}`;
};

/** The rows of some keys, inside the viewer's scope. */
export const rowsByKeysSql = (ask: RowsQuery, keys: readonly string[]): Sql => {
  const { noun } = ask;
  return sql`select ${columns(ask)} from ${sql.table(noun.table)} as t join ${source(noun)} as v on ${at('v', noun.key)} = ${at('t', noun.key)}
    where ${ofKeys(ask, keys)}`;
};

/** Locks the rows of some keys, in one order, so that two who want the same do not wait for each other; what refers to them may still be written. */
export const lockSql = (ask: RowsQuery, keys: readonly string[]): Sql =>
  sql`select from ${sql.table(ask.noun.table)} as t where ${ofKeys(ask, keys)} order by ${at('t', ask.noun.key)} for no key update of t`;

const ofKeys = (ask: RowsQuery, keys: readonly string[]): Sql =>
  sql.join([...whereClauses(ask), sql<SqlBool>`${at('t', ask.noun.key)} = any(${keys}::${sql.raw(`${keySqlType(ask.noun)}[]`)})`], sql` and `);

/** How many rows there are, counted no further than `COUNT_CAP + 1`. */
export const countSql = (ask: RowsQuery): RawBuilder<{ total: number }> =>
  sql<{
    total: number;
  }>`select count(*)::int4 as total from (select 1 from ${sql.table(ask.noun.table)} as t ${where(ask)} limit ${COUNT_CAP + 1}) as counted`;

/** A row when there are more than that. */
export const beyondSql = (ask: RowsQuery, max: number): Sql =>
  sql`select 1 from ${sql.table(ask.noun.table)} as t ${where(ask)} offset ${max} limit 1`;

/** What a noun's picker shows of its rows: their keys and titles, and whose they are. */
export const pickerSql = (
  ask: RowsQuery,
  { only, rowsMax, skipped }: { readonly only: RawBuilder<unknown> | undefined; readonly rowsMax: number; readonly skipped: number },
): RawBuilder<AnyRow> => {
  const { noun } = ask;
  const clauses = only ? [...whereClauses(ask), only] : whereClauses(ask);
  const shown = pickedFields(noun).map((name) => sql`${at('t', name)} as ${sql.ref(name)}`);
  return sql<AnyRow>`select ${sql.join(shown)} from ${sql.table(noun.table)} as t ${whereOf(clauses)}
    order by ${at('t', noun.title)}, ${at('t', noun.key)} limit ${rowsMax} offset ${skipped}`;
};
export const pickedFields = (noun: AnyResource): readonly string[] =>
  Object.keys(noun.fields).filter((name) => name === noun.key || name === noun.title || isScopeField(name));

/** The keys of the rows that a text names, by title or by key: two are as many as one has to know of. */
export const keysNamedSql = (noun: AnyResource, viewer: Viewer, text: string): RawBuilder<{ key: unknown }> => {
  const clauses = [
    sql<SqlBool>`not t.is_delete`,
    ...scopeClauses(noun, viewer, 't'),
    sql<SqlBool>`(${at('t', noun.title)} = ${text} or ${at('t', noun.key)}::text = ${text})`,
  ];
  return sql<{ key: unknown }>`select ${at('t', noun.key)} as key from ${sql.table(noun.table)} as t ${whereOf(clauses)} limit 2`;
};

/** The filter of a list over alias `t`, for totals that must equal the list. */
export const whereClauses = (ask: RowsQuery): readonly RawBuilder<SqlBool>[] => [
  ...(ask.noun.softDelete === false ? [] : [sql<SqlBool>`not t.is_delete`]),
  ...scopeClauses(ask.noun, ask.viewer, 't'),
  ...ask.conditions.map((condition) => conditionSql(ask.noun, condition)),
];

/** The advanced query of a list that is no noun's, over the rows it reads as `t`. */
export const queriedClauses = (queried: AnyResource, conditions: readonly Condition[]): readonly RawBuilder<SqlBool>[] =>
  conditions.map((condition) => conditionSql(queried, condition));

export const keySqlType = (noun: AnyResource): 'text' | 'int8' => (hasTextKey(noun) ? 'text' : 'int8');

/** The keys that can be keys of the noun at all; others stand for no row, and the database would break on them. */
export const possibleKeys = (noun: AnyResource, keys: readonly string[]): readonly string[] =>
  keySqlType(noun) === 'text' ? keys.filter((key) => !key.includes('\0')) : keys.filter((key) => /^\d{1,18}$/.test(key));

const at = (alias: string, field: string): Sql => sql.ref(`${alias}.${columnOf(field)}`);
const source = (noun: AnyResource): Sql => sql.table(noun.view ?? noun.table);
const where = (ask: RowsQuery): Sql => whereOf(whereClauses(ask));
const whereOf = (clauses: readonly Sql[]): Sql => (clauses.length === 0 ? sql`` : sql`where ${sql.join(clauses, sql` and `)}`);

const orderBy =
  (noun: AnyResource, sort: ListQuery['sort']) =>
  (alias: string): Sql => {
    const direction = sql.raw(sort.order);
    const first = sql`${at(alias, sort.column)} ${direction}`;
    // The key breaks ties, so that no row stands on two pages.
    return sort.column === noun.key ? sql`order by ${first}` : sql`order by ${first}, ${at(alias, noun.key)} ${direction}`;
  };

/** Like patterns take the three characters they know literally. */
const literal = (text: string): string => text.replace(/[\\%_]/g, (special) => `\\${special}`);

const patterns = {
  contains: (text: string) => `%${literal(text)}%`,
  startsWith: (text: string) => `${literal(text)}%`,
  endsWith: (text: string) => `%${literal(text)}`,
};
const signs = { from: sql`>=`, to: sql`<=`, above: sql`>`, below: sql`<` };

const conditionSql = (noun: AnyResource, condition: Condition): RawBuilder<SqlBool> => {
  if ('of' in condition) {
    const parts = condition.of.map((one) => conditionSql(noun, one));
    const bracket = sql<SqlBool>`(${sql.join(parts, condition.is === 'all' ? sql` and ` : sql` or `)})`;
    return condition.is === 'none' ? sql<SqlBool>`${bracket} is not true` : bracket;
  }
  const column = at('t', condition.field);
  const field = noun.fields[condition.field];
  if (!field) throw new Error(`no field ${condition.field} in ${noun.name}`);
  if ('text' in condition) return sql<SqlBool>`${column} ilike ${patterns[condition.is](condition.text)}`;
  if ('values' in condition) return valuesSql(column, field, condition);
  return sql<SqlBool>`${column} ${signs[condition.is]} ${toDb(field, condition.value)}`;
};

const valuesSql = (column: Sql, field: Field, { is, values }: ListCondition): RawBuilder<SqlBool> => {
  const stored = values.map((value) => (is === 'anyOf' ? value : toDb(field, value)));
  const type = sql.raw(sqlTypeOf(field));
  if (is === 'anyOf') return sql<SqlBool>`${column} && ${stored}::${type}`;
  // What is not given differs from everything.
  if (is === 'notIn') return sql<SqlBool>`(${column} is null or ${column} <> all(${stored}::${type}[]))`;
  return stored.length === 1 ? sql<SqlBool>`${column} = ${stored[0]}::${type}` : sql<SqlBool>`${column} = any(${stored}::${type}[])`;
};

const refs = (ask: RowsQuery) =>
  readable(ask.noun).flatMap(([name, field]) => {
    const target = field.kind === 'ref' && field.to !== undefined && name !== ask.noun.key ? ask.registry.resource(field.to) : undefined;
    return target ? [{ name, target }] : [];
  });

/**
 * What can be read of `v`, and the names of what it refers to. Each name is a select of its own: as joins they would make the
 * planner look for the best order of all of them, which takes longer than to fetch a page.
 */
export const columns = (ask: RowsQuery): Sql =>
  sql.join([
    ...readable(ask.noun).map(([name]) => sql`${at('v', name)} as ${sql.ref(name)}`),
    ...refs(ask).map(
      ({ name, target }) =>
        sql`(select ${at('r', target.title)} from ${sql.table(target.table)} as r where ${at('r', target.key)} = ${at('v', name)}) as ${sql.ref(`${name}_dictText`)}`,
    ),
  ]);
