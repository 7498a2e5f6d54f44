import { Form, Skeleton } from 'antd';
import { useId, useState } from 'react';
import type { ComponentType } from 'react';
import type { ReportColumns, ReportPoint } from '#kit/resource/report.ts';
import type { Words } from '#kit/fields/words.ts';
import type { Exhibit } from '../gallery/exhibit.ts';
import { useSay } from '../language.ts';
import { DayBars } from './day-bars.tsx';
import { PopupField } from './popup-field.tsx';
import type { PopupFieldProps } from './popup-field.tsx';
import { ReportPage } from './report-page.tsx';
import type { ReportState } from './report-state.ts';
import { ReportTable } from './report-table.tsx';
import type { ReportTableProps } from './report-table.tsx';

const title: Words = ['弹窗报表选择', '彈窗報表選擇', 'Report picker'];
const mapping = { code: 'orderDay', orgFields: 'stationId_dictText,orderCount', destFields: 'station,orders', field: 'station' } as const;
const LONG = 'Chargers at the northern entrance of the second underground car park, Chargers behind the ramp, Chargers opposite the lift';

const Shown = ({ value: first = null, ...more }: Partial<PopupFieldProps>) => {
  const say = useSay();
  const id = useId();
  const [value, setValue] = useState(first);
  const [orders, setOrders] = useState<string | null>(null);
  return (
    <Form component={false}>
      <label htmlFor={id} className="co-sr">
        {say(title)}
      </label>
      <PopupField {...mapping} {...more} id={id} value={value} onChange={setValue} onFill={(values) => setOrders(values['orders'] ?? null)} />
      {orders !== null && <p className="co-hint">{orders}</p>}
    </Form>
  );
};

const shown = (props: Partial<PopupFieldProps>): ComponentType => {
  const State = () => <Shown {...props} />;
  return State;
};

const popup: Exhibit = {
  name: 'report-picker',
  title,
  states: {
    empty: shown({}),
    filled: shown({ value: 'North gate' }),
    invalid: shown({ orgFields: '' }),
    disabled: shown({ value: 'North gate', disabled: true }),
    loading: () => <Skeleton.Input active block />,
    longText: shown({ value: LONG, multi: true }),
  },
  more: [
    { name: 'multi', title: ['多选', '多選', 'Several rows'], Shown: shown({ multi: true, sorter: 'orderCount=desc' }) },
    { name: 'uneven', title: ['数量不一致', '數量不一致', 'Fields that differ in number'], Shown: shown({ destFields: 'station' }) },
    { name: 'sorter', title: ['排序有误', '排序有誤', 'A wrong order'], Shown: shown({ sorter: 'orderCount' }) },
  ],
};

const facts: ReportColumns = {
  cgRpConfigId: 'demo',
  cgRpConfigName: '',
  columns: [
    { title: 'kWh', dataIndex: 'energy', align: 'right', fieldType: 'decimal', unit: 'kWh' },
    { title: 'CNY', dataIndex: 'paid', align: 'right', fieldType: 'money' },
  ],
  dictOptions: {},
  sums: [],
  chart: ['energy', 'paid'],
};
const DAYS = 28;
const points: readonly ReportPoint[] = Array.from({ length: DAYS }, (_none, index) => ({
  day: `2026-02-${String(index + 1).padStart(2, '0')}`,
  currency: 'CNY',
  figures: { energy: String(100 + ((index * 37) % 90)), paid: `${120 + ((index * 53) % 70)}.00` },
}));

const bars: Exhibit = {
  name: 'day-bars',
  title: ['按日走势', '按日走勢', 'Bars of days'],
  states: {
    empty: () => <DayBars facts={facts} points={[]} />,
    filled: () => <DayBars facts={facts} points={points} />,
    loading: () => <Skeleton.Node active />,
  },
  never: ['invalid', 'disabled', 'longText'],
};

const tableFacts: ReportColumns = {
  ...facts,
  columns: [
    { title: 'Station', dataIndex: 'station', align: 'left', fieldType: 'text', sorter: 'true', sortOrder: 'ascend' },
    { title: 'Energy', dataIndex: 'energy', align: 'right', fieldType: 'decimal', unit: 'kWh', sorter: 'true' },
    { title: 'Paid', dataIndex: 'paid', align: 'right', fieldType: 'money' },
  ],
};
const stations = ['North gate', 'South gate', 'East gate'].map((station, index) => ({
  station,
  energy: `${1_200 + index * 310}.500`,
  paid: `${960 + index * 88}.20`,
  currency: 'CNY',
}));

const Rows = ({ rows = stations, loading = false }: { readonly rows?: ReportTableProps['rows']; readonly loading?: boolean }) => {
  const [state, setState] = useState<ReportState>({ pageNo: 1, pageSize: 10 });
  return <ReportTable facts={tableFacts} rows={rows} total={rows.length} loading={loading} state={state} onState={setState} />;
};
const table: Exhibit = {
  name: 'report-table',
  wide: true,
  title: ['报表数据', '報表資料', 'Rows of a report'],
  states: {
    empty: () => <Rows rows={[]} />,
    filled: () => <Rows />,
    loading: () => <Rows loading />,
    longText: () => <Rows rows={[{ station: LONG, energy: '999999999.999', paid: '99999999.99', currency: 'CNY' }]} />,
  },
  never: ['invalid', 'disabled'],
};

/** The page of a report that every installation has. */
const whole: Exhibit = {
  name: 'report-page',
  wide: true,
  title: ['在线报表', '線上報表', 'Online report'],
  states: { filled: () => <ReportPage code="orderDay" /> },
  never: ['empty', 'invalid', 'disabled', 'loading', 'longText'],
};

export const exhibits: readonly Exhibit[] = [popup, bars, table, whole];
