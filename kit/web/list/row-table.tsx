import { Button, Empty, Pagination, Skeleton, Table } from 'antd';
import type { TableColumnType, TableProps, TableRef } from 'antd';
import type { ReactNode } from 'react';
import { LoadError } from '../load-error.tsx';
import { groupDigits } from '../format.ts';
import type { PlainRow } from '../kinds/cell.tsx';
import { useSay } from '../language.ts';
import type { Rows } from './rows/use-rows.ts';
import { useIsPhone } from '../screen.ts';
import { words } from '../words.ts';
import { keyOfRow } from './actions/actions.ts';
import { RowCards } from './row-cards.tsx';
import type { ListColumn } from './columns/columns.tsx';
import { useReloadClass } from './rows/live-rows.ts';
import { PAGE_SIZES } from './rows/list-state.ts';
import { RowActions, SHOWN_ACTIONS } from './actions/row-actions.tsx';
import { actionsWidth, splitActions } from './actions/split-actions.ts';
import type { RowTableProps } from './row-table-props.ts';

/** The largest number of rows that is drawn without virtual scrolling. */
const PLAIN_ROWS_MAX = 200;
const VIRTUAL_HEIGHT = 600;
const TICK_WIDTH = 40;

/** The rows of a list with sorting and paging; cards on a phone. */
export const RowTable = (props: RowTableProps) => {
  const { rows } = props;
  const phone = useIsPhone();
  const { query } = rows;
  if (query.isError && !query.data) return <LoadError because={query.error.message} retry={query.refetch} />;
  if (query.isPending) return <Skeleton active title={false} paragraph={{ rows: 8, width: '100%' }} className="co-table-skeleton" />;
  return (
    <>
      {phone ? <RowCards {...props} none={<NoRows {...props} />} /> : <WideTable {...props} />}
      <Paging rows={rows} compact={phone} />
    </>
  );
};

const WideTable = (props: RowTableProps) => {
  const { noun, rows, columns, pinned, density, actionsOf, selected, onSelect } = props;
  const say = useSay();
  const { state, query } = rows;
  const reloadClass = useReloadClass(noun);
  const virtual = rows.rows.length > PLAIN_ROWS_MAX;
  const actionWidth = actionsOf
    ? actionsWidth(
        rows.rows.map((row) => splitActions(actionsOf(row), SHOWN_ACTIONS)),
        say(words.more),
      )
    : 0;
  const width = columns.reduce((sum, column) => sum + column.width, 0) + actionWidth + (selected ? TICK_WIDTH : 0);
  // Pinned columns come first, because antd pins columns at the left edge.
  const inOrder = [...columns.filter(({ key }) => pinned.includes(key)), ...columns.filter(({ key }) => !pinned.includes(key))];
  const antColumns = inOrder.map((column, index) => antColumn(column, { ...props, first: index === 0 || pinned.includes(column.key) }));
  const actions: TableColumnType<PlainRow>[] = actionsOf
    ? [
        {
          key: 'actions',
          title: say(words.action),
          width: actionWidth,
          fixed: 'end',
          render: (_value, row) => <RowActions actions={actionsOf(row)} />,
        },
      ]
    : [];
  const onChange: TableProps<PlainRow>['onChange'] = (...[, , sorter, { action }]) => {
    if (action !== 'sort' || Array.isArray(sorter)) return;
    rows.change({ sort: sorter.order ? { column: String(sorter.columnKey), order: sorter.order === 'descend' ? 'desc' : 'asc' } : undefined });
  };
  return (
    <Table<PlainRow>
      ref={reachable}
      className={query.isPlaceholderData ? 'co-table co-table-stale' : 'co-table'}
      size={density === 'roomy' ? 'middle' : 'small'}
      tableLayout="fixed"
      rowKey={(row) => keyOfRow(noun, row)}
      rowClassName={reloadClass}
      dataSource={[...rows.rows]}
      columns={[...antColumns.map((column) => ({ ...column, title: say(column.words) })), ...actions]}
      pagination={false}
      loading={false}
      virtual={virtual}
      scroll={{ x: width, ...(virtual && { y: VIRTUAL_HEIGHT }) }}
      sticky={virtual ? false : STICKY}
      onChange={onChange}
      showSorterTooltip={false}
      locale={{ emptyText: <NoRows {...props} /> }}
      {...(selected && {
        rowSelection: {
          selectedRowKeys: [...selected],
          preserveSelectedRowKeys: true,
          columnWidth: TICK_WIDTH,
          fixed: true,
          onChange: (keys) => onSelect(keys.map(String)),
        },
      })}
      {...(state.sort && { 'data-sorted': state.sort.column })}
    />
  );
};

/** A wide table can be scrolled by the keyboard even when it contains nothing to focus. */
const reachable = (table: TableRef | null): void => table?.nativeElement.querySelector('.ant-table-body')?.setAttribute('tabindex', '0');

/** The header stays visible while the page scrolls; the stylesheet sets its offset. */
const STICKY = { offsetHeader: 0 };

type AntColumn = TableColumnType<PlainRow> & { readonly words: ListColumn['title'] };

const antColumn = (column: ListColumn, { rows, noun, onOpen, first }: RowTableProps & { readonly first: boolean }): AntColumn => {
  const { sort } = rows.state;
  const opens = column.key === noun.title && onOpen !== undefined;
  return {
    key: column.key,
    words: column.title,
    width: column.width,
    align: column.alignRight ? 'right' : 'left',
    ...(column.alignRight && { className: 'co-right' }),
    ellipsis: { showTitle: false },
    ...(first && { fixed: 'start' as const }),
    ...(column.sortable && {
      sorter: true,
      sortOrder: sort?.column === column.key ? (sort.order === 'asc' ? ('ascend' as const) : ('descend' as const)) : null,
    }),
    render: (_value, row): ReactNode =>
      opens ? (
        <button type="button" className="co-link co-clip co-title-cell" onClick={() => onOpen(row)}>
          {column.render(row)}
        </button>
      ) : (
        column.render(row)
      ),
  };
};

interface PagingProps {
  readonly rows: Pick<Rows<PlainRow>, 'state' | 'total' | 'totalCapped' | 'change'>;
  readonly compact: boolean;
}

/** The pager of a list. */
export const Paging = ({ rows, compact }: PagingProps) => {
  const say = useSay();
  const { state, total, totalCapped, change } = rows;
  if (total === 0) return null;
  return (
    <Pagination
      className="co-paging"
      size={compact ? 'small' : 'medium'}
      simple={compact}
      current={state.pageNo}
      pageSize={state.pageSize}
      total={total}
      pageSizeOptions={[...PAGE_SIZES]}
      showSizeChanger={!compact}
      showQuickJumper={!compact}
      showTotal={(_total, [from, to]) => say(words.total, { from, to, n: `${groupDigits(total)}${totalCapped ? '+' : ''}` })}
      onChange={(pageNo, pageSize) => change(pageSize === state.pageSize ? { pageNo } : { pageSize })}
    />
  );
};

const NoRows = ({ filtered, onClearFilters }: Pick<RowTableProps, 'filtered' | 'onClearFilters'>) => {
  const say = useSay();
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(filtered ? words.emptyFiltered : words.empty)}>
      {filtered && <Button onClick={onClearFilters}>{say(words.clearFilters)}</Button>}
    </Empty>
  );
};
