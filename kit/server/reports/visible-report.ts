import { say } from '#kit/fields/words.ts';
import { queryFieldsOf } from '#kit/resource/query/advanced-query.ts';
import { readable } from '#kit/resource/resource.ts';
import type { AnyReport, ReportColumns, ReportQueryItem } from '#kit/resource/report.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Condition } from '../context/condition.ts';
import type { Context, ListQuery } from '../context/context.ts';
import { fieldLabel, nounTitle } from '../excel/excel-export.ts';
import { hiddenFields } from '../rights/field-limits.ts';
import { kitRefusals } from '../refusals.ts';
import type { Viewer } from '../context/viewer.ts';

/** The report as the viewer may see it: a figure is left out when a field that it is computed from is hidden. */
export const visibleReport = (viewer: Viewer, report: AnyReport): AnyReport => {
  const hidden = hiddenFields(viewer, report.name);
  const hiddenInSource = report.derivedFrom ? hiddenFields(viewer, report.derivedFrom.noun) : new Set<string>();
  const isVisible = (name: string): boolean =>
    !hidden.has(name) && !(report.derivedFrom?.fields[name] ?? [name]).some((of) => hiddenInSource.has(of));
  const fields = Object.fromEntries(Object.entries(report.fields).filter(([name]) => isVisible(name)));
  return { ...report, fields, sums: report.sums.filter(isVisible), chart: report.chart.filter(isVisible) };
};

const namesIn = (condition: Condition): readonly string[] => ('of' in condition ? condition.of.flatMap(namesIn) : [condition.field]);

/** A hidden field must be neither filtered nor sorted, because both would reveal its values. */
export const refuseHiddenFields = (ctx: Context, report: AnyReport, list: Pick<ListQuery, 'conditions' | 'sort'>): void => {
  const name = [...list.conditions.flatMap(namesIn), list.sort.column].find((fieldName) => !(fieldName in report.fields));
  if (name !== undefined) throwRefusal(kitRefusals, 'badFilter', { field: fieldLabel(ctx, report, name) }, { status: 400 });
};

/** The number of filters that are visible while the form is folded. */
const FILTERS_SHOWN = 2;

export const columnsOf = (ctx: Context, report: AnyReport): ReportColumns => {
  const visibleFields = readable(report);
  const queryFields = new Set(queryFieldsOf(report).flatMap(([name]) => (name === report.days.field ? [] : [name])));
  const codeTables = visibleFields.flatMap(([, { codes }]) => (codes ? [codes] : []));
  return {
    cgRpConfigId: report.name,
    cgRpConfigName: nounTitle(ctx, report),
    columns: visibleFields.map(([name, field]) => ({
      title: fieldLabel(ctx, report, name),
      dataIndex: name,
      align: ['count', 'decimal', 'money', 'percent'].includes(field.kind) ? 'right' : 'left',
      fieldType: field.kind,
      ...(field.sort === true && { sorter: 'true' as const }),
      ...(field.codes && { customRender: field.codes.dictCode }),
      ...(report.sort?.column === name && { sortOrder: report.sort.order === 'asc' ? ('ascend' as const) : ('descend' as const) }),
      ...(field.unit !== undefined && { unit: field.unit }),
      ...(field.scale !== undefined && { scale: field.scale }),
      ...(queryFields.has(name) && { query: 'true' as const }),
    })),
    dictOptions: Object.fromEntries(
      codeTables.map(({ dictCode, items }) => [
        dictCode,
        Object.values(items).map(({ value, words }) => ({ value: String(value), text: say(words, ctx.viewer.language) })),
      ]),
    ),
    sums: report.sums,
    chart: report.chart,
  };
};

export const queryInfoOf = (ctx: Context, report: AnyReport, today: string | undefined): readonly ReportQueryItem[] =>
  readable(report)
    .filter(([, { filter }]) => filter !== undefined)
    .map(([name, field], index) => ({
      label: fieldLabel(ctx, report, name),
      field: name,
      view: field.codes ? 'list' : field.to !== undefined ? 'search' : field.kind.toLowerCase(),
      mode: field.filter === 'between' ? 'group' : 'single',
      ...(index >= FILTERS_SHOWN && { hidden: '1' as const }),
      fieldType: field.kind,
      ...(field.unit !== undefined && { unit: field.unit }),
      ...(field.to !== undefined && { to: field.to }),
      ...(report.days.field === name && { usualDays: report.days.usual, ...(today !== undefined && { today }) }),
    }));
