import { inject } from 'vitest';
import { firstSignIn, sendingTo } from '#apps/server/testing/first-sign-in.ts';
import { roleApi, sessionApi, userApi } from '#domains/identity/resources.ts';
import { agentApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { callerOf } from '#kit/test/caller.ts';
import type { Caller } from '#kit/test/caller.ts';
import type { Product } from './product.ts';

export interface Person {
  readonly username: string;
  readonly password: string;
}

const person = (username: string): Person => ({ username, password: 'Journey-Word-7' });
export const adminPerson = person('admin');
export const tenantPerson = person('tenant');
/** A user of the northern agent. */
export const northPerson = person('north');

const ZONE = 'Asia/Shanghai';

/** One tenant with two agents, north and south, with two stations each, and callers that are signed in. */
export interface TestNetwork {
  readonly admin: Caller;
  /** The administrator of the tenant, as whom most journeys act. */
  readonly tenant: Caller;
  readonly tenantId: string;
  readonly agents: { readonly north: string; readonly south: string };
  readonly stations: Readonly<Record<'North One' | 'North Two' | 'South One' | 'South Two', string>>;
}

/** The ids in the network that is seeded once and copied for each journey file. */
export type SeededNetwork = Pick<TestNetwork, 'tenantId' | 'agents' | 'stations'>;

/** Signs in over HTTP, with a session of its own. */
export const signInCaller = async (url: string, who: Person): Promise<Caller> => {
  const { token } = await callerOf(url, '').ok(sessionApi.login, who);
  return callerOf(url, token);
};

/** The seeded network in the data of a product, with signed-in callers. */
export const openTestNetwork = async ({ url, adminPassword }: Product): Promise<TestNetwork> => ({
  ...inject('seeded').network,
  admin: await signInCaller(url, { username: 'admin', password: adminPassword }),
  tenant: await signInCaller(url, tenantPerson),
});

const GIVEN = 'Initial-Word-7';

/** Adds an account as `by` and does its first sign-in, which sets the password. */
export const addUser = async (url: string, by: Caller, who: Person & Readonly<Record<string, unknown>>): Promise<{ readonly id: string }> => {
  const row = await by.ok(userApi.add, { ...who, password: GIVEN });
  await firstSignIn(sendingTo(`${url}${BASE_PATH}`), { username: who.username, initial: GIVEN, chosen: who.password });
  return row;
};

/** Creates the network in an empty product. Signs in with the one-time password of the administrator and changes it to that of `adminPerson`. */
export const seedNetwork = async ({ url, adminPassword }: Product): Promise<SeededNetwork> => {
  await firstSignIn(sendingTo(`${url}${BASE_PATH}`), { username: adminPerson.username, initial: adminPassword, chosen: adminPerson.password });
  const admin = await signInCaller(url, adminPerson);
  const { tenantId } = await admin.ok(tenantApi.add, { name: 'Journey Power', currency: 'CNY', timezone: ZONE });
  const roles = (await admin.ok(roleApi.list, { pageSize: '30' })).records;
  const addPerson = ({ username, password }: Person, roleCode: string, agentId?: string) =>
    addUser(url, admin, {
      username,
      password,
      realname: `${username} person`,
      roleId: roles.find((role) => role.roleCode === roleCode)?.id,
      tenantId,
      agentId,
    });
  await addPerson(tenantPerson, 'tenantAdmin');
  const tenant = await signInCaller(url, tenantPerson);
  const addAgent = async (agentName: string): Promise<string> => (await tenant.ok(agentApi.add, { agentName, agentType: 1, timezone: ZONE })).agentId;
  const addStation = async (agentId: string, stationName: string): Promise<string> =>
    (await tenant.ok(stationApi.add, { agentId, stationName, timezone: ZONE })).stationId;
  const [north, south] = [await addAgent('North Agent'), await addAgent('South Agent')];
  await addPerson(northPerson, 'agentManager', north);
  return {
    tenantId,
    agents: { north, south },
    stations: {
      'North One': await addStation(north, 'North One'),
      'North Two': await addStation(north, 'North Two'),
      'South One': await addStation(south, 'South One'),
      'South Two': await addStation(south, 'South Two'),
    },
  };
};
