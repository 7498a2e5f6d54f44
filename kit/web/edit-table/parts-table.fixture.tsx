import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../testing/show.fixture.tsx';
import type { Column } from './table/column.ts';
import { EditTableView } from './edit-table.tsx';
import type { EditTableProps } from './edit-table.tsx';
import { EditTable } from './table/table.ts';
import type { EditTableOptions } from './table/table.ts';

const columns: readonly Column[] = [
  { key: 'name', title: ['名称', '名稱', 'Name'], type: 'input', validateRules: [{ required: true }, { unique: true }] },
  { key: 'count', title: ['数量', '數量', 'Count'], type: 'inputNumber', statistics: true },
  { key: 'on', title: ['启用', '啟用', 'On'], type: 'checkbox', customValue: ['Y', 'N'] },
  {
    key: 'kind',
    title: ['类型', '類型', 'Kind'],
    type: 'select',
    options: [
      { value: 'fast', label: ['快充', '快充', 'Fast'] },
      { value: 'slow', label: ['慢充', '慢充', 'Slow'] },
    ],
  },
  { key: 'day', title: ['日期', '日期', 'Day'], type: 'date' },
  { key: 'note', title: ['备注', '備註', 'Note'], type: 'input_pop' },
];
const records = [
  { id: '1', name: 'one', count: 1, on: 'Y', kind: 'fast', day: '2026-01-02', note: 'short' },
  { id: '2', name: 'two', count: 2.9, on: 'N', kind: 'slow', day: null, note: null },
  { id: '3', name: 'three', count: null, on: 'N', kind: null, day: null, note: null },
];

/** Mounts a table of parts. */
export const open = (options: Partial<EditTableOptions> = {}, props: Partial<EditTableProps> = {}): EditTable => {
  const table = new EditTable({ columns, records, ...options });
  show(<EditTableView table={table} label="Parts" rowNumber rowSelection {...props} />);
  return table;
};
export const cell = (id: string, key: string) => page.elementLocator(document.querySelector(`[data-cell="${id} ${key}"]`) ?? document.body);
export const ready = async () => {
  await expect.element(page.getByRole('grid', { name: 'Parts' })).toBeVisible();
};
export const valueOf = (table: EditTable, id: string, key: string) => table.rows.list.find((row) => row.id === id)?.values[key];
/** The coordinates of the focused cell. */
export const focused = () => document.activeElement?.closest('[data-cell]')?.getAttribute('data-cell');
