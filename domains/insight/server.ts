import type { Route } from '#kit/server/context/route.ts';
import { gatherRoutes } from '#kit/server/crud/gather-routes.ts';
import { insight } from './domain.ts';
import type { ScreenStreamDeps } from './big-screen/screen-stream.server.ts';
import * as routes from './routes.server.ts';

export const insightRoutes = (deps: ScreenStreamDeps): readonly Route[] => gatherRoutes(insight, routes, deps);
