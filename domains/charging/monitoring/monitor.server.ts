import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { gunsNow } from './guns.server.ts';
import { monitorApi } from './monitor.ts';
import { stationNow, stationsNow } from './stations.server.ts';

/** What the monitor shows before the first live message. */
export const monitorRoutes = ({ clock }: { readonly clock: () => Date }): readonly Route[] =>
  implement(monitorApi, {
    stations: (ctx, { keyword }) => stationsNow(ctx, { keyword: keyword ?? '', now: clock() }),
    station: (ctx, { stationId }) => stationNow(ctx, { stationId, now: clock() }),
    guns: (ctx, { stationId }) => gunsNow(ctx, stationId),
  });
