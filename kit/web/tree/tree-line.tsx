import { Checkbox, Spin } from 'antd';
import RightOutlined from '@ant-design/icons/RightOutlined';
import type { MouseEvent, ReactNode } from 'react';
import { LoadErrorLine } from '../load-error.tsx';
import { useSay } from '../language.ts';
import type { RowAction } from '../list/actions/actions.ts';
import { RowActions } from '../list/actions/row-actions.tsx';
import { useIsPhone } from '../screen.ts';
import type { TreeLine } from './rows.ts';
import type { TreeColumn } from './tree-table.tsx';
import { treeWords } from './tree-words.ts';

interface TreeLineProps<R> {
  readonly line: TreeLine<R>;
  /** From 0, without the header. */
  readonly index: number;
  readonly columns: readonly TreeColumn<R>[];
  /** The number of cells of a row. */
  readonly width: number;
  /** The line has the keyboard focus. */
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly tick: { readonly on: boolean; readonly may: boolean; readonly toggle: (id: string) => void } | undefined;
  readonly actionsOf: ((row: R) => readonly RowAction[]) | undefined;
  readonly onToggle: (id: string) => void;
  readonly onOpen: ((row: R) => void) | undefined;
}

const STEP_PX = 18;
const indent = (level: number) => ({ paddingInlineStart: (level - 1) * STEP_PX });

export const TreeLineRow = <R,>(props: TreeLineProps<R>) => {
  const { line, index, isActive, width } = props;
  if (line.kind === 'row') return <FullRow {...props} line={line} />;
  return (
    <tr data-line={line.id} aria-level={line.level} aria-rowindex={index + 2} tabIndex={isActive ? 0 : -1} className="tt-stand">
      <td colSpan={width}>
        <span className="tt-name" style={indent(line.level)}>
          <span className="tt-fold" />
          {line.kind === 'waiting' ? <Waiting /> : <LoadErrorLine because={line.because} retry={line.retry} />}
        </span>
      </td>
    </tr>
  );
};

const Waiting = () => {
  const say = useSay();
  return (
    <output className="co-hint">
      <Spin size="small" /> {say(treeWords.loading)}
    </output>
  );
};

interface FullRowProps<R> extends TreeLineProps<R> {
  readonly line: Extract<TreeLine<R>, { kind: 'row' }>;
}

const FullRow = <R,>({ line, index, columns, isActive, isChosen, tick, actionsOf, onToggle, onOpen }: FullRowProps<R>) => {
  const say = useSay();
  const phone = useIsPhone();
  const { id, row, name, level, isOpen, position, siblings } = line;
  const selected = tick ? tick.on : onOpen && isChosen;
  const [first, ...otherColumns] = columns;
  const press = (event: MouseEvent) => {
    const target = event.target as Element; // the target of a click is an element
    if (onOpen && !target.closest('button, a, label, input')) onOpen(row);
  };
  return (
    <tr
      data-line={id}
      tabIndex={isActive ? 0 : -1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-rowindex={index + 2}
      {...(isOpen !== undefined && { 'aria-expanded': isOpen })}
      {...(selected !== undefined && { 'aria-selected': selected })}
      className={isChosen ? 'tt-chosen' : ''}
      onClick={press}
    >
      {tick && (
        <td tabIndex={-1} className="tt-tick">
          <Checkbox aria-label={say(treeWords.selectRow, { name })} checked={tick.on} disabled={!tick.may} onChange={() => tick.toggle(id)} />
        </td>
      )}
      <td tabIndex={-1}>
        <span className="tt-name" style={indent(level)}>
          <Fold isOpen={isOpen} name={name} onToggle={() => onToggle(id)} />
          <span className="tt-text" title={name}>
            {first?.render(row)}
          </span>
        </span>
      </td>
      {otherColumns.map((column) => (
        <td key={column.key} tabIndex={-1}>
          {column.render(row)}
        </td>
      ))}
      {actionsOf && (
        <td tabIndex={-1} className="tt-acts">
          <RowActions actions={actionsOf(row)} {...(phone && { shownCount: 0 })} />
        </td>
      )}
    </tr>
  );
};

interface FoldProps {
  readonly isOpen: boolean | undefined;
  readonly name: string;
  readonly onToggle: () => void;
}

/** Opens or closes a row by mouse; the keyboard uses the arrow keys. */
const Fold = ({ isOpen, name, onToggle }: FoldProps): ReactNode => {
  const say = useSay();
  if (isOpen === undefined) return <span className="tt-fold" />;
  return (
    <button type="button" className="co-bare tt-fold" aria-label={say(isOpen ? treeWords.foldRow : treeWords.unfoldRow, { name })} onClick={onToggle}>
      <RightOutlined rotate={isOpen ? 90 : 0} />
    </button>
  );
};
