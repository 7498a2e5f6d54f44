import { useState } from 'react';
import type { QueryMatch } from '#kit/resource/query/advanced-query.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { SavedView } from '#kit/resource/shared-endpoints/saved-view.ts';
import { useFeedback } from '../dialogs/feedback.tsx';
import type { Filters } from '../kinds/filter-names.ts';
import { usePreference } from '../calls/preferences.ts';
import { blankRow, isBlank, isComplete, onlyAdvanced, readAdvanced, withQueryInHistory, withAdvanced } from './advanced.ts';
import type { AdvancedQuery, DraftRow } from './advanced.ts';
import { withoutAdvanced } from './active-query.ts';
import { queryWords } from './builder-words.ts';

interface BuilderProps {
  readonly noun: AnyResource;
  readonly filters: Filters;
  readonly onSearch: (filters: Filters) => void;
  readonly onClose: () => void;
}

const beginning = (filters: Filters): AdvancedQuery => {
  const advanced = readAdvanced(filters);
  const query = typeof advanced === 'string' ? undefined : advanced;
  return query && query.rows.length > 0 ? query : { match: query?.match ?? 'and', rows: [blankRow] };
};

const noHistory: readonly AdvancedQuery[] = [];

/** The state of the query dialog, and the actions of its buttons. */
export const useBuilder = ({ noun, filters, onSearch, onClose }: BuilderProps, phone: boolean) => {
  const { warn } = useFeedback();
  const [query, setQuery] = useState(() => beginning(filters));
  const [strict, setStrict] = useState(false);
  const [loadedView, setLoadedView] = useState<SavedView>();
  const [loads, setLoads] = useState(0);
  const [saving, setSaving] = useState<Filters>();
  const [history = noHistory, remember] = usePreference<readonly AdvancedQuery[]>(`query.${noun.name}`);
  const [inForce, setInForce] = useState(() => JSON.stringify(readAdvanced(filters)));
  const setRows = (rows: readonly DraftRow[]) => setQuery((previous) => ({ ...previous, rows }));
  const begin = (next: AdvancedQuery) => {
    setQuery(next.rows.length > 0 ? next : { ...next, rows: [blankRow] });
    setStrict(false);
    setLoadedView(undefined);
    setLoads((count) => count + 1);
  };
  // When an address or a saved view sets another query, the dialog shows that query.
  const advancedJson = JSON.stringify(readAdvanced(filters));
  if (advancedJson !== inForce) {
    setInForce(advancedJson);
    if (advancedJson !== JSON.stringify(readAdvanced(onlyAdvanced(query) ?? {}))) begin(beginning(filters));
  }
  const completeQuery: AdvancedQuery = { ...query, rows: query.rows.filter(isComplete) };
  const run = () => {
    setStrict(true);
    if (completeQuery.rows.length === 0 || query.rows.some((row) => !isComplete(row) && !isBlank(row))) return warn(queryWords.empty);
    const next = withAdvanced(filters, completeQuery);
    if (!next) return warn(queryWords.tooLong);
    setQuery(completeQuery);
    remember(withQueryInHistory(history, completeQuery));
    onSearch(next);
    if (phone) onClose();
    return undefined;
  };
  const reset = () => {
    begin({ match: 'and', rows: [blankRow] });
    onSearch(withoutAdvanced(filters));
  };
  const save = () => {
    if (completeQuery.rows.length === 0) return warn(queryWords.emptySave);
    const state = onlyAdvanced(completeQuery);
    return state ? setSaving(state) : warn(queryWords.tooLong);
  };
  const load = (view: SavedView) => {
    begin(beginning(view.state.filters));
    setLoadedView(view);
  };
  return {
    query,
    history,
    strict,
    loadedView,
    loads,
    saving,
    setRows,
    begin,
    load,
    run,
    reset,
    save,
    saveDone: () => setSaving(undefined),
    setMatch: (match: QueryMatch) => setQuery((previous) => ({ ...previous, match })),
    change: (index: number, row: DraftRow) => setRows(query.rows.map((item, at) => (at === index ? row : item))),
    remove: (index: number) => {
      setRows(query.rows.length > 1 ? query.rows.toSpliced(index, 1) : [blankRow]);
      setLoads((count) => count + 1);
    },
  };
};
