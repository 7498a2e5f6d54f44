import { Button, Dropdown, Empty, Input, Skeleton, Tag, Tree } from 'antd';
import type { TreeDataNode } from 'antd';
import DownOutlined from '@ant-design/icons/DownOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { lazy, Suspense, useState } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import { ActButton } from '#kit/web/button.tsx';
import { call, CallError } from '#kit/web/client.ts';
import { useFeedback, useSend } from '#kit/web/feedback.tsx';
import { CodeTag } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { Notice } from '#kit/web/notice.tsx';
import { useCall } from '#kit/web/query.tsx';
import { words } from '#kit/web/words.ts';
import { ruleStatus } from './permission.codes.ts';
import type { Opened } from './permission-form.web.tsx';
import { permissionWords } from './permission.labels.ts';
import { permission, permissionApi } from './permission.ts';
import type { PermissionNode } from './permission.ts';
import { flatten, matchingRights } from './tree.rules.ts';
import './permission.css';

const PermissionForm = lazy(() => import('./permission-form.web.tsx').then((form) => ({ default: form.PermissionForm })));
const changes = [permission];
const [GROUP, PAGE, RULE] = [0, 1, 2] as const;
const start = { sortNo: 100, isRoute: 1, hidden: 0, alwaysShow: 0, keepAlive: 1, internalOrExternal: 0, status: '1', minLevel: 80 } as const;

/** Menus, buttons and field rules as a tree. */
export const PermissionPage = () => {
  const say = useSay();
  const { data, error, isPending, isFetching, refetch } = useCall(permissionApi.list, {});
  const [opened, setOpened] = useState<Opened>();
  const [typed, setTyped] = useState('');
  const [expanded, setExpanded] = useState<readonly string[]>([]);
  const found = matchingRights(data ?? [], typed);
  const add = (menuType: 0 | 1 | 2, parentId: string | null = null): void =>
    setOpened({ initial: { ...start, menuType, parentId, permsType: menuType === RULE ? '1' : '2' } });
  return (
    <section className="co-card">
      <div className="co-toolbar">
        <div className="co-toolbar-side">
          <AddButton onAdd={add} />
          <Input.Search
            allowClear
            className="pm-search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder={say(permissionWords.search)}
            aria-label={say(permissionWords.search)}
          />
        </div>
        <Button icon={<ReloadOutlined spin={isFetching} />} aria-label={say(words.refresh)} onClick={() => void refetch()} />
      </div>
      <p className="co-hint pm-about">{say(permissionWords.about)}</p>
      {isPending && <Skeleton active paragraph={{ rows: 8 }} className="pm-wait" />}
      {error && <Notice tone="warn" title={say(words.loadFailed)} text={error.message} />}
      {data && found.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.emptyFiltered)} />}
      {found.length > 0 && (
        <Tree
          className="pm-tree"
          blockNode
          selectable={false}
          expandedKeys={typed.trim() === '' ? [...expanded] : flatten(found).map(({ id }) => id)}
          onExpand={(keys) => setExpanded(keys.map(String))}
          treeData={found.map((node) => drawn(node, { onOpen: setOpened, onAdd: add }))}
        />
      )}
      <Suspense fallback={null}>{opened && <PermissionForm opened={opened} onClose={() => setOpened(undefined)} />}</Suspense>
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

interface NodeActs {
  readonly onOpen: (opened: Opened) => void;
  readonly onAdd: (menuType: 0 | 1 | 2, parentId: string) => void;
}

const drawn = (node: PermissionNode, acts: NodeActs): TreeDataNode => ({
  key: node.id,
  title: <Node node={node} {...acts} />,
  children: (node.children ?? []).map((child) => drawn(child, acts)),
});

const Node = ({ node, onOpen, onAdd }: { readonly node: PermissionNode } & NodeActs) => {
  const say = useSay();
  const { ask, refused } = useFeedback();
  const { send } = useSend(permissionApi.delete, { changes });
  const edit = async () => {
    try {
      onOpen({ row: await call(permissionApi.queryById, { id: node.id }) });
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      refused(problem);
    }
  };
  const remove = async () => {
    if (await ask({ title: say(words.confirmDelete, { name: node.title }), yes: words.delete, danger: true })) await send({ id: node.id });
  };
  return (
    <span className="pm-node">
      <span className="pm-name">{node.title}</span>
      {(node.perms ?? node.url) !== null && <code>{node.perms ?? node.url}</code>}
      <Marks node={node} />
      <span className="pm-acts">
        {node.menuType !== RULE && (
          <ActButton type="link" size="small" allow={permissionApi.add.allow} onClick={() => onAdd(PAGE, node.id)}>
            {say(permissionWords.addBelow)}
          </ActButton>
        )}
        <ActButton type="link" size="small" allow={permissionApi.edit.allow} onClick={() => void edit()}>
          {say(words.edit)}
        </ActButton>
        {node.builtIn === 0 && (
          <ActButton type="link" size="small" danger allow={permissionApi.delete.allow} onClick={() => void remove()}>
            {say(words.delete)}
          </ActButton>
        )}
      </span>
    </span>
  );
};

/** What is not as usual about a record. */
const Marks = ({ node }: { readonly node: PermissionNode }) => {
  const say = useSay();
  return (
    <>
      {node.ruleFlag === 1 && <Tag color="processing">{say(permissionWords.field)}</Tag>}
      {node.menuType === RULE && <CodeTag item={itemOf(ruleStatus, node.status)} />}
      {node.menuType === RULE && node.permsType === '1' && <Tag>{say(permissionWords.removes)}</Tag>}
      {node.hidden === 1 && <Tag>{say(permissionWords.hidden)}</Tag>}
      {node.builtIn === 0 && node.ruleFlag === 0 && <Tag color="processing">{say(permissionWords.own)}</Tag>}
    </>
  );
};
