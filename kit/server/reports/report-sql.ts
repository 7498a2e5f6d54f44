import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AnyReport } from '#kit/resource/report.ts';
import type { Context, ListQuery } from '../context/context.ts';
import { columns, whereClauses } from '../lists/list-sql.ts';
import type { RowsQuery } from '../lists/list-sql.ts';
import { columnOf } from '../values/column-name.ts';

type Sql = RawBuilder<unknown>;

/** The first and the last requested local day. */
export interface ReportDays {
  readonly from: string;
  readonly to: string;
}

/**
 * The query of a report. Its columns are the report's fields, with one row for each combination of `by`. It has to restrict its rows to the days
 * (`instantsOf`), so that an index is used. The exact days, the scope and the other filters are added around it; PostgreSQL pushes conditions on
 * grouped columns into it.
 */
export type ReportRows = (days: ReportDays) => Sql;

export interface ReportQuery {
  readonly ctx: Pick<Context, 'viewer' | 'registry'>;
  /** Without the fields that are hidden from the viewer. */
  readonly report: AnyReport;
  readonly conditions: ListQuery['conditions'];
  readonly rows: Sql;
}

/** UTC bounds that contain the local days of every time zone. */
export const instantsOf = ({ from, to }: ReportDays): { readonly from: Sql; readonly until: Sql } => ({
  from: sql`(${from}::date - 1)::timestamp at time zone 'UTC'`,
  until: sql`(${to}::date + 2)::timestamp at time zone 'UTC'`,
});

const rowsQueryOf = ({ ctx, report, conditions }: ReportQuery): RowsQuery => ({
  noun: report,
  viewer: ctx.viewer,
  registry: ctx.registry,
  conditions,
});
const filteredRows = (query: ReportQuery): Sql => {
  const clauses = whereClauses(rowsQueryOf(query));
  return sql`(${query.rows}) as t ${clauses.length === 0 ? sql`` : sql`where ${sql.join(clauses, sql` and `)}`}`;
};
const columnRef = (alias: string, field: string): Sql => sql.ref(`${alias}.${columnOf(field)}`);

/** The fields of `by` are the last order criteria, so that no row appears on two pages. */
const orderOf = (report: AnyReport, sort: ListQuery['sort'], alias: string): Sql =>
  sql`order by ${sql.join(
    [sort.column, ...report.groupBy.filter((name) => name !== sort.column && name in report.fields)].map(
      (name) => sql`${columnRef(alias, name)} ${sql.raw(sort.order)}`,
    ),
  )}`;

export const hasCurrency = (report: AnyReport): boolean => 'currency' in report.fields;
export const sumName = (name: string): string => `sum_${columnOf(name)}`;

/** One page; each row contains the count and the sums of all matching rows. */
export const reportPageSql = (query: ReportQuery, page: Pick<ListQuery, 'sort' | 'pageNo' | 'pageSize'>): Sql => {
  const { report } = query;
  const sums = report.sums.map((name) => sql`, (sum(${columnRef('t', name)}) over ())::int8 as ${sql.ref(sumName(name))}`);
  const currencies = hasCurrency(report) ? sql`, min(t.currency) over () as least_currency, max(t.currency) over () as last_currency` : sql``;
  const inner = sql`select t.*, (count(*) over ())::int4 as found_rows ${sql.join(sums, sql``)} ${currencies} from ${filteredRows(query)}
    ${orderOf(report, page.sort, 't')} limit ${page.pageSize} offset ${(page.pageNo - 1) * page.pageSize}`;
  const aggregates = ['found_rows', ...report.sums.map(sumName), ...(hasCurrency(report) ? ['least_currency', 'last_currency'] : [])].map((name) =>
    sql.ref(`v.${name}`),
  );
  return sql`select ${columns(rowsQueryOf(query))}, ${sql.join(aggregates)} from (${inner}) as v ${orderOf(report, page.sort, 'v')}`;
};

/** All rows in order, at most `max`, with the names of their references. */
export const reportRowsSql = (query: ReportQuery, sort: ListQuery['sort'], max: number): Sql => {
  const inner = sql`select t.* from ${filteredRows(query)} ${orderOf(query.report, sort, 't')} limit ${max}`;
  return sql`select ${columns(rowsQueryOf(query))} from (${inner}) as v ${orderOf(query.report, sort, 'v')}`;
};

export const reportCountSql = (query: ReportQuery, max: number): Sql =>
  sql`select count(*)::int4 as total from (select 1 from ${filteredRows(query)} limit ${max + 1}) as counted`;

/** The sums of the figures, for each currency. */
export const reportTotalsSql = (query: ReportQuery, figures: readonly string[]): Sql =>
  sql`select t.currency, ${sql.join(figures.map((name) => sql`sum(${columnRef('t', name)})::int8 as ${sql.ref(sumName(name))}`))}
    from ${filteredRows(query)} group by 1 order by 1`;

/** The figures of the chart by day and, for amounts, by currency. */
export const reportChartSql = (query: ReportQuery, figures: readonly string[]): Sql => {
  const { report } = query;
  const sums = figures.map((name) => sql`sum(${columnRef('t', name)})::int8 as ${sql.ref(sumName(name))}`);
  const currency = hasCurrency(report) ? sql`t.currency` : sql`null::text`;
  return sql`select ${columnRef('t', report.days.field)} as day, ${currency} as currency, ${sql.join(sums)} from ${filteredRows(query)} group by 1, 2 order by 1, 2`;
};
