import { roleApi, userApi } from '#domains/identity/resources.ts';
import type { Api } from '../api.ts';
import { users } from '../data/people.ts';
import { stations } from '../data/places.ts';
import { ensure, type Left } from '../ensure.ts';
import type { Places } from './places.ts';

/** The people who sign in to look, each with the demo's password. */
export const setUpUsers = async (
  api: Api,
  { places, password, left }: { readonly places: Places; readonly password: string; readonly left: Left },
): Promise<void> => {
  const roles = new Map((await api.all(roleApi.list)).map((row) => [row.roleCode, row.id]));
  await ensure(
    api,
    { ...userApi, nameOf: (row) => row.username },
    {
      wanted: users,
      left,
      nameOf: (plan) => plan.username,
      draftOf: ({ username, realname, roleCode, tenant, agent, station }) => {
        const roleId = roles.get(roleCode);
        if (roleId === undefined) throw new Error(`there is no role ${roleCode}`);
        const home = stations.find((plan) => plan.key === station);
        return {
          username,
          realname,
          password,
          roleId,
          tenantId: places.tenantId(tenant),
          ...(agent && { agentId: places.agentId(agent) }),
          ...(home && { stationIds: [{ stationId: places.stationId(home) }] }),
        };
      },
    },
  );
};
