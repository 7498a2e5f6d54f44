import { TreeSelect } from 'antd';
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useFeedback } from '../dialogs/feedback.tsx';
import { useLanguage, useSay } from '../language.ts';
import { words } from '../words.ts';
import { firstFailed, useBranches } from './branches.ts';
import type { Branch, BranchSource } from './branches.ts';
import { treeWords } from './tree-words.ts';
import './tree.css';
import { labelledPopup, LoadFailure, withRetry } from '../kinds/choice-list.tsx';
import type { ControlProps } from '../control-props.ts';

/** A node that can be selected. */
export interface TreeChoice {
  readonly key: string;
  readonly title: string;
  /** The node has no children. */
  readonly leaf: boolean;
}

export interface TreeChoiceSource extends BranchSource {
  /** For each key the nodes from the first level down to it; an empty list for an unknown key. */
  readonly paths: (keys: readonly string[]) => Promise<readonly (readonly TreeChoice[])[]>;
}

interface TreeSelectProps extends ControlProps {
  readonly source: TreeChoiceSource;
  /** The keys of the selected nodes. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string | undefined;
}

const FRESH_MS = 30_000;

/** Selects nodes of a tree whose levels are loaded when they are opened. Selected nodes are shown by name, and their ancestors are open. */
export const LazyTreeSelect = ({ source, value, onChange, multiple = false, disabled = false, placeholder, ...aria }: TreeSelectProps) => {
  const say = useSay();
  const generatedId = useId();
  const id = aria.id ?? generatedId;
  const paths = usePaths(source, value);
  const [open, setOpen] = useState(false);
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  const ancestorKeys = useMemo(() => [...paths.pathsByKey.values()].flatMap((path) => path.slice(0, -1).map(({ key }) => key)), [paths.pathsByKey]);
  const branchOf = useBranches<TreeChoice>(source, open ? [source.root, ...unfolded] : []);
  const first = branchOf(source.root);
  const failed = firstFailed([source.root, ...unfolded].map((parent) => branchOf(parent)));
  const drawing: TreeNodesInput = { branchOf, unfolded, say };
  useError(first);
  const titles = new Map([...paths.pathsByKey].map(([key, path]) => [key, path.at(-1)?.title ?? key]));
  const labelled = value.map((key) => ({ value: key, label: titles.get(key) ?? (paths.busy ? '…' : key) }));
  const change = (next: readonly LabelledValue[]) => onChange(next.map(({ value: key }) => key));
  return (
    <TreeSelect<LabelledValue | LabelledValue[]>
      {...aria}
      id={id}
      popupRender={(list) => withRetry(failed)(labelledPopup(id)(list))}
      className="co-wide"
      labelInValue
      multiple={multiple}
      value={multiple ? labelled : (labelled[0] as LabelledValue)} // antd takes undefined for no value
      onChange={(next: LabelledValue | LabelledValue[] | undefined) => change(next === undefined ? [] : [next].flat())}
      // antd's own empty content is a list without an accessible name, so the message is a node of the tree.
      treeData={rowsOf(first).length > 0 ? rowsOf(first).map((row) => nodeOf(row, drawing)) : [standIn(source.root, first, drawing)]}
      treeExpandedKeys={[...unfolded]}
      onTreeExpand={(keys) => setUnfolded(keys.map(String))}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setUnfolded((previous) => [...new Set([...previous, ...ancestorKeys])]);
      }}
      showSearch={false}
      allowClear
      disabled={disabled}
      title={value
        .map(
          (key) =>
            paths.pathsByKey
              .get(key)
              ?.map(({ title }) => title)
              .join(' / ') ?? key,
        )
        .join(say(words.listComma))}
      placeholder={placeholder ?? say(words.choose)}
    />
  );
};

interface LabelledValue {
  readonly value: string;
  readonly label: ReactNode;
}

/** A tree that could not be loaded is reported in the list and once as a toast. */
const useError = (first: Branch<TreeChoice>): void => {
  const { showError } = useFeedback();
  const because = first.state === 'failed' ? first.because : undefined;
  const showProblem = useEffectEvent((text: string) => showError(text));
  useEffect(() => {
    if (because !== undefined) showProblem(because);
  }, [because]);
};

/** The nodes from the first level down to each selected one. */
const usePaths = (source: TreeChoiceSource, keys: readonly string[]) => {
  const language = useLanguage();
  const { data, isFetching } = useQuery({
    queryKey: [source.key[0], 'ways', ...source.key.slice(1), language, ...keys],
    queryFn: () => source.paths(keys),
    enabled: keys.length > 0,
    staleTime: FRESH_MS,
  });
  const pathsByKey = useMemo(
    () => new Map((data ?? []).flatMap((path) => (path.length > 0 ? [[path.at(-1)?.key ?? '', path] as const] : []))),
    [data],
  );
  return { pathsByKey, busy: isFetching };
};

interface TreeNodesInput {
  readonly branchOf: (parentId: string) => Branch<TreeChoice>;
  readonly unfolded: readonly string[];
  readonly say: ReturnType<typeof useSay>;
}

interface AntTreeNode {
  readonly value: string;
  readonly key: string;
  readonly title: ReactNode;
  readonly isLeaf: boolean;
  readonly disabled?: boolean;
  readonly children?: AntTreeNode[];
}

const nodeOf = ({ key, title, leaf }: TreeChoice, drawing: TreeNodesInput): AntTreeNode => {
  const node = { key, value: key, title };
  if (leaf) return { ...node, isLeaf: true };
  const { branchOf, unfolded } = drawing;
  const branch: Branch<TreeChoice> = unfolded.includes(key) ? branchOf(key) : { state: 'waiting' };
  if (branch.state === 'ready') return { ...node, isLeaf: branch.rows.length === 0, children: branch.rows.map((row) => nodeOf(row, drawing)) };
  return { ...node, isLeaf: false, children: [standIn(key, branch, drawing)] };
};

/** The node that is shown in place of a branch that is not loaded. */
const standIn = (key: string, branch: Branch<TreeChoice>, { say }: TreeNodesInput): AntTreeNode => ({
  key: `${key}_loadChild`,
  value: `${key}_loadChild`,
  isLeaf: true,
  disabled: true,
  title: branch.state === 'failed' ? <LoadFailure because={branch.because} /> : say(branch.state === 'ready' ? words.empty : treeWords.loading),
});

const rowsOf = (branch: Branch<TreeChoice>): readonly TreeChoice[] => (branch.state === 'ready' ? branch.rows : []);
