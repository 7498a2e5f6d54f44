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
  /** A column without rules takes those of the field with the same key. */
  readonly columns: readonly Column[];
  readonly label: Words;
  /** The order of the rows is significant: they can be dragged, and are numbered. */
  readonly ordered?: true;
  /** Called after each change, to correct values that depend on other rows. */
  readonly settle?: (table: EditTable) => void;
}

/** A form control for a list field. Its rows are edited in a table, up to the maximum that the field allows. */
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
