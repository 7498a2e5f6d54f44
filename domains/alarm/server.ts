import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import { alarm } from './domain.ts';
import * as routes from './routes.server.ts';

export { ensureExceptionConfs } from './exception-conf/ensure-confs.server.ts';
export { exceptionNouns, exceptionTopic, startExceptionWorker } from './exception-record/judge-conditions.server.ts';

export const alarmRoutes = gatherRoutes(alarm, routes, undefined);
