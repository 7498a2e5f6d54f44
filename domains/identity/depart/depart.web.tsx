import { Button, Empty, Input, Skeleton, Tabs } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { FieldList } from '#kit/web/list/detail-drawer.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDrawer } from '#kit/web/form/form-drawer.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import type { TreeShape } from '#kit/web/tree/rows.ts';
import { TreeTable } from '#kit/web/tree/tree-table.tsx';
import type { TreeColumn } from '#kit/web/tree/tree-table.tsx';
import { useTree } from '#kit/web/tree/use-tree.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { words } from '#kit/web/words.ts';
import { DepartRoleList } from '../depart-role/depart-role-list.web.tsx';
import { DepartPeople } from './depart-people.web.tsx';
import { DepartInput } from './depart-input.web.tsx';
import { departLabels, departWords } from './depart.labels.ts';
import { depart, departApi } from './depart.ts';
import type { DepartNode } from './depart.ts';
import { matchingDeparts, findNode } from './depart-tree.rules.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import './depart.css';

const DepartRights = lazyComponent(() => import('./depart-rights.web.tsx').then((rights) => rights.DepartRights), <Skeleton active />);

type Row = RowOf<typeof depart.fields>;
type DepartForm = { readonly row?: Row; readonly initial?: Partial<Row> };

/** The tree of departments on the left, and the selected one on the right. */
export const DepartPage = () => {
  const say = useSay();
  const tree = useCall(departApi.queryTreeList, {});
  const [selectedKey, setChosen] = useState<string>();
  const [form, setForm] = useState<DepartForm>();
  const { confirm } = useFeedback();
  const unsaved = useRef(false);
  const onUnsaved = useCallback((isUnsaved: boolean) => void (unsaved.current = isUnsaved), []);
  const choose = async (id: string) => {
    const mayLeave = id === selectedKey || !unsaved.current;
    if (mayLeave || (await confirm({ title: words.unsaved, okText: words.discard, cancelText: words.keepEditing, danger: true }))) setChosen(id);
  };
  const nodes = tree.data ?? [];
  const selectedNode = findNode(nodes, selectedKey);
  return (
    <div className="co-depart">
      <section className="co-card co-depart-tree">
        <ActButton block type="primary" allow={departApi.add.allow} onClick={() => setForm({})}>
          {say(departWords.addRoot)}
        </ActButton>
        {tree.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
        {tree.error && <LoadError because={tree.error.message} retry={tree.refetch} />}
        {tree.data && <DepartTree nodes={nodes} selectedKey={selectedKey} onSelect={(id) => void choose(id)} />}
      </section>
      <section className="co-card co-depart-detail">
        {selectedNode ? (
          <SelectedDepart key={selectedNode.id} id={selectedNode.id} onForm={setForm} onDeleted={() => setChosen(undefined)} onUnsaved={onUnsaved} />
        ) : (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(departWords.pick)} />
        )}
      </section>
      {form && (
        <FormDrawer
          of={depart}
          api={departApi}
          labels={departLabels}
          open
          row={form.row}
          initial={form.initial}
          fields={fields}
          inputs={inputs}
          onClose={() => setForm(undefined)}
          onSaved={(row) => setChosen(row.id)}
        />
      )}
    </div>
  );
};

const fields = [
  ...(['tenantId', 'parentId', 'departName', 'departNameEn', 'departNameAbbr', 'orgCategory', 'departOrder', 'status', 'mobile'] as const),
  ...(['address', 'memo'] as const),
];

const inputs = { parentId: DepartInput };

interface TreeProps {
  readonly nodes: readonly DepartNode[];
  readonly selectedKey: string | undefined;
  readonly onSelect: (id: string) => void;
}

const DepartTree = ({ nodes, selectedKey, onSelect }: TreeProps) => {
  const say = useSay();
  const [keyword, setKeyword] = useState('');
  const shownNodes = useMemo(() => matchingDeparts(nodes, keyword), [nodes, keyword]);
  const [initialKeys] = useState(() => nodes.map(({ id }) => id));
  const tree = useTree<DepartNode>({ shape, rows: shownNodes, open: initialKeys, allOpen: keyword.trim() !== '' });
  if (nodes.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(departWords.none)} />;
  return (
    <>
      <Input.Search
        allowClear
        value={keyword}
        placeholder={say(departWords.search)}
        aria-label={say(departWords.search)}
        onChange={(event) => setKeyword(event.target.value)}
      />
      <div className="co-depart-fold">
        <Button type="link" size="small" onClick={() => tree.toggleAll(true)}>
          {say(departWords.expandAll)}
        </Button>
        <Button type="link" size="small" onClick={() => tree.toggleAll(false)}>
          {say(departWords.foldAll)}
        </Button>
      </div>
      <TreeTable
        tree={tree}
        label={say(departLabels.noun)}
        columns={columns}
        selectedId={selectedKey}
        onOpen={({ id }) => onSelect(id)}
        empty={say(departWords.noneFound)}
      />
    </>
  );
};

const shape: TreeShape<DepartNode> = {
  keyOf: ({ id }) => id,
  nameOf: ({ title }) => title,
  hasChildren: ({ children = [] }) => children.length > 0,
  childrenOf: ({ children }) => children,
};

const columns: readonly TreeColumn<DepartNode>[] = [
  { key: 'title', title: departLabels.fields.departName, render: ({ title }) => <span title={title}>{title}</span> },
  { key: 'orgCode', title: departLabels.fields.orgCode, widthPx: 110, render: ({ orgCode }) => <span className="co-hint">{orgCode}</span> },
];

interface SelectedDepartProps {
  readonly id: string;
  readonly onForm: (form: DepartForm) => void;
  readonly onDeleted: () => void;
  readonly onUnsaved: (unsaved: boolean) => void;
}

const SelectedDepart = ({ id, onForm, onDeleted, onUnsaved }: SelectedDepartProps) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const { data, error, isPending, refetch } = useCall(departApi.queryById, { id });
  const { send, sending } = useSend(departApi.delete, { changes: [depart], onDone: onDeleted });
  if (error) return <LoadError because={error.message} retry={refetch} />;
  if (isPending) return <Skeleton active paragraph={{ rows: 8 }} />;
  const remove = async () => {
    if (await confirm({ title: say(words.confirmDelete, { name: data.departName }), okText: words.delete, danger: true })) await send({ id });
  };
  return (
    <>
      <header className="co-depart-head">
        <h2>{data.departName}</h2>
        <ActButton allow={departApi.add.allow} onClick={() => onForm({ initial: { parentId: id, tenantId: data.tenantId } })}>
          {say(departWords.addBelow)}
        </ActButton>
        <ActButton allow={departApi.edit.allow} onClick={() => onForm({ row: data })}>
          {say(words.edit)}
        </ActButton>
        <ActButton danger allow={departApi.delete.allow} loading={sending} onClick={() => void remove()}>
          {say(words.delete)}
        </ActButton>
      </header>
      <Tabs
        items={[
          { key: 'info', label: say(departWords.info), children: <FieldList of={depart} labels={departLabels} row={data} fields={shownFields} /> },
          { key: 'people', label: say(departWords.people), children: <DepartPeople departId={id} /> },
          {
            key: 'rights',
            label: say(departWords.rights),
            children: <DepartRights departId={id} onUnsaved={onUnsaved} />,
          },
          { key: 'roles', label: say(departWords.roles), children: <DepartRoleList departId={id} /> },
        ]}
      />
    </>
  );
};

const shownFields =
  'departName,orgCode,parentId,orgCategory,status,departOrder,departNameEn,departNameAbbr,mobile,tenantId,address,memo,createTime'.split(',');
