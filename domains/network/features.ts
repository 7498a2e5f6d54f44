export { agentFeature } from './agent/agent.feature.ts';
export { gunFeature } from './gun/gun.feature.ts';
export { mobileStationFeature } from './mobile-station/mobile-station.feature.ts';
export { pileFeature } from './pile/pile.feature.ts';
export { pileProfileFeature } from './pile-profile/pile-profile.feature.ts';
export { reservationConfFeature } from './reservation-conf/reservation-conf.feature.ts';
export { stationFeature } from './station/station.feature.ts';
export { tenantFeature } from './tenant/tenant.feature.ts';
