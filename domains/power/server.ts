import type { Route } from '#kit/server/context/route.ts';
import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import { power } from './domain.ts';
import type { GridLimitDeps } from './grid-limit/grid-limit.server.ts';
import * as routes from './routes.server.ts';

export { gunIdOf, idleGun, nodesOf, offlineLimitHw, SILENCE_MS, silentPilesOf, technicalFloorHw } from './pile-power/power-site.rules.ts';
export { checkPilePower } from './pile-power/site-piles.server.ts';
export { closeLimits, limitNoun, limitTopic, loadLimits, proveLimits, temporaryLimit } from './power-limit/limit-proof.server.ts';
export type { SiteLimit } from './power-limit/limit-proof.server.ts';
export type { PowerPile } from './pile-power/power-site.rules.ts';
export { powerTopic } from './power-topic.server.ts';
export { loadPowerMonths } from './power-month/power-month.store.server.ts';

export const powerRoutes = (deps: GridLimitDeps): readonly Route[] => gatherRoutes(power, routes, deps);
