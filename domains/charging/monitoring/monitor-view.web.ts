import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

const STATION = 'station';
const GUN = 'gun';

/** Which station and gun are looked at: part of the address, so that a colleague can be sent there. */
export const useMonitorView = () => {
  const [params, setParams] = useSearchParams();
  const showStation = useCallback((id: string | undefined) => setParams(id === undefined ? {} : { [STATION]: id }), [setParams]);
  /** With its station, which may stand there unasked. */
  const showGun = useCallback(
    (stationId: string, key: string | undefined) => setParams({ [STATION]: stationId, ...(key !== undefined && { [GUN]: key }) }),
    [setParams],
  );
  return { station: params.get(STATION) ?? undefined, gun: params.get(GUN) ?? undefined, showStation, showGun };
};
