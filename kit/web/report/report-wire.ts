import { REPORT_CACHE_MS } from '#kit/resource/report.ts';
import type { ReportColumn, ReportColumns, ReportPage, ReportPoint, ReportQueryItem } from '#kit/resource/report.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Field } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import { customQuery } from '#kit/resource/query/custom-list.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Labels } from '#kit/resource/labels.ts';
import type { PlainRow } from '../kinds/cell.tsx';
import { fixedScopes } from '../list/columns/columns.tsx';
import { useCall } from '../calls/query.tsx';
import { useViewer } from '../session/session.ts';

type Call<W> = Endpoint<{}, W, W>;

/** The browser knows a report only by its code; its columns and texts come from the server. */
const callOf = <W>(name: string, code: string): Call<W> => ({
  method: 'GET',
  path: `/online/cgreport/api/${name}/${encodeURIComponent(code)}`,
  allow: `${code}:list`,
  input: {},
  output: { form: 'opaque' },
});
export const reportSheet = (code: string): Call<Blob> => ({ ...callOf('exportXls', code), allow: `${code}:export`, output: { form: 'file' } });

const cacheOptions = { staleMs: REPORT_CACHE_MS } as const;

/** Loads the columns and the filters of a report. */
export const useReport = (code: string) => {
  const fixed = fixedScopes(useViewer());
  const columns = useCall(callOf<ReportColumns>('getRpColumns', code), {}, cacheOptions);
  const items = useCall(callOf<readonly ReportQueryItem[]>('getQueryInfo', code), {}, cacheOptions);
  /** Without the columns that have a single value for this viewer. */
  const visible = {
    columns: (report: ReportColumns): ReportColumns => ({ ...report, columns: report.columns.filter(({ dataIndex }) => !fixed.includes(dataIndex)) }),
    items: (report: readonly ReportQueryItem[]) => report.filter(({ field }) => !fixed.includes(field)),
  };
  return { columns, items, visible };
};

type ReportParams = Readonly<Record<string, string>>;

export const useReportPage = (code: string, params: ReportParams, enabled: boolean) =>
  useCall(callOf<ReportPage<PlainRow>>('getData', code), params, { ...cacheOptions, keep: true, enabled });

export const useReportChart = (code: string, params: ReportParams, enabled: boolean) =>
  useCall(callOf<readonly ReportPoint[]>('getChart', code), params, { ...cacheOptions, keep: true, enabled });

/** A column or filter of a report as a field, so that the kit's cells and inputs can draw it. */
export const fieldOf = (
  source: ReportColumn | ReportQueryItem,
  options: readonly { readonly value: string; readonly text: string }[] = [],
): Field => ({
  kind: source.fieldType,
  writing: 'never',
  optional: true,
  ...(source.unit !== undefined && { unit: source.unit }),
  ...('scale' in source && source.scale !== undefined && { scale: source.scale }),
  ...('mode' in source && { filter: source.mode === 'group' ? ('between' as const) : ('equals' as const) }),
  ...('to' in source && source.to !== undefined && { to: source.to }),
  ...(options.length > 0 && {
    codes: {
      dictCode: 'report',
      title: sameWords(''),
      items: Object.fromEntries(options.map(({ value, text }) => [value, { value, words: sameWords(text) }])),
    },
  }),
});

/** The server has already chosen the language. */
const sameWords = (text: string): Words => [text, text, text];

/** The filters of a report as those of a search form. */
export const filtersOf = (
  { columns, dictOptions }: Pick<ReportColumns, 'columns' | 'dictOptions'>,
  items: readonly ReportQueryItem[],
): readonly (readonly [string, Field])[] =>
  items.map((item) => [item.field, fieldOf(item, dictOptions[columns.find(({ dataIndex }) => dataIndex === item.field)?.customRender ?? ''])]);

/** The fields and labels of a report for the advanced query, without the day, which has its own period filter. */
export const queryOf = (code: string, { columns, dictOptions }: ReportColumns, items: readonly ReportQueryItem[]): AskedNoun => {
  const queryColumns = columns.filter(({ query }) => query === 'true');
  const fields = queryColumns.map((column): [string, Field] => {
    const options = dictOptions[column.customRender ?? ''];
    const { filter: _form, ...field } = fieldOf({ ...column, ...items.find((item) => item.field === column.dataIndex) }, options);
    return [column.dataIndex, field];
  });
  return {
    noun: customQuery(code, Object.fromEntries(fields)),
    labels: { noun: sameWords(''), fields: Object.fromEntries(queryColumns.map(({ dataIndex, title }) => [dataIndex, sameWords(title)])) },
  };
};
interface AskedNoun {
  readonly noun: AnyResource;
  readonly labels: Labels;
}

export const labelsOf = (items: readonly ReportQueryItem[]): Labels => ({
  noun: sameWords(''),
  fields: Object.fromEntries(items.map(({ field, label }) => [field, sameWords(label)])),
});
