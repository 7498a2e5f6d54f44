import { domain } from '#kit/resource/feature.ts';
import { tenantFeature } from './tenant/tenant.feature.ts';
import { agentFeature } from './agent/agent.feature.ts';
import { stationFeature } from './station/station.feature.ts';
import { pileFeature } from './pile/pile.feature.ts';
import { pileProfileFeature } from './pile-profile/pile-profile.feature.ts';
import { gunFeature } from './gun/gun.feature.ts';
import { reservationConfFeature } from './reservation-conf/reservation-conf.feature.ts';

export { entityState } from './entity-state.ts';
export { reservationInterval } from './reservation-conf/reservation-conf.ts';
export { stopReason } from './gun/stop-reason.codes.ts';
export { gunFault, gunStatusInfo, gunWorkState } from './gun/gun.codes.ts';
export { pileFault, pileProtocol, pileType, pileWorkState } from './pile/pile.codes.ts';
export { pileCode } from './pile/pile.ts';
export { agent, agentApi } from './agent/agent.ts';
export { gun, gunApi } from './gun/gun.ts';
export { pile, pileApi } from './pile/pile.ts';
export { pileProfileApi } from './pile-profile/pile-profile.ts';
export { reservationConf, reservationConfApi } from './reservation-conf/reservation-conf.ts';
export { station, stationApi } from './station/station.ts';
export { tenant, tenantApi } from './tenant/tenant.ts';

export const network = domain(
  'network',
  [tenantFeature, agentFeature, stationFeature, pileFeature, pileProfileFeature, gunFeature, reservationConfFeature],
  { menuGroups: [{ name: 'network', title: ['站桩管理', '站樁管理', 'Network'], icon: 'cluster', order: 20 }] },
);
