import { agentApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import type { Api } from '../api.ts';
import { agents, stations, tenants, type AgentKey, type StationPlan, type TenantKey } from '../data/places.ts';
import { ensure } from '../ensure.ts';

/** The platform's ids by the keys of the plan. */
export interface DemoIds {
  /** A text that differs between two installations of the same demo. */
  readonly installation: string;
  tenantId(key: TenantKey): string;
  agentId(key: AgentKey): string;
  stationId(plan: StationPlan): string;
}

export const setUpPlaces = async (api: Api): Promise<DemoIds> => {
  const tenantRows = await ensure(
    api,
    { ...tenantApi, nameOf: (row) => row.name },
    { planned: tenants, nameOf: (plan) => plan.name, draftOf: ({ key: _key, ...draft }) => draft },
  );
  const tenantId = (key: TenantKey): string => tenantRows.get(tenants.find((plan) => plan.key === key)?.name ?? key).tenantId;
  const agentRows = await ensure(
    api,
    { ...agentApi, nameOf: (row) => row.agentName },
    { planned: agents, nameOf: (plan) => plan.agentName, draftOf: ({ key: _key, tenant, ...draft }) => ({ ...draft, tenantId: tenantId(tenant) }) },
  );
  const agentId = (key: AgentKey): string => agentRows.get(agents.find((plan) => plan.key === key)?.agentName ?? key).agentId;
  const stationRows = await ensure(
    api,
    { ...stationApi, nameOf: (row) => row.stationName },
    {
      planned: stations,
      nameOf: (plan) => plan.place.stationName,
      draftOf: ({ tenant, agent, place }) => ({ ...place, tenantId: tenantId(tenant), agentId: agentId(agent) }),
    },
  );
  const first = tenantRows.get(tenants[0].name);
  return {
    installation: `${first.tenantId}-${first.createTime}`,
    tenantId,
    agentId,
    stationId: (plan) => stationRows.get(plan.place.stationName).stationId,
  };
};
