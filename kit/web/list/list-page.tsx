import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Field, FieldShape } from '#kit/fields/field.ts';
import { readable } from '#kit/resource/resource.ts';
import type { SavedView } from '#kit/resource/shared-endpoints/saved-view.ts';
import { lazyComponent } from '../code-loading/lazy-component.tsx';
import { useAdvanced } from '../advanced/advanced-button.tsx';
import { useVisibleNoun } from '../permissions/field-limits.ts';
import { useFeedback } from '../dialogs/feedback.tsx';
import type { Filters } from '../kinds/filter-names.ts';
import type { PlainRow } from '../kinds/cell.tsx';
import { useSay } from '../language.ts';
import { useAnyRows } from './rows/use-rows.ts';
import type { Rows } from './rows/use-rows.ts';
import { useViewer } from '../session/session.ts';
import { sessionErrorStore } from '../session/session-errors.ts';
import { endpointOf } from '../calls/list-api.ts';
import type { ListApi } from '../calls/list-api.ts';
import { rowActionsOf } from './actions/actions.ts';
import { BatchBar } from './actions/batch-bar.tsx';
import { allColumns, fixedScopes, usualColumns, withScopes } from './columns/columns.tsx';
import type { CellRenderers } from './columns/columns.tsx';
import { useDialogs } from './dialogs.tsx';
import { useLiveRows } from './rows/live-rows.ts';
import type { AnyListProps, ListPageProps } from './list-props.ts';
import { RowTable } from './row-table.tsx';
import { SearchForm } from './search-form.tsx';
import { useShownColumns } from './columns/shown-columns.ts';
import { Toolbar } from './toolbar.tsx';
import { ViewsButton } from './views/views.tsx';

const NarrowedView = lazyComponent(() => import('./views/narrowed-view.tsx').then((narrowed) => narrowed.NarrowedView));

/** The list page of a noun, with filters, table, adding, editing, deleting, bulk actions, export, import and details. */
export const ListPage = <F extends FieldShape, A extends ListApi>(props: ListPageProps<F, A>) => (
  <AnyListPage {...(props as unknown as AnyListProps)} />
); // the fields are data; F only checks the caller's types

const usualActions = ['edit', 'changeState', 'delete'] as const;
const noDraws: CellRenderers = {};

export const AnyListPage = (inputProps: AnyListProps) => {
  const props = { ...inputProps, of: useVisibleNoun(inputProps.of) };
  const { of, api, fixedFilters, stateIn } = props;
  const rows = useAnyRows(of, api, { fixedFilters, stateIn });
  useFailure(rows);
  useLiveRows(of, rows);
  const viewer = useViewer();
  const fixed = useMemo(() => [...fixedScopes(viewer), ...Object.keys(fixedFilters ?? {})], [viewer, fixedFilters]);
  const columns = useColumns(props, fixed);
  const filterFields = useFilterFields(props, fixed);
  const { selected, setSelected, view, setView, search, open } = useChosen(rows);
  const advanced = useAdvanced({ noun: of, labels: props.labels, filters: rows.state.filters, fixed, values: props.queryValues, onSearch: search });
  const dialogs = useDialogs(props);
  const { actionsOf } = useRowActions(props, dialogs.open);
  const tickable = ['deleteBatch', 'changeStatBatch', 'exportXls'].some((name) => endpointOf(api, name)) || props.batch !== undefined;
  const onDone = (ticked: readonly string[] = []) => setSelected(ticked);
  return (
    <div className="co-list">
      <SearchForm
        fields={filterFields}
        labels={props.labels}
        filters={rows.state.filters}
        fixedFilters={fixed}
        advanced={advanced.button}
        onSearch={search}
      />
      {view && <NarrowedView view={view} labels={props.labels} onClose={() => setView(undefined)} />}
      {props.extra?.(rows)}
      <section className="co-card co-list-body">
        <Toolbar
          api={api}
          onAdd={() => dialogs.open('add')}
          onImport={() => dialogs.open('import')}
          onRefresh={() => void rows.query.refetch()}
          refreshing={rows.query.isFetching}
          listQuery={rows.listQuery}
          selected={selected}
          columns={columns.all}
          taste={columns.taste}
          advanced={filterFields.length === 0 && advanced.button}
          views={stateIn !== 'local' && <ViewsButton noun={of} rows={rows} taste={columns.taste} onChosen={open} />}
          batch={
            selected.length > 0 && (
              <BatchBar noun={of} api={api} selected={selected} onSelect={setSelected}>
                {props.batch?.(selected, onDone)}
              </BatchBar>
            )
          }
        >
          {props.toolbar}
        </Toolbar>
        {advanced.tagAndDialog}
        <RowTable
          noun={of}
          rows={rows}
          columns={columns.shown}
          pinned={columns.taste.pinned}
          density={columns.taste.density}
          actionsOf={actionsOf}
          selected={tickable ? selected : undefined}
          onSelect={setSelected}
          onOpen={dialogs.openDetail}
          filtered={Object.keys(rows.state.filters).length > 0}
          onClearFilters={() => search({})}
        />
      </section>
      {dialogs.elements}
    </div>
  );
};

/** The selected rows and the open view. A new query clears the selection; another page keeps it. */
const useChosen = (rows: Rows<PlainRow>) => {
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [view, setView] = useState<SavedView>();
  const search = useCallback(
    (filters: Filters) => {
      setSelected([]);
      setView(undefined);
      rows.change({ filters });
      // Repeating the same query reloads the rows.
      void rows.query.refetch();
    },
    [rows],
  );
  const open = (savedView: SavedView) => {
    setSelected([]);
    setView(savedView);
  };
  return { selected, setSelected, view, setView, search, open };
};

/** When reloading fails, the earlier rows stay, and a toast gives the reason. */
const useFailure = ({ query }: Rows<PlainRow>): void => {
  const { warn } = useFeedback();
  const { error, data } = query;
  const isReported = error === null || data === undefined || error.code === 401 || error.code === 403;
  useEffect(() => {
    // The dialog of an ended session already shows this.
    if (!isReported && sessionErrorStore.get() === null) warn(error.message);
  }, [isReported, error, warn]);
};

const useColumns = ({ of, labels, columns, render = noDraws, stateIn }: AnyListProps, fixed: readonly string[]) => {
  const say = useSay();
  const columnNames = useMemo(() => {
    const ownColumns = columns ?? usualColumns(of);
    // A list inside another noun shows exactly its own columns.
    return (stateIn === 'local' ? ownColumns : withScopes(of, ownColumns)).filter((column) => typeof column !== 'string' || !fixed.includes(column));
  }, [columns, of, fixed, stateIn]);
  const everyColumn = useMemo(
    () => allColumns({ noun: of, labels, render, say }, columnNames).filter(({ key }) => !fixed.includes(key)),
    [of, labels, render, say, columnNames, fixed],
  );
  const usual = useMemo(() => columnNames.map((column) => (typeof column === 'string' ? column : column.key)), [columnNames]);
  const taste = useShownColumns(of.name, usual);
  return {
    all: everyColumn,
    taste,
    shown: useMemo(() => taste.columns.flatMap((name) => everyColumn.find(({ key }) => key === name) ?? []), [everyColumn, taste]),
  };
};

const useFilterFields = ({ of, filters }: AnyListProps, fixed: readonly string[]): readonly (readonly [string, Field])[] =>
  useMemo(() => {
    const can = new Map(readable(of).filter(([name, field]) => field.filter !== undefined && !fixed.includes(name)));
    return (filters ?? [...can.keys()]).flatMap((name) => {
      const field = can.get(name);
      return field ? [[name, field] as const] : [];
    });
  }, [of, filters, fixed]);

const useRowActions = (props: AnyListProps, open: (target: 'edit' | 'detail', row: PlainRow) => void) => {
  const { of: noun, api, labels, rowActions = usualActions } = props;
  const say = useSay();
  const feedback = useFeedback();
  const viewer = useViewer();
  const offered = rowActions.some((action) => typeof action !== 'string' || action === 'detail' || endpointOf(api, action) !== undefined);
  const actionsOf = (row: PlainRow) => rowActionsOf({ noun, api, labels, say, feedback, open, viewer }, rowActions, row);
  return { actionsOf: offered ? actionsOf : undefined };
};
