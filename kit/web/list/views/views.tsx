import { Button, Dropdown } from 'antd';
import DownOutlined from '@ant-design/icons/DownOutlined';
import { useState } from 'react';
import type { AnyResource } from '#kit/resource/resource.ts';
import { savedViewApi } from '#kit/resource/shared-endpoints/saved-view.ts';
import type { SavedView, ViewState } from '#kit/resource/shared-endpoints/saved-view.ts';
import { lazyComponent } from '../../code-loading/lazy-component.tsx';
import { useFeedback, useSend } from '../../dialogs/feedback.tsx';
import { useSay } from '../../language.ts';
import { refresh, useCall } from '../../calls/query.tsx';
import { words } from '../../words.ts';
import { savedViews } from './saved-views.ts';
import type { ListStateHandle } from '../rows/list-state.ts';
import type { ShownColumns } from '../columns/shown-columns.ts';

const ViewDialog = lazyComponent(() => import('./view-dialog.tsx').then((dialog) => dialog.ViewDialog));

interface ViewsProps {
  readonly noun: AnyResource;
  readonly rows: ListStateHandle;
  readonly taste: ShownColumns;
  readonly onChosen: (view: SavedView) => void;
}

/** The menu of a list's saved views: opens, saves, shares and deletes them. */
export const ViewsButton = ({ noun, rows, taste, onChosen }: ViewsProps) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const [open, setOpen] = useState(false);
  const [saving, setSaving] = useState(false);
  const { data: views = [], isPending, error, refetch } = useCall(savedViewApi.list, { noun: noun.name, kind: 'list' }, { enabled: open || saving });
  const { send: remove } = useSend(savedViewApi.delete, { onDone: () => void refresh(savedViews) });
  const { filters, sort } = rows.state;
  const state: ViewState = { filters, ...sort, columns: taste.columns };
  const choose = (view: SavedView) => {
    const { state: saved } = view;
    rows.change({
      filters: saved.filters,
      sort: saved.column === undefined ? undefined : { column: saved.column, order: saved.order ?? 'asc' },
    });
    if (saved.columns && saved.columns.length > 0) taste.change({ columns: saved.columns });
    onChosen(view);
  };
  const drop = async (view: SavedView) => {
    if (await confirm({ title: say(words.confirmDelete, { name: view.title }), okText: words.delete, danger: true }))
      await remove({ viewId: view.viewId });
  };
  const items = views.map((view) => ({
    key: view.viewId,
    label: view.mine ? view.title : say(words.viewOf, { title: view.title, owner: view.owner }),
    onClick: () => choose(view),
  }));
  const ownViews = views.filter(({ mine }) => mine);
  // Entries that are still loading come last, so that an entry below the pointer does not move.
  const waiting = [{ key: 'waiting', label: '…', disabled: true }];
  const failed = error
    ? [{ key: 'failed', label: <ViewsFailed because={error.message} />, onClick: () => void refetch().then(() => setOpen(true)) }]
    : undefined;
  const none = [{ key: 'none', label: say(words.viewsNone), disabled: true }];
  const menu = [
    { key: 'save', label: say(words.viewSave), onClick: () => setSaving(true) },
    { type: 'divider' as const },
    ...(items.length > 0 ? items : (failed ?? none)),
    ...(ownViews.length > 0
      ? [
          {
            key: 'delete',
            label: say(words.viewDelete),
            children: ownViews.map((view) => ({ key: `delete ${view.viewId}`, label: view.title, danger: true, onClick: () => void drop(view) })),
          },
        ]
      : []),
  ];
  return (
    <>
      <Dropdown menu={{ items: isPending ? waiting : menu }} trigger={['click']} open={open} onOpenChange={setOpen}>
        <Button icon={<DownOutlined />} iconPlacement="end">
          {say(words.views)}
        </Button>
      </Dropdown>
      {saving && <ViewDialog noun={noun} kind="list" title={words.viewSave} state={state} ownViews={ownViews} onClose={() => setSaving(false)} />}
    </>
  );
};

/** Why the views could not be loaded; a click tries again. */
const ViewsFailed = ({ because }: { readonly because: string }) => {
  const say = useSay();
  return (
    <>
      {say(words.retry)}
      <small className="co-menu-why">
        {say(words.loadFailed)}: {because}
      </small>
    </>
  );
};
