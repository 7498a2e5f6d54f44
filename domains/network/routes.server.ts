export { agentRoutes } from './agent/agent.server.ts';
export { gunRoutes } from './gun/gun.server.ts';
export { mobileStationRoutes } from './mobile-station/mobile-station.server.ts';
export { pileProfileRoutes } from './pile-profile/pile-profile.server.ts';
export { pileRoutes } from './pile/pile.server.ts';
export { reservationConfRoutes } from './reservation-conf/reservation-conf.server.ts';
export { stationRoutes } from './station/station.server.ts';
export { tenantRoutes } from './tenant/tenant.server.ts';
