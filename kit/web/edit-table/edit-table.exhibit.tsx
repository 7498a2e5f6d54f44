import { Button, Checkbox } from 'antd';
import { useEffect, useState } from 'react';
import type { Exhibit } from '../gallery/exhibit.ts';
import { textOf } from '../text-of.ts';
import type { OptionsQuery, Column, Option } from './table/column.ts';
import { EditTableView } from './edit-table.tsx';
import type { EditTableProps } from './edit-table.tsx';
import { DetailsModal } from './details-modal.tsx';
import type { CellValues, TableRow } from './table/rows.ts';
import { useEditTable } from './table/use-edit-table.ts';

const provinces: readonly Option[] = [
  { value: 'zj', label: ['浙江', '浙江', 'Zhejiang'] },
  { value: 'js', label: ['江苏', '江蘇', 'Jiangsu'] },
];
const cities: Readonly<Record<string, readonly Option[]>> = {
  zj: [
    { value: 'hz', label: ['杭州', '杭州', 'Hangzhou'] },
    { value: 'nb', label: ['宁波', '寧波', 'Ningbo'] },
  ],
  js: [{ value: 'nj', label: ['南京', '南京', 'Nanjing'] }],
};
const loadCities = async ({ parent }: OptionsQuery): Promise<readonly Option[]> => cities[String(parent)] ?? [];
/** A long list that loads only the options that match the search. */
const loadPiles = async ({ keyword }: OptionsQuery): Promise<readonly Option[]> =>
  Array.from({ length: 200 }, (_unused, index) => ({ value: `P${index}`, label: `Pile ${String(index).padStart(3, '0')}` }))
    .filter(({ label }) => label.toLowerCase().includes(keyword.toLowerCase()))
    .slice(0, 10);

const kinds: readonly Option[] = [
  { value: 1, label: ['快充', '快充', 'Fast'] },
  { value: 2, label: ['慢充', '慢充', 'Slow'] },
  { value: 3, label: ['停用', '停用', 'Retired'], disabled: true },
];

const isTaken = async (value: unknown) => (value === 'taken' ? (['已被占用', '已被佔用', 'This is taken'] as const) : undefined);

/** A column of every type. */
const columns: readonly Column[] = [
  {
    key: 'name',
    title: ['名称', '名稱', 'Name'],
    type: 'input',
    widthPx: 150,
    maxLength: 60,
    validateRules: [{ required: true }, { unique: true }, { handler: isTaken }],
  },
  { key: 'power', title: ['功率', '功率', 'Power'], type: 'inputNumber', unit: 'kW', statistics: true, validateRules: [{ pattern: 'n' }] },
  { key: 'on', title: ['启用', '啟用', 'On'], type: 'checkbox', widthPx: 70, customValue: ['Y', 'N'], defaultChecked: true },
  { key: 'kind', title: ['类型', '類型', 'Kind'], type: 'select', options: kinds, defaultValue: 1 },
  { key: 'tags', title: ['标签', '標籤', 'Tags'], type: 'list_multi', options: kinds, widthPx: 140 },
  { key: 'maker', title: ['厂商', '廠商', 'Maker'], type: 'select', options: kinds, allowInput: true },
  { key: 'pile', title: ['电桩', '電樁', 'Pile'], type: 'sel_search_async', load: loadPiles },
  { key: 'province', title: ['省', '省', 'Province'], type: 'select', options: provinces },
  { key: 'city', title: ['市', '市', 'City'], type: 'select', linkedTo: 'province', load: loadCities },
  {
    key: 'phase',
    title: ['相', '相', 'Phase'],
    type: 'radio',
    widthPx: 150,
    options: [
      { value: 1, label: '1' },
      { value: 3, label: '3' },
    ],
  },
  { key: 'day', title: ['日期', '日期', 'Day'], type: 'date' },
  { key: 'at', title: ['时间', '時間', 'Time'], type: 'datetime' },
  { key: 'phone', title: ['手机', '手機', 'Phone'], type: 'input', validateRules: [{ pattern: 'm' }], placeholder: ['手机号', '手機號', 'Mobile'] },
  { key: 'note', title: ['备注', '備註', 'Note'], type: 'input_pop', widthPx: 160, maxLength: 255 },
  { key: 'picture', title: ['图片', '圖片', 'Picture'], type: 'image', widthPx: 130 },
  { key: 'file', title: ['文件', '檔案', 'File'], type: 'file', widthPx: 130 },
  { key: 'yes', title: ['字典', '字典', 'Dictionary'], type: 'select', dictCode: 'yn' },
  { key: 'people', title: ['人员', '人員', 'People'], type: 'sel_user' },
  { key: 'departs', title: ['部门', '部門', 'Departments'], type: 'sel_depart' },
  {
    key: 'report',
    title: ['报表', '報表', 'Report'],
    type: 'popup',
    widthPx: 150,
    popupCode: 'orderDay',
    orgFields: 'stationId_dictText,orderCount',
    destFields: 'report,power',
  },
  {
    key: 'sum',
    title: ['双倍', '雙倍', 'Twice'],
    type: 'slot',
    render: ({ values }) => <span className="co-num">{2 * Number(values['power'] ?? 0)}</span>,
  },
  { key: 'secret', title: ['隐藏', '隱藏', 'Hidden'], type: 'hidden' },
];

const filled: readonly CellValues[] = [
  {
    id: '1',
    name: 'North',
    power: 60,
    on: 'Y',
    kind: 1,
    tags: '1,2',
    province: 'zj',
    city: 'hz',
    phase: 3,
    day: '2026-01-31',
    at: '2026-01-31 08:30:00',
    phone: '13800138000',
    note: 'Beside the gate',
  },
  { id: '2', name: 'South', power: 7, on: 'N', kind: 2, maker: 'Own make', province: 'js', city: 'nj', phase: 1 },
  { id: '3', name: 'Out of use', power: 120, on: 'N', kind: 3 },
];
const LONG = 'Chargers at the northern entrance of the second underground car park, behind the ramp, opposite the lift';
const long: readonly CellValues[] = [{ id: '1', name: LONG.slice(0, 60), power: 123_456_789_012, kind: 1, tags: '1,2,3', maker: LONG, note: LONG }];
const wrong: readonly CellValues[] = [
  { id: '1', name: '', power: 1, phone: '123' },
  { id: '2', name: 'Twin', power: 2 },
  { id: '3', name: 'Twin', power: 3 },
];
const many: readonly CellValues[] = Array.from({ length: 5_000 }, (_unused, index) => ({
  id: `m${index}`,
  name: `Row ${index}`,
  power: index % 240,
  kind: 1 + (index % 2),
  note: `Note ${index}`,
}));

interface ShownProps extends Partial<EditTableProps> {
  readonly records: readonly CellValues[];
  readonly checked?: boolean;
}

const Shown = ({ records, checked = false, ...props }: ShownProps) => {
  const table = useEditTable({ columns, records, dragSort: true, disabledRows: { kind: 3 } });
  useEffect(() => {
    if (checked) void table.check();
  }, [table, checked]);
  return <EditTableView table={table} label="Chargers" rowNumber rowSelection {...props} />;
};

const guns = ({ values }: TableRow) => <p>{`${textOf(values['name'])}: A, B`}</p>;

const Details = () => {
  const [open, setOpen] = useState(false);
  const [sure, setSure] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && (
        <DetailsModal onOk={() => sure} onClose={() => setOpen(false)}>
          <Checkbox checked={sure} onChange={(event) => setSure(event.target.checked)}>
            It may be closed
          </Checkbox>
        </DetailsModal>
      )}
    </>
  );
};

export const exhibits: readonly Exhibit[] = [
  {
    name: 'editTable',
    wide: true,
    title: ['可编辑表格', '可編輯表格', 'Editable table'],
    states: {
      empty: () => <Shown records={[]} />,
      filled: () => <Shown records={filled} />,
      invalid: () => <Shown records={wrong} checked />,
      disabled: () => <Shown records={filled} disabled />,
      loading: () => <Shown records={[]} loading />,
      longText: () => <Shown records={long} />,
    },
    more: [
      { name: 'always', title: ['始终编辑', '始終編輯', 'Always an input'], Shown: () => <Shown records={filled} mode="always" /> },
      { name: 'tight', title: ['紧凑', '緊湊', 'Tight'], Shown: () => <Shown records={wrong} tight checked /> },
      { name: 'subTable', title: ['子表', '子表', 'Sub-table'], Shown: () => <Shown records={filled} disabled subTable={guns} /> },
      { name: 'details', title: ['详细信息', '詳細資訊', 'Details'], Shown: Details },
      { name: 'many', title: ['5000 行', '5000 列', '5,000 rows'], Shown: () => <Shown records={many} tight mode="always" /> },
    ],
  },
];
