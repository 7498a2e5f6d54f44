import { Checkbox, Empty, Pagination, Skeleton } from 'antd';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { useSay } from '../language.ts';
import type { RowAction } from '../list/actions/actions.ts';
import { PAGE_SIZES } from '../list/rows/list-state.ts';
import { SHOWN_ACTIONS } from '../list/actions/row-actions.tsx';
import { actionsWidth, splitActions } from '../list/actions/split-actions.ts';
import { pageAfterChange } from '../list/rows/next-page.ts';
import { useIsPhone } from '../screen.ts';
import { words } from '../words.ts';
import { LoadError } from '../load-error.tsx';
import { TreeLineRow } from './tree-line.tsx';
import { treeWords } from './tree-words.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import type { Tree } from './use-tree.ts';
import { useTreeWindow } from './use-tree-window.ts';
import './tree.css';

export interface TreeColumn<R> {
  readonly key: string;
  readonly title: Words;
  readonly render: (row: R) => ReactNode;
  /** In px; without it the column takes the remaining width. */
  readonly widthPx?: number;
  /** Not shown on a phone. */
  readonly wideOnly?: boolean;
}

export interface TreeTableProps<R> {
  readonly tree: Tree<R>;
  readonly label: string;
  /** The first column is indented by the level. */
  readonly columns: readonly TreeColumn<R>[];
  readonly actionsOf?: (row: R) => readonly RowAction[];
  /** Checkboxes of rows; each row is checked independently. */
  readonly ticks?: Ticks<R>;
  /** The row that the page shows elsewhere. */
  readonly selectedId?: string | undefined;
  readonly onOpen?: (row: R) => void;
  readonly empty?: ReactNode;
}

export interface Ticks<R> {
  readonly ticked: readonly string[];
  readonly onTick: (ids: readonly string[]) => void;
  /** Rows with these values cannot be checked. */
  readonly disabledRows?: { readonly [K in keyof R]?: unknown };
}

/** A table of rows that form a tree. Each level is loaded when it is opened. The keyboard works as in an ARIA tree grid. */
export const TreeTable = <R,>(props: TreeTableProps<R>) => {
  const { tree, empty } = props;
  const say = useSay();
  const { first } = tree;
  if (first.state === 'waiting') return <Skeleton active title={false} paragraph={{ rows: 6 }} className="tt-wait" />;
  if (first.state === 'failed') return <LoadError because={first.because} retry={first.retry} />;
  if (tree.lines.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty ?? say(words.empty)} />;
  return (
    <>
      <Grid {...props} />
      <Paging tree={tree} total={first.total} />
    </>
  );
};

const Grid = <R,>(props: TreeTableProps<R>) => {
  const { tree, label, ticks, actionsOf, onOpen, selectedId } = props;
  const say = useSay();
  const phone = useIsPhone();
  const grid = useRef<HTMLTableElement>(null);
  const columns = props.columns.filter(({ wideOnly = false }) => !wideOnly || !phone);
  const tickable = ticks ? tree.lines.flatMap((line) => (line.kind === 'row' && mayTick(ticks, line.row) ? [line.id] : [])) : [];
  const tick = (id: string): void => ticks?.onTick(ticks.ticked.includes(id) ? ticks.ticked.filter((item) => item !== id) : [...ticks.ticked, id]);
  const { scroller, first, end, windowed, show, onScroll, rowHeightPx } = useTreeWindow(tree.lines.length);
  const keys = useTreeKeys({ grid, tree, tickable, tick, open: onOpen, show });
  const splitRows = actionsOf ? tree.lines.flatMap((line) => (line.kind === 'row' ? [splitActions(actionsOf(line.row), SHOWN_ACTIONS)] : [])) : [];
  const width = columns.length + (ticks ? 1 : 0) + (actionsOf ? 1 : 0);
  return (
    <div className="tt-scroll" ref={scroller} onScroll={onScroll} {...(windowed && { 'data-windowed': true })}>
      <table
        ref={grid}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose rows open is a tree grid
        role="treegrid"
        className="tt"
        aria-label={label}
        aria-rowcount={tree.lines.length + 1}
        aria-multiselectable={ticks !== undefined}
        aria-describedby={`${keys.id}-keys`}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        <Head columns={columns} ticks={ticks} tickable={tickable} actionsPx={actionsOf && actionsWidth(splitRows, say(words.more))} />
        <tbody>
          {first > 0 && <Gap rows={first} width={width} heightPx={rowHeightPx} />}
          {tree.lines.slice(first, end).map((line, index) => (
            <TreeLineRow
              key={line.id}
              line={line}
              index={first + index}
              columns={columns}
              width={width}
              isActive={keys.active === line.id}
              isChosen={selectedId === line.id}
              tick={ticks && { on: ticks.ticked.includes(line.id), may: tickable.includes(line.id), toggle: tick }}
              actionsOf={actionsOf}
              onToggle={tree.toggle}
              onOpen={onOpen}
            />
          ))}
          {end < tree.lines.length && <Gap rows={tree.lines.length - end} width={width} heightPx={rowHeightPx} />}
        </tbody>
      </table>
      <p id={`${keys.id}-keys`} className="co-sr">
        {say(treeWords.keys)}
      </p>
    </div>
  );
};

const mayTick = <R,>({ disabledRows }: Ticks<R>, row: R): boolean => {
  const facts = new Map(Object.entries(row ?? {}));
  return Object.entries(disabledRows ?? {}).every(([name, value]) => facts.get(name) !== value);
};

interface HeadProps<R> {
  readonly columns: readonly TreeColumn<R>[];
  readonly ticks: Ticks<R> | undefined;
  readonly tickable: readonly string[];
  readonly actionsPx: number | undefined;
}

const Head = <R,>({ columns, ticks, tickable, actionsPx }: HeadProps<R>) => {
  const say = useSay();
  const on = tickable.filter((id) => ticks?.ticked.includes(id)).length;
  const areAllTicked = tickable.length > 0 && on === tickable.length;
  const change = () =>
    ticks?.onTick(areAllTicked ? ticks.ticked.filter((id) => !tickable.includes(id)) : [...new Set([...ticks.ticked, ...tickable])]);
  return (
    <thead>
      <tr aria-rowindex={1}>
        {ticks && (
          <th className="tt-tick">
            <Checkbox
              aria-label={say(treeWords.selectAll)}
              checked={areAllTicked}
              indeterminate={on > 0 && !areAllTicked}
              disabled={tickable.length === 0}
              onChange={change}
            />
          </th>
        )}
        {columns.map(({ key, title, widthPx }) => (
          <th key={key} style={widthPx === undefined ? {} : { width: widthPx }}>
            {say(title)}
          </th>
        ))}
        {actionsPx !== undefined && (
          <th className="tt-acts" style={{ width: actionsPx }}>
            {say(words.action)}
          </th>
        )}
      </tr>
    </thead>
  );
};

/** Takes the height of the rows that are not drawn. */
const Gap = ({ rows, width, heightPx }: { readonly rows: number; readonly width: number; readonly heightPx: number }) => (
  <tr aria-hidden="true">
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing stands in it */}
    <td colSpan={width} style={{ height: rows * heightPx, padding: 0 }} />
  </tr>
);

const Paging = <R,>({ tree, total }: { readonly tree: Tree<R>; readonly total: number }) => {
  const say = useSay();
  const phone = useIsPhone();
  const { page, setPage } = tree;
  if (!tree.paged || total <= PAGE_SIZES[0]) return null;
  return (
    <Pagination
      className="co-paging"
      size={phone ? 'small' : 'medium'}
      simple={phone}
      current={page.pageNo}
      pageSize={page.pageSize}
      total={total}
      pageSizeOptions={[...PAGE_SIZES]}
      showSizeChanger={!phone}
      showTotal={(_total, [from, to]) => say(words.total, { from, to, n: String(total) })}
      onChange={(pageNo, pageSize) => setPage(pageAfterChange(page, pageNo, pageSize))}
    />
  );
};
