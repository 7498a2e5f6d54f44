import { useMemo, useState } from 'react';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { CarBalance } from '../balance/balance.web.tsx';
import { bindingWords } from '../binding/binding.labels.ts';
import { BindPiles, BindStations, PilesDrawer, StationsDrawer } from '../binding/binding-dialogs.web.tsx';
import type { SelectedMembers } from '../binding/binding-dialogs.web.tsx';
import { carStationApi } from '../car-station/car-station.ts';
import { pileBindingApi } from '../pile-binding/pile-binding.ts';
import { carLabels } from './car.labels.ts';
import { car, carApi } from './car.ts';

type Row = RowOf<typeof car.fields>;
interface OpenDialog {
  readonly what: keyof typeof dialogs;
  readonly members: SelectedMembers;
}

const dialogs = { stations: StationsDrawer, piles: PilesDrawer, bindStations: BindStations, bindPiles: BindPiles } as const;

/** Cars that pay by their VIN. */
export const CarList = () => {
  const [dialog, setDialog] = useState<OpenDialog>();
  const actions = useMemo(() => rowActions(setDialog), []);
  const batch = useMemo(() => batchOf(setDialog), []);
  const Dialog = dialog && dialogs[dialog.what];
  return (
    <>
      <ListPage
        of={car}
        api={carApi}
        labels={carLabels}
        columns={columns}
        filters={filters}
        form={form}
        render={draw}
        rowActions={actions}
        batch={batch}
      />
      {dialog && Dialog && <Dialog members={dialog.members} onClose={() => setDialog(undefined)} />}
    </>
  );
};

const columns = [
  'carNum',
  'state',
  'carVin',
  'carTypeId',
  'custId',
  'phoneUserId',
  'carDriver',
  'carBalance',
  'agentId',
  'tenantId',
  'createTime',
] as const;
const filters = [
  'carNum',
  'carVin',
  'state',
  'custId',
  'phoneUserId',
  'carTypeId',
  'carPileType',
  'carDriver',
  'agentId',
  'tenantId',
  'createTime',
] as const;
const form = [
  ...(['tenantId', 'custId', 'phoneUserId', 'agentId', 'carNum', 'carVin', 'carTypeId', 'carPileType'] as const),
  ...(['carDriver', 'carPhone', 'isDiscount', 'carAlarmMoney', 'remark'] as const),
];
const draw = {
  // Never truncated, because people compare VINs character by character.
  carVin: (value: string) => <span style={{ fontFamily: 'var(--co-mono)', fontSize: 12, letterSpacing: '-0.3px' }}>{value}</span>,
  carBalance: (value: string, row: Row) => <CarBalance value={value} row={row} />,
};

const rowActions = (dialog: (what: OpenDialog) => void) => {
  const openFor = (what: OpenDialog['what']) => (row: Row) => dialog({ what, members: { kind: 'car', ids: row.carId, name: row.carNum } });
  return [
    'edit' as const,
    { key: 'stations', label: bindingWords.stations, allow: carStationApi.list.allow, run: openFor('stations') },
    { key: 'piles', label: bindingWords.piles, allow: pileBindingApi.list.allow, run: openFor('piles') },
    'changeState' as const,
    'delete' as const,
  ];
};

const batchOf = (dialog: (what: OpenDialog) => void) => (keys: readonly string[]) => <Batch ids={keys.join(',')} onOpen={dialog} />;

const Batch = ({ ids, onOpen }: { readonly ids: string; readonly onOpen: (dialog: OpenDialog) => void }) => {
  const say = useSay();
  return (
    <>
      <ActButton allow={carStationApi.bind.allow} onClick={() => onOpen({ what: 'bindStations', members: { kind: 'car', ids } })}>
        {say(bindingWords.bindStations)}
      </ActButton>
      <ActButton allow={pileBindingApi.bind.allow} onClick={() => onOpen({ what: 'bindPiles', members: { kind: 'car', ids } })}>
        {say(bindingWords.bindPiles)}
      </ActButton>
    </>
  );
};
