import { Button, Checkbox, Dropdown, Empty, Input, Modal, Radio, Skeleton, Tree } from 'antd';
import type { InputRef } from 'antd';
import DownOutlined from '@ant-design/icons/DownOutlined';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { LoadError } from '../load-error.tsx';
import { useFeedback } from '../dialogs/feedback.tsx';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import { flatOf, searchNodes, halfCheckedKeys, toggledKeys } from './tree.ts';
import type { TreeNode } from './tree.ts';
import { pickerWords } from './picker-words.ts';
import './picker.css';

/** A picked node in the format of the product family's pickers. */
export interface PickedItem {
  readonly value: string;
  readonly text: string;
}

interface TreePickerProps {
  readonly title: string;
  /** Undefined while they load. */
  readonly nodes: readonly TreeNode[] | undefined;
  readonly problem?: { readonly message: string; readonly retry: () => void } | undefined;
  readonly selectedKeys: readonly string[];
  readonly multi: boolean;
  readonly searchLabel: string;
  readonly onDone: (items: readonly PickedItem[]) => void;
  readonly onClose: () => void;
}

const WIDTH = 500;

/** Picks nodes of a tree: by checkboxes, with or without their descendants, or by a search of their names. */
export const TreePicker = ({ title, nodes, problem, selectedKeys, multi, searchLabel, onDone, onClose }: TreePickerProps) => {
  const say = useSay();
  const { warn } = useFeedback();
  const search = useRef<InputRef>(null);
  const [checked, setChecked] = useState(selectedKeys);
  const [linked, setLinked] = useState(false);
  const [searchText, setSearchText] = useState('');
  const flatNodes = useMemo(() => flatOf(nodes ?? []), [nodes]);
  const checkedNodes = flatNodes.filter(({ key }) => checked.includes(key));
  const tick = (key: string): void => setChecked(toggledKeys({ nodes: nodes ?? [], checked, key, linked, multi }));
  const submit = (): void => {
    if (checkedNodes.length === 0) warn(pickerWords.needOne);
    else onDone(checkedNodes.map(({ key, title: text }) => ({ value: key, text })));
  };
  const body = (): ReactNode => {
    if (problem) return <LoadError because={problem.message} retry={problem.retry} />;
    if (!nodes) return <Skeleton active paragraph={{ rows: 6 }} />;
    if (nodes.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.empty)} />;
    if (searchText.trim() !== '') return <FoundNodes {...{ nodes, searchText, checked, multi, tick }} />;
    return <NodeTree {...{ nodes, checked, label: title, tick }} />;
  };
  return (
    <Modal
      open
      width={WIDTH}
      title={title}
      okText={say(words.ok)}
      cancelText={say(words.cancel)}
      onOk={submit}
      onCancel={onClose}
      destroyOnHidden
      afterOpenChange={(shown) => shown && search.current?.focus()}
    >
      <Input.Search
        allowClear
        ref={search}
        value={searchText}
        placeholder={searchLabel}
        aria-label={searchLabel}
        onChange={({ target }) => setSearchText(target.value)}
      />
      <div className="co-pick-body">{body()}</div>
      <div className="co-pick-foot">
        <span>{say(words.selected, { n: checkedNodes.length })}</span>
        {multi && <LinkMenu linked={linked} onLink={setLinked} />}
      </div>
    </Modal>
  );
};

const LinkMenu = ({ linked, onLink }: { readonly linked: boolean; readonly onLink: (linked: boolean) => void }) => {
  const say = useSay();
  const items = [
    { key: 'linked', label: say(pickerWords.link), onClick: () => onLink(true) },
    { key: 'strict', label: say(pickerWords.unlink), onClick: () => onLink(false) },
  ];
  return (
    <Dropdown trigger={['click']} placement="topRight" menu={{ items, selectable: true, selectedKeys: [linked ? 'linked' : 'strict'] }}>
      <Button icon={<DownOutlined />} iconPlacement="end">
        {say(pickerWords.treeActions)}
      </Button>
    </Dropdown>
  );
};

interface TreeProps {
  readonly nodes: readonly TreeNode[];
  readonly checked: readonly string[];
  readonly label: string;
  readonly tick: (key: string) => void;
}

const NodeTree = ({ nodes, checked, label, tick }: TreeProps) => {
  // Initially all checked nodes are visible, and the first level is open.
  const [open, setOpen] = useState(() => [...nodes.map(({ key }) => key), ...halfCheckedKeys(nodes, checked)]);
  return (
    <Tree
      blockNode
      checkable
      checkStrictly
      aria-label={label}
      treeData={nodes.map(antNodeOf)}
      checkedKeys={{ checked: [...checked], halfChecked: [...halfCheckedKeys(nodes, checked)] }}
      selectedKeys={[]}
      expandedKeys={open}
      onExpand={(keys) => setOpen(keys.map(String))}
      onCheck={(_keys, { node }) => tick(node.key)}
      onSelect={(_keys, { node }) => tick(node.key)}
    />
  );
};

interface PickerNode {
  readonly key: string;
  readonly title: string;
  children: PickerNode[];
}
const antNodeOf = ({ key, title, children }: TreeNode): PickerNode => ({ key, title, children: (children ?? []).map(antNodeOf) });

interface FoundProps extends Omit<TreeProps, 'label'> {
  readonly searchText: string;
  readonly multi: boolean;
}

/** The nodes that a search found, as a flat list; the path of each is shown in small letters. */
const FoundNodes = ({ nodes, searchText, checked, multi, tick }: FoundProps) => {
  const say = useSay();
  const foundNodes = useMemo(() => searchNodes(nodes, searchText), [nodes, searchText]);
  const Box = multi ? Checkbox : Radio;
  if (foundNodes.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(pickerWords.noneFound)} />;
  return (
    <ul className="co-pick-found">
      {foundNodes.map(({ key, title, ancestors }) => (
        <li key={key}>
          <Box checked={checked.includes(key)} onChange={() => tick(key)}>
            {title}
            {ancestors.length > 0 && <span className="co-hint"> {ancestors.join(' / ')}</span>}
          </Box>
        </li>
      ))}
    </ul>
  );
};
