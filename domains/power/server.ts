import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import { power } from './domain.ts';
import * as routes from './routes.server.ts';

export const powerRoutes = gatherRoutes(power, routes, undefined);
