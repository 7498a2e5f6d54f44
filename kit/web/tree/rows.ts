import type { Branch } from './branches.ts';

/** How rows of any kind hang under one another. */
export interface TreeShape<R> {
  readonly keyOf: (row: R) => string;
  /** What a row is called where it is spoken of. */
  readonly nameOf: (row: R) => string;
  /** Whether something may lie below. */
  readonly hasChildren: (row: R) => boolean;
  /** What lies below, where the row brings it along. */
  readonly childrenOf?: (row: R) => readonly R[] | undefined;
}

interface TreePosition {
  readonly id: string;
  /** 1 for the first level. */
  readonly level: number;
  readonly parentId: string | undefined;
}

/** One line of the table, as it stands on the screen. */
export type TreeLine<R> =
  | (TreePosition & {
      readonly kind: 'row';
      readonly row: R;
      readonly name: string;
      /** Undefined: nothing below. */
      readonly isOpen: boolean | undefined;
      /** Its place among its siblings, from 1, and how many they are. */
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

/** The lines of the rows that can be seen: those whose parents are all open. A branch that is not there yet stands in for itself. */
export const linesOf = <R>(shown: VisibleTree<R>, level = 1, parentId?: string): readonly TreeLine<R>[] => {
  const { shape, rows, open, branchOf } = shown;
  return rows.flatMap((row, index): readonly TreeLine<R>[] => {
    const id = shape.keyOf(row);
    const loadedChildren = shape.childrenOf?.(row);
    const isOpen = open.has(id);
    const branch = !loadedChildren && isOpen && shape.hasChildren(row) ? branchOf(id) : undefined;
    const children = loadedChildren ?? (branch?.state === 'ready' ? branch.rows : undefined);
    // A row that was thought to have children and has none is a leaf.
    const isParent = children ? children.length > 0 : shape.hasChildren(row);
    const line = { kind: 'row', id, level, parentId, row, name: shape.nameOf(row), isOpen: isParent ? isOpen : undefined } as const;
    return [
      { ...line, position: index + 1, siblings: rows.length },
      ...(isParent && isOpen ? childLines(shown, { id, level: level + 1, branch, children }) : []),
    ];
  });
};

interface ChildRows<R> {
  readonly id: string;
  readonly level: number;
  readonly branch: Branch<R> | undefined;
  readonly children: readonly R[] | undefined;
}

const childLines = <R>(shown: VisibleTree<R>, { id, level, branch, children }: ChildRows<R>): readonly TreeLine<R>[] => {
  if (children) return linesOf({ ...shown, rows: children }, level, id);
  const stand = { id: `${id}_loadChild`, level, parentId: id };
  return [branch?.state === 'failed' ? { ...stand, kind: 'failed', because: branch.because, retry: branch.retry } : { ...stand, kind: 'waiting' }];
};

/** All keys of rows that bring their children along, those with something below first to last. */
export const parentsIn = <R>(shape: TreeShape<R>, rows: readonly R[]): readonly string[] =>
  rows.flatMap((row) => {
    const children = shape.childrenOf?.(row) ?? [];
    return children.length === 0 ? [] : [shape.keyOf(row), ...parentsIn(shape, children)];
  });
