import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import { marketing } from './domain.ts';
import * as routes from './routes.server.ts';

export const marketingRoutes = gatherRoutes(marketing, routes, undefined);
