import { memo } from 'react';
import { useSay } from '../../language.ts';
import { CellView } from '../cells/cell.tsx';
import { HANDLE, NUMBER, TICK, useGrid } from '../table/grid-context.ts';
import { RowHandle } from './row-handle.tsx';
import type { TableRow } from '../table/rows.ts';
import { useTable } from '../table/use-edit-table.ts';
import { tableWords } from '../table/table-words.ts';

interface RowProps {
  readonly row: TableRow;
  /** From 0. */
  readonly rowIndex: number;
  readonly count: number;
  readonly isTabStop: boolean;
  readonly onGrip: (id: string, pointer: { readonly clientY: number; readonly pointerId: number }) => void;
}

/** Each row subscribes to its own state, so that typing in one row does not render the others. */
export const RowView = memo(({ row, rowIndex, count, isTabStop, onGrip }: RowProps) => {
  const { table, keys, columns, rowHeightPx } = useGrid();
  const { id } = row;
  const faults = useTable(table, (state) => state.faults.get(id));
  const selected = useTable(table, (state) => state.rows.selected.has(id));
  const cursorKey = useTable(table, (state) => (state.cursor?.id === id ? state.cursor.key : undefined));
  const editing = useTable(table, (state) => state.cursor?.id === id && state.editing !== undefined);
  const isDisabled = table.isDisabled(row);
  const tabStop = (key: string, column: number) => (cursorKey === undefined ? isTabStop && column === 0 : cursorKey === key);
  const marks = [selected && 'et-selected', isDisabled && 'et-row-shut'].filter(Boolean).join(' ');
  return (
    <tr
      aria-rowindex={rowIndex + 2}
      aria-selected={selected}
      className={`et-row ${marks}`}
      data-row={id}
      style={{ top: rowIndex * rowHeightPx, height: rowHeightPx }}
    >
      {keys.map((key, column) => {
        const cursorColumn = columns.find((item) => item.key === key);
        if (cursorColumn)
          return (
            <CellView
              key={key}
              row={row}
              column={cursorColumn}
              columnNumber={column + 1}
              fault={faults?.[key]}
              isDisabled={isDisabled}
              isCursor={cursorKey === key}
              editing={editing && cursorKey === key}
              isTabStop={tabStop(key, column)}
            />
          );
        return (
          <td
            key={key}
            aria-colindex={column + 1}
            tabIndex={tabStop(key, column) ? 0 : -1}
            data-cell={`${id} ${key}`}
            data-key={key}
            className={`et-cell et-tool${cursorKey === key ? ' et-cursor' : ''}`}
          >
            {key === HANDLE && <RowHandle id={id} rowIndex={rowIndex} count={count} onGrip={onGrip} />}
            {key === TICK && <Tick id={id} rowIndex={rowIndex} checked={selected} isDisabled={isDisabled} />}
            {key === NUMBER && <span className="co-num">{rowIndex + 1}</span>}
          </td>
        );
      })}
    </tr>
  );
});

interface TickProps {
  readonly id: string;
  readonly rowIndex: number;
  readonly checked: boolean;
  readonly isDisabled: boolean;
}

const Tick = ({ id, rowIndex, checked, isDisabled }: TickProps) => {
  const { table } = useGrid();
  const say = useSay();
  return (
    <input
      type="checkbox"
      className="et-box"
      tabIndex={-1}
      aria-label={say(tableWords.selectRow, { n: rowIndex + 1 })}
      checked={checked}
      disabled={isDisabled}
      onChange={(event) => table.select([id], event.target.checked)}
    />
  );
};
