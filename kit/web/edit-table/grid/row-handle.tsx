import { Dropdown } from 'antd';
import { useRef, useState } from 'react';
import type { PointerEvent, ReactElement } from 'react';
import { useFeedback } from '../../dialogs/feedback.tsx';
import { useSay } from '../../language.ts';
import { words } from '../../words.ts';
import { isTooSoonToInsert } from './add-settings.ts';
import { HANDLE, useGrid } from '../table/grid-context.ts';
import { tableWords } from '../table/table-words.ts';

interface RowHandleProps {
  readonly id: string;
  readonly rowIndex: number;
  readonly count: number;
  readonly onGrip: (id: string, pointer: { readonly clientY: number; readonly pointerId: number }) => void;
}

/** The drag handle of a row. A click opens a menu with the same actions for the keyboard. */
export const RowHandle = ({ id, rowIndex, count, onGrip }: RowHandleProps) => {
  const { disabled } = useGrid();
  const say = useSay();
  const [open, setOpen] = useState(false);
  const grip = (event: PointerEvent<HTMLElement>) => {
    if (event.button === 0) onGrip(id, event);
  };
  const button = (
    <button
      type="button"
      className="co-bare et-grip"
      tabIndex={-1}
      disabled={disabled}
      aria-haspopup="menu"
      aria-expanded={open}
      aria-label={say(tableWords.rowTools, { n: rowIndex + 1 })}
      onPointerDown={grip}
      onClick={() => setOpen(true)}
    >
      ⠿
    </button>
  );
  // The menu is mounted only while it is open; one for each row would cost more than the rows.
  return open ? (
    <RowMenu id={id} rowIndex={rowIndex} count={count} onClose={() => setOpen(false)}>
      {button}
    </RowMenu>
  ) : (
    button
  );
};

interface RowMenuProps extends Omit<RowHandleProps, 'onGrip'> {
  readonly onClose: () => void;
  readonly children: ReactElement;
}

const RowMenu = ({ id, rowIndex, count, onClose, children }: RowMenuProps) => {
  const { table, mayAdd, mayRemove, rowsMax } = useGrid();
  const say = useSay();
  const insert = useInsert();
  const move = (to: number) => {
    table.moveRow(id, to);
    table.goTo({ id, key: HANDLE });
  };
  const isDisabled = table.rows.list.some((row) => row.id === id && table.isDisabled(row));
  const items = [
    { key: 'up', label: say(words.moveUp), disabled: rowIndex === 0, onClick: () => move(rowIndex - 1) },
    { key: 'down', label: say(words.moveDown), disabled: rowIndex === count - 1, onClick: () => move(rowIndex + 1) },
    { key: 'insert', label: say(tableWords.insertBelow), disabled: !mayAdd || count >= rowsMax, onClick: () => insert([{}], rowIndex + 1) },
    { key: 'remove', label: say(words.removeRow), disabled: !mayRemove || isDisabled, danger: true, onClick: () => table.removeRows(id) },
  ];
  return (
    <Dropdown
      open
      trigger={['click']}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that a key has opened is worked by keys
      autoFocus
      menu={{ items, onClick: onClose }}
      onOpenChange={(next) => !next && onClose()}
      placement="bottomLeft"
    >
      {children}
    </Dropdown>
  );
};

/** Inserts rows, unless rows were inserted a moment ago. */
export const useInsert = () => {
  const { table } = useGrid();
  const { warn } = useFeedback();
  const last = useRef(lastOf(table));
  return (records: readonly Readonly<Record<string, unknown>>[], index: number): void => {
    const nowMs = performance.now();
    if (isTooSoonToInsert(last.current.atMs, nowMs)) return warn(tableWords.tooFast);
    last.current.atMs = nowMs;
    return table.addRows(records, index);
  };
};

/** All buttons of a table share one timestamp. */
const clocks = new WeakMap<object, { atMs: number | undefined }>();
const lastOf = (table: object): { atMs: number | undefined } => {
  const clock = clocks.get(table) ?? { atMs: undefined };
  clocks.set(table, clock);
  return clock;
};
