import { Button, Empty, Skeleton } from 'antd';
import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { LoadError } from '#kit/web/load-error.tsx';
import { groupDigits } from '#kit/web/format.ts';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useIsPhone } from '#kit/web/screen.ts';
import { Amount, Energy, Power } from './figures.web.tsx';
import { GunCard } from './gun-card.web.tsx';
import { GunDrawer } from './gun-drawer.web.tsx';
import { groupOf, gunGroups, shownState } from './gun-state.rules.ts';
import type { GunGroup } from './gun-state.rules.ts';
import { keyOfGun, useStationSums } from './live-guns.web.tsx';
import { monitorApi } from './monitor.ts';
import type { LiveGun, LiveStation } from './monitor.ts';
import { monitorWords } from './monitor-page.labels.ts';
import { stationParts } from './station-parts.web.ts';
import { PilesPanel } from './piles-panel.web.tsx';
import type { useMonitorView } from './monitor-view.web.ts';

interface GunsPanelProps {
  readonly stationId: string;
  /** Undefined until it is loaded. */
  readonly station: LiveStation | undefined;
  readonly view: ReturnType<typeof useMonitorView>;
}

/** All guns of a station. */
export const GunsPanel = ({ stationId, station, view }: GunsPanelProps) => {
  const say = useSay();
  const { data, error, refetch } = useCall(monitorApi.guns, { stationId });
  const piles = useCall(monitorApi.piles, { stationId }).data ?? [];
  const [group, setGroup] = useState<GunGroup>();
  const guns = data ?? [];
  const visibleGuns = guns.filter((gun) => group === undefined || groupOf(shownState(gun)) === group);
  const openGun = guns.find((gun) => keyOfGun(gun) === view.gun);
  return (
    <section className="cm-guns-panel">
      {station && <StationHead station={station} onBack={() => view.showStation(undefined)} />}
      {error && !data && <LoadError because={error.message} retry={refetch} />}
      {!error && !data && <Skeleton active className="co-card cm-wait" />}
      <StationParts stationId={stationId} />
      <PilesPanel piles={piles} zone={station?.timezone} />
      {data && <GroupFilter guns={guns} chosen={group} onChoose={setGroup} />}
      {data && visibleGuns.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(guns.length === 0 ? monitorWords.noGuns : monitorWords.noneSuch)} />
      )}
      <div className="cm-guns">
        {visibleGuns.map((gun) => (
          <GunCard key={keyOfGun(gun)} gun={gun} onOpen={() => view.showGun(stationId, keyOfGun(gun))} />
        ))}
      </div>
      {openGun && (
        <GunDrawer
          gun={openGun}
          pile={piles.find(({ cpCode }) => cpCode === openGun.cpCode)}
          tenantId={station?.tenantId}
          zone={station?.timezone}
          onClose={() => view.showGun(stationId, undefined)}
        />
      )}
    </section>
  );
};

const StationParts = ({ stationId }: { readonly stationId: string }) => {
  const may = usePermission();
  return stationParts()
    .filter(({ allow }) => may(allow).ok)
    .map(({ key, Body }) => <Body key={key} stationId={stationId} />);
};

const StationHead = ({ station, onBack }: { readonly station: LiveStation; readonly onBack: () => void }) => {
  const say = useSay();
  const phone = useIsPhone();
  const sums = useStationSums(station);
  return (
    <header className="co-card cm-head">
      {phone && <Button type="text" icon={<ArrowLeftOutlined />} aria-label={say(monitorWords.back)} onClick={onBack} />}
      <h2>{station.stationName}</h2>
      <dl className="ch-totals">
        <Total label={say(monitorWords.power)}>
          <Power value={sums.powerW} />
        </Total>
        <Total label={say(monitorWords.todayEnergy)}>
          <Energy value={sums.energyDwh} />
        </Total>
        <Total label={say(monitorWords.todayAmount)}>
          <Amount value={sums.amountCents} currency={station.currency} />
        </Total>
        <Total label={say(monitorWords.todayOrders)}>{groupDigits(station.today.orders)}</Total>
      </dl>
    </header>
  );
};

const Total = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

interface GroupFilterProps {
  readonly guns: readonly LiveGun[];
  readonly chosen: GunGroup | undefined;
  readonly onChoose: (group: GunGroup | undefined) => void;
}

/** Filters guns by group, and shows how many there are in each. */
const GroupFilter = ({ guns, chosen, onChoose }: GroupFilterProps) => {
  const say = useSay();
  const counts = new Map<GunGroup, number>();
  for (const gun of guns) {
    const group = groupOf(shownState(gun));
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return (
    <fieldset className="cm-groups">
      <button type="button" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
        {say(monitorWords.all)} <b>{guns.length}</b>
      </button>
      {gunGroups.map((group) => (
        <button key={group} type="button" aria-pressed={chosen === group} onClick={() => onChoose(chosen === group ? undefined : group)}>
          <i className={`cm-${group}`} />
          {say(monitorWords[group])} <b>{counts.get(group) ?? 0}</b>
        </button>
      ))}
    </fieldset>
  );
};
