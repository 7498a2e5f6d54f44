import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import type { PlainRow } from '../kinds/cell.tsx';
import { useSay } from '../language.ts';
import { keyOfRow, titleOf } from './actions/actions.ts';
import { RowActions } from './actions/row-actions.tsx';
import type { RowTableProps } from './row-table-props.ts';

const LINES = 6;

/** A list on a phone: one card for each row, with the first column as its title. */
export const RowCards = ({ noun, rows, columns, actionsOf, selected, onSelect, onOpen, none }: RowTableProps & { readonly none: ReactNode }) => {
  const say = useSay();
  const [head, ...rest] = columns;
  const toggle = (key: string, on: boolean) => onSelect(on ? [...(selected ?? []), key] : (selected ?? []).filter((other) => other !== key));
  if (rows.rows.length === 0) return <div className="co-cards-none">{none}</div>;
  const card = (row: PlainRow) => {
    const key = keyOfRow(noun, row);
    return (
      <li key={key} className="co-row-card">
        <div className="co-row-card-head">
          {selected && (
            <Checkbox aria-label={titleOf(noun, row)} checked={selected.includes(key)} onChange={(event) => toggle(key, event.target.checked)} />
          )}
          <button type="button" className="co-link co-clip" onClick={() => onOpen?.(row)}>
            {head?.render(row)}
          </button>
        </div>
        <dl>
          {rest.slice(0, LINES).map((column) => (
            <div key={column.key}>
              <dt>{say(column.title)}</dt>
              <dd>{column.render(row)}</dd>
            </div>
          ))}
        </dl>
        {actionsOf && <RowActions actions={actionsOf(row)} shownCount={3} />}
      </li>
    );
  };
  return <ul className={rows.query.isPlaceholderData ? 'co-row-cards co-table-stale' : 'co-row-cards'}>{rows.rows.map(card)}</ul>;
};
