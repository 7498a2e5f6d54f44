import { Button, Skeleton, Tooltip } from 'antd';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ReportColumns, ReportPage as Found, ReportQueryItem } from '#kit/resource/report.ts';
import { QUERY_MATCH, QUERY_PARAMS } from '#kit/resource/query/query-params.ts';
import { useAdvanced } from '../advanced/advanced-button.tsx';
import { ActButton } from '../permissions/act-button.tsx';
import { download, saveFile } from '../calls/client.ts';
import type { CallError } from '../calls/client.ts';
import { LoadError } from '../load-error.tsx';
import { useFeedback } from '../dialogs/feedback.tsx';
import { Cell } from '../kinds/cell.tsx';
import type { PlainRow } from '../kinds/cell.tsx';
import { filterNames } from '../kinds/filter-names.ts';
import type { Filters } from '../kinds/filter-names.ts';
import { useSay } from '../language.ts';
import { SearchForm } from '../list/search-form.tsx';
import { words } from '../words.ts';
import { DayBars } from './day-bars.tsx';
import { localDay, defaultFilters } from './days.ts';
import { wireState } from './report-state.ts';
import type { ReportState } from './report-state.ts';
import { ReportTable } from './report-table.tsx';
import { fieldOf, filtersOf, labelsOf, queryOf, reportSheet, useReport, useReportChart, useReportPage } from './report-wire.ts';
import { reportWords } from './report-words.ts';
import './report.css';

/** The page of a registered report: filters, sums, a chart by day, and rows. The query is part of the address. */
export const ReportPage = ({ code }: { readonly code: string }) => {
  const { warn } = useFeedback();
  const { columns, items, visible } = useReport(code);
  const noForm = items.error?.message;
  useEffect(() => {
    if (noForm !== undefined) warn(noForm);
  }, [noForm, warn]);
  if (columns.error) return <LoadError because={columns.error.message} retry={columns.refetch} />;
  if (!columns.data || items.isPending) return <Skeleton active className="co-card co-page-wait" />;
  return <ReportContent code={code} facts={visible.columns(columns.data)} items={visible.items(items.data ?? [])} />;
};

interface ReportContentProps {
  readonly code: string;
  readonly facts: ReportColumns;
  readonly items: readonly ReportQueryItem[];
}

const ReportContent = ({ code, facts, items }: ReportContentProps) => {
  const { filters, state, change } = useReportQuery(facts, items);
  const reportQuery = { ...filters, ...wireState(state) };
  const page = useReportPage(code, reportQuery, true);
  const query = useMemo(() => queryOf(code, facts, items), [code, facts, items]);
  const search = (next: Filters): void => change(next, { ...state, pageNo: 1 });
  const advanced = useAdvanced({ ...query, filters, fixed: none, onSearch: search });
  const chart = useReportChart(code, filters, facts.chart.length > 0);
  const refresh = (): void => {
    void page.refetch();
    if (facts.chart.length > 0) void chart.refetch();
  };
  return (
    <div className="co-list">
      <SearchForm
        fields={filtersOf(facts, items)}
        labels={labelsOf(items)}
        filters={filters}
        fixedFilters={[]}
        shownFolded={items.filter(({ hidden }) => hidden !== '1').length}
        advanced={advanced.button}
        onSearch={search}
      />
      {page.data && <Sums facts={facts} page={page.data} />}
      {chart.data && !chart.error && <DayBars facts={facts} points={chart.data} {...periodOf(items, filters)} />}
      <section className="co-card co-list-body">
        <Tools code={code} reportQuery={reportQuery} busy={page.isFetching} onRefresh={refresh} />
        {advanced.tagAndDialog}
        {page.error ? (
          <LoadError because={page.error.message} retry={refresh} />
        ) : (
          <ReportTable
            facts={facts}
            rows={page.data?.records ?? none}
            total={page.data?.total ?? 0}
            loading={!page.data || page.isPlaceholderData}
            state={state}
            onState={(next) => change(filters, next)}
          />
        )}
      </section>
    </div>
  );
};

const periodOf = (items: readonly ReportQueryItem[], filters: Filters) => {
  const day = items.find(({ usualDays }) => usualDays !== undefined)?.field ?? '';
  return { from: filters[`${day}_begin`], to: filters[`${day}_end`] };
};

const none: readonly [] = [];
/** The key of a sum that has no currency. */
const NO_CURRENCY = '';

const PAGE_SIZE = 10;
const pagingParameters = ['pageNo', 'pageSize', 'column', 'order'];

/** The filters and the page of the rows, from the address. */
const useReportQuery = (facts: ReportColumns, items: readonly ReportQueryItem[]) => {
  const [params, setParams] = useSearchParams();
  const [usual] = useState(() => defaultFilters(items, localDay(new Date())));
  const names = [...filtersOf(facts, items).flatMap(([name, field]) => filterNames(name, field)), QUERY_PARAMS, QUERY_MATCH];
  const givenParams = Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])));
  const [column, order] = [params.get('column'), params.get('order')];
  const filters: Filters = Object.keys(givenParams).some((name) => name in usual) ? givenParams : { ...usual, ...givenParams };
  const state: ReportState = {
    pageNo: Number(params.get('pageNo') ?? 1),
    pageSize: Number(params.get('pageSize') ?? PAGE_SIZE),
    ...(column !== null && (order === 'asc' || order === 'desc') && { column, order }),
  };
  const change = (next: Filters, nextState: ReportState): void =>
    setParams(
      (previous) => {
        const otherParams = [...previous].filter(([name]) => !names.includes(name) && !pagingParameters.includes(name));
        return new URLSearchParams([...otherParams, ...Object.entries({ ...next, ...wireState(nextState) })]);
      },
      { replace: true },
    );
  return { filters, state, change };
};

/** The sums of all rows that match. */
const Sums = ({ facts, page }: { readonly facts: ReportColumns; readonly page: Found<PlainRow> }) => {
  const say = useSay();
  const summed = facts.columns.filter(({ dataIndex }) => dataIndex in page.totals);
  if (summed.length === 0) return null;
  return (
    <section className="co-card" aria-label={say(reportWords.totals)}>
      <dl className="rp-sums">
        {summed.map((column) => (
          <div key={column.dataIndex}>
            <dt>{column.title}</dt>
            {amountsOf(page, column.dataIndex).map(({ value, currency }) => (
              <dd key={currency ?? NO_CURRENCY}>
                <Cell field={fieldOf(column)} name={column.dataIndex} value={value} row={{ currency }} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
};

/** One sum, or one for each currency, because amounts in different currencies cannot be added. */
const amountsOf = ({ totals, currency, byCurrency }: Found<PlainRow>, name: string) =>
  totals[name] === null
    ? byCurrency.map((currencyTotals) => ({ value: currencyTotals.totals[name], currency: currencyTotals.currency }))
    : [{ value: totals[name], currency: currency ?? undefined }];

interface ToolsProps {
  readonly code: string;
  readonly reportQuery: Readonly<Record<string, string>>;
  readonly busy: boolean;
  readonly onRefresh: () => void;
}

const Tools = ({ code, reportQuery, busy, onRefresh }: ToolsProps) => {
  const say = useSay();
  const { refused } = useFeedback();
  const [saving, setSaving] = useState(false);
  const sheet = reportSheet(code);
  const save = async (): Promise<void> => {
    setSaving(true);
    try {
      saveFile(await download(sheet, reportQuery));
    } catch (problem) {
      refused(problem as CallError); // download throws only CallError
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className="co-toolbar">
      <div className="co-toolbar-side" />
      <div className="co-toolbar-side">
        <ActButton
          className="co-icon-on-phone"
          aria-label={say(words.export)}
          icon={<DownloadOutlined />}
          allow={sheet.allow}
          loading={saving}
          onClick={() => void save()}
        >
          {say(words.export)}
        </ActButton>
        <Tooltip title={say(words.refresh)}>
          <Button icon={<ReloadOutlined spin={busy} />} aria-label={say(words.refresh)} onClick={onRefresh} />
        </Tooltip>
      </div>
    </div>
  );
};
