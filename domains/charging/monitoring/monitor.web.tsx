import { Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { GunsPanel } from './guns-panel.web.tsx';
import { FollowStations } from './live-guns.web.tsx';
import { monitorApi } from './monitor.ts';
import type { LiveStation } from './monitor.ts';
import { monitorWords } from './monitor-page.labels.ts';
import { useMonitorView } from './monitor-view.web.ts';
import { StationsPanel } from './stations-panel.web.tsx';
import '../order/page/order.css';
import './monitor.css';

const DEBOUNCE_MS = 300;

/** The network at this moment: stations, their guns, and the charge at each gun. */
export const Monitor = () => {
  const say = useSay();
  const phone = useIsPhone();
  const view = useMonitorView();
  const { typed, setTyped, keyword } = useKeyword();
  const { data, error, isPending, refetch } = useCall(monitorApi.stations, { keyword: keyword === '' ? null : keyword }, { keep: true });
  const stations = data?.stations ?? [];
  const chosen = view.station ?? (phone || typed !== '' ? undefined : stations[0]?.stationId);
  const station = useChosenStation(chosen, data && stations);
  const watchedIds = new Set([...stations.map(({ stationId }) => stationId), ...(station ? [station.stationId] : [])]);
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  return (
    <div className="cm-page">
      <FollowStations stationIds={[...watchedIds]} />
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

/** The chosen station, even if a keyword hides it or it is beyond the listed ones. */
const useChosenStation = (chosen: string | undefined, listed: readonly LiveStation[] | undefined): LiveStation | undefined => {
  const listedStation = listed?.find(({ stationId }) => stationId === chosen);
  const { data } = useCall(
    monitorApi.station,
    { stationId: chosen ?? '' },
    { enabled: chosen !== undefined && listed !== undefined && !listedStation },
  );
  return listedStation ?? (data?.stationId === chosen ? data : undefined);
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
