import { accountApi, roleApi, sessionApi, userApi } from '#domains/identity/resources.ts';
import { ApiRefusal, field } from '../api.ts';
import type { Api } from '../api.ts';
import { users } from '../data/people.ts';
import { stations } from '../data/places.ts';
import { ensure, type SkippedCallback } from '../ensure.ts';
import type { DemoIds } from './places.ts';

/** Creates the users who sign in, each with the demo's password, which replaces an initial one. */
export const setUpUsers = async (
  api: Api,
  { places, password, onSkipped }: { readonly places: DemoIds; readonly password: string; readonly onSkipped: SkippedCallback },
): Promise<void> => {
  const roles = new Map((await api.listAll(roleApi.list)).map((row) => [row.roleCode, row.id]));
  await ensure(
    api,
    { ...userApi, nameOf: (row) => row.username },
    {
      planned: users,
      onSkipped,
      nameOf: (plan) => plan.username,
      draftOf: ({ username, realname, roleCode, tenant, agent, station }) => {
        const roleId = roles.get(roleCode);
        if (roleId === undefined) throw new Error(`there is no role ${roleCode}`);
        const userStation = stations.find((plan) => plan.key === station);
        return {
          username,
          realname,
          password: initialPassword(password),
          roleId,
          tenantId: places.tenantId(tenant),
          ...(agent && { agentId: places.agentId(agent) }),
          ...(userStation && { stationIds: [{ stationId: places.stationId(userStation) }] }),
        };
      },
    },
  );
  for (const { username, lastLoginTime } of await api.listAll(userApi.list)) {
    if (lastLoginTime === null && users.some((plan) => plan.username === username)) await firstSignIn(api, { username, password });
  }
};

/** The initial password, which the administrator gives to users for their first sign-in. */
const initialPassword = (password: string): string => `${password}-first`;

const firstSignIn = async (api: Api, { username, password }: { readonly username: string; readonly password: string }): Promise<void> => {
  const smscode = await api
    .call(sessionApi.login, { username, password: initialPassword(password) })
    .catch((error: unknown) => (error instanceof ApiRefusal ? field(error.detail, 'smscode') : Promise.reject(error)));
  if (typeof smscode !== 'string') return;
  await api.call(accountApi.passwordChange, { username, password, smscode });
  await api.call(sessionApi.login, { username, password });
};
