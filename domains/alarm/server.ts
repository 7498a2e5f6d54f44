import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import type { Route } from '#kit/server/context/route.ts';
import { alarm } from './domain.ts';
import * as routes from './routes.server.ts';
import type { AccountParts } from './warning-account/warning-account.server.ts';

export { ensureExceptionConfs } from './exception-conf/ensure-confs.server.ts';
export { exceptionTopic } from './incident/incident-topic.ts';
export { exceptionNouns, startExceptionWorker } from './exception-record/judge-conditions.server.ts';

export { startSelfTest } from './self-test/self-test.server.ts';
export { startWarningSender } from './warning-log/sender.server.ts';
export { accountTypesOf } from './warning-log/deliver.server.ts';
export type { DeliveryServices } from './warning-log/deliver.server.ts';

export const alarmRoutes = (parts: AccountParts): readonly Route[] => gatherRoutes(alarm, routes, parts);
