import { Empty, Table } from 'antd';
import type { TableColumnType, TableProps } from 'antd';
import { useMemo } from 'react';
import type { ReportColumns } from '#kit/resource/report.ts';
import { Cell, widthOf } from '../kinds/cell.tsx';
import type { PlainRow } from '../kinds/cell.tsx';
import { useSay } from '../language.ts';
import { PAGE_SIZES } from '../list/rows/list-state.ts';
import { pageAfterChange } from '../list/rows/next-page.ts';
import { useIsPhone } from '../screen.ts';
import { words } from '../words.ts';
import type { KeyedRow } from './popup.ts';
import type { ReportState } from './report-state.ts';
import { fieldOf } from './report-wire.ts';
import { reportWords } from './report-words.ts';
import { rowKeys } from './row-keys.ts';

export interface ReportTableProps {
  readonly facts: ReportColumns;
  readonly rows: readonly PlainRow[];
  readonly total: number;
  readonly loading: boolean;
  readonly state: ReportState;
  readonly onState: (state: ReportState) => void;
  readonly height?: number;
  /** Present when rows can be picked. */
  readonly picking?: {
    readonly multi: boolean;
    readonly pickedRows: readonly KeyedRow[];
    readonly onToggle: (row: KeyedRow) => void;
    readonly onPage: (on: boolean, rows: readonly KeyedRow[]) => void;
  };
}

const HEAD_LETTER_PX = 14;
const HEAD_SPACE_PX = 44;

/** The rows of a report. The server sorts and pages them; rows are picked by checkboxes or a click. */
export const ReportTable = ({ facts, rows, total, loading, state, onState, height, picking }: ReportTableProps) => {
  const say = useSay();
  const phone = useIsPhone();
  const columns = useMemo(() => facts.columns.map((column) => antColumn(facts, column)), [facts]);
  const keyed = useMemo(() => {
    const keys = rowKeys(
      rows,
      facts.columns.map(({ dataIndex }) => dataIndex),
    );
    return rows.map((row, index): KeyedRow => ({ key: keys[index] ?? String(index), row }));
  }, [rows, facts]);
  const onChange: TableProps<KeyedRow>['onChange'] = (...[paging, , sorter, { action }]) => {
    const { column: _column, order: _order, ...paged } = state;
    const { current = 1, pageSize = state.pageSize } = paging;
    if (action === 'paginate') return onState({ ...state, ...pageAfterChange(state, current, pageSize) });
    if (action !== 'sort' || Array.isArray(sorter)) return undefined;
    const sort = sorter.order ? { column: String(sorter.columnKey), order: sorter.order === 'descend' ? ('desc' as const) : ('asc' as const) } : {};
    return onState({ ...paged, pageNo: 1, ...sort });
  };
  return (
    <Table<KeyedRow>
      className="co-table rp-table"
      size="small"
      tableLayout="fixed"
      rowKey="key"
      // The column that identifies a row is pinned while the figures scroll.
      columns={columns.map((column, index) => ({
        ...column,
        ...(index === 0 && { fixed: 'start' as const }),
        ...('sorter' in column && { sortOrder: orderOf(facts, state, String(column.key)) }),
      }))}
      dataSource={keyed}
      loading={loading}
      showSorterTooltip={false}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.emptyFiltered)} /> }}
      scroll={{ x: columns.reduce((sum, { width }) => sum + Number(width), 0), ...(height !== undefined && { y: height }) }}
      onChange={onChange}
      pagination={{
        current: state.pageNo,
        pageSize: state.pageSize,
        total,
        pageSizeOptions: [...PAGE_SIZES],
        showSizeChanger: !phone,
        showQuickJumper: !phone,
        size: 'small',
        ...(!phone && { showTotal: (n: number, [from, to]: [number, number]) => say(words.total, { from, to, n }) }),
      }}
      {...(picking && {
        onRow: (row: KeyedRow) => ({ onClick: () => picking.onToggle(row), className: 'rp-pick' }),
        rowSelection: {
          type: picking.multi ? 'checkbox' : 'radio',
          selectedRowKeys: picking.pickedRows.map(({ key }) => key),
          preserveSelectedRowKeys: true,
          fixed: true,
          onSelect: picking.onToggle,
          onSelectAll: (on: boolean) => picking.onPage(on, keyed),
          getCheckboxProps: () => ({ 'aria-label': say(reportWords.pickRow) }),
          getTitleCheckboxProps: () => ({ 'aria-label': say(reportWords.pickAll) }),
        },
      })}
    />
  );
};

const orderOf = (facts: ReportColumns, state: ReportState, key: string): 'ascend' | 'descend' | null => {
  if (state.column === undefined) return facts.columns.find(({ dataIndex }) => dataIndex === key)?.sortOrder ?? null;
  return state.column === key ? (state.order === 'asc' ? 'ascend' : 'descend') : null;
};

const antColumn = ({ dictOptions }: ReportColumns, column: ReportColumns['columns'][number]): TableColumnType<KeyedRow> => {
  const { dataIndex, title, align, sorter, sortOrder, customRender } = column;
  const field = fieldOf(column, dictOptions[customRender ?? '']);
  return {
    key: dataIndex,
    title,
    align,
    ellipsis: true,
    width: Math.max(widthOf(field), [...title].length * HEAD_LETTER_PX * (/[\u0100-\uffff]/.test(title) ? 1 : 0.6) + HEAD_SPACE_PX),
    ...(align === 'right' && { className: 'co-right' }),
    // For the column of the default order, the first click reverses the order.
    ...(sorter === 'true' && {
      sorter: true,
      sortDirections: sortOrder === 'descend' ? (['descend', 'ascend'] as const) : (['ascend', 'descend'] as const),
    }),
    render: (_value, { row }) => <Cell field={field} name={dataIndex} value={row[dataIndex]} row={row} />,
  };
};
