import { useMemo, useState } from 'react';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { CardBalance } from '../balance/balance.web.tsx';
import { bindingWords } from '../binding/binding.labels.ts';
import { BindPiles, BindStations, PilesDrawer, StationsDrawer } from '../binding/binding-dialogs.web.tsx';
import { cardOperateLabels } from '../card-operate/card-operate.labels.ts';
import { cardOperate, cardOperateApi } from '../card-operate/card-operate.ts';
import { cardStationApi } from '../card-station/card-station.ts';
import { pileBindingApi } from '../pile-binding/pile-binding.ts';
import { SideDrawer } from '../binding/side-drawer.web.tsx';
import { PasswordDialog, ReapplyDialog, StateDialog } from './card-dialogs.web.tsx';
import { cardState } from './card.codes.ts';
import { cardLabels, cardWords } from './card.labels.ts';
import { card, cardApi, reapplyCardEndpoint } from './card.ts';
import { cardInputs } from './pin-confirmation.web.tsx';

type Row = RowOf<typeof card.fields>;
type WantedState = (typeof states)[number]['item'];
type OpenDialog =
  | { readonly what: 'reapply' | 'password' | 'log' | 'stations' | 'piles'; readonly row: Row }
  | { readonly what: 'state'; readonly row: Row; readonly wantedState: WantedState }
  | { readonly what: 'bindStations' | 'bindPiles'; readonly ids: string };

const { normal, locked, disabled, disused } = cardState.items;
const states = [
  { item: normal, label: cardWords.normal },
  { item: locked, label: cardWords.locked },
  { item: disabled, label: cardWords.disabled },
  { item: disused, label: cardWords.disused },
] as const;

/** IC cards: issue, lock, replace, bind, and show their operation records. */
export const IcCardList = () => {
  const [dialog, setDialog] = useState<OpenDialog>();
  const actions = useMemo(() => rowActions(setDialog), []);
  const batch = useMemo(() => batchOf(setDialog), []);
  return (
    <>
      <ListPage
        of={card}
        api={cardApi}
        labels={cardLabels}
        columns={columns}
        filters={filters}
        form={form}
        render={draw}
        inputs={cardInputs}
        rowActions={actions}
        batch={batch}
      />
      {dialog && <OpenedDialog open={dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
};

const columns = [
  'icCardNo',
  'cardState',
  'custId',
  'cardPeople',
  'cardPhone',
  'cardBalance',
  'validUntil',
  'agentId',
  'tenantId',
  'createTime',
] as const;
const filters = ['icCardNo', 'cardState', 'custId', 'cardPeople', 'cardPhone', 'agentId', 'tenantId', 'createTime'] as const;
const form = [
  'tenantId',
  'custId',
  'agentId',
  'icCardNo',
  'cardPwd',
  'cardPeople',
  'cardPhone',
  'cardCarNo',
  'validUntil',
  'canDiscount',
  'cardAlarmMoney',
] as const;
const draw = { cardBalance: (value: string, row: Row) => <CardBalance value={value} row={row} /> };

const isLive = (row: Row) => (row.cardState === cardState.items.disused.value ? cardWords.void : true);

const rowActions = (dialog: (what: OpenDialog) => void) => {
  const openFor = (what: 'reapply' | 'password' | 'log' | 'stations' | 'piles') => (row: Row) => dialog({ what, row });
  return [
    'edit' as const,
    { key: 'reapply', label: cardWords.reapply, allow: reapplyCardEndpoint.allow, when: isLive, run: openFor('reapply') },
    { key: 'stations', label: bindingWords.stations, allow: cardStationApi.list.allow, run: openFor('stations') },
    { key: 'piles', label: bindingWords.piles, allow: pileBindingApi.list.allow, run: openFor('piles') },
    { key: 'log', label: cardWords.log, allow: cardOperateApi.list.allow, run: openFor('log') },
    { key: 'password', label: cardWords.password, allow: cardApi.resetPwd.allow, when: isLive, run: openFor('password') },
    ...states.map(({ item: wantedState, label }) => ({
      key: `state ${wantedState.value}`,
      label,
      allow: cardApi.changeState.allow,
      danger: wantedState.tone === 'bad',
      when: (row: Row) => row.cardState !== wantedState.value && row.cardState !== cardState.items.disused.value,
      run: (row: Row) => dialog({ what: 'state', row, wantedState }),
    })),
    'delete' as const,
  ];
};

const batchOf = (dialog: (what: OpenDialog) => void) => (keys: readonly string[]) => <Batch ids={keys.join(',')} onOpen={dialog} />;

const Batch = ({ ids, onOpen }: { readonly ids: string; readonly onOpen: (dialog: OpenDialog) => void }) => {
  const say = useSay();
  return (
    <>
      <ActButton allow={cardStationApi.bind.allow} onClick={() => onOpen({ what: 'bindStations', ids })}>
        {say(bindingWords.bindStations)}
      </ActButton>
      <ActButton allow={pileBindingApi.bind.allow} onClick={() => onOpen({ what: 'bindPiles', ids })}>
        {say(bindingWords.bindPiles)}
      </ActButton>
    </>
  );
};

const OpenedDialog = ({ open: dialog, onClose }: { readonly open: OpenDialog; readonly onClose: () => void }) => {
  switch (dialog.what) {
    case 'bindStations':
    case 'bindPiles': {
      const Bind = dialog.what === 'bindStations' ? BindStations : BindPiles;
      return <Bind members={{ kind: 'card', ids: dialog.ids }} onClose={onClose} />;
    }
    case 'reapply':
      return <ReapplyDialog row={dialog.row} onClose={onClose} />;
    case 'password':
      return <PasswordDialog row={dialog.row} onClose={onClose} />;
    case 'state':
      return <StateDialog row={dialog.row} wantedState={dialog.wantedState} onClose={onClose} />;
    case 'log':
      return <CardLog row={dialog.row} onClose={onClose} />;
    case 'stations':
    case 'piles': {
      const Side = dialog.what === 'stations' ? StationsDrawer : PilesDrawer;
      return <Side members={{ kind: 'card', ids: dialog.row.icCardId, name: dialog.row.icCardNo }} onClose={onClose} />;
    }
  }
};

const CardLog = ({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) => {
  const say = useSay();
  const scope = useMemo(() => ({ icCardId: row.icCardId }), [row.icCardId]);
  return (
    <SideDrawer title={say(cardWords.logOf, { no: row.icCardNo })} onClose={onClose}>
      <ListPage
        of={cardOperate}
        api={cardOperateApi}
        labels={cardOperateLabels}
        stateIn="local"
        fixedFilters={scope}
        columns={logColumns}
        filters={noFilters}
        rowActions={noFilters}
      />
    </SideDrawer>
  );
};
const logColumns = ['createTime', 'csrFlag', 'csrReason', 'oldCardNumber', 'createBy'] as const;
const noFilters = [] as const;
