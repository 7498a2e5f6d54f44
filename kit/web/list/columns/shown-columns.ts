import { useCallback, useMemo } from 'react';
import { usePreference } from '../../calls/preferences.ts';

export type Density = 'tight' | 'roomy';

/** How somebody likes the table of a noun. */
export interface TableTaste {
  /** Shown columns in their order; none is the page's own choice. */
  readonly columns: readonly string[];
  /** Kept in sight while the table is moved sideways. */
  readonly pinned: readonly string[];
  readonly density: Density;
}

export interface ShownColumns extends TableTaste {
  readonly change: (patch: Partial<TableTaste>) => void;
  readonly reset: () => void;
}

const usualTaste: TableTaste = { columns: [], pinned: [], density: 'tight' };

/** The columns a viewer chose for a noun, kept with the person on the server. */
export const useShownColumns = (noun: string, usual: readonly string[]): ShownColumns => {
  const [liked, like] = usePreference<Partial<TableTaste>>(`list.${noun}`);
  const taste = useMemo(() => ({ ...usualTaste, ...liked }), [liked]);
  const columns = taste.columns.length > 0 ? taste.columns : usual;
  const change = useCallback((patch: Partial<TableTaste>) => like({ ...taste, ...patch }), [like, taste]);
  return useMemo(() => ({ ...taste, columns, change, reset: () => like(null) }), [taste, columns, change, like]);
};
