import type { ComponentType } from 'react';
import type { CellPickers } from '../edit-table/cells/cell-pickers.ts';
import type { InputProps } from '../kinds/input.tsx';

/** Pages by the menu's `component`, each in a chunk of its own. */
export type Pages = Readonly<Record<string, () => Promise<{ readonly default: ComponentType }>>>;

/** What a domain's web.ts offers the shell. */
export interface WebEntry {
  readonly pages: Pages;
  /** Pickers for the cells of editable tables, by the kind of cell. */
  readonly cellPickers?: CellPickers;
  /** Inputs that pick several rows, by the noun. */
  readonly multiRefInputs?: Readonly<Record<string, ComponentType<InputProps>>>;
}
