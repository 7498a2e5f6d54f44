import { Segmented } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { itemOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { EmptyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { OwnColumn } from '#kit/web/list/columns/columns.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { RecordContentView, RecordFacts } from './record-content.web.tsx';
import { recordType } from './v10-record.codes.ts';
import { v10RecordLabels } from './v10-record.labels.ts';
import { recordWords } from './record-words.labels.ts';
import { v10Record, v10RecordApi } from './v10-record.ts';
import '../device.css';

type Row = RowOf<typeof v10Record.fields>;
type RecordTypeValue = CodeValue<typeof recordType>;

/** The five records of v1.0 piles, each with its own columns under a tab. An opened row shows every member. */
export const V10RecordList = () => {
  const say = useSay();
  const [params] = useSearchParams();
  const [type, setType] = useState<RecordTypeValue>(() => typeOf(params.get('type')));
  const options = Object.values(recordType.items).map(({ value, words }) => ({ value, label: say(words) }));
  return (
    <ListPage
      key={type}
      of={v10Record}
      api={v10RecordApi}
      labels={v10RecordLabels}
      columns={columnsOf(type)}
      filters={filtersOf(type)}
      fixedFilters={fixedOf[type]}
      render={draw}
      rowActions={actions}
      detail={detail}
      toolbar={
        <div className="dv-records-bar">
          <Segmented aria-label={say(recordWords.view)} value={type} options={options} onChange={setType} />
          {type === status.value && <span className="co-hint">{say(recordWords.kept)}</span>}
        </div>
      }
    />
  );
};

const { status, start, end, order, abnormal } = recordType.items;
const typeOf = (text: string | null): RecordTypeValue => {
  const item = itemOf(recordType, text);
  return Object.values(recordType.items).find(({ value }) => value === item?.value)?.value ?? status.value;
};

/** The list of each tab has the same conditions as long as the tab is shown. */
const fixedOf = {
  [status.value]: { recordType: String(status.value) },
  [start.value]: { recordType: String(start.value) },
  [end.value]: { recordType: String(end.value) },
  [order.value]: { recordType: String(order.value) },
  [abnormal.value]: { recordType: String(abnormal.value) },
} as const;

const facts: OwnColumn<Row> = { key: 'facts', title: recordWords.facts, width: 420, render: (row) => <RecordFacts row={row} /> };
const after = ['recordTime', 'fromStore', 'stationId', 'agentId', 'tenantId'] as const;
/** A status report is about the whole pile and its guns, and an abnormal event names no order. */
const orderColumns = [...(['createTime', 'cpCode', 'gunNumber', 'chargingOrderNo'] as const), facts, ...after];
const statusColumns = [...(['createTime', 'cpCode'] as const), facts, ...after];
const abnormalColumns = [...(['createTime', 'cpCode', 'gunNumber'] as const), facts, ...after];
const columnsOf = (type: RecordTypeValue) => (type === status.value ? statusColumns : type === abnormal.value ? abnormalColumns : orderColumns);
const orderFilters = ['cpCode', 'chargingOrderNo', 'gunNumber', 'stationId', 'agentId', 'tenantId', 'createTime'] as const;
const pileFilters = ['cpCode', 'stationId', 'agentId', 'tenantId', 'createTime'] as const;
const filtersOf = (type: RecordTypeValue) => (type === status.value ? pileFilters : orderFilters);
const actions = ['detail' as const];

const draw = {
  cpCode: (value: string) => <a href={`#/network/pile?view=${encodeURIComponent(value)}`}>{value}</a>,
  gunNumber: (value: number) => (value === 0 ? <EmptyCell /> : value),
  chargingOrderNo: (value: string | null) =>
    value === null ? <EmptyCell /> : <a href={`#/order/charging-order?chargingOrderNo=${encodeURIComponent(value)}`}>{value}</a>,
  content: (_value: unknown, row: Row) => <RecordFacts row={row} />,
};

const detail = (row: Row) => <RecordContentView row={row} />;
