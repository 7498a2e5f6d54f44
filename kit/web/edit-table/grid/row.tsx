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
  readonly place: number;
  readonly count: number;
  readonly isTabStop: boolean;
  readonly onGrip: (id: string, pointer: { readonly clientY: number; readonly pointerId: number }) => void;
}

/** A row follows its own state, so that a letter typed in another draws nothing here. */
export const RowView = memo(({ row, place, count, isTabStop, onGrip }: RowProps) => {
  const { table, keys, columns, rowHeightPx } = useGrid();
  const { id } = row;
  const faults = useTable(table, (state) => state.faults.get(id));
  const selected = useTable(table, (state) => state.rows.selected.has(id));
  const at = useTable(table, (state) => (state.cursor?.id === id ? state.cursor.key : undefined));
  const editing = useTable(table, (state) => state.cursor?.id === id && state.editing !== undefined);
  const shut = table.isDisabled(row);
  const tabStop = (key: string, column: number) => (at === undefined ? isTabStop && column === 0 : at === key);
  const marks = [selected && 'et-selected', shut && 'et-row-shut'].filter(Boolean).join(' ');
  return (
    <tr
      aria-rowindex={place + 2}
      aria-selected={selected}
      className={`et-row ${marks}`}
      data-row={id}
      style={{ top: place * rowHeightPx, height: rowHeightPx }}
    >
      {keys.map((key, column) => {
        const own = columns.find((one) => one.key === key);
        if (own)
          return (
            <CellView
              key={key}
              row={row}
              column={own}
              place={column + 1}
              fault={faults?.[key]}
              shut={shut}
              isCursor={at === key}
              editing={editing && at === key}
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
            className={`et-cell et-tool${at === key ? ' et-cursor' : ''}`}
          >
            {key === HANDLE && <RowHandle id={id} place={place} count={count} onGrip={onGrip} />}
            {key === TICK && <Tick id={id} place={place} checked={selected} shut={shut} />}
            {key === NUMBER && <span className="co-num">{place + 1}</span>}
          </td>
        );
      })}
    </tr>
  );
});

interface TickProps {
  readonly id: string;
  readonly place: number;
  readonly checked: boolean;
  readonly shut: boolean;
}

const Tick = ({ id, place, checked, shut }: TickProps) => {
  const { table } = useGrid();
  const say = useSay();
  return (
    <input
      type="checkbox"
      className="et-box"
      tabIndex={-1}
      aria-label={say(tableWords.selectRow, { n: place + 1 })}
      checked={checked}
      disabled={shut}
      onChange={(event) => table.select([id], event.target.checked)}
    />
  );
};
