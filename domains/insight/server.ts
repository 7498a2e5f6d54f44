import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import { insight } from './domain.ts';
import * as routes from './routes.server.ts';

export const insightRoutes = gatherRoutes(insight, routes, undefined);
