import { Checkbox, Empty, Input, Skeleton, Tree } from 'antd';
import type { TreeDataNode } from 'antd';
import { useState } from 'react';
import type { CallError } from '#kit/web/calls/client.ts';
import { Failed } from '#kit/web/failed.tsx';
import { useSay } from '#kit/web/language.ts';
import { words } from '#kit/web/words.ts';
import { rightsWords } from './permission.labels.ts';
import type { PermissionNode, PermissionTree } from './permission.ts';
import { changesOf, codesIn, flatten, matchingRights, tickOf, toggled } from './tree.rules.ts';
import './rights-tree.css';

const TREE_PX = 360;
const ALL = '*';

interface RightsTreeProps {
  readonly label: string;
  readonly tree: { readonly data: PermissionTree | undefined; readonly error: CallError | null; readonly refetch: () => unknown };
  readonly codes: readonly string[];
  /** The codes from which the save that is being prepared starts; what is shown first, when left out. */
  readonly before?: readonly string[];
  /** Why nothing can be ticked yet. */
  readonly waits?: string | undefined;
  /** Whether a code may stand here. Those that may not, and those the viewer does not hold, are asleep. */
  readonly fits: (code: string) => boolean;
  readonly fixed: boolean;
  readonly id?: string | undefined;
  readonly onChange?: ((codes: readonly string[]) => void) | undefined;
}

/** Rights in the tree of menus, to look at or to tick. */
export const RightsTree = ({ label, tree, codes, before, waits, fits, fixed, id, onChange }: RightsTreeProps) => {
  const say = useSay();
  const [typed, setTyped] = useState('');
  const [deep, setDeep] = useState(true);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [first] = useState(codes);
  if (tree.error) return <Failed because={tree.error.message} retry={tree.refetch} />;
  if (!tree.data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const nodes = tree.data.treeList;
  const known = flatten(nodes);
  const chosen = new Set(codes.includes(ALL) ? known.flatMap(codesIn) : codes);
  const held = new Set(flattenHeld(nodes));
  const usable = (code: string): boolean => waits === undefined && fits(code) && held.has(code);
  const found = matchingRights(nodes, typed);
  const toggle = (node: PermissionNode | undefined, on: boolean): void => {
    if (node) onChange?.([...toggled(node, chosen, { on, deep, usable })].toSorted());
  };
  const ticked = known.map((node) => ({ node, tick: tickOf(node, chosen) }));
  const keysWith = (tick: 'all' | 'some'): string[] => ticked.flatMap((one) => (one.tick === tick ? [one.node.id] : []));
  return (
    <fieldset className="rl-rights" id={id} aria-label={label}>
      <div className="rl-rights-head">
        <Input.Search
          allowClear
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={say(rightsWords.search)}
          aria-label={say(rightsWords.search)}
        />
        {!fixed && (
          <Checkbox checked={deep} onChange={(event) => setDeep(event.target.checked)}>
            {say(rightsWords.deep)}
          </Checkbox>
        )}
      </div>
      {waits !== undefined && <p className="co-hint">{waits}</p>}
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
      {!fixed && <Changes before={before ?? first} now={codes} known={known} />}
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
      {given.length + taken.length === 0 && <span className="co-hint">{say(rightsWords.unchanged)}</span>}
      {given.length > 0 && <b>{say(rightsWords.given, { n: given.length })}</b>}
      {given.map((code) => (
        <span key={code} className="co-code co-code-good">
          {nameOf(code)}
        </span>
      ))}
      {taken.length > 0 && <b>{say(rightsWords.taken, { n: taken.length })}</b>}
      {taken.map((code) => (
        <span key={code} className="co-code co-code-bad">
          {nameOf(code)}
        </span>
      ))}
    </output>
  );
};

/** How many rights there are, where a row holds them. */
export const RightsCount = ({ of }: { readonly of: readonly string[] | null }) => {
  const say = useSay();
  return of?.includes(ALL) ? say(rightsWords.all) : say(rightsWords.count, { count: of?.length ?? 0 });
};
