import { inSystem } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { readCharge, readOrders, startCharge, stopPartnerCharge } from './charges.server.ts';
import { createPartnerGate } from './gate.server.ts';
import { openApi } from './open-api.ts';
import { gunViewOf, readPrices, readSites, readStations, requireSite, requireStation } from './sites.server.ts';

export type OpenApiDeps = Pick<Deps, 'database' | 'live' | 'clock' | 'log' | 'secrets'>;

/** The calls of partners, behind the gate that proves them. Each sees the stations and charges of its account alone. */
export const openApiRoutes = (deps: OpenApiDeps): readonly Route[] => {
  const { database, clock } = deps;
  const gate = createPartnerGate(deps);
  const routes = implement(openApi, {
    stations: async (_ctx, _input, { passage }) => ({ records: await readStations(database.system, gate.accountOf(passage)) }),
    guns: async (_ctx, { stationId }, { passage }) => {
      const account = gate.accountOf(passage);
      await requireStation(database.system, account, stationId);
      return { records: (await readSites(database.system, account, { stationId })).map(gunViewOf) };
    },
    gun: async (_ctx, gun, { passage }) => gunViewOf(await requireSite(database.system, gate.accountOf(passage), gun)),
    prices: (_ctx, gun, { passage }) =>
      inSystem(database, async (tx) => readPrices(tx, await requireSite(tx, gate.accountOf(passage), gun), clock())),
    start: async ({ viewer: { language } }, input, { passage }) => {
      const account = gate.accountOf(passage);
      await inSystem(database, (tx) => startCharge(deps, tx, { account, language, input }));
      return inSystem(database, (tx) => readCharge(tx, account, input.requestId));
    },
    charge: (_ctx, { requestId }, { passage }) => inSystem(database, (tx) => readCharge(tx, gate.accountOf(passage), requestId)),
    stop: async (_ctx, { requestId }, { passage }) => {
      const account = gate.accountOf(passage);
      await inSystem(database, (tx) => stopPartnerCharge(deps, tx, { account, requestId }));
      return inSystem(database, (tx) => readCharge(tx, account, requestId));
    },
    orders: (_ctx, { from, to, page }, { passage }) =>
      inSystem(database, (tx) => readOrders(tx, gate.accountOf(passage), { from, to, page: page ?? 1 })),
  });
  return routes.map((route) => ({ ...route, gate }));
};
