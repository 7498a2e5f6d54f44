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

/** A report is known to the browser by its code alone; what it has to say comes over the wire. */
const callOf = <W>(name: string, code: string): Call<W> => ({
  method: 'GET',
  path: `/online/cgreport/api/${name}/${encodeURIComponent(code)}`,
  allow: `${code}:list`,
  input: {},
  output: { form: 'opaque' },
});
export const reportSheet = (code: string): Call<Blob> => ({ ...callOf('exportXls', code), allow: `${code}:export`, output: { form: 'file' } });

const cacheOptions = { staleMs: REPORT_CACHE_MS } as const;

/** What a report shows and what it can be asked. */
export const useReport = (code: string) => {
  const fixed = fixedScopes(useViewer());
  const columns = useCall(callOf<ReportColumns>('getRpColumns', code), {}, cacheOptions);
  const items = useCall(callOf<readonly ReportQueryItem[]>('getQueryInfo', code), {}, cacheOptions);
  /** Without what is one and the same for this viewer. */
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

/** A column or query item as a field, so that the kit's own cells and filters draw it. */
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

/** The server has chosen the language already. */
const sameWords = (text: string): Words => [text, text, text];

/** What a report can be asked, as the filters of a search form. */
export const filtersOf = (
  { columns, dictOptions }: Pick<ReportColumns, 'columns' | 'dictOptions'>,
  items: readonly ReportQueryItem[],
): readonly (readonly [string, Field])[] =>
  items.map((item) => [item.field, fieldOf(item, dictOptions[columns.find(({ dataIndex }) => dataIndex === item.field)?.customRender ?? ''])]);

/** What an advanced query may name of a report, the day apart, which is asked for by its bounds; and what it is called. */
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
