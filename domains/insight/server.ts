import type { Route } from '#kit/server/context/route.ts';
import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import { insight } from './domain.ts';
import type { ScreenStreamDeps } from './big-screen/screen-stream.server.ts';
import * as routes from './routes.server.ts';

export const insightRoutes = (deps: ScreenStreamDeps): readonly Route[] => gatherRoutes(insight, routes, deps);
export { orderQueryBehind } from './charge-sum/orders-behind.rules.ts';
export { ordersOfTotal } from './charge-sum/orders-of-total.rules.ts';
export { lastDayOf } from './charge-sum/period-before.rules.ts';
export { attemptsBehind, gapBehind, openBehind, pilesBehind, refundsBehind, unbilledBehind, visitsBehind } from './operation/behind.rules.ts';
export { chargedInHourBehind } from './operation/hour-behind.rules.ts';

export { createScreenReader } from './big-screen/screen-reader.server.ts';
export { enterUnplugs } from './tenant-day/unplug.server.ts';
export type { Unplug } from './tenant-day/unplug.server.ts';
export { fillNextDay, startTenantDayWorker } from './tenant-day/day-worker.server.ts';
export { recountTopic } from './charge-recount/recount-topic.ts';
export { chargeSumCheckJob, recountNoun, startRecountWorker } from './charge-recount/recount-worker.server.ts';
