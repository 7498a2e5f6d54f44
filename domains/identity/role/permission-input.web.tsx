import { Checkbox, Empty, Form, Input, Skeleton, Tree } from 'antd';
import type { TreeDataNode } from 'antd';
import { useState } from 'react';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { Notice } from '#kit/web/notice.tsx';
import { useCall } from '#kit/web/query.tsx';
import { words } from '#kit/web/words.ts';
import { permissionApi } from '../permission/permission.ts';
import type { PermissionNode } from '../permission/permission.ts';
import { changesOf, codesIn, flatten, matchingRights, tickOf, toggled } from '../permission/tree.rules.ts';
import { levelOf } from './grants.rules.ts';
import { roleWords } from './role.labels.ts';
import './role.css';

const TREE_PX = 360;
const ALL = '*';

const codesOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((code): code is string => typeof code === 'string') : []);

/** The rights of a role in the tree of menus; those above its level or not held by the viewer are asleep. */
export const PermissionInput = ({ value, onChange, disabled, id }: InputProps) => {
  const level: unknown = Form.useWatch('roleLevel');
  return (
    <RightsTree id={id} codes={codesOf(value)} level={typeof level === 'number' ? level : undefined} fixed={disabled ?? false} onChange={onChange} />
  );
};

interface RightsTreeProps {
  readonly codes: readonly string[];
  /** Without one nothing can be chosen yet. */
  readonly level: number | undefined;
  readonly fixed: boolean;
  readonly id?: string | undefined;
  readonly onChange?: ((codes: readonly string[]) => void) | undefined;
}

export const RightsTree = ({ codes, level, fixed, id, onChange }: RightsTreeProps) => {
  const say = useSay();
  const { data, error, isPending } = useCall(permissionApi.roleTree, {});
  const [typed, setTyped] = useState('');
  const [deep, setDeep] = useState(true);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [before] = useState(codes);
  if (error) return <Notice tone="warn" title={say(words.loadFailed)} text={error.message} />;
  if (isPending) return <Skeleton active paragraph={{ rows: 6 }} />;
  const nodes = data.treeList;
  const known = flatten(nodes);
  const chosen = new Set(codes.includes(ALL) ? known.flatMap(codesIn) : codes);
  const held = new Set(flattenHeld(nodes));
  const usable = (code: string): boolean => level !== undefined && levelOf(code) <= level && held.has(code);
  const found = matchingRights(nodes, typed);
  const toggle = (node: PermissionNode | undefined, on: boolean): void => {
    if (node) onChange?.([...toggled(node, chosen, { on, deep, usable })].toSorted());
  };
  const ticked = known.map((node) => ({ node, tick: tickOf(node, chosen) }));
  const keysWith = (tick: 'all' | 'some'): string[] => ticked.flatMap((one) => (one.tick === tick ? [one.node.id] : []));
  return (
    <fieldset className="rl-rights" id={id} aria-label={say(roleWords.rights)}>
      <div className="rl-rights-head">
        <Input.Search
          allowClear
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={say(roleWords.search)}
          aria-label={say(roleWords.search)}
        />
        {!fixed && (
          <Checkbox checked={deep} onChange={(event) => setDeep(event.target.checked)}>
            {say(roleWords.deep)}
          </Checkbox>
        )}
      </div>
      {level === undefined && <p className="co-hint">{say(roleWords.levelFirst)}</p>}
      {found.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.emptyFiltered)} />
      ) : (
        <Tree
          checkable
          checkStrictly
          blockNode
          selectable={false}
          height={TREE_PX}
          treeData={found.map((node) => drawn(node, { usable, fixed }))}
          expandedKeys={typed.trim() === '' ? [...opened] : flatten(found).map((node) => node.id)}
          onExpand={(keys) => setOpened(keys.map(String))}
          checkedKeys={{ checked: keysWith('all'), halfChecked: keysWith('some') }}
          onCheck={(_keys, { node, checked }) => toggle(find(nodes, String(node.key)), checked)}
        />
      )}
      {!fixed && <Changes before={before} now={codes} known={known} />}
    </fieldset>
  );
};

const flattenHeld = (nodes: readonly PermissionNode[]): readonly string[] =>
  nodes.flatMap((node) => [...(node.held ? codesIn(node) : []), ...flattenHeld(node.children ?? [])]);

const find = (nodes: readonly PermissionNode[], id: string): PermissionNode | undefined => {
  for (const node of nodes) {
    const found = node.id === id ? node : find(node.children ?? [], id);
    if (found) return found;
  }
  return undefined;
};

const drawn = (node: PermissionNode, how: { readonly usable: (code: string) => boolean; readonly fixed: boolean }): TreeDataNode => {
  const own = codesIn(node);
  const isAsleep = how.fixed || (own.length > 0 && !own.every(how.usable));
  return {
    key: node.id,
    disableCheckbox: isAsleep,
    title: (
      <span className="rl-right">
        {node.title} <code>{node.perms}</code>
      </span>
    ),
    children: (node.children ?? []).map((child) => drawn(child, how)),
  };
};

interface ChangesProps {
  readonly before: readonly string[];
  readonly now: readonly string[];
  readonly known: readonly { readonly title: string; readonly perms: string | null }[];
}

/** What a save would change, by name. */
const Changes = ({ before, now, known }: ChangesProps) => {
  const say = useSay();
  const { given, taken } = changesOf(before, now);
  const nameOf = (code: string): string => known.find((node) => codesIn(node).includes(code))?.title ?? code;
  return (
    <output className="rl-changes">
      {given.length + taken.length === 0 && <span className="co-hint">{say(roleWords.unchanged)}</span>}
      {given.length > 0 && <b>{say(roleWords.given, { n: given.length })}</b>}
      {given.map((code) => (
        <span key={code} className="co-code co-code-good">
          {nameOf(code)}
        </span>
      ))}
      {taken.length > 0 && <b>{say(roleWords.taken, { n: taken.length })}</b>}
      {taken.map((code) => (
        <span key={code} className="co-code co-code-bad">
          {nameOf(code)}
        </span>
      ))}
    </output>
  );
};
