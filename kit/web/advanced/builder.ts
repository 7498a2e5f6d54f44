import { useState } from 'react';
import type { QueryMatch } from '#kit/resource/query/advanced-query.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { SavedView } from '#kit/resource/shared-endpoints/saved-view.ts';
import { useFeedback } from '../dialogs/feedback.tsx';
import type { Filters } from '../kinds/filter-names.ts';
import { usePreference } from '../calls/preferences.ts';
import { blankRow, isBlank, isWhole, onlyAdvanced, readAdvanced, remembered, withAdvanced } from './advanced.ts';
import type { AdvancedQuery, DraftRow } from './advanced.ts';
import { withoutAdvanced } from './in-force.ts';
import { queryWords } from './builder-words.ts';

interface BuilderProps {
  readonly noun: AnyResource;
  readonly filters: Filters;
  readonly onSearch: (filters: Filters) => void;
  readonly onClose: () => void;
}

const beginning = (filters: Filters): AdvancedQuery => {
  const found = readAdvanced(filters);
  const query = typeof found === 'string' ? undefined : found;
  return query && query.rows.length > 0 ? query : { match: query?.match ?? 'and', rows: [blankRow] };
};

const noHistory: readonly AdvancedQuery[] = [];

/** What the dialog is putting together, and what its buttons do. */
export const useBuilder = ({ noun, filters, onSearch, onClose }: BuilderProps, phone: boolean) => {
  const { warn } = useFeedback();
  const [query, setQuery] = useState(() => beginning(filters));
  const [strict, setStrict] = useState(false);
  const [told, setTold] = useState<SavedView>();
  const [loads, setLoads] = useState(0);
  const [saving, setSaving] = useState<Filters>();
  const [history = noHistory, remember] = usePreference<readonly AdvancedQuery[]>(`query.${noun.name}`);
  const [inForce, setInForce] = useState(() => JSON.stringify(readAdvanced(filters)));
  const setRows = (rows: readonly DraftRow[]) => setQuery((before) => ({ ...before, rows }));
  const begin = (next: AdvancedQuery) => {
    setQuery(next.rows.length > 0 ? next : { ...next, rows: [blankRow] });
    setStrict(false);
    setTold(undefined);
    setLoads((count) => count + 1);
  };
  // A query that was put in force elsewhere, by an address or a view, is what the dialog goes on with.
  const now = JSON.stringify(readAdvanced(filters));
  if (now !== inForce) {
    setInForce(now);
    if (now !== JSON.stringify(readAdvanced(onlyAdvanced(query) ?? {}))) begin(beginning(filters));
  }
  const whole: AdvancedQuery = { ...query, rows: query.rows.filter(isWhole) };
  const run = () => {
    setStrict(true);
    if (whole.rows.length === 0 || query.rows.some((row) => !isWhole(row) && !isBlank(row))) return warn(queryWords.empty);
    const next = withAdvanced(filters, whole);
    if (!next) return warn(queryWords.tooLong);
    setQuery(whole);
    remember(remembered(history, whole));
    onSearch(next);
    if (phone) onClose();
    return undefined;
  };
  const reset = () => {
    begin({ match: 'and', rows: [blankRow] });
    onSearch(withoutAdvanced(filters));
  };
  const save = () => {
    if (whole.rows.length === 0) return warn(queryWords.emptySave);
    const state = onlyAdvanced(whole);
    return state ? setSaving(state) : warn(queryWords.tooLong);
  };
  const load = (view: SavedView) => {
    begin(beginning(view.state.filters));
    setTold(view);
  };
  return {
    query,
    history,
    strict,
    told,
    loads,
    saving,
    setRows,
    begin,
    load,
    run,
    reset,
    save,
    saveDone: () => setSaving(undefined),
    setMatch: (match: QueryMatch) => setQuery((before) => ({ ...before, match })),
    change: (index: number, row: DraftRow) => setRows(query.rows.map((one, at) => (at === index ? row : one))),
    remove: (index: number) => {
      setRows(query.rows.length > 1 ? query.rows.toSpliced(index, 1) : [blankRow]);
      setLoads((count) => count + 1);
    },
  };
};
