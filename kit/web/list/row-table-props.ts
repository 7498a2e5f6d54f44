import type { AnyResource } from '#kit/resource/resource.ts';
import type { PlainRow } from '../kinds/cell.tsx';
import type { Rows } from './rows/use-rows.ts';
import type { RowAction } from './actions/actions.ts';
import type { ListColumn } from './columns/columns.tsx';
import type { Density } from './columns/shown-columns.ts';

export interface RowTableProps {
  readonly noun: AnyResource;
  readonly rows: Rows<PlainRow>;
  readonly columns: readonly ListColumn[];
  /** The keys of pinned columns. */
  readonly pinned: readonly string[];
  readonly density: Density;
  readonly actionsOf: ((row: PlainRow) => readonly RowAction[]) | undefined;
  /** Undefined: rows cannot be selected. */
  readonly selected: readonly string[] | undefined;
  readonly onSelect: (keys: readonly string[]) => void;
  readonly onOpen: ((row: PlainRow) => void) | undefined;
  readonly filtered: boolean;
  readonly onClearFilters: () => void;
}
