import { Drawer, Skeleton, Tabs } from 'antd';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { FormDrawer } from '#kit/web/form/form-drawer.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { StateSwitch } from '#kit/web/list/actions/state-switch.tsx';
import { words } from '#kit/web/words.ts';
import { FollowStations } from '../gun/live-gun.web.tsx';
import { gun } from '../gun/gun.ts';
import { gunWords } from '../gun/gun.labels.ts';
import { ProfileForm } from '../pile-profile/profile-form.web.tsx';
import { pileProfileLabels } from '../pile-profile/pile-profile.labels.ts';
import { GunCards } from './gun-cards.web.tsx';
import { pileNotices, pileTabs } from './pile-parts.web.ts';
import type { PileRow } from './pile-parts.web.ts';
import { PileOverview } from './pile-overview.web.tsx';
import { usePileInView } from './pile-view.web.ts';
import { pileForm } from './pile-form.web.ts';
import { PileState } from './pile-state.web.tsx';
import { pileLabels, pileWords } from './pile.labels.ts';
import { pile, pileApi } from './pile.ts';

interface PileDrawerProps {
  readonly cpCode: string;
  readonly onClose: () => void;
}

const WIDTH = 920;
const nouns = [pile, gun];

/** The details of one pile. */
export const PileDrawer = ({ cpCode, onClose }: PileDrawerProps) => {
  const phone = useIsPhone();
  const { confirm } = useFeedback();
  const { data: row, error, refetch } = useCall(pileApi.queryById, { id: cpCode });
  const dirty = useRef<() => boolean>(null);
  const closeIfClean = async () => {
    if (!dirty.current?.() || (await confirm({ title: words.unsaved, okText: words.discard, cancelText: words.keepEditing, danger: true })))
      onClose();
  };
  return (
    <Drawer
      open
      onClose={() => void closeIfClean()}
      size={phone ? '100%' : WIDTH}
      title={row ? <Title row={row} /> : cpCode}
      extra={row && <Extra row={row} />}
      classNames={{ body: 'nw-drawer' }}
    >
      {error && <LoadError because={error.message} retry={refetch} />}
      {!error && !row && <Skeleton active paragraph={{ rows: 10 }} />}
      {row && <FollowStations stationIds={[row.stationId]} nouns={nouns} />}
      {row && <PileNotices row={row} />}
      {row && <PileTabs row={row} dirtyRef={dirty} />}
    </Drawer>
  );
};

const Title = ({ row }: { readonly row: PileRow }) => (
  <span className="nw-title">
    <span className="co-clip">{row.cpName}</span>
    <small className="co-num">{row.cpCode}</small>
    <PileState value={row.cpWorkStat} row={row} />
  </span>
);

const Extra = ({ row }: { readonly row: PileRow }) => {
  const say = useSay();
  const [editing, setEditing] = useState(false);
  return (
    <span className="nw-extra">
      <StateSwitch of={pile} api={pileApi} row={row} />
      <ActButton allow={pileApi.edit.allow} onClick={() => setEditing(true)}>
        {say(words.edit)}
      </ActButton>
      {editing && <FormDrawer of={pile} api={pileApi} labels={pileLabels} open row={row} fields={pileForm} onClose={() => setEditing(false)} />}
    </span>
  );
};

const PileNotices = ({ row }: { readonly row: PileRow }) => {
  const may = usePermission();
  return pileNotices()
    .filter(({ allow }) => may(allow).ok)
    .map(({ key, Body }) => <Body key={key} pile={row} />);
};

interface PileTabsProps {
  readonly row: PileRow;
  readonly dirtyRef: { current: (() => boolean) | null };
}

const PileTabs = ({ row, dirtyRef }: PileTabsProps) => {
  const say = useSay();
  const may = usePermission();
  const { tab, show } = usePileInView();
  const ownTabs: { readonly key: string; readonly label: string; readonly children: ReactNode }[] = [
    { key: 'overview', label: say(pileWords.overview), children: <PileOverview row={row} /> },
    { key: 'guns', label: say(gunWords.tab), children: <GunCards cpCode={row.cpCode} /> },
    { key: 'profile', label: say(pileProfileLabels.noun), children: <ProfileForm pile={row} dirtyRef={dirtyRef} /> },
  ];
  const addedTabs = pileTabs()
    .filter(({ allow }) => may(allow).ok)
    .map(({ key, label, Body }) => ({
      key,
      label: say(label),
      children: <Body pile={row} />,
    }));
  const items = [...ownTabs, ...addedTabs];
  return <Tabs activeKey={items.some(({ key }) => key === tab) ? (tab ?? '') : 'overview'} onChange={(key) => show(row.cpCode, key)} items={items} />;
};
