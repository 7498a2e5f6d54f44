import { Checkbox, Empty, Input, Skeleton, Tree } from 'antd';
import type { TreeDataNode } from 'antd';
import { useState } from 'react';
import type { CallError } from '#kit/web/calls/client.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSay } from '#kit/web/language.ts';
import { words } from '#kit/web/words.ts';
import { rightsWords } from './permission.labels.ts';
import type { PermissionNode, PermissionTree } from './permission.ts';
import { changesOf, codesIn, flatten, matchingRights, tickOf, toggleNode } from './tree.rules.ts';
import './rights-tree.css';

const TREE_PX = 360;
const ALL = '*';

interface RightsTreeProps {
  readonly label: string;
  readonly tree: { readonly data: PermissionTree | undefined; readonly error: CallError | null; readonly refetch: () => unknown };
  readonly codes: readonly string[];
  /** The codes before the change; by default those of the first rendering. */
  readonly before?: readonly string[];
  /** Why nothing can be checked yet. */
  readonly disabledReason?: string | undefined;
  /** Whether a code is allowed here. Others, and those that the viewer does not hold, are disabled. */
  readonly isGrantable: (code: string) => boolean;
  readonly readOnly: boolean;
  readonly id?: string | undefined;
  readonly onChange?: ((codes: readonly string[]) => void) | undefined;
}

/** Permissions in the tree of menus, to be viewed or checked. */
export const RightsTree = ({ label, tree, codes, before, disabledReason, isGrantable, readOnly, id, onChange }: RightsTreeProps) => {
  const say = useSay();
  const [keyword, setKeyword] = useState('');
  const [deep, setDeep] = useState(true);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [initialCodes] = useState(codes);
  if (tree.error) return <LoadError because={tree.error.message} retry={tree.refetch} />;
  if (!tree.data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const nodes = tree.data.treeList;
  const nodeList = flatten(nodes);
  const selectedCodes = new Set(codes.includes(ALL) ? nodeList.flatMap(codesIn) : codes);
  const heldIds = new Set(heldNodeIds(nodes));
  const usable = (code: string): boolean => disabledReason === undefined && isGrantable(code) && heldIds.has(code);
  const matches = matchingRights(nodes, keyword);
  const toggle = (node: PermissionNode | undefined, on: boolean): void => {
    if (node) onChange?.([...toggleNode(node, selectedCodes, { on, deep, usable })].toSorted());
  };
  const tickedNodes = nodeList.map((node) => ({ node, tick: tickOf(node, selectedCodes) }));
  const keysWith = (tick: 'all' | 'some'): string[] => tickedNodes.flatMap((entry) => (entry.tick === tick ? [entry.node.id] : []));
  return (
    <fieldset className="rl-rights" id={id} aria-label={label}>
      <div className="rl-rights-head">
        <Input.Search
          allowClear
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
          placeholder={say(rightsWords.search)}
          aria-label={say(rightsWords.search)}
        />
        {!readOnly && (
          <Checkbox checked={deep} onChange={(event) => setDeep(event.target.checked)}>
            {say(rightsWords.deep)}
          </Checkbox>
        )}
      </div>
      {disabledReason !== undefined && <p className="co-hint">{disabledReason}</p>}
      {matches.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.emptyFiltered)} />
      ) : (
        <Tree
          checkable
          checkStrictly
          blockNode
          selectable={false}
          height={TREE_PX}
          treeData={matches.map((node) => treeNode(node, { usable, readOnly }))}
          expandedKeys={keyword.trim() === '' ? [...opened] : flatten(matches).map((node) => node.id)}
          onExpand={(keys) => setOpened(keys.map(String))}
          checkedKeys={{ checked: keysWith('all'), halfChecked: keysWith('some') }}
          onCheck={(_keys, { node, checked }) => toggle(findNode(nodes, String(node.key)), checked)}
        />
      )}
      {!readOnly && <RightsChanges before={before ?? initialCodes} now={codes} nodes={nodeList} />}
    </fieldset>
  );
};

const heldNodeIds = (nodes: readonly PermissionNode[]): readonly string[] =>
  nodes.flatMap((node) => [...(node.held ? codesIn(node) : []), ...heldNodeIds(node.children ?? [])]);

const findNode = (nodes: readonly PermissionNode[], id: string): PermissionNode | undefined => {
  for (const node of nodes) {
    const found = node.id === id ? node : findNode(node.children ?? [], id);
    if (found) return found;
  }
  return undefined;
};

const treeNode = (node: PermissionNode, options: { readonly usable: (code: string) => boolean; readonly readOnly: boolean }): TreeDataNode => {
  const ownCodes = codesIn(node);
  const isDisabled = options.readOnly || (ownCodes.length > 0 && !ownCodes.every(options.usable));
  return {
    key: node.id,
    disableCheckbox: isDisabled,
    title: (
      <span className="rl-right">
        {node.title} <code>{node.perms}</code>
      </span>
    ),
    children: (node.children ?? []).map((child) => treeNode(child, options)),
  };
};

interface RightsChangesProps {
  readonly before: readonly string[];
  readonly now: readonly string[];
  readonly nodes: readonly { readonly title: string; readonly perms: string | null }[];
}

/** Lists the changes of a save by name. */
const RightsChanges = ({ before, now, nodes }: RightsChangesProps) => {
  const say = useSay();
  const { granted, revoked } = changesOf(before, now);
  const nameOf = (code: string): string => nodes.find((node) => codesIn(node).includes(code))?.title ?? code;
  return (
    <output className="rl-changes">
      {granted.length + revoked.length === 0 && <span className="co-hint">{say(rightsWords.unchanged)}</span>}
      {granted.length > 0 && <b>{say(rightsWords.given, { n: granted.length })}</b>}
      {granted.map((code) => (
        <span key={code} className="co-code co-code-good">
          {nameOf(code)}
        </span>
      ))}
      {revoked.length > 0 && <b>{say(rightsWords.taken, { n: revoked.length })}</b>}
      {revoked.map((code) => (
        <span key={code} className="co-code co-code-bad">
          {nameOf(code)}
        </span>
      ))}
    </output>
  );
};

/** The number of permissions in a row. */
export const RightsCount = ({ of }: { readonly of: readonly string[] | null }) => {
  const say = useSay();
  return of?.includes(ALL) ? say(rightsWords.all) : say(rightsWords.count, { count: of?.length ?? 0 });
};
