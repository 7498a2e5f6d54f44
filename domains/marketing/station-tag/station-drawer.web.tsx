import { Drawer, Skeleton, Tabs } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { CodeTag } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { words } from '#kit/web/words.ts';
import { AreaTab } from './area-tab.web.tsx';
import { CategoryTagsTab } from './category-tags-tab.web.tsx';
import { CommonTagsTab } from './common-tags-tab.web.tsx';
import { RatesTab } from './rates-tab.web.tsx';
import { miniappShow } from './station-tag.codes.ts';
import { stationTagWords } from './station-tag.labels.ts';
import { stationTagApi } from './station-tag.ts';
import type { StationTagRow } from './station-tag.web.tsx';

interface StationDrawerProps {
  readonly stationId: string;
  readonly onClose: () => void;
}

export interface TabProps {
  readonly row: StationTagRow;
  /** The open tab sets it to a function that says whether it has unsaved changes. */
  readonly dirtyRef: { current: (() => boolean) | null };
  /** Leaving the tab waits for this save. */
  readonly onSaving: (save: Promise<unknown>) => void;
  /** The tab begins again with what was saved. */
  readonly onSaved: () => void;
}

const WIDTH = 860;
const tabs = [
  { key: 'area', label: stationTagWords.area, Body: AreaTab },
  { key: 'common', label: stationTagWords.common, Body: CommonTagsTab },
  { key: 'category', label: stationTagWords.category, Body: CategoryTagsTab },
  { key: 'rates', label: stationTagWords.rates, Body: RatesTab },
] as const;

/** What the mini-program shows of one station, in tabs that are saved one by one. */
export const StationDrawer = ({ stationId, onClose }: StationDrawerProps) => {
  const say = useSay();
  const phone = useIsPhone();
  const { confirm } = useFeedback();
  const [tab, setTab] = useState('area');
  const dirtyRef = useRef<() => boolean>(null);
  const filter: {} = { stationId };
  const { data, error, refetch } = useCall(stationTagApi.list, filter);
  const row = data?.records[0];
  const saveRef = useRef<Promise<unknown>>(Promise.resolve());
  const savedOverRef = useRef<number>(null);
  const leave = async (go: () => void) => {
    await saveRef.current;
    // Until the saved row is read again, the tab still compares its values with the row that was saved over.
    const unsaved = savedOverRef.current !== row?.version && dirtyRef.current?.();
    if (!unsaved || (await confirm({ title: words.unsaved, okText: words.discard, cancelText: words.keepEditing, danger: true }))) go();
  };
  const onSaving = (save: Promise<unknown>) => {
    saveRef.current = save;
  };
  const onSaved = () => {
    savedOverRef.current = row?.version ?? null;
  };
  return (
    <Drawer
      open
      onClose={() => void leave(onClose)}
      size={phone ? '100%' : WIDTH}
      title={
        <span className="st-title">
          <span className="co-clip">{row?.stationName ?? ''}</span>
          {row && <CodeTag item={itemOf(miniappShow, row.miniappShow)} />}
        </span>
      }
    >
      {error && !row && <LoadError because={error.message} retry={refetch} />}
      {!error && !row && <Skeleton active paragraph={{ rows: 10 }} />}
      {row && (
        <Tabs
          activeKey={tab}
          onChange={(key) => void leave(() => setTab(key))}
          destroyOnHidden
          items={tabs.map(({ key, label, Body }) => ({
            key,
            label: say(label),
            children: <Opened row={row} Body={Body} dirtyRef={dirtyRef} onSaving={onSaving} onSaved={onSaved} />,
          }))}
        />
      )}
    </Drawer>
  );
};

interface OpenedProps extends TabProps {
  readonly Body: ComponentType<TabProps>;
}

/** A tab keeps the row that it has read while it has unsaved changes, so that a change of someone else is noticed when it is saved. */
const Opened = ({ row, Body, dirtyRef, onSaving, onSaved }: OpenedProps) => {
  const [read, setRead] = useState(row);
  const [isSaved, setSaved] = useState(false);
  useEffect(() => {
    if (row.version === read.version || !(isSaved || !dirtyRef.current?.())) return;
    setRead(row);
    setSaved(false);
  }, [row, read, isSaved, dirtyRef]);
  const saved = () => {
    setSaved(true);
    onSaved();
  };
  return <Body key={read.version} row={read} dirtyRef={dirtyRef} onSaving={onSaving} onSaved={saved} />;
};
