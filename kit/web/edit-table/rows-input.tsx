import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Words } from '#kit/fields/words.ts';
import type { InputProps } from '../kinds/input.tsx';
import { useSay } from '../language.ts';
import { asRecord } from '../calls/transport.ts';
import type { Column } from './table/column.ts';
import { EditTableView } from './edit-table.tsx';
import type { EditTable } from './table/table.ts';
import { useTableInput } from './table/use-edit-table.ts';

interface RowsInputProps extends InputProps {
  /** A column that names no rules keeps those of the field of its key. */
  readonly columns: readonly Column[];
  readonly label: Words;
  /** Their order means something: they are dragged, and numbered. */
  readonly ordered?: true;
  /** After each change: puts right what follows from other rows. */
  readonly settle?: (table: EditTable) => void;
}

/** A field that holds a list, as the input of a form: its rows are typed into a table, as many as the field takes. */
export const RowsInput = ({ field, columns, label, ordered, settle, value, onChange, disabled = false }: RowsInputProps) => {
  const say = useSay();
  const rows = useMemo(() => (Array.isArray(value) ? value.map(asRecord) : []), [value]);
  const [ruled] = useState(() =>
    columns.map((column): Column => {
      const fieldOfColumn = field.of?.[column.key];
      return fieldOfColumn
        ? {
            validateRules: [{ field: fieldOfColumn }],
            ...(fieldOfColumn.max !== undefined && fieldOfColumn.kind === 'text' && { maxLength: fieldOfColumn.max }),
            ...column,
          }
        : column;
    }),
  );
  const table = useTableInput({ columns: ruled, ...(ordered && { dragSort: true }), value: rows, onChange: (next) => onChange?.(next) });
  const settled = useEffectEvent(() => settle?.(table));
  useEffect(() => {
    settled();
    return table.store.subscribe(() => settled());
  }, [table]);
  return (
    <EditTableView
      table={table}
      label={say(label)}
      mode="always"
      tight
      rowNumber={ordered === true}
      rowSelection
      disabled={disabled}
      rowsMax={field.max ?? Infinity}
    />
  );
};
