import { Button, Empty, Skeleton, Tree } from 'antd';
import type { TreeDataNode } from 'antd';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { lazy, Suspense, useState } from 'react';
import { ActButton } from '#kit/web/button.tsx';
import { call, CallError } from '#kit/web/client.ts';
import { useFeedback, useSend } from '#kit/web/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { Notice } from '#kit/web/notice.tsx';
import { useCall } from '#kit/web/query.tsx';
import type { RowOf } from '#kit/web/typed.ts';
import { words } from '#kit/web/words.ts';
import { categoryLabels, categoryWords } from './category.labels.ts';
import { CATEGORY_ROOT, category, categoryApi } from './category.ts';
import type { CategoryNode } from './category.ts';
import './category.css';

const FormDrawer = lazy(() => import('#kit/web/form/form-drawer.tsx').then((form) => ({ default: form.FormDrawer<(typeof category)['fields']> })));

type Open = { readonly below: string } | { readonly row: RowOf<(typeof category)['fields']> };
const form = ['name', 'code'] as const;
const changes = [category];

/** Categories as a tree, each with what can be done with it. */
export const CategoryPage = () => {
  const say = useSay();
  const [open, setOpen] = useState<Open>();
  const { data, error, isPending, isFetching, refetch } = useCall(categoryApi.loadTreeRoot, { async: 'false' });
  return (
    <section className="co-card">
      <div className="co-toolbar">
        <ActButton type="primary" icon={<PlusOutlined />} allow={categoryApi.add.allow} onClick={() => setOpen({ below: CATEGORY_ROOT })}>
          {say(categoryWords.addRoot)}
        </ActButton>
        <Button icon={<ReloadOutlined spin={isFetching} />} aria-label={say(words.refresh)} onClick={() => void refetch()} />
      </div>
      {isPending && <Skeleton active paragraph={{ rows: 6 }} className="cg-wait" />}
      {error && <Notice tone="warn" title={say(words.loadFailed)} text={error.message} />}
      {data?.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(categoryWords.none)} />}
      {data && data.length > 0 && (
        <Tree
          className="cg-tree"
          blockNode
          selectable={false}
          defaultExpandedKeys={data.map(({ key }) => key)}
          treeData={data.map((node) => drawn(node, setOpen))}
        />
      )}
      <Suspense fallback={null}>{open && <Dialog open={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </section>
  );
};

const Dialog = ({ open, onClose }: { readonly open: Open; readonly onClose: () => void }) => (
  <FormDrawer
    open
    of={category}
    api={categoryApi}
    labels={categoryLabels}
    fields={form}
    width={480}
    {...('row' in open ? { row: open.row } : { initial: { pid: open.below } })}
    onClose={onClose}
  />
);

const drawn = (node: CategoryNode, onOpen: (open: Open) => void): TreeDataNode => ({
  key: node.key,
  title: <Node node={node} onOpen={onOpen} />,
  children: (node.children ?? []).map((child) => drawn(child, onOpen)),
});

const Node = ({ node, onOpen }: { readonly node: CategoryNode; readonly onOpen: (open: Open) => void }) => {
  const say = useSay();
  const { ask, refused } = useFeedback();
  const { send } = useSend(categoryApi.delete, { changes });
  const edit = async () => {
    try {
      onOpen({ row: await call(categoryApi.queryById, { id: node.key }) });
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      refused(problem);
    }
  };
  const remove = async () => {
    if (await ask({ title: say(words.confirmDelete, { name: node.title }), yes: words.delete, danger: true })) await send({ id: node.key });
  };
  return (
    <span className="cg-node">
      <span className="cg-name">{node.title}</span>
      <span className="cg-code">{node.code}</span>
      <span className="cg-acts">
        <ActButton type="link" size="small" allow={categoryApi.add.allow} onClick={() => onOpen({ below: node.key })}>
          {say(categoryWords.addBelow)}
        </ActButton>
        <ActButton type="link" size="small" allow={categoryApi.edit.allow} onClick={() => void edit()}>
          {say(words.edit)}
        </ActButton>
        <ActButton type="link" size="small" danger allow={categoryApi.delete.allow} onClick={() => void remove()}>
          {say(words.delete)}
        </ActButton>
      </span>
    </span>
  );
};
