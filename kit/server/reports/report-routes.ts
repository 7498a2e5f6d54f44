import type { FieldShape } from '#kit/fields/field.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { embeddedName } from '#kit/resource/report.ts';
import type { AnyReport, ReportApi, ReportPage, ReportPoint } from '#kit/resource/report.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Condition } from '../context/condition.ts';
import type { Context, ListQuery } from '../context/context.ts';
import { EXPORT_ROWS_MAX, sheetAnswer } from '../excel/excel-export.ts';
import { readFilter } from '../lists/filter-grammar.ts';
import { kitRefusals } from '../refusals.ts';
import { createReportCache } from './report-cache.ts';
import { columnsOf, queryInfoOf, refuseHiddenFields, visibleReport } from './visible-report.ts';
import { hasCurrency, reportChartSql, reportCountSql, reportPageSql, reportRowsSql, reportTotalsSql, sumName } from './report-sql.ts';
import type { ReportQuery as ReportSqlAsk, ReportDays, ReportRows } from './report-sql.ts';
import { implement } from '../context/route.ts';
import type { Handler, Route } from '../context/route.ts';
import { decode, streamSql } from '../rows/rows.ts';

type AnyRow = Readonly<Record<string, unknown>>;

/** A request for a report, in the transaction that answers it. */
interface ReportRequest extends ReportSqlAsk {
  readonly ctx: Context;
}

interface ReportSource {
  readonly rows: ReportRows;
  /** The latest day that rows can have, in the time zones by which they are counted; undefined when there is nothing to count. */
  readonly today: (ctx: Context) => Promise<string | undefined>;
}

/** The routes of a report: `rows` is its query, and everything else follows from its declaration. */
export const reportRoutes = <F extends FieldShape>(report: AnyReport, api: ReportApi<F>, { rows, today }: ReportSource): readonly Route[] => {
  const cache = createReportCache();
  const requestOf = async (ctx: Context, input: AnyRow, list: ListQuery): Promise<ReportRequest & { readonly list: ListQuery }> => {
    const conditions = [...list.conditions, ...embeddedConditions(report, input)];
    const days = await daysOf(report, conditions, async () => (await today(ctx)) ?? textOfDay(ctx.now.getTime()));
    const request = { ctx, report: visibleReport(ctx.viewer, report), conditions: withDays(report, conditions, days), rows: rows(days), list };
    refuseHiddenFields(ctx, request.report, { ...list, conditions: request.conditions });
    return request;
  };
  const cached = <T>(request: ReportRequest & { readonly list: ListQuery }, what: string, read: () => Promise<T>): Promise<T> =>
    cache.getOrRead({ viewer: request.ctx.viewer, now: request.ctx.now, query: [what, request.conditions, request.list] }, read);
  const handlers = {
    getRpColumns: (ctx: Context) => Promise.resolve(columnsOf(ctx, visibleReport(ctx.viewer, report))),
    getQueryInfo: async (ctx: Context) => queryInfoOf(ctx, visibleReport(ctx.viewer, report), await today(ctx)),
    getData: (async (ctx, input, { list }) => {
      const request = await requestOf(ctx, input, list);
      return cached(request, 'data', () => pageOfReport(request, list));
    }) satisfies AnyHandler,
    getChart: (async (ctx, input, { list }) => {
      const request = await requestOf(ctx, input, list);
      return cached(request, 'chart', () => pointsOf(request));
    }) satisfies AnyHandler,
    exportXls: (async (ctx, input, { list }) => {
      const request = await requestOf(ctx, input, list);
      // An incomplete file would be mistaken for a complete one.
      if ((await countOf(request, EXPORT_ROWS_MAX)) > EXPORT_ROWS_MAX) throwRefusal(kitRefusals, 'tooManyRows', { max: EXPORT_ROWS_MAX });
      return sheetAnswer(ctx, request.report, streamSql(ctx, request.report, reportRowsSql(request, list.sort, EXPORT_ROWS_MAX)));
    }) satisfies AnyHandler,
  };
  return implement(api, handlers as unknown as Parameters<typeof implement<ReportApi<F>>>[1]); // built from data; ReportApi<F> declares the exact types
};

type AnyHandler = (ctx: Context, input: AnyRow, extras: Parameters<Handler<never>>[2]) => Promise<unknown>;

/** The conditions that the embedding page adds to the report. */
const embeddedConditions = (report: AnyReport, input: AnyRow): readonly Condition[] =>
  Object.entries(report.fields).flatMap(([name, field]): readonly Condition[] => {
    if (name !== report.days.field) return readFilter(name, field, { [name]: input[embeddedName(name)] });
    const [from, to] = [input[`${embeddedName(name)}_begin`], input[`${embeddedName(name)}_end`]];
    return [...(from ? [{ field: name, is: 'from' as const, value: from }] : []), ...(to ? [{ field: name, is: 'to' as const, value: to }] : [])];
  });

const DAY_MS = 86_400_000;
const textOfDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The requested days; a missing bound is replaced by the default period. */
const daysOf = async (report: AnyReport, conditions: readonly Condition[], today: () => Promise<string>): Promise<ReportDays> => {
  const { field, usual, max } = report.days;
  const bounds = (is: 'from' | 'to'): readonly string[] =>
    conditions.flatMap((condition) =>
      'value' in condition && condition.field === field && condition.is === is && typeof condition.value === 'string' ? [condition.value] : [],
    );
  const [latest, earliest] = [bounds('from').toSorted().at(-1), bounds('to').toSorted()[0]];
  const to = earliest ?? (latest === undefined ? await today() : textOfDay(Date.parse(latest) + (usual - 1) * DAY_MS));
  const from = latest ?? textOfDay(Date.parse(to) - (usual - 1) * DAY_MS);
  if (Date.parse(to) - Date.parse(from) >= max * DAY_MS) throwRefusal(kitRefusals, 'tooManyDays', { max }, { status: 400 });
  return { from, to };
};

const withDays = (report: AnyReport, conditions: readonly Condition[], { from, to }: ReportDays): readonly Condition[] => [
  ...conditions,
  { field: report.days.field, is: 'from', value: from },
  { field: report.days.field, is: 'to', value: to },
];

const run = async (request: ReportRequest, query: ReturnType<typeof reportPageSql>): Promise<readonly AnyRow[]> =>
  (await query.execute(request.ctx.db.withoutPlugins())).rows as readonly AnyRow[]; // a row of pg is an object of columns

const countOf = async (request: ReportRequest, max: number): Promise<number> =>
  Number((await run(request, reportCountSql(request, max)))[0]?.['total'] ?? 0);

const COUNTED_MAX = 1_000_000;

const pageOfReport = async (request: ReportRequest, list: ListQuery): Promise<ReportPage<AnyRow>> => {
  const { report } = request;
  const found = await run(request, reportPageSql(request, list));
  const [first] = found;
  const total = first ? Number(first['found_rows']) : list.pageNo === 1 ? 0 : await countOf(request, COUNTED_MAX);
  const currency = first && hasCurrency(report) && first['least_currency'] === first['last_currency'] ? String(first['least_currency']) : null;
  return {
    records: found.map((row) => decode(report, Object.fromEntries(Object.entries(row).filter(([name]) => !aggregateColumns.test(name))))),
    total,
    totalCapped: false,
    size: list.pageSize,
    current: list.pageNo,
    pages: Math.ceil(total / list.pageSize),
    currency,
    byCurrency: first && currency === null ? await amountsOf(request) : [],
    totals: first
      ? Object.fromEntries(report.sums.map((name) => [name, isAmount(report, name) && currency === null ? null : sumText(report, name, first)]))
      : {},
  };
};

/** Queried only when the sums of the page mix several currencies. */
const amountsOf = async (request: ReportRequest): Promise<ReportPage<AnyRow>['byCurrency']> => {
  const { report } = request;
  const amounts = report.sums.filter((name) => isAmount(report, name));
  if (!hasCurrency(report) || amounts.length === 0) return [];
  const rows = await run(request, reportTotalsSql(request, amounts));
  return rows.map((row) => ({
    currency: String(row['currency']),
    totals: Object.fromEntries(amounts.map((name) => [name, sumText(report, name, row)])),
  }));
};

const aggregateColumns = /^(?:found_rows|sum_.*|(?:least|last)_currency)$/;
const isAmount = (report: AnyReport, name: string): boolean => report.fields[name]?.kind === 'money';

/** A sum in the text format of its field. */
const sumText = (report: AnyReport, name: string, row: AnyRow): string => {
  const sum = row[sumName(name)];
  return formatScaled(typeof sum === 'bigint' ? sum : 0n, report.fields[name]?.scale ?? 0);
};

const pointsOf = async (request: ReportRequest): Promise<readonly ReportPoint[]> => {
  const { report } = request;
  if (report.chart.length === 0) return [];
  const rows = await run(request, reportChartSql(request, report.chart));
  return rows.map((row) => ({
    day: String(row['day']),
    currency: typeof row['currency'] === 'string' ? row['currency'] : null,
    figures: Object.fromEntries(report.chart.map((name) => [name, sumText(report, name, row)])),
  }));
};
