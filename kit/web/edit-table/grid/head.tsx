import { memo, useEffect, useRef } from 'react';
import { useSay } from '../../language.ts';
import { HANDLE, NUMBER, TICK, useGrid } from '../table/grid-context.ts';
import { useTable } from '../table/use-edit-table.ts';
import { isRequired } from '../table/validate.ts';
import { tableWords } from '../table/table-words.ts';

/** The header row, which stays visible while the rows scroll. */
export const Head = memo(() => {
  const { keys, columns } = useGrid();
  const say = useSay();
  return (
    <thead className="et-head">
      <tr aria-rowindex={1} className="et-head-row">
        {keys.map((key, index) => {
          const column = columns.find((item) => item.key === key);
          return (
            <th
              key={key}
              scope="col"
              aria-colindex={index + 1}
              data-key={key}
              className={`et-cell et-title${column?.type === 'inputNumber' ? ' et-right' : ''}`}
            >
              {key === HANDLE && <span className="co-sr">{say(tableWords.insertBelow)}</span>}
              {key === TICK && <TickAll />}
              {key === NUMBER && <span aria-label={say(tableWords.rowNumber)}>#</span>}
              {column && (
                <span className="et-text" title={say(column.title)}>
                  {isRequired(column.validateRules ?? []) && (
                    <span className="et-star" aria-hidden="true">
                      *{' '}
                    </span>
                  )}
                  {say(column.title)}
                  {column.unit !== undefined && <small className="et-unit"> {column.unit}</small>}
                </span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
});

const TickAll = () => {
  const { table } = useGrid();
  const say = useSay();
  const box = useRef<HTMLInputElement>(null);
  const list = useTable(table, (state) => state.rows.list);
  const selected = useTable(table, (state) => state.rows.selected.size);
  const selectableRows = list.filter((row) => !table.isDisabled(row));
  const areAllSelected = selectableRows.length > 0 && selected === selectableRows.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && !areAllSelected;
  }, [selected, areAllSelected]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="et-box"
      aria-label={say(tableWords.selectAll)}
      checked={areAllSelected}
      disabled={selectableRows.length === 0}
      onChange={(event) =>
        table.select(
          selectableRows.map(({ id }) => id),
          event.target.checked,
        )
      }
    />
  );
};
