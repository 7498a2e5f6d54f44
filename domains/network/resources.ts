import { domain, feature } from '#kit/resource/feature.ts';
import { menuGroups } from '#kit/resource/menu.ts';
import { agentLabels, agentRefusals } from './agent/agent.labels.ts';
import { agent, agentApi } from './agent/agent.ts';
import { gunLabels, gunRefusals } from './gun/gun.labels.ts';
import { gun, gunApi } from './gun/gun.ts';
import { pileLabels, pileRefusals } from './pile/pile.labels.ts';
import { pile, pileApi } from './pile/pile.ts';
import { pileProfileLabels } from './pile-profile/pile-profile.labels.ts';
import { pileProfile, pileProfileApi } from './pile-profile/pile-profile.ts';
import { reservationConfInputLabels, reservationConfLabels, reservationConfRefusals } from './reservation-conf/reservation-conf.labels.ts';
import { reservationConf, reservationConfApi } from './reservation-conf/reservation-conf.ts';
import { stationLabels, stationRefusals } from './station/station.labels.ts';
import { station, stationApi } from './station/station.ts';
import { tenantLabels, tenantRefusals } from './tenant/tenant.labels.ts';
import { tenant, tenantApi } from './tenant/tenant.ts';

export { entityState } from './entity-state.ts';
export { reservationInterval } from './reservation-conf/reservation-conf.ts';
export { stopReason } from './gun/stop-reason.codes.ts';
export { gunFault, gunStatusInfo, gunWorkState } from './gun/gun.codes.ts';
export { pileFault, pileProtocol, pileType, pileWorkState } from './pile/pile.codes.ts';
export { pileCode } from './pile/pile.ts';
export { agent, agentApi, gun, gunApi, pile, pileApi, pileProfileApi, reservationConf, reservationConfApi, station, stationApi, tenant, tenantApi };

export const network = domain('network', [
  feature({
    name: 'tenant',
    lookup: { offered: true },
    resource: tenant,
    api: tenantApi,
    labels: tenantLabels,
    refusals: tenantRefusals,
    menu: [
      {
        path: '/network/tenant',
        component: 'network/TenantList',
        title: ['租户管理', '租戶管理', 'Tenants'],
        icon: 'bank',
        group: menuGroups.network,
        order: 10,
        allow: 'tenant:list',
      },
    ],
  }),
  feature({
    name: 'agent',
    lookup: { offered: true },
    resource: agent,
    api: agentApi,
    labels: agentLabels,
    refusals: agentRefusals,
    menu: [
      {
        path: '/network/agent',
        component: 'network/AgentList',
        title: ['运营商管理', '營運商管理', 'Agents'],
        icon: 'apartment',
        group: menuGroups.network,
        order: 20,
        allow: 'agent:list',
      },
    ],
  }),
  feature({
    name: 'station',
    lookup: { offered: true },
    resource: station,
    api: stationApi,
    labels: stationLabels,
    refusals: stationRefusals,
    menu: [
      {
        path: '/network/station',
        component: 'network/StationList',
        title: ['站点管理', '站點管理', 'Stations'],
        icon: 'shop',
        group: menuGroups.network,
        order: 30,
        allow: 'station:list',
      },
    ],
  }),
  feature({
    name: 'pile',
    lookup: { offered: true },
    acts: { renewSecret: ['更换密钥', '更換密鑰', 'renew the key'] },
    resource: pile,
    api: pileApi,
    labels: pileLabels,
    refusals: pileRefusals,
    extraPermissions: ['pile:remote'],
    menu: [
      {
        path: '/network/pile',
        component: 'network/PileList',
        title: ['电桩管理', '電樁管理', 'Piles'],
        icon: 'cus-pile',
        group: menuGroups.network,
        order: 40,
        allow: 'pile:list',
      },
    ],
  }),
  feature({ name: 'pileProfile', resource: pileProfile, api: pileProfileApi, labels: pileProfileLabels }),
  feature({
    name: 'gun',
    resource: gun,
    api: gunApi,
    labels: gunLabels,
    refusals: gunRefusals,
    menu: [
      {
        path: '/network/gun',
        component: 'network/GunList',
        title: ['充电枪', '充電槍', 'Guns'],
        icon: 'cus-gun',
        group: menuGroups.network,
        order: 50,
        allow: 'gun:list',
      },
    ],
  }),
  feature({
    name: 'reservationConf',
    lookup: { offered: true },
    resource: reservationConf,
    api: reservationConfApi,
    labels: reservationConfLabels,
    inputLabels: reservationConfInputLabels,
    refusals: reservationConfRefusals,
    menu: [
      {
        path: '/order/reservation-conf',
        component: 'network/ReservationConfList',
        title: ['预约配置', '預約設定', 'Reservation terms'],
        icon: 'field-time',
        group: menuGroups.order,
        order: 40,
        allow: 'reservationConf:list',
      },
    ],
  }),
]);
