import { Button } from 'antd';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { useState } from 'react';
import { useLocalAdvanced } from '#kit/web/advanced/advanced-button.tsx';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { call } from '#kit/web/calls/client.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { rowActionsOf } from '#kit/web/list/actions/actions.ts';
import type { ActionFacts } from '#kit/web/list/actions/actions.ts';
import { BatchBar } from '#kit/web/list/actions/batch-bar.tsx';
import { refresh } from '#kit/web/calls/query.tsx';
import type { BranchSource } from '#kit/web/tree/branches.ts';
import type { TreeShape } from '#kit/web/tree/rows.ts';
import { TreeTable } from '#kit/web/tree/tree-table.tsx';
import type { TreeColumn } from '#kit/web/tree/tree-table.tsx';
import { useTree } from '#kit/web/tree/use-tree.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { words } from '#kit/web/words.ts';
import { categoryLabels, categoryRefusals, categoryWords } from './category.labels.ts';
import { CATEGORY_ROOT, category, categoryApi } from './category.ts';
import './category.css';

const FormDrawer = lazyComponent(() => import('#kit/web/form/form-drawer.tsx').then((form) => form.FormDrawer<(typeof category)['fields']>));
const CategoryInput = lazyComponent(() => import('./category-input.web.tsx').then((input) => input.CategoryInput));
const MoveCategory = lazyComponent(() => import('./move-category.web.tsx').then((dialog) => dialog.MoveCategory));

type Row = RowOf<(typeof category)['fields']>;
type OpenDialog = { readonly below: string } | { readonly row: Row } | { readonly moved: Row };

const form = ['pid', 'name', 'code'] as const;
const inputs = { pid: CategoryInput };

const source: BranchSource = {
  key: [`${category.path}/childList`],
  root: CATEGORY_ROOT,
  paged: true,
  load: (parentId, page) => (parentId === CATEGORY_ROOT ? call(categoryApi.rootList, { ...page }) : call(categoryApi.childList, { pid: parentId })),
};
/** An advanced query finds categories at any level, so the result is a flat list. */
const matching = (filters: Readonly<Record<string, string | null>>): BranchSource => ({
  ...source,
  key: [...source.key, filters],
  load: (_root, page) => call(categoryApi.list, { ...page, ...filters }),
});
const shape: TreeShape<Row> = { keyOf: ({ id }) => id, nameOf: ({ name }) => name, hasChildren: ({ hasChild }) => hasChild === '1' };
const flat: TreeShape<Row> = { ...shape, hasChildren: () => false };
const columns: readonly TreeColumn<Row>[] = [
  { key: 'name', title: categoryLabels.fields.name, render: ({ name }) => name },
  { key: 'code', title: categoryLabels.fields.code, widthPx: 220, wideOnly: true, render: ({ code }) => <span className="cg-code">{code}</span> },
  {
    key: 'createTime',
    title: categoryLabels.fields.createTime,
    widthPx: 190,
    wideOnly: true,
    render: ({ createTime }) => <InstantCell value={createTime} />,
  },
];

/** Categories as a tree whose levels are loaded when they are opened. */
export const CategoryPage = () => {
  const say = useSay();
  const feedback = useFeedback();
  const [dialog, setDialog] = useState<OpenDialog>();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const advanced = useLocalAdvanced(category, categoryLabels, () => setSelected([]));
  const tree = useTree<Row>(advanced.isOn ? { shape: flat, source: matching(advanced.asked) } : { shape, source });
  const move = { key: 'move', label: categoryWords.move, allow: categoryApi.move.allow };
  const addBelow = { key: 'addBelow', label: categoryWords.addBelow, allow: categoryApi.add.allow };
  const actionsOf = (row: Row) => {
    const facts: ActionFacts = { noun: category, api: categoryApi, labels: categoryLabels, say, feedback, open: () => setDialog({ row }) };
    const disabledReason = row.hasChild === '1' ? say(categoryRefusals['category.hasChildren'], { name: row.name }) : undefined;
    return rowActionsOf(
      facts,
      [{ ...addBelow, run: () => setDialog({ below: row.id }) }, 'edit', { ...move, run: () => setDialog({ moved: row }) }, 'delete'],
      row,
    ).map((action) => (action.key === 'delete' ? { ...action, because: disabledReason } : action));
  };
  return (
    <section className="co-card">
      <div className="co-toolbar">
        <div className="co-toolbar-side">
          {selected.length > 0 ? (
            <BatchBar noun={category} api={categoryApi} selected={selected} onSelect={setSelected} />
          ) : (
            <ActButton type="primary" icon={<PlusOutlined />} allow={categoryApi.add.allow} onClick={() => setDialog({ below: CATEGORY_ROOT })}>
              {say(categoryWords.addRoot)}
            </ActButton>
          )}
        </div>
        <div className="co-toolbar-side">
          {advanced.button}
          <Button icon={<ReloadOutlined />} aria-label={say(words.refresh)} onClick={() => void refresh(category)} />
        </div>
      </div>
      {advanced.tagAndDialog}
      <TreeTable
        tree={tree}
        label={say(categoryLabels.noun)}
        columns={columns}
        actionsOf={actionsOf}
        ticks={{ ticked: selected, onTick: setSelected }}
        empty={say(advanced.isOn ? words.emptyFiltered : categoryWords.none)}
      />
      <Dialogs
        dialog={dialog}
        onClose={() => setDialog(undefined)}
        onMoved={(pid) => {
          setDialog(undefined);
          tree.toggle(pid, true);
        }}
      />
    </section>
  );
};

interface DialogsProps {
  readonly dialog: OpenDialog | undefined;
  readonly onClose: () => void;
  /** Called with the new parent after a category was added or moved. */
  readonly onMoved: (pid: string) => void;
}

const Dialogs = ({ dialog, onClose, onMoved }: DialogsProps) => {
  if (!dialog) return null;
  if ('moved' in dialog) return <MoveCategory row={dialog.moved} onClose={onClose} onMoved={onMoved} />;
  return (
    <FormDrawer
      open
      of={category}
      api={categoryApi}
      labels={categoryLabels}
      fields={form}
      inputs={inputs}
      width={480}
      {...('row' in dialog ? { row: dialog.row } : { initial: { pid: dialog.below } })}
      onClose={onClose}
      onSaved={({ pid }) => onMoved(pid)}
    />
  );
};
