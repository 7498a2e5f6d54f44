import { testHashCost } from '#domains/identity/password/hash-cost.fixture.ts';
import { sessionApi, userApi } from '#domains/identity/resources.ts';
import { firstSignIn } from './first-sign-in.ts';
import { createIdentity, ensureAdmin, ensureBuiltIns } from '#domains/identity/server.ts';
import type { Identity } from '#domains/identity/server.ts';
import type { Bus } from '#kit/db/messaging/bus.ts';
import { ensureDays } from '#kit/db/schema/day-partitions.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { RouterOptions } from '#kit/server/http/router.ts';
import { startTestServer } from '#kit/test/server.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import type { TestServer } from '#kit/test/server.ts';
import { domains } from '#apps/domains.ts';
import { createCallEndpoint, textAt, resultOf } from '#kit/test/nouns/call-endpoint.ts';
import type { CallEndpoint } from '#kit/test/nouns/call-endpoint.ts';

const PASSWORD = 'Correct-Horse-7';
const GIVEN = 'Initial-Horse-7';

/** Accounts of two tenants with real sessions: one for each of the four levels, and one in another tenant. */
export interface Staff {
  readonly server: TestServer;
  readonly identity: Identity;
  readonly bus: Bus;
  readonly ask: CallEndpoint;
  /** Tokens and ids by name: admin, boss, amy (agent), sam (station), far (another tenant). */
  readonly token: Readonly<Record<'admin' | 'boss' | 'amy' | 'sam' | 'far', string>>;
  readonly id: Readonly<Record<'admin' | 'boss' | 'amy' | 'sam' | 'far', string>>;
  readonly close: () => Promise<void>;
}

export const startStaff = async (
  routes: (parts: { readonly database: TestDatabase; readonly bus: Bus; readonly clock: () => Date }) => readonly Route[],
  more: Pick<RouterOptions, 'onRowsChanged'> & { readonly spoolFolder?: string } = {},
): Promise<Staff> => {
  const clock = (): Date => new Date();
  const made: { identity?: Identity } = {};
  const server = await startTestServer({
    domains,
    routes: (database, features) => {
      made.identity = createIdentity({ database, features, clock, bus: database.bus, hashCost: testHashCost });
      return [...made.identity.routes, ...routes({ database, bus: database.bus, clock })];
    },
    authenticate: (token, client) => Promise.resolve(made.identity?.authenticate(token, client)),
    ...more,
  });
  const { identity } = made;
  if (!identity) throw new Error('the server never asked for its routes');
  const { database } = server;
  await ensureDays(database);
  await database.asSuperuser(`insert into tenant (tenant_id, name, currency) values (1, 'One', 'CNY'), (2, 'Two', 'CNY');
    insert into agent (agent_id, tenant_id, agent_name, timezone) values (11, 1, 'Agent One', 'UTC');
    insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (111, 1, 11, 'North', 'UTC')`);
  await ensureBuiltIns(database, server.registry);
  await ensureAdmin(database, { password: PASSWORD, hashCost: testHashCost });
  const ask = createCallEndpoint(server.url);
  const rows = await database.asSuperuser<{ id: bigint; role_code: string }>('select id, role_code from sys_role');
  const roleId = (code: string): string => String(rows.find((row) => row.role_code === code)?.id);
  const signIn = async (username: string): Promise<string> =>
    textAt(resultOf(await ask('', sessionApi.login, { username, password: PASSWORD }), username), 'token');
  const admin = await signIn('admin');
  const hire = async (username: string, place: Readonly<Record<string, unknown>>): Promise<readonly [id: string, token: string]> => [
    textAt(resultOf(await ask(admin, userApi.add, { username, realname: username, password: GIVEN, ...place }), username), 'id'),
    await firstSignIn((endpoint, input) => ask('', endpoint, input), { username, initial: GIVEN, chosen: PASSWORD }).then(() => signIn(username)),
  ];
  const boss = await hire('boss', { roleId: roleId('tenantAdmin'), tenantId: '1' });
  const amy = await hire('amy', { roleId: roleId('agentManager'), tenantId: '1', agentId: '11' });
  const sam = await hire('sam', { roleId: roleId('stationManager'), tenantId: '1', agentId: '11', stationIds: [{ stationId: '111' }] });
  const far = await hire('far', { roleId: roleId('tenantAdmin'), tenantId: '2' });
  const [own] = await database.asSuperuser<{ id: bigint }>(`select id from sys_user where username = 'admin'`);
  return {
    server,
    identity,
    bus: database.bus,
    ask,
    token: { admin, boss: boss[1], amy: amy[1], sam: sam[1], far: far[1] },
    id: { admin: String(own?.id), boss: boss[0], amy: amy[0], sam: sam[0], far: far[0] },
    close: async () => {
      identity.close();
      await server.close();
    },
  };
};
