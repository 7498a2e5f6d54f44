import { Empty, Input, Skeleton } from 'antd';
import { useSay } from '#kit/web/language.ts';
import { countGroups, gunGroups } from './gun-state.rules.ts';
import type { GunGroup } from './gun-state.rules.ts';
import { Amount, Energy, Power } from './figures.web.tsx';
import { useStationSums } from './live-guns.web.tsx';
import { STATIONS_MAX } from './monitor.ts';
import type { LiveStation } from './monitor.ts';
import { monitorWords } from './monitor-page.labels.ts';

interface StationsPanelProps {
  readonly stations: readonly LiveStation[];
  readonly hasMore: boolean;
  readonly waiting: boolean;
  readonly chosen: string | undefined;
  readonly typed: string;
  readonly onTyped: (text: string) => void;
  readonly onChoose: (stationId: string) => void;
}

/** The stations, with what is going on in each. */
export const StationsPanel = ({ stations, hasMore, waiting, chosen, typed, onTyped, onChoose }: StationsPanelProps) => {
  const say = useSay();
  return (
    <section className="co-card cm-stations" aria-label={say(monitorWords.stations)}>
      <header>
        <Input
          type="search"
          value={typed}
          onChange={(event) => onTyped(event.target.value)}
          placeholder={say(monitorWords.search)}
          aria-label={say(monitorWords.search)}
          allowClear
          autoComplete="off"
        />
      </header>
      {waiting && <Skeleton active className="cm-wait" />}
      {!waiting && stations.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(monitorWords.none)} />}
      <ul>
        {stations.map((station) => (
          <li key={station.stationId}>
            <StationRow station={station} isChosen={station.stationId === chosen} onChoose={() => onChoose(station.stationId)} />
          </li>
        ))}
      </ul>
      {hasMore && <p className="co-hint cm-more">{say(monitorWords.more, { n: STATIONS_MAX })}</p>}
    </section>
  );
};

interface StationRowProps {
  readonly station: LiveStation;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const StationRow = ({ station, isChosen, onChoose }: StationRowProps) => {
  const say = useSay();
  const sums = useStationSums(station);
  const groups = countGroups(station.gunsByState);
  const all = gunGroups.reduce((sum, group) => sum + groups[group], 0);
  return (
    <button type="button" className="cm-station" aria-current={isChosen} onClick={onChoose}>
      <span className="cm-station-name">
        <strong className="co-clip">{station.stationName}</strong>
        <Power value={sums.powerW} />
      </span>
      <GunsBar groups={groups} all={all} />
      <span className="cm-station-line">
        <span>{say(monitorWords.ofGuns, { n: groups.charging, all })}</span>
        {station.onlineCount < station.pileCount && (
          <span className="cm-warn">{say(monitorWords.online, { n: station.onlineCount, all: station.pileCount })}</span>
        )}
      </span>
      <span className="cm-station-line">
        <span>{say(monitorWords.today)}</span>
        <Energy value={sums.energyDwh} digits={1} />
        <Amount value={sums.amountCents} currency={station.currency} />
        <span>{say(monitorWords.orders, { n: station.today.orders })}</span>
      </span>
    </button>
  );
};

interface GunsBarProps {
  readonly groups: Readonly<Record<GunGroup, number>>;
  readonly all: number;
}

/** The guns by group, as parts of a bar. */
const GunsBar = ({ groups, all }: GunsBarProps) => {
  const say = useSay();
  const parts = gunGroups.filter((group) => groups[group] > 0);
  const title = parts.map((group) => `${say(monitorWords[group])} ${groups[group]}`).join(' · ');
  return (
    <span className="cm-bar" title={title}>
      {parts.map((group) => (
        <i key={group} className={`cm-${group}`} style={{ width: `${(groups[group] / all) * 100}%` }} />
      ))}
      <span className="co-sr">{title}</span>
    </span>
  );
};
