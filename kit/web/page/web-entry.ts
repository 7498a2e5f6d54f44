import type { ComponentType } from 'react';
import type { CellPickers } from '../edit-table/cells/cell-pickers.ts';
import type { InputProps } from '../kinds/input.tsx';

/** Pages by the `component` of their menu entry, each in its own chunk. */
export type Pages = Readonly<Record<string, () => Promise<{ readonly default: ComponentType }>>>;

/** The exports of a domain's web.ts for the shell. */
export interface WebEntry {
  readonly pages: Pages;
  /** Pickers for cells of editable tables, by the type of cell. */
  readonly cellPickers?: CellPickers;
  /** Inputs that pick several rows, by the noun. */
  readonly multiRefInputs?: Readonly<Record<string, ComponentType<InputProps>>>;
}
