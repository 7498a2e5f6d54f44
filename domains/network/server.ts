import type { Route } from '#kit/server/context/route.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { agentRoutes } from './agent/agent.server.ts';
import { gunRoutes } from './gun/gun.server.ts';
import type { PileLine } from './pile/pile-line.server.ts';
import { pileRoutes } from './pile/pile.server.ts';
import { pileProfileRoutes } from './pile-profile/pile-profile.server.ts';
import { reservationConfRoutes } from './reservation-conf/reservation-conf.server.ts';
import { stationRoutes } from './station/station.server.ts';
import { tenantRoutes } from './tenant/tenant.server.ts';

export { noPiles } from './pile/pile-line.server.ts';
export type { PileLine } from './pile/pile-line.server.ts';
export { openPileSecret, sealPileSecrets } from './pile/secret.server.ts';
export { intervalsOf } from './reservation-conf/reservation-conf.rules.ts';
export { newestDay } from './station/newest-day.server.ts';

/** `secrets` seal what piles sign in with; `piles` hear what is changed about them. */
export const networkRoutes = ({ secrets, piles }: { readonly secrets: Secrets; readonly piles: PileLine }): readonly Route[] => [
  ...tenantRoutes,
  ...agentRoutes,
  ...stationRoutes,
  ...pileRoutes(secrets, piles),
  ...pileProfileRoutes(piles),
  ...gunRoutes,
  ...reservationConfRoutes,
];
