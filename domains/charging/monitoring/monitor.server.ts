import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { readLiveGuns } from './guns.server.ts';
import { readGunCharge } from './gun-charge.server.ts';
import { monitorApi } from './monitor.ts';
import { readLivePiles } from './piles.server.ts';
import { readLiveStation, readLiveStations } from './stations.server.ts';

/** The data of the monitor before the first live message. */
export const monitorRoutes = ({ clock }: { readonly clock: () => Date }): readonly Route[] =>
  implement(monitorApi, {
    stations: (ctx, { keyword }) => readLiveStations(ctx, { keyword: keyword ?? '', now: clock() }),
    station: (ctx, { stationId }) => readLiveStation(ctx, { stationId, now: clock() }),
    guns: (ctx, { stationId }) => readLiveGuns(ctx, stationId),
    piles: (ctx, { stationId }) => readLivePiles(ctx, stationId),
    charge: (ctx, gun) => readGunCharge(ctx, gun, clock()),
  });
