import type { RawBuilder } from 'kysely';
import type { Field, Kind, Writing } from '#kit/fields/field.ts';
import type { AnyReport } from '#kit/resource/report.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Condition } from '#kit/server/context/condition.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import {
  moreRowsSql,
  countSql,
  keysByTitleSql,
  keySqlType,
  lockSql,
  pageSql,
  pickerSql,
  conditionClauses,
  rowsByKeysSql,
  whereClauses,
} from '#kit/server/lists/list-sql.ts';
import type { RowsQuery } from '#kit/server/lists/list-sql.ts';
import { hasCurrency, reportChartSql, reportCountSql, reportPageSql, reportRowsSql, reportTotalsSql } from '#kit/server/reports/report-sql.ts';
import type { ReportQuery } from '#kit/server/reports/report-sql.ts';
import { scopeClauses } from '#kit/server/rights/scope-clauses.ts';
import { insertSql, removeSql, updateSql } from '#kit/server/rows/write-sql.ts';
import { sqlTypeOf } from '#kit/server/values/codec.ts';
import { duplicateSql } from '#domains/system/lookup/unique.server.ts';
import { inapplicable } from './declared.ts';
import { columnOf } from '#kit/server/values/column-name.ts';

/** The arguments with which a builder is called here; only those that affect the statement. */
export interface BuilderCall {
  /** The noun that the first argument is or contains; any noun where the sources do not name one. */
  readonly noun: () => AnyResource | undefined;
  readonly anyNoun: () => AnyResource | undefined;
  readonly report: () => ReportRows | undefined;
  /** Chooses one of several indexes; each choice gives a form of the statement. */
  readonly chooseIndex: (question: string, count: number) => number | undefined;
  /** A fragment that is the member of an argument. */
  readonly fragment: (index: number, name: string) => RawBuilder<unknown> | undefined;
  readonly literal: (index: number) => string | undefined;
  /** An argument as the program has it; undefined when only the running program knows it. */
  readonly argument: (index: number) => unknown;
}

/** A report and the sums of its rows. */
export interface ReportRows {
  readonly report: AnyReport;
  readonly rows: RawBuilder<unknown>;
}

/** The functions that build statements from declarations, by name: they are called here instead of analysed. */
export type Builders = ReadonlyMap<string, (context: BuilderCall) => unknown>;

/** A viewer with a limited scope at each level, so that every clause of the scope occurs. */
const viewer: Viewer = {
  userId: '9',
  username: 'sql',
  realname: 'sql',
  roleLevel: 70,
  permissions: new Set(['*']),
  language: 'en_US',
  sees: { tenant: ['1'], agent: ['2'], station: ['3', '4'], customer: ['5'] },
};

const writer = { username: 'sql', now: new Date(0) };

/** Builds only statements that the program builds. */
const only = (isDone: boolean, build: () => unknown): unknown => (isDone ? build() : inapplicable);

/** `hasColumn`: whether a table has a column. The noun writes values that only its view shows by itself. */
export const createBuilders = (registry: Registry, hasColumn: (table: string, column: string) => boolean): Builders => {
  const draftOf = (noun: AnyResource, writings: readonly Writing[]) =>
    draftWhere(noun, (name, field) => writings.includes(field.writing) && (noun.view === undefined || hasColumn(noun.table, columnOf(name))));
  const askFor = (noun: AnyResource): RowsQuery => ({ noun, viewer, registry, conditions: conditionsOf(noun) });
  const reportAsk = ({ report, rows }: ReportRows): ReportQuery => ({ ctx: { viewer, registry }, report, conditions: conditionsOf(report), rows });
  const has = (noun: AnyResource, call: string) => call in (registry.feature(noun.name)?.api ?? {});
  const sheetNouns = namedInSheets(registry);
  return new Map([
    ['whereClauses', ofNoun((noun) => whereClauses(askFor(noun)))],
    ['conditionClauses', ofNoun((noun) => conditionClauses(noun, conditionsOf(noun)))],
    ['scopeClauses', ofNoun((noun, { argument }) => scopeClauses(noun, viewer, String(argument(2))))],
    ['keySqlType', ofNoun(keySqlType)],
    ['pageSql', ofNoun((noun) => pageSql(askFor(noun), pageOf(noun)))],
    ['rowsByKeysSql', ofNoun((noun) => rowsByKeysSql(askFor(noun), ['1']))],
    ['lockSql', ofNoun((noun) => lockSql(askFor(noun), ['1']))],
    ['countSql', ofNoun((noun) => countSql(askFor(noun)))],
    ['moreRowsSql', ofNoun((noun) => moreRowsSql(askFor(noun), 1))],
    ['insertSql', ofNoun((noun) => only(has(noun, 'add'), () => insertSql(noun, draftOf(noun, ['always', 'onAdd']), writer)))],
    [
      'updateSql',
      ofNoun((noun) => only(has(noun, 'edit'), () => updateSql(noun, { key: '1', patch: draftOf(noun, ['always']), version: 1 }, writer))),
    ],
    ['removeSql', ofNoun((noun) => only(noun.softDelete !== false, () => removeSql(noun, ['1'], writer)))],
    [
      'pickerSql',
      ofNoun((noun, { fragment }) =>
        only(has(noun, 'queryList'), () => pickerSql(askFor(noun), { condition: fragment(1, 'condition'), rowsMax: 1, offset: 0 })),
      ),
    ],
    ['keysByTitleSql', ofNoun((noun) => only(sheetNouns.has(noun.name), () => keysByTitleSql(noun, viewer, 'x')))],
    ['duplicateSql', ofNoun((noun, context) => duplicateQuery(noun, context))],
    ['copyFrom', ({ argument }) => argument(0)],
    ['columnOf', ({ argument }) => textual(argument(0), columnOf)],
    ['sqlTypeOf', ({ argument }) => fieldTypeOf(argument(0))],
    ['registry.feature', ({ literal }) => registry.feature(literal(0) ?? '')],
    ['registry.resource', ({ literal, anyNoun }) => (literal(0) === undefined ? anyNoun() : registry.resource(literal(0) ?? ''))],
    ['reportPageSql', ofReport((reportRows) => reportPageSql(reportAsk(reportRows), pageOf(reportRows.report)))],
    ['reportRowsSql', ofReport((reportRows) => reportRowsSql(reportAsk(reportRows), pageOf(reportRows.report).sort, 1))],
    ['reportCountSql', ofReport((reportRows) => reportCountSql(reportAsk(reportRows), 1))],
    ['reportChartSql', ofReport((reportRows) => chartSql(reportAsk(reportRows)))],
    ['reportTotalsSql', ofReport((reportRows) => totalsSql(reportAsk(reportRows)))],
  ]);
};

const ofNoun =
  (build: (noun: AnyResource, context: BuilderCall) => unknown) =>
  (context: BuilderCall): unknown => {
    const noun = context.noun();
    return noun && build(noun, context);
  };
const ofReport =
  (build: (reportRows: ReportRows) => unknown) =>
  ({ report }: BuilderCall): unknown => {
    const reportRows = report();
    return reportRows && build(reportRows);
  };

const pageOf = (noun: AnyResource) => ({ sort: noun.sort ?? { column: noun.key, order: 'desc' as const }, pageNo: 1, pageSize: 10 });

/** Like `kit/server/reports/report-routes.ts`: a report without a chart or sums needs no statement for them. */
const chartSql = (query: ReportQuery) => (query.report.chart.length > 0 ? reportChartSql(query, query.report.chart) : inapplicable);
const totalsSql = (query: ReportQuery) => {
  const amounts = query.report.sums.filter((name) => query.report.fields[name]?.kind === 'money');
  return hasCurrency(query.report) && amounts.length > 0 ? reportTotalsSql(query, amounts) : inapplicable;
};

/** Each of a noun's unique fields, with the values of its scope. */
const duplicateQuery = (noun: AnyResource, { chooseIndex }: BuilderCall) => {
  const unique = Object.entries(noun.fields).filter(([, field]) => field.unique !== undefined);
  const [name, field] = unique[chooseIndex('which unique field', unique.length) ?? 0] ?? [];
  if (name === undefined) return inapplicable;
  return duplicateSql(noun, viewer, {
    checked: { name, value: 1 },
    scopeValues: (field?.unique ?? []).map((other) => ({ name: other, value: 1 })),
    exceptKey: '1',
  });
};

const textual = (value: unknown, transform: (text: string) => string): string | undefined =>
  typeof value === 'string' ? transform(value) : undefined;
const fieldTypeOf = (value: unknown): string | undefined => (isField(value) ? sqlTypeOf(value) : undefined);
const isField = (value: unknown): value is Field => typeof value === 'object' && value !== null && 'kind' in value && 'writing' in value;

/** Every field by which a list can be filtered, with every operator. */
const conditionsOf = (noun: AnyResource): readonly Condition[] =>
  Object.entries(noun.fields).flatMap(([field, facts]): readonly Condition[] => {
    if (!facts.filter && !facts.query) return [];
    const value = sampleOf(facts);
    if (facts.kind === 'choices') return [{ field, is: 'anyOf', values: [1] }];
    const ranged = ordered.has(facts.kind) ? [{ field, is: 'from' as const, value }] : [];
    const worded = texts.has(facts.kind) ? [{ field, is: 'contains' as const, text: 'x' }] : [];
    return [
      { field, is: 'in', values: [value] },
      { field, is: 'in', values: [value, value] },
      { field, is: 'notIn', values: [value] },
      ...ranged,
      ...worded,
    ];
  });

const texts: ReadonlySet<Kind> = new Set<Kind>(['text', 'longText', 'phone']);
const ordered: ReadonlySet<Kind> = new Set<Kind>(['instant', 'day', 'count', 'decimal', 'money', 'percent', 'timeOfDay']);

const draftWhere = (noun: AnyResource, isWritten: (name: string, field: Field) => boolean): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(noun.fields).flatMap(([name, field]) => (isWritten(name, field) ? [[name, sampleOf(field)]] : [])));

/** The nouns that a cell of a sheet can name. */
const namedInSheets = ({ features }: Registry): ReadonlySet<string> =>
  new Set(
    features.flatMap(({ api, resource }) =>
      resource && 'importExcel' in api
        ? Object.values(resource.fields).flatMap(({ to, writing }) => (to !== undefined && writing !== 'never' ? [to] : []))
        : [],
    ),
  );

const sampleOf = (field: Field): unknown => {
  if (texts.has(field.kind)) return 'x';
  if (field.kind === 'instant') return new Date(0);
  if (field.kind === 'list' || field.kind === 'choices') return [];
  return 1;
};
