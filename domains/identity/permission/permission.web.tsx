import { Button, Dropdown, Input, Tag } from 'antd';
import DownOutlined from '@ant-design/icons/DownOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { useMemo, useState } from 'react';
import { itemOf, valuesOf } from '#kit/fields/codes.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { call, CallError } from '#kit/web/calls/client.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { CodeTag } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { rowActionsOf } from '#kit/web/list/actions/actions.ts';
import type { ActionFacts } from '#kit/web/list/actions/actions.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import type { TreeShape } from '#kit/web/tree/rows.ts';
import { TreeTable } from '#kit/web/tree/tree-table.tsx';
import type { TreeColumn } from '#kit/web/tree/tree-table.tsx';
import { useTree } from '#kit/web/tree/use-tree.ts';
import { words } from '#kit/web/words.ts';
import { menuType as menuTypes, permsType, ruleStatus } from './permission.codes.ts';
import type { FormOpening } from './permission-form.web.tsx';
import { permissionLabels, permissionWords } from './permission.labels.ts';
import { permission, permissionApi } from './permission.ts';
import type { PermissionNode } from './permission.ts';
import { matchingRights } from './tree.rules.ts';
import { roleLevel } from '../role/levels.ts';
import './permission.css';

const PermissionForm = lazyComponent(() => import('./permission-form.web.tsx').then((form) => form.PermissionForm));
const { root: GROUP, page: PAGE, rule: RULE } = valuesOf(menuTypes);
const initialFields = {
  sortNo: 100,
  isRoute: 1,
  hidden: 0,
  alwaysShow: 0,
  keepAlive: 1,
  internalOrExternal: 0,
  status: ruleStatus.items.inForce.value,
  minLevel: roleLevel.items.tenant.value,
} as const;

/** Menus, buttons and field rules as a tree. */
export const PermissionPage = () => {
  const say = useSay();
  const { data, error, isFetching, refetch } = useCall(permissionApi.list, {});
  const [opening, setOpened] = useState<FormOpening>();
  const [keyword, setKeyword] = useState('');
  const matches = useMemo(() => data && matchingRights(data, keyword), [data, keyword]);
  const tree = useTree<PermissionNode>({ shape, rows: matches, allOpen: keyword.trim() !== '' });
  const add = (menuType: 0 | 1 | 2, parentId: string | null = null): void =>
    setOpened({ initial: { ...initialFields, menuType, parentId, permsType: menuType === RULE ? '1' : '2' } });
  const actionsOf = useActions({ onOpen: setOpened, onAdd: add });
  return (
    <section className="co-card">
      <div className="co-toolbar">
        <div className="co-toolbar-side">
          <AddButton onAdd={add} />
          <Input.Search
            allowClear
            className="pm-search"
            value={keyword}
            onChange={(event) => setKeyword(event.target.value)}
            placeholder={say(permissionWords.search)}
            aria-label={say(permissionWords.search)}
          />
        </div>
        <Button icon={<ReloadOutlined spin={isFetching} />} aria-label={say(words.refresh)} onClick={() => void refetch()} />
      </div>
      <p className="co-hint pm-about">{say(permissionWords.about)}</p>
      {error ? (
        <LoadError because={error.message} retry={() => void refetch()} />
      ) : (
        <TreeTable tree={tree} label={say(permissionLabels.noun)} columns={columns} actionsOf={actionsOf} empty={say(words.emptyFiltered)} />
      )}
      {opening && <PermissionForm opening={opening} onClose={() => setOpened(undefined)} />}
    </section>
  );
};

const AddButton = ({ onAdd }: { readonly onAdd: (menuType: 0 | 1 | 2) => void }) => {
  const say = useSay();
  const items = [
    { key: 'entry', label: say(permissionWords.addEntry), onClick: () => onAdd(PAGE) },
    { key: 'group', label: say(permissionWords.addGroup), onClick: () => onAdd(GROUP) },
    { key: 'rule', label: say(permissionWords.addRule), onClick: () => onAdd(RULE) },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <ActButton type="primary" icon={<PlusOutlined />} allow={permissionApi.add.allow}>
        {say(words.add)} <DownOutlined />
      </ActButton>
    </Dropdown>
  );
};

const shape: TreeShape<PermissionNode> = {
  keyOf: ({ id }) => id,
  nameOf: ({ title }) => title,
  hasChildren: ({ children = [] }) => children.length > 0,
  childrenOf: ({ children }) => children,
};

const columns: readonly TreeColumn<PermissionNode>[] = [
  { key: 'title', title: permissionWords.name, render: ({ title }) => <span title={title}>{title}</span> },
  { key: 'perms', title: permissionWords.what, wideOnly: true, render: ({ perms, url }) => <code title={perms ?? url ?? ''}>{perms ?? url}</code> },
  { key: 'marks', title: permissionWords.marks, widthPx: 220, wideOnly: true, render: (node) => <NodeTags node={node} /> },
];

interface NodeActions {
  readonly onOpen: (opening: FormOpening) => void;
  readonly onAdd: (menuType: 0 | 1 | 2, parentId: string) => void;
}

/** The actions on a record; those that the program declares cannot be deleted. */
const useActions = ({ onOpen, onAdd }: NodeActions) => {
  const say = useSay();
  const feedback = useFeedback();
  const edit = async ({ id, title }: PermissionNode) => {
    try {
      onOpen({ row: await call(permissionApi.queryById, { id }), title });
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      feedback.refused(problem);
    }
  };
  const addBelow = { key: 'addBelow', label: permissionWords.addBelow, allow: permissionApi.add.allow };
  return (node: PermissionNode) => {
    const facts: ActionFacts = { noun: permission, api: permissionApi, labels: permissionLabels, say, feedback, open: () => void edit(node) };
    const childActions = node.menuType === RULE ? [] : [{ ...addBelow, run: () => onAdd(PAGE, node.id) }];
    return rowActionsOf(facts, [...childActions, 'edit', ...(node.builtIn === 0 ? ['delete'] : [])], { ...node });
  };
};

/** Tags for the unusual properties of a record. */
const NodeTags = ({ node }: { readonly node: PermissionNode }) => {
  const say = useSay();
  return (
    <>
      {node.ruleFlag === 1 && <Tag color="processing">{say(permissionWords.field)}</Tag>}
      {node.menuType === RULE && <CodeTag item={itemOf(ruleStatus, node.status)} />}
      {node.menuType === RULE && node.permsType === permsType.items.shows.value && <Tag>{say(permissionWords.removes)}</Tag>}
      {node.hidden === 1 && <Tag>{say(permissionWords.hidden)}</Tag>}
      {node.builtIn === 0 && node.ruleFlag === 0 && <Tag color="processing">{say(permissionWords.own)}</Tag>}
    </>
  );
};
