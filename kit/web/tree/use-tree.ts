import { useCallback, useMemo, useState } from 'react';
import { linesOf, parentsIn } from './rows.ts';
import type { TreeLine, TreeShape } from './rows.ts';
import { useBranches, useFirstLevel } from './branches.ts';
import type { Branch, BranchSource, LevelPage } from './branches.ts';

interface TreeOptions<R> {
  readonly shape: TreeShape<R>;
  /** A source that loads rows level by level. */
  readonly source?: BranchSource;
  /** Or the rows themselves; undefined while they load. */
  readonly rows?: readonly R[] | undefined;
  /** The rows that are open at first. */
  readonly open?: readonly string[];
  /** All rows are open, so that the result of a search is visible. */
  readonly allOpen?: boolean;
}

export interface Tree<R> {
  readonly shape: TreeShape<R>;
  readonly lines: readonly TreeLine<R>[];
  /** The first level; its state also says whether it is loading or has failed. */
  readonly first: Branch<R>;
  readonly toggle: (id: string, open?: boolean) => void;
  /** Opens or closes all loaded rows. */
  readonly toggleAll: (open: boolean) => void;
  /** The first level is loaded page by page. */
  readonly paged: boolean;
  readonly page: LevelPage;
  readonly setPage: (page: LevelPage) => void;
}

const PAGE: LevelPage = { pageNo: 1, pageSize: 10 };
const none: readonly never[] = [];

/** The state of a tree: the open rows and their children. It survives reloads; another query closes all rows. */
export const useTree = <R>({ shape, source, rows, open: first = none, allOpen = false }: TreeOptions<R>): Tree<R> => {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(first));
  const [page, setPage] = useState(PAGE);
  const sourceKey = JSON.stringify(source?.key ?? null);
  const [shownKey, setShownKey] = useState(sourceKey);
  if (shownKey !== sourceKey) {
    setShownKey(sourceKey);
    setOpen(new Set());
    setPage(PAGE);
  }
  const branchOf = useBranches<R>(source, [...open]);
  const firstLevel = useFirstLevel<R>(source, page);
  const top: Branch<R> = source ? firstLevel : rows ? { state: 'ready', rows, total: rows.length } : { state: 'waiting' };
  const topRows = top.state === 'ready' ? top.rows : none;
  const parents = useMemo(() => (allOpen ? new Set(parentsIn(shape, topRows)) : undefined), [allOpen, shape, topRows]);
  const toggle = useCallback((id: string, isOpen?: boolean) => {
    setOpen((previous) => {
      const next = new Set(previous);
      if (isOpen ?? !previous.has(id)) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const toggleAll = useCallback((isOpen: boolean) => setOpen(new Set(isOpen ? parentsIn(shape, topRows) : [])), [shape, topRows]);
  const lines = linesOf({ shape, rows: topRows, open: parents ?? open, branchOf });
  return { shape, lines, first: top, toggle, toggleAll, paged: source?.paged === true, page, setPage };
};
