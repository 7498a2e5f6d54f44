import { CompiledQuery } from 'kysely';
import type { RawBuilder } from 'kysely';
import { inScope } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { readable, sortableFields } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { COUNT_CAP, readListQuery } from '#kit/server/lists/list-query.ts';
import { countSql, pageSql } from '#kit/server/lists/list-sql.ts';
import { columnOf } from '#kit/server/values/column-name.ts';
import type { VisibleIds, Viewer } from '#kit/server/context/viewer.ts';
import { registry } from './bench-database.ts';

/** A plan that reads a big table from end to end. */
export interface BadPlan {
  readonly noun: string;
  readonly viewer: string;
  readonly what: string;
  readonly table: string;
  readonly query: 'page' | 'count';
}

/** Tables with fewer rows are best read as a whole. */
const BIG_ROWS = 20_000;

/** The scopes that the plans are checked for. */
export interface ScopeIds {
  readonly tenant: string;
  readonly agents: readonly string[];
  readonly stations: readonly string[];
  readonly customer: string;
}

const viewersOf = ({ tenant, agents, stations, customer }: ScopeIds): Readonly<Record<string, Viewer['sees']>> => ({
  platform: { tenant: 'all', agent: 'all', station: 'all', customer: 'all' },
  tenant: { tenant: [tenant], agent: 'all', station: 'all', customer: 'all' },
  agent: { tenant: [tenant], agent: agents, station: 'all', customer: 'all' },
  station: { tenant: [tenant], agent: agents, station: stations.slice(0, 1), customer: 'all' },
  stations: { tenant: [tenant], agent: agents, station: stations, customer: 'all' },
  customer: { tenant: [tenant], agent: 'all', station: 'all', customer: [customer] },
});

export interface PlanOptions {
  readonly deepPage: number;
  readonly places: ScopeIds;
  /** Plans that may read a table from end to end. */
  readonly isExempt?: (plan: Omit<BadPlan, 'noun' | 'table'>) => boolean;
}

/** Checks the plan of every list of a noun: its first and a deep page, its count, each order and each filter, for each viewer. */
export const badPlansOf = async (
  database: Database,
  noun: AnyResource,
  options: PlanOptions,
): Promise<{ readonly checkedCount: number; readonly badPlans: readonly BadPlan[] }> => {
  const badPlans: BadPlan[] = [];
  let checkedCount = 0;
  for (const [name, sees] of Object.entries(viewersOf(options.places))) {
    const idsOf = (ids: VisibleIds) => (ids === 'all' ? ids : ids.map(BigInt));
    const scope = { tenants: idsOf(sees.tenant), agents: idsOf(sees.agent), stations: idsOf(sees.station) };
    await inScope(database, scope, async (tx) => {
      const big = await bigTables(tx);
      for (const [what, raw] of Object.entries({ ...orderings(noun, options.deepPage), ...(await filterQueries(tx, noun)) })) {
        const list = readListQuery(noun, raw, { registry, viewer: viewerOf(sees) });
        const ask = { noun, registry, viewer: viewerOf(sees), conditions: list.conditions };
        for (const [query, sql] of [
          ['page', pageSql(ask, list)],
          ['count', countSql(ask)],
        ] as const) {
          checkedCount += 1;
          if (options.isExempt?.({ viewer: name, what, query })) continue;
          if (!scansOf(await explain(tx, sql), big).length) continue;
          // A capped count of what nearly every row has is fastest from the start of the table; what is read shows where it stopped.
          const read = scansOf(await explain(tx, sql, 'analyze, '), big).filter(({ rows }) => rows > 2 * COUNT_CAP);
          for (const { table } of read) badPlans.push({ noun: noun.name, viewer: name, what, table, query });
        }
      }
    });
  }
  return { checkedCount, badPlans };
};

const viewerOf = (sees: Viewer['sees']): Viewer => ({
  userId: '1',
  username: 'plans',
  realname: 'plans',
  roleLevel: 100,
  permissions: new Set(['*']),
  language: 'en_US',
  sees,
});

const orderings = (noun: AnyResource, deepPage: number): Readonly<Record<string, Readonly<Record<string, string>>>> => {
  const columns = [...new Set([noun.sort?.column ?? 'createTime', ...sortableFields(noun)])];
  return Object.fromEntries(
    columns.flatMap((column) => [
      ...['asc', 'desc'].map((order) => [`by ${column} ${order}`, { column, order }] as const),
      [`by ${column}, deep`, { column, order: 'desc', pageNo: String(deepPage) }] as const,
    ]),
  );
};

/** Each filter with a value that some row has; for a field with codes, each of its values. */
const filterQueries = async (tx: Tx, noun: AnyResource) => {
  const queries: Record<string, Readonly<Record<string, string>>> = {};
  for (const [name, field] of readable(noun)) {
    if (!field.filter) continue;
    if (field.codes) {
      for (const value of Object.values(valuesOf(field.codes))) queries[`${name} = ${String(value)}`] = { [name]: String(value) };
      continue;
    }
    const { rows } = await tx.executeQuery<{ value: string }>(
      CompiledQuery.raw(`select ${columnOf(name)}::text as value from ${noun.table} where ${columnOf(name)} is not null limit 1`),
    );
    const value = rows[0]?.value;
    if (value === undefined) continue;
    if (field.filter === 'between') queries[`${name} between`] = { [`${name}_begin`]: value.slice(0, 10), [`${name}_end`]: value.slice(0, 10) };
    else queries[`${name} ${field.filter}`] = { [name]: field.filter === 'contains' ? value.slice(-6) : value };
  }
  return queries;
};

const bigTables = async (tx: Tx): Promise<ReadonlySet<string>> => {
  const { rows } = await tx.executeQuery<{ relname: string }>(
    CompiledQuery.raw(`select relname from pg_class where relkind in ('r', 'p') and reltuples > ${BIG_ROWS}`),
  );
  return new Set(rows.map((row) => row.relname));
};

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  /** Of each loop, and only if the query was run. */
  readonly 'Actual Rows'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly PlanNode[];
}

const explain = async (tx: Tx, query: RawBuilder<unknown>, run: '' | 'analyze, ' = ''): Promise<PlanNode> => {
  const compiled = query.compile(tx.withoutPlugins());
  const { rows } = await tx
    .withoutPlugins()
    .executeQuery<Record<'QUERY PLAN', readonly { readonly Plan: PlanNode }[]>>(
      CompiledQuery.raw(`explain (${run}format json) ${compiled.sql}`, [...compiled.parameters]),
    );
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  if (!plan) throw new Error('no plan');
  return plan.Plan;
};

interface Scan {
  readonly table: string;
  /** The number of rows that were read; 0 if the query was not run. */
  readonly rows: number;
}

/** The tables of `big` that a plan reads without an index. */
const scansOf = (node: PlanNode, big: ReadonlySet<string>): readonly Scan[] => {
  const table = node['Node Type'] === 'Seq Scan' ? node['Relation Name'] : undefined;
  const rows = ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0);
  return [...(table !== undefined && big.has(table) ? [{ table, rows }] : []), ...(node.Plans ?? []).flatMap((child) => scansOf(child, big))];
};
