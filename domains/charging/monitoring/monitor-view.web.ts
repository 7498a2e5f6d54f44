import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

const STATION = 'station';
const GUN = 'gun';

/** The shown station and gun. Both are part of the address, so that it can be shared. */
export const useMonitorView = () => {
  const [params, setParams] = useSearchParams();
  const showStation = useCallback((id: string | undefined) => setParams(id === undefined ? {} : { [STATION]: id }), [setParams]);
  /** Together with its station, which may be shown without having been chosen. */
  const showGun = useCallback(
    (stationId: string, key: string | undefined) => setParams({ [STATION]: stationId, ...(key !== undefined && { [GUN]: key }) }),
    [setParams],
  );
  return { station: params.get(STATION) ?? undefined, gun: params.get(GUN) ?? undefined, showStation, showGun };
};
