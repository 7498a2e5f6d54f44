import { Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { Failed } from '#kit/web/failed.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { usePhone } from '#kit/web/screen.ts';
import { GunsPanel } from './guns-panel.web.tsx';
import { FollowStations } from './live-guns.web.tsx';
import { monitorApi } from './monitor.ts';
import type { StationNow } from './monitor.ts';
import { monitorWords } from './monitor-page.labels.ts';
import { useMonitorView } from './monitor-view.web.ts';
import { StationsPanel } from './stations-panel.web.tsx';
import '../order/page/order.css';
import './monitor.css';

const DEBOUNCE_MS = 300;

/** What the network does at this moment: stations, their guns, and each gun's charge as it goes. */
export const Monitor = () => {
  const say = useSay();
  const phone = usePhone();
  const view = useMonitorView();
  const { typed, setTyped, keyword } = useKeyword();
  const { data, error, isPending, refetch } = useCall(monitorApi.stations, { keyword: keyword === '' ? null : keyword }, { keep: true });
  const stations = data?.stations ?? [];
  const chosen = view.station ?? (phone || typed !== '' ? undefined : stations[0]?.stationId);
  const station = useChosen(chosen, data && stations);
  const followed = new Set([...stations.map(({ stationId }) => stationId), ...(station ? [station.stationId] : [])]);
  if (error && !data) return <Failed because={error.message} retry={refetch} />;
  return (
    <div className="cm-page">
      <FollowStations stationIds={[...followed]} />
      {(!phone || chosen === undefined) && (
        <StationsPanel
          stations={stations}
          hasMore={data?.hasMore ?? false}
          waiting={isPending}
          chosen={chosen}
          typed={typed}
          onTyped={setTyped}
          onChoose={view.showStation}
        />
      )}
      {chosen !== undefined && isPending && <Skeleton active className="co-card cm-wait" />}
      {chosen !== undefined && !isPending && <GunsPanel key={chosen} stationId={chosen} station={station} view={view} />}
      {chosen === undefined && !phone && <p className="cm-choose co-hint">{say(monitorWords.chooseStation)}</p>}
    </div>
  );
};

/** The chosen station, also where a keyword hides it or too many others stand before it. */
const useChosen = (chosen: string | undefined, listed: readonly StationNow[] | undefined): StationNow | undefined => {
  const found = listed?.find(({ stationId }) => stationId === chosen);
  const { data } = useCall(monitorApi.station, { stationId: chosen ?? '' }, { enabled: chosen !== undefined && listed !== undefined && !found });
  return found ?? (data?.stationId === chosen ? data : undefined);
};

const useKeyword = () => {
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), typed === '' ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped, keyword };
};
