import { useState } from 'react';
import type { Exhibit } from '../gallery/exhibit.ts';
import { useSay } from '../language.ts';
import type { RowAction } from '../list/actions/actions.ts';
import type { BranchSource } from './branches.ts';
import { loadPlants, plantShape, usePlants } from './plants.ts';
import type { Plant } from './plants.ts';
import { TreeTable } from './tree-table.tsx';
import type { TreeColumn } from './tree-table.tsx';
import { useTree } from './use-tree.ts';

const columns: readonly TreeColumn<Plant>[] = [
  { key: 'name', title: ['名称', '名稱', 'Name'], render: ({ name }) => name },
  { key: 'code', title: ['编码', '編碼', 'Code'], widthPx: 120, wideOnly: true, render: ({ id }) => <span className="co-num">{id}</span> },
];
const LONG = 'Chargers at the northern entrance of the second underground car park, behind the ramp, opposite the lift';

interface ShownProps {
  readonly load: BranchSource['load'];
  readonly open?: readonly string[];
  readonly plain?: boolean;
}

const Shown = ({ load, open = [], plain = false }: ShownProps) => {
  const say = useSay();
  const source = usePlants(load);
  const tree = useTree({ shape: plantShape, source, open });
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const [text, setSaid] = useState('');
  const actionsOf = (row: Plant): readonly RowAction[] =>
    (['edit', 'delete'] as const).map((key) => ({
      key,
      label: say(key === 'edit' ? ['编辑', '編輯', 'Edit'] : ['删除', '刪除', 'Delete']),
      allow: 'signedIn',
      because: undefined,
      danger: key === 'delete',
      inMenu: false,
      run: () => setSaid(`${key} ${row.name}`),
    }));
  return (
    <>
      <TreeTable
        tree={tree}
        label="Plants"
        columns={columns}
        {...(!plain && { actionsOf, ticks: { ticked, onTick: setTicked, disabledRows: { rare: true } } })}
      />
      <output className="co-hint">{text}</output>
    </>
  );
};

const never = () => new Promise<never>(() => undefined);
const failing = (parentId: string) => (parentId === '0' ? loadPlants(parentId) : Promise.reject(new Error('The garden is closed')));
const closed = () => Promise.reject(new Error('The garden is closed'));
const slow = (parentId: string) => (parentId === '0' ? loadPlants(parentId) : never());
const long = async () => [{ id: 'long', name: LONG, hasChild: '0' }];
const many = async (parentId: string) =>
  parentId === '0'
    ? Array.from({ length: 2_000 }, (_unused, index) => ({ id: `m${index}`, name: `Plant ${index}`, hasChild: index % 10 === 0 ? '1' : '0' }))
    : [];

export const exhibits: readonly Exhibit[] = [
  {
    name: 'treeTable',
    wide: true,
    title: ['树形表格', '樹狀表格', 'Tree table'],
    states: {
      empty: () => <Shown load={async () => []} />,
      filled: () => <Shown load={loadPlants} open={['fruit']} />,
      invalid: () => <Shown load={failing} open={['fruit']} />,
      loading: () => <Shown load={slow} open={['fruit']} />,
      longText: () => <Shown load={long} />,
    },
    never: ['disabled'],
    more: [
      { name: 'reading', title: ['首次加载', '首次載入', 'Nothing read yet'], Shown: () => <Shown load={never} /> },
      { name: 'closed', title: ['加载失败', '載入失敗', 'Could not be read'], Shown: () => <Shown load={closed} /> },
      { name: 'plain', title: ['只读', '唯讀', 'To look at'], Shown: () => <Shown load={loadPlants} plain open={['fruit', 'apple']} /> },
      { name: 'many', title: ['2000 行', '2000 列', '2,000 rows'], Shown: () => <Shown load={many} plain /> },
    ],
  },
];
