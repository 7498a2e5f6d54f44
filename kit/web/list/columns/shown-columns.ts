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

const usualTaste: TableTaste = { columns: [], pinned: [], density: 'tight' };

/** The user's choice of columns for a noun, stored on the server. */
export const useShownColumns = (noun: string, usual: readonly string[]): ShownColumns => {
  const [liked, like] = usePreference<Partial<TableTaste>>(`list.${noun}`);
  const taste = useMemo(() => ({ ...usualTaste, ...liked }), [liked]);
  const columns = taste.columns.length > 0 ? taste.columns : usual;
  const change = useCallback((patch: Partial<TableTaste>) => like({ ...taste, ...patch }), [like, taste]);
  return useMemo(() => ({ ...taste, columns, change, reset: () => like(null) }), [taste, columns, change, like]);
};
