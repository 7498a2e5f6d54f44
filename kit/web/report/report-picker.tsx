import { Button, Modal, Skeleton } from 'antd';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { useEffect, useState } from 'react';
import type { ReportColumns, ReportQueryItem } from '#kit/resource/report.ts';
import { LoadError } from '../load-error.tsx';
import { useFeedback } from '../dialogs/feedback.tsx';
import type { Filters } from '../kinds/filter-names.ts';
import { useSay } from '../language.ts';
import { SearchForm } from '../list/search-form.tsx';
import { words } from '../words.ts';
import { isWrongCount, selfParams, toggleRow } from './popup.ts';
import type { KeyedRow } from './popup.ts';
import { ReportTable } from './report-table.tsx';
import { wireState } from './report-state.ts';
import type { ReportState } from './report-state.ts';
import { filtersOf, labelsOf, useReport, useReportPage } from './report-wire.ts';
import { reportWords } from './report-words.ts';
import { readSorter } from '../sorter.ts';
import './report.css';

export interface ReportPickerProps {
  readonly code: string;
  readonly multi: boolean;
  /** `column=asc` or `column=desc`. */
  readonly sorter?: string | undefined;
  /** Conditions of the page, which the viewer's filters can only restrict further. */
  readonly param?: Readonly<Record<string, string>> | undefined;
  readonly initialRows: readonly KeyedRow[];
  readonly onDone: (rows: readonly KeyedRow[]) => void;
  readonly onClose: () => void;
}

const WIDTH = 1200;

/** Picks rows of a report. Picked rows stay picked across pages and searches; closing discards them. */
export const ReportPicker = (props: ReportPickerProps) => {
  const { code, multi, initialRows, onDone, onClose } = props;
  const say = useSay();
  const { warn } = useFeedback();
  const [pickedRows, setPickedRows] = useState(initialRows);
  const { columns, items, visible } = useReport(code);
  useWarning(items.error?.message);
  const submit = (): void => (isWrongCount(pickedRows, multi) ? warn(reportWords.chooseOne) : onDone(pickedRows));
  return (
    <Modal
      open
      centered
      width={WIDTH}
      className="rp-picker"
      title={columns.data?.cgRpConfigName ?? '…'}
      okText={say(words.ok)}
      cancelText={say(words.cancel)}
      onOk={submit}
      onCancel={onClose}
      destroyOnHidden
    >
      {columns.error && <LoadError because={columns.error.message} retry={columns.refetch} />}
      {columns.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {columns.data && !items.isPending && (
        <Picking
          {...props}
          facts={visible.columns(columns.data)}
          items={visible.items(items.data ?? [])}
          pickedRows={pickedRows}
          onPick={setPickedRows}
        />
      )}
    </Modal>
  );
};

/** Shows a warning about a wrong configuration of the search; rows can be picked nevertheless. */
const useWarning = (message: string | undefined): void => {
  const { warn } = useFeedback();
  useEffect(() => {
    if (message !== undefined) warn(message);
  }, [message, warn]);
};

interface PickingProps extends ReportPickerProps {
  readonly facts: ReportColumns;
  readonly items: readonly ReportQueryItem[];
  readonly pickedRows: readonly KeyedRow[];
  readonly onPick: (rows: readonly KeyedRow[]) => void;
}

const PAGE_SIZE = 10;
const ROWS_PX = 400;

const Picking = ({ code, multi, sorter = '', param, facts, items, pickedRows, onPick }: PickingProps) => {
  const say = useSay();
  const [filters, setFilters] = useState<Filters>({});
  const [state, setState] = useState<ReportState>({ pageNo: 1, pageSize: PAGE_SIZE, ...readSorter(sorter) });
  const query = { ...filters, ...selfParams(param), ...wireState(state) };
  const { data, error, isFetching, refetch } = useReportPage(code, query, true);
  const search = (next: Filters): void => {
    setFilters(next);
    setState({ ...state, pageNo: 1 });
  };
  const onPage = (on: boolean, rows: readonly KeyedRow[]): void => {
    const keys = new Set(rows.map(({ key }) => key));
    const otherRows = pickedRows.filter(({ key }) => !keys.has(key));
    onPick(on ? [...otherRows, ...rows] : otherRows);
  };
  return (
    <div className="rp-picking">
      <SearchForm
        fields={filtersOf(facts, items)}
        labels={labelsOf(items)}
        filters={filters}
        fixedFilters={[]}
        shownFolded={items.filter(({ hidden }) => hidden !== '1').length}
        onSearch={search}
      />
      <div className="rp-bar" aria-live="polite">
        <span>{say(words.selected, { n: pickedRows.length })}</span>
        <Button type="link" size="small" disabled={pickedRows.length === 0} onClick={() => onPick([])}>
          {say(words.clear)}
        </Button>
        <Button type="link" size="small" icon={<ReloadOutlined spin={isFetching} />} onClick={() => void refetch()}>
          {say(words.refresh)}
        </Button>
      </div>
      {error ? (
        <LoadError because={error.message} retry={refetch} />
      ) : (
        <ReportTable
          facts={facts}
          rows={data?.records ?? none}
          total={data?.total ?? 0}
          loading={!data}
          state={state}
          onState={setState}
          height={ROWS_PX}
          picking={{ multi, pickedRows, onToggle: (row) => onPick(toggleRow(pickedRows, row, multi)), onPage }}
        />
      )}
    </div>
  );
};

const none: readonly [] = [];
