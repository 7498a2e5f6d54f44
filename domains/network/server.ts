import { agentRoutes } from './agent/agent.server.ts';
import { stationRoutes } from './station/station.server.ts';
import { tenantRoutes } from './tenant/tenant.server.ts';

export const networkRoutes = [...tenantRoutes, ...agentRoutes, ...stationRoutes];
