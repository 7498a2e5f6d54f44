import { domain } from '#kit/resource/feature.ts';
import { tenantFeature } from './tenant/tenant.feature.ts';
import { agentFeature } from './agent/agent.feature.ts';
import { stationFeature } from './station/station.feature.ts';
import { pileFeature } from './pile/pile.feature.ts';
import { pileProfileFeature } from './pile-profile/pile-profile.feature.ts';
import { gunFeature } from './gun/gun.feature.ts';
import { reservationConfFeature } from './reservation-conf/reservation-conf.feature.ts';

export const network = domain(
  'network',
  [tenantFeature, agentFeature, stationFeature, pileFeature, pileProfileFeature, gunFeature, reservationConfFeature],
  { menuGroups: [{ name: 'network', title: ['站桩管理', '站樁管理', 'Network'], icon: 'cluster', order: 20 }] },
);
