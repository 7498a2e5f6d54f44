import { createContext, useContext } from 'react';
import type { Language } from '#kit/fields/words.ts';
import type { Translate } from '../../language.ts';
import type { Column } from './column.ts';
import type { EditTable } from './table.ts';

export interface GridFacts {
  readonly table: EditTable;
  /** The visible columns, in their order. */
  readonly columns: readonly Column[];
  /** The keys of all cells of a row from left to right, including tool columns. */
  readonly keys: readonly string[];
  /** `always`: cells look like inputs, and moving from an edited cell with the keyboard edits the next one without Enter. */
  readonly mode: 'click' | 'always';
  readonly disabled: boolean;
  readonly mayAdd: boolean;
  readonly mayRemove: boolean;
  readonly rowsMax: number;
  /** Opens the details of a row, or closes them when they are open; undefined closes them. */
  readonly toggleSub: ((id: string | undefined) => void) | undefined;
  readonly rowHeightPx: number;
  /** Rows are high enough to show a validation error below the value. */
  readonly roomy: boolean;
  /** The folder of uploaded files. */
  readonly biz: string;
  /** The translation function. It is read once for all cells, because a subscription for each cell would cost more than drawing it. */
  readonly say: Translate;
  readonly language: Language;
  /** The prefix for the ids of the cells' error messages. */
  readonly id: string;
}

/** Columns that the table itself adds. */
export const HANDLE = '@handle';
export const TICK = '@tick';
export const NUMBER = '@number';

const Context = createContext<GridFacts | undefined>(undefined);
export const GridRoot = Context.Provider;

export const useGrid = (): GridFacts => {
  const facts = useContext(Context);
  if (!facts) throw new Error('a cell stands in a table');
  return facts;
};
