import { useMemo, useState } from 'react';
import { pile, pileApi, stationApi } from '#domains/network/resources.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { bindingWords } from './binding.labels.ts';
import { carStationLabels } from '../car-station/car-station.labels.ts';
import { carStation, carStationApi } from '../car-station/car-station.ts';
import { cardStationLabels } from '../card-station/card-station.labels.ts';
import { cardStation, cardStationApi } from '../card-station/card-station.ts';
import { ChooseDialog } from './choose-dialog.web.tsx';
import { BoundList } from '../pile-binding/bound-list.web.tsx';
import { pileBinding, pileBindingApi } from '../pile-binding/pile-binding.ts';
import { SideDrawer } from './side-drawer.web.tsx';

export type MemberKind = 'card' | 'car';

/** What is being bound: one row, or all selected rows. */
export interface SelectedMembers {
  readonly kind: MemberKind;
  readonly ids: string;
  /** The title of one of them. */
  readonly name?: string;
}
interface MembersProps {
  readonly members: SelectedMembers;
  readonly onClose: () => void;
}

/** Binds cards or cars to some stations. */
export const BindStations = ({ members: { kind, ids }, onClose }: MembersProps) => {
  const say = useSay();
  const forCards = useSend(cardStationApi.bind, { changes: [cardStation], onDone: onClose });
  const forCars = useSend(carStationApi.bind, { changes: [carStation], onDone: onClose });
  const bind = (stationIds: string) => (kind === 'card' ? forCards.send({ icCardIds: ids, stationIds }) : forCars.send({ carIds: ids, stationIds }));
  return (
    <ChooseDialog
      title={say(bindingWords.bindStations)}
      label={bindingWords.station}
      picker={stationApi.queryList}
      sending={forCards.sending || forCars.sending}
      onChosen={(stationIds) => void bind(stationIds)}
      onClose={onClose}
    >
      <BindingHint members={ids} />
    </ChooseDialog>
  );
};

/** Binds cards or cars to some piles, with one call for each pile. */
export const BindPiles = ({ members: { kind, ids }, onClose }: MembersProps) => {
  const say = useSay();
  const { send, sending } = useSend(pileBindingApi.bind, { changes: [pileBinding, pile] });
  const bind = async (codes: string) => {
    for (const cpCode of codes.split(',')) {
      const answer = await send(kind === 'card' ? { cpCode, icCardIds: ids } : { cpCode, carIds: ids });
      if (answer === undefined) return;
    }
    onClose();
  };
  return (
    <ChooseDialog
      title={say(bindingWords.bindPiles)}
      label={bindingWords.pile}
      picker={pileApi.queryList}
      sending={sending}
      onChosen={(codes) => void bind(codes)}
      onClose={onClose}
    >
      <BindingHint members={ids} />
    </ChooseDialog>
  );
};

const BindingHint = ({ members }: { readonly members: string }) => {
  const say = useSay();
  const n = members.split(',').filter(Boolean).length;
  return (
    <p className="co-hint">
      {n > 1 && `${say(bindingWords.selected, { n })} · `}
      {say(bindingWords.anywhere)}
    </p>
  );
};

/** The stations at which a card or car may be used. */
export const StationsDrawer = ({ members, onClose }: MembersProps) => {
  const say = useSay();
  const [binding, setBinding] = useState(false);
  const whereCard = useMemo(() => ({ icCardId: members.ids }), [members.ids]);
  const whereCar = useMemo(() => ({ carId: members.ids }), [members.ids]);
  const toolbar = (
    <ActButton type="primary" allow={members.kind === 'card' ? cardStationApi.bind.allow : carStationApi.bind.allow} onClick={() => setBinding(true)}>
      {say(bindingWords.bindStations)}
    </ActButton>
  );
  return (
    <SideDrawer title={say(bindingWords.stationsOf, { name: members.name ?? '' })} onClose={onClose}>
      {members.kind === 'card' ? (
        <ListPage
          of={cardStation}
          api={cardStationApi}
          labels={cardStationLabels}
          stateIn="local"
          fixedFilters={whereCard}
          columns={stationColumns}
          filters={noFilters}
          rowActions={unbind}
          toolbar={toolbar}
        />
      ) : (
        <ListPage
          of={carStation}
          api={carStationApi}
          labels={carStationLabels}
          stateIn="local"
          fixedFilters={whereCar}
          columns={stationColumns}
          filters={noFilters}
          rowActions={unbind}
          toolbar={toolbar}
        />
      )}
      {binding && <BindStations members={members} onClose={() => setBinding(false)} />}
    </SideDrawer>
  );
};

/** The piles at which a card or car may be used. */
export const PilesDrawer = ({ members, onClose }: MembersProps) => {
  const say = useSay();
  const [binding, setBinding] = useState(false);
  const scope = useMemo(() => (members.kind === 'card' ? { icCardId: members.ids } : { carId: members.ids }), [members.kind, members.ids]);
  return (
    <SideDrawer title={say(bindingWords.pilesOf, { name: members.name ?? '' })} onClose={onClose}>
      <BoundList where={scope} columns={pileColumns} bindLabel={say(bindingWords.bindPiles)} onBind={() => setBinding(true)} />
      {binding && <BindPiles members={members} onClose={() => setBinding(false)} />}
    </SideDrawer>
  );
};

const stationColumns = ['stationName', 'agentId', 'createBy', 'createTime'] as const;
const pileColumns = ['cpCode', 'stationId', 'agentId', 'createTime'] as const;
const unbind = ['delete'] as const;
const noFilters = [] as const;
