import { createContext, useContext } from 'react';
import type { Language } from '#kit/fields/words.ts';
import type { Translate } from '../../language.ts';
import type { Column } from './column.ts';
import type { EditTable } from './table.ts';

export interface GridFacts {
  readonly table: EditTable;
  /** The columns that are shown, in their order. */
  readonly columns: readonly Column[];
  /** Keys of everything a row shows, from left to right, tools included. */
  readonly keys: readonly string[];
  /** `always`: cells look like inputs, and the keyboard goes from one to the next without an Enter between. */
  readonly mode: 'click' | 'always';
  readonly disabled: boolean;
  readonly mayAdd: boolean;
  readonly mayRemove: boolean;
  readonly rowsMax: number;
  /** Opens what belongs to a row, or closes it where it is open; undefined closes. */
  readonly toggleSub: ((id: string | undefined) => void) | undefined;
  readonly rowHeightPx: number;
  /** Messages have a line of their own. */
  readonly roomy: boolean;
  /** The folder uploads are kept in. */
  readonly biz: string;
  /** Told once for all cells: each following them alone would cost more than what it shows. */
  readonly say: Translate;
  readonly language: Language;
  /** Begins the ids of what is said about cells. */
  readonly id: string;
}

/** Columns that the table brings itself. */
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
