import { useCallback, useMemo } from 'react';
import { usePreference } from '../../calls/preferences.ts';

export type Density = 'tight' | 'roomy';

/** The preferences of a user for the table of a noun. */
export interface TableTaste {
  /** The visible columns in their order; without any, the page's default applies. */
  readonly columns: readonly string[];
  /** Columns that stay visible while the table scrolls sideways. */
  readonly pinned: readonly string[];
  readonly density: Density;
}

export interface ShownColumns extends TableTaste {
  readonly change: (patch: Partial<TableTaste>) => void;
  readonly reset: () => void;
}

const defaultTaste: TableTaste = { columns: [], pinned: [], density: 'tight' };

/** The user's choice of columns for a noun, stored on the server. */
export const useShownColumns = (noun: string, usual: readonly string[]): ShownColumns => {
  const [saved, save] = usePreference<Partial<TableTaste>>(`list.${noun}`);
  const taste = useMemo(() => ({ ...defaultTaste, ...saved }), [saved]);
  const columns = taste.columns.length > 0 ? taste.columns : usual;
  const change = useCallback((patch: Partial<TableTaste>) => save({ ...taste, ...patch }), [save, taste]);
  return useMemo(() => ({ ...taste, columns, change, reset: () => save(null) }), [taste, columns, change, save]);
};
