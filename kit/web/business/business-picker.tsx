import { Button, Modal, Table } from 'antd';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { useState } from 'react';
import { LoadError } from '../load-error.tsx';
import { Cell, EmptyCell, isEmptyValue } from '../kinds/cell.tsx';
import type { PlainRow } from '../kinds/cell.tsx';
import { useSay } from '../language.ts';
import { pageAfterChange } from '../list/rows/next-page.ts';
import { useCall } from '../calls/query.tsx';
import { useIsPhone } from '../screen.ts';
import { textOf } from '../text-of.ts';
import { words } from '../words.ts';
import { callOf, nameOf, rowKeyOf } from './business.ts';
import type { BusinessSource } from './business.ts';
import { BusinessSearch } from './business-search.tsx';
import type { BusinessFilters } from './business-search.tsx';
import { businessWords } from './business-words.ts';
import './business.css';

export interface BusinessPickerProps {
  readonly source: BusinessSource;
  readonly multiple: boolean;
  readonly selectedRows: readonly PlainRow[];
  readonly onDone: (rows: readonly PlainRow[]) => void;
  readonly onClose: () => void;
}

const WIDTH = 900;

/** Picks business rows from a list. A second list shows the picked rows, which stay picked across pages and searches. */
export const BusinessPicker = ({ source, multiple, selectedRows, onDone, onClose }: BusinessPickerProps) => {
  const say = useSay();
  const [selection, setSelection] = useState(selectedRows);
  const [search, setSearch] = useState<{ readonly filters: BusinessFilters; readonly round: number }>({ filters: {}, round: 0 });
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={say(source.title)}
      okText={say(words.ok)}
      cancelText={say(words.cancel)}
      onOk={() => onDone(selection)}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className="bz-picker">
        <div>
          <BusinessSearch items={source.queryConfig ?? []} onSearch={(filters) => setSearch({ filters, round: search.round + 1 })} />
          <Rows key={search.round} source={source} multiple={multiple} filters={search.filters} selection={selection} onPick={setSelection} />
        </div>
        <Chosen source={source} selection={selection} onPick={setSelection} />
      </div>
    </Modal>
  );
};

interface ChosenProps {
  readonly source: BusinessSource;
  readonly selection: readonly PlainRow[];
  readonly onPick: (rows: readonly PlainRow[]) => void;
}

const Chosen = ({ source, selection, onPick }: ChosenProps) => {
  const say = useSay();
  const drop = (removedRow: PlainRow): void => onPick(selection.filter((row) => rowKeyOf(source, row) !== rowKeyOf(source, removedRow)));
  return (
    <section className="bz-chosen" aria-label={say(businessWords.chosen)}>
      <h3 aria-live="polite">{say(words.selected, { n: selection.length })}</h3>
      <ul>
        {selection.map((row) => {
          const name = nameOf(source, row);
          return (
            <li key={rowKeyOf(source, row)}>
              <span className="co-clip" title={name}>
                {name}
              </span>
              <Button type="text" size="small" icon={<CloseOutlined />} aria-label={say(businessWords.drop, { name })} onClick={() => drop(row)} />
            </li>
          );
        })}
      </ul>
    </section>
  );
};

interface RowsProps extends ChosenProps {
  readonly multiple: boolean;
  readonly filters: BusinessFilters;
}

const PAGE_SIZES = [5, 10, 20, 30];
const [PAGE_SIZE = 5] = PAGE_SIZES;

const Rows = ({ source, multiple, filters, selection, onPick }: RowsProps) => {
  const say = useSay();
  const phone = useIsPhone();
  const [page, setPage] = useState({ pageNo: 1, pageSize: PAGE_SIZE });
  const { data, error, isFetching, refetch } = useCall(
    callOf(source.listUrl),
    { ...filters, pageNo: String(page.pageNo), pageSize: String(page.pageSize) },
    { keep: true },
  );
  if (error) return <LoadError because={error.message} retry={refetch} />;
  const keyOf = (row: PlainRow): string => rowKeyOf(source, row);
  const toggle = (row: PlainRow): void => {
    const otherRows = selection.filter((item) => keyOf(item) !== keyOf(row));
    onPick(otherRows.length < selection.length ? otherRows : multiple ? [...selection, row] : [row]);
  };
  return (
    <Table<PlainRow>
      className="co-table"
      size="small"
      rowKey={keyOf}
      columns={source.columns.map(({ dataIndex, title, width }) => ({
        key: dataIndex,
        title: say(title),
        ellipsis: true,
        ...(width !== undefined && { width }),
        render: (_value, row: PlainRow) => <Shown name={dataIndex} row={row} />,
      }))}
      dataSource={[...(data?.records ?? [])]}
      loading={isFetching && !data}
      scroll={{ x: 'max-content', y: 320 }}
      onRow={(row) => ({ onClick: () => toggle(row), className: 'bz-row' })}
      rowSelection={{
        type: multiple ? 'checkbox' : 'radio',
        selectedRowKeys: selection.map(keyOf),
        preserveSelectedRowKeys: true,
        onSelect: toggle,
        onSelectAll: (on, _rows, changed) => {
          const keys = new Set(changed.map(keyOf));
          onPick([...selection.filter((row) => !keys.has(keyOf(row))), ...(on ? changed : [])]);
        },
        getCheckboxProps: (row) => ({ 'aria-label': say(businessWords.pickRow, { name: nameOf(source, row) }) }),
        getTitleCheckboxProps: () => ({ 'aria-label': say(businessWords.pickAll) }),
      }}
      pagination={{
        current: page.pageNo,
        pageSize: page.pageSize,
        total: data?.total ?? 0,
        pageSizeOptions: PAGE_SIZES,
        showSizeChanger: !phone,
        size: 'small',
        onChange: (pageNo, pageSize) => setPage(pageAfterChange(page, pageNo, pageSize)),
      }}
    />
  );
};

const asText = { kind: 'text', writing: 'never', optional: true } as const;

const Shown = ({ name, row }: { readonly name: string; readonly row: PlainRow }) => {
  const value = row[`${name}_dictText`] ?? row[name];
  return isEmptyValue(value) ? <EmptyCell /> : <Cell field={asText} name={name} value={textOf(value)} row={row} />;
};
