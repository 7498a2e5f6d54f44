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

const fresh = { staleMs: REPORT_CACHE_MS } as const;

/** What a report shows and what it can be asked. */
export const useReport = (code: string) => {
  const fixed = fixedScopes(useViewer());
  const columns = useCall(callOf<ReportColumns>('getRpColumns', code), {}, fresh);
  const items = useCall(callOf<readonly ReportQueryItem[]>('getQueryInfo', code), {}, fresh);
  /** Without what is one and the same for this viewer. */
  const seen = {
    columns: (of: ReportColumns): ReportColumns => ({ ...of, columns: of.columns.filter(({ dataIndex }) => !fixed.includes(dataIndex)) }),
    items: (of: readonly ReportQueryItem[]) => of.filter(({ field }) => !fixed.includes(field)),
  };
  return { columns, items, seen };
};

type ReportParams = Readonly<Record<string, string>>;

export const useReportPage = (code: string, asked: ReportParams, enabled: boolean) =>
  useCall(callOf<ReportPage<PlainRow>>('getData', code), asked, { ...fresh, keep: true, enabled });

export const useReportChart = (code: string, asked: ReportParams, enabled: boolean) =>
  useCall(callOf<readonly ReportPoint[]>('getChart', code), asked, { ...fresh, keep: true, enabled });

/** A column or query item as a field, so that the kit's own cells and filters draw it. */
export const fieldOf = (one: ReportColumn | ReportQueryItem, options: readonly { readonly value: string; readonly text: string }[] = []): Field => ({
  kind: one.fieldType,
  writing: 'never',
  optional: true,
  ...(one.unit !== undefined && { unit: one.unit }),
  ...('scale' in one && one.scale !== undefined && { scale: one.scale }),
  ...('mode' in one && { filter: one.mode === 'group' ? ('between' as const) : ('equals' as const) }),
  ...('to' in one && one.to !== undefined && { to: one.to }),
  ...(options.length > 0 && {
    codes: {
      dictCode: 'report',
      title: said(''),
      items: Object.fromEntries(options.map(({ value, text }) => [value, { value, words: said(text) }])),
    },
  }),
});

/** The server has chosen the language already. */
const said = (text: string): Words => [text, text, text];

/** What a report can be asked, as the filters of a search form. */
export const filtersOf = (
  { columns, dictOptions }: Pick<ReportColumns, 'columns' | 'dictOptions'>,
  items: readonly ReportQueryItem[],
): readonly (readonly [string, Field])[] =>
  items.map((item) => [item.field, fieldOf(item, dictOptions[columns.find(({ dataIndex }) => dataIndex === item.field)?.customRender ?? ''])]);

/** What an advanced query may name of a report, the day apart, which is asked for by its bounds; and what it is called. */
export const queryOf = (code: string, { columns, dictOptions }: ReportColumns, items: readonly ReportQueryItem[]): AskedNoun => {
  const named = columns.filter(({ query }) => query === 'true');
  const fields = named.map((column): [string, Field] => {
    const options = dictOptions[column.customRender ?? ''];
    const { filter: _form, ...field } = fieldOf({ ...column, ...items.find((item) => item.field === column.dataIndex) }, options);
    return [column.dataIndex, field];
  });
  return {
    noun: customQuery(code, Object.fromEntries(fields)),
    labels: { noun: said(''), fields: Object.fromEntries(named.map(({ dataIndex, title }) => [dataIndex, said(title)])) },
  };
};
interface AskedNoun {
  readonly noun: AnyResource;
  readonly labels: Labels;
}

export const labelsOf = (items: readonly ReportQueryItem[]): Labels => ({
  noun: said(''),
  fields: Object.fromEntries(items.map(({ field, label }) => [field, said(label)])),
});
