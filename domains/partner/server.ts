import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import { partner } from './domain.ts';
import * as routes from './routes.server.ts';

export const partnerRoutes = gatherRoutes(partner, routes, undefined);
