import { domain, feature } from '#kit/resource/feature.ts';
import { menuGroups } from '#kit/resource/menu.ts';
import { agentLabels, agentRefusals } from './agent/agent.labels.ts';
import { agent, agentApi } from './agent/agent.ts';
import { stationLabels, stationRefusals } from './station/station.labels.ts';
import { station, stationApi } from './station/station.ts';
import { tenantLabels, tenantRefusals } from './tenant/tenant.labels.ts';
import { tenant, tenantApi } from './tenant/tenant.ts';

export { entityState } from './entity-state.ts';
export { agent, station, tenant };

export const network = domain('network', [
  feature({
    name: 'tenant', resource: tenant, api: tenantApi, labels: tenantLabels, refusals: tenantRefusals,
    menu: [{ path: '/network/tenant', component: 'network/TenantList', title: ['租户管理', '租戶管理', 'Tenants'], icon: 'bank', group: menuGroups.network, order: 10, allow: 'tenant:list' }],
  }),
  feature({
    name: 'agent', resource: agent, api: agentApi, labels: agentLabels, refusals: agentRefusals,
    menu: [{ path: '/network/agent', component: 'network/AgentList', title: ['运营商管理', '營運商管理', 'Agents'], icon: 'apartment', group: menuGroups.network, order: 20, allow: 'agent:list' }],
  }),
  feature({
    name: 'station', resource: station, api: stationApi, labels: stationLabels, refusals: stationRefusals,
    menu: [{ path: '/network/station', component: 'network/StationList', title: ['站点管理', '站點管理', 'Stations'], icon: 'shop', group: menuGroups.network, order: 30, allow: 'station:list' }],
  }),
]);
