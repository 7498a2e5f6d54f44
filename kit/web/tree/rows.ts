import type { Branch } from './branches.ts';

/** How rows of any type form a tree. */
export interface TreeShape<R> {
  readonly keyOf: (row: R) => string;
  /** The name of a row for screen readers and messages. */
  readonly nameOf: (row: R) => string;
  /** Whether a row may have children. */
  readonly hasChildren: (row: R) => boolean;
  /** The children, where a row contains them. */
  readonly childrenOf?: (row: R) => readonly R[] | undefined;
}

interface TreePosition {
  readonly id: string;
  /** 1 for the first level. */
  readonly level: number;
  readonly parentId: string | undefined;
}

/** One visible line of the table. */
export type TreeLine<R> =
  | (TreePosition & {
      readonly kind: 'row';
      readonly row: R;
      readonly name: string;
      /** Undefined: the row has no children. */
      readonly isOpen: boolean | undefined;
      /** Its position among its siblings, from 1, and their number. */
      readonly position: number;
      readonly siblings: number;
    })
  | (TreePosition & { readonly kind: 'waiting' })
  | (TreePosition & { readonly kind: 'failed'; readonly because: string; readonly retry: () => void });

interface VisibleTree<R> {
  readonly shape: TreeShape<R>;
  readonly rows: readonly R[];
  readonly open: ReadonlySet<string>;
  readonly branchOf: (parentId: string) => Branch<R>;
}

/** The visible lines: the rows whose ancestors are all open. A branch that is not loaded is a line of its own. */
export const linesOf = <R>(tree: VisibleTree<R>, level = 1, parentId?: string): readonly TreeLine<R>[] => {
  const { shape, rows, open, branchOf } = tree;
  return rows.flatMap((row, index): readonly TreeLine<R>[] => {
    const id = shape.keyOf(row);
    const loadedChildren = shape.childrenOf?.(row);
    const isOpen = open.has(id);
    const branch = !loadedChildren && isOpen && shape.hasChildren(row) ? branchOf(id) : undefined;
    const children = loadedChildren ?? (branch?.state === 'ready' ? branch.rows : undefined);
    // A row whose loaded children are none is a leaf.
    const isParent = children ? children.length > 0 : shape.hasChildren(row);
    const line = { kind: 'row', id, level, parentId, row, name: shape.nameOf(row), isOpen: isParent ? isOpen : undefined } as const;
    return [
      { ...line, position: index + 1, siblings: rows.length },
      ...(isParent && isOpen ? childLines(tree, { id, level: level + 1, branch, children }) : []),
    ];
  });
};

interface ChildRows<R> {
  readonly id: string;
  readonly level: number;
  readonly branch: Branch<R> | undefined;
  readonly children: readonly R[] | undefined;
}

const childLines = <R>(tree: VisibleTree<R>, { id, level, branch, children }: ChildRows<R>): readonly TreeLine<R>[] => {
  if (children) return linesOf({ ...tree, rows: children }, level, id);
  const placeholder = { id: `${id}_loadChild`, level, parentId: id };
  return [
    branch?.state === 'failed'
      ? { ...placeholder, kind: 'failed', because: branch.because, retry: branch.retry }
      : { ...placeholder, kind: 'waiting' },
  ];
};

/** The keys of all rows with children, in their order, for rows that contain their children. */
export const parentsIn = <R>(shape: TreeShape<R>, rows: readonly R[]): readonly string[] =>
  rows.flatMap((row) => {
    const children = shape.childrenOf?.(row) ?? [];
    return children.length === 0 ? [] : [shape.keyOf(row), ...parentsIn(shape, children)];
  });
