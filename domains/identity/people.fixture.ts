import { system } from '#domains/system/resources.ts';
import { systemRoutes } from '#domains/system/server.ts';
import { readOnly, id, optional, text } from '#kit/fields/field.ts';
import { domain, feature } from '#kit/resource/feature.ts';
import { resource } from '#kit/resource/resource.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { CAPTCHA_STATUS } from './captcha/captcha.server.ts';
import { solveCaptcha } from './captcha/solve.fixture.ts';
import { testHashCost } from './password/hash-cost.fixture.ts';
import { flatten } from './permission/tree.rules.ts';
import { identity, permissionApi, sessionApi, userApi } from './resources.ts';
import { permissionsOf } from './role/grants.rules.ts';
import { createIdentity, ensureAdmin, ensureBuiltIns } from './server.ts';
import type { Identity, IdentityOptions } from './server.ts';

/** The password of all users in these tests. */
export const PASSWORD = 'Correct-Horse-7';

const shared = { agent: 'shared', station: 'shared' } as const;
/** Substitutes for resources of later domains to which a user may refer. */
const networkStub = domain('places', [
  feature({
    name: 'tenant',
    api: {},
    resource: resource({
      name: 'tenant',
      path: '/t',
      table: 'tenant',
      key: 'tenantId',
      title: 'name',
      scope: { tenant: 'tenantId', ...shared },
      fields: { tenantId: readOnly(id()), name: text({}) },
    }),
  }),
  feature({
    name: 'agent',
    api: {},
    resource: resource({
      name: 'agent',
      path: '/a',
      table: 'agent',
      key: 'agentId',
      title: 'agentName',
      scope: { tenant: 'tenantId', agent: 'agentId', station: 'shared' },
      fields: { agentId: readOnly(id()), tenantId: id(), agentName: text({}) },
    }),
  }),
  feature({
    name: 'station',
    api: {},
    resource: resource({
      name: 'station',
      path: '/s',
      table: 'station',
      key: 'stationId',
      title: 'stationName',
      scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
      fields: { stationId: readOnly(id()), tenantId: id(), agentId: id(), stationName: text({}) },
    }),
  }),
  feature({
    name: 'customer',
    api: {},
    resource: resource({
      name: 'customer',
      path: '/c',
      table: 'customer',
      key: 'custId',
      title: 'custName',
      scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden', customer: 'custId' },
      fields: { custId: readOnly(id()), tenantId: id(), agentId: optional(id()), custName: text({}) },
    }),
  }),
]);

const registry = createRegistry([system, networkStub, identity]);
/** Staff of tenant 1, of tenant 2, and of agent 11 of tenant 1, with the permissions of their built-in roles. */
export const staff = {
  tenant: viewers.limited(viewers.tenant('1'), permissionsOf(100, registry)),
  other: viewers.limited(viewers.tenant('2'), permissionsOf(100, registry)),
  agent: viewers.limited(viewers.agent('1', '11'), permissionsOf(90, registry)),
};

/** Converts permission codes to the ids of their records, as the calls that save permissions take them; other texts stay unchanged. */
export const recordIdsIn = async ({ server }: PeopleServer): Promise<(...codes: readonly string[]) => string> => {
  const nodes = flatten(await server.ok(staff.tenant, permissionApi.list, {}));
  const idsByCode = new Map(nodes.flatMap((node) => (node.perms ? [[node.perms, node.id] as const] : [])));
  return (...codes) => codes.map((code) => idsByCode.get(code) ?? code).join(',');
};

export interface PeopleServer {
  readonly server: TestServer;
  readonly people: Identity;
  /** The id of a built-in role. */
  readonly role: (code: string) => string;
  readonly add: (viewer: Viewer, username: string, extraFields: Readonly<Record<string, unknown>>) => ReturnType<typeof addUser>;
  readonly addOk: (
    viewer: Viewer,
    username: string,
    extraFields: Readonly<Record<string, unknown>>,
  ) => Promise<Awaited<ReturnType<typeof addUser>>['result']>;
  /** The token, or undefined when the sign-in is refused. */
  readonly signIn: (username: string, password?: string) => Promise<string | undefined>;
  readonly alive: (token: string) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** A user who has already set a password of their own. */
const addUser = async (server: TestServer, viewer: Viewer, draft: Readonly<Record<string, unknown>>) => {
  const answer = await server.call(viewer, userApi.add, draft);
  if (answer.success) await server.database.asSuperuser('update sys_user set password_initial = false where id = $1', [answer.result.id]);
  return answer;
};

/** Signs in, and solves the slider when it is required. `headers` tell the address that the caller comes from. */
export const login = async (
  server: TestServer,
  credentials: { readonly username: string; readonly password: string },
  headers: Readonly<Record<string, string>> = {},
) => {
  const answer = await server.call(undefined, sessionApi.login, credentials, headers);
  if (answer.code !== CAPTCHA_STATUS) return answer;
  const captcha = await solveCaptcha(server, credentials.username, headers);
  return server.call(undefined, sessionApi.login, { ...credentials, captcha }, headers);
};

/** Two tenants: 1 with agents 11 and 12, their stations 111 and 121 and customers 41 and 42; 2 with agent 21, station 211 and customer 43. */
export const startPeople = async (clock: () => Date = () => new Date(), options: Partial<IdentityOptions> = {}): Promise<PeopleServer> => {
  const created: { people?: Identity } = {};
  const server = await startTestServer({
    domains: [system, networkStub, identity],
    routes: (database, features) => {
      created.people = createIdentity({ database, features, clock, hashCost: testHashCost, ...options });
      return [...systemRoutes({ tickets: createTickets(clock) }), ...created.people.routes];
    },
    authenticate: async (token, client) => created.people?.authenticate(token, client),
    endingOf: async (token) => created.people?.endingOf(token),
  });
  const { people } = created;
  if (!people) throw new Error('the server never asked for its routes');
  await server.database.asSuperuser(`insert into tenant (tenant_id, name, currency) values (1, 'One', 'EUR'), (2, 'Two', 'CNY');
    insert into agent (agent_id, tenant_id, agent_name, timezone) values (11, 1, 'Agent One', 'UTC'), (12, 1, 'Agent Two', 'UTC'), (21, 2, 'Agent Far', 'UTC');
    insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (111, 1, 11, 'North', 'UTC'), (121, 1, 12, 'South', 'UTC'), (211, 2, 21, 'Far', 'UTC');
    insert into customer (cust_id, tenant_id, agent_id, cust_name, cust_type, cust_phone, currency)
      values (41, 1, null, 'Taxi One', 2, '1', 'EUR'), (42, 1, 11, 'Taxi Two', 2, '2', 'EUR'), (43, 2, null, 'Taxi Far', 2, '3', 'CNY')`);
  await ensureBuiltIns(server.database, server.registry);
  await ensureAdmin(server.database, { password: PASSWORD, hashCost: options.hashCost ?? testHashCost });
  const rows = await server.database.asSuperuser<{ id: bigint; role_code: string }>('select id, role_code from sys_role');
  const ids = new Map(rows.map((row) => [row.role_code, String(row.id)]));
  const add: PeopleServer['add'] = (viewer, username, extraFields) =>
    addUser(server, viewer, { username, password: PASSWORD, realname: username, ...extraFields });
  return {
    server,
    people,
    role: (code) => ids.get(code) ?? '',
    add,
    addOk: async (viewer, username, extraFields) => {
      const answer = await add(viewer, username, extraFields);
      if (!answer.success) throw new Error(`${username}: ${answer.message}`);
      return answer.result;
    },
    signIn: async (username, password = PASSWORD) => (await login(server, { username, password })).result?.token,
    alive: async (token) => (await server.call(undefined, sessionApi.menu, {}, { 'x-access-token': token })).status === 200,
    close: async () => {
      people.close();
      await server.close();
    },
  };
};
