import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { EditTable } from './table.ts';
import type { EditTableOptions, TableState, ValueChange } from './table.ts';

export interface UseEditTable extends EditTableOptions {
  /** After a cell has changed, by whatever hand. */
  readonly onValueChange?: (change: ValueChange) => void;
}

/** An editable table that lives as long as the component. Its columns and first rows are those of the first drawing. */
export const useEditTable = ({ onValueChange, ...options }: UseEditTable): EditTable => {
  const [table] = useState(() => new EditTable(options));
  const tell = useEffectEvent((change: ValueChange) => onValueChange?.(change));
  useEffect(() => table.onValueChange((change) => tell(change)), [table]);
  return table;
};

/** Follows a part of a table. The part has to keep its identity while it does not change. */
export const useTable = <T>(table: EditTable, part: (state: TableState) => T): T =>
  useSyncExternalStore(table.store.subscribe, () => part(table.store.get()));
