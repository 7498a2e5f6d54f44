import { firstSignIn, sendingTo } from '#apps/server/testing/first-sign-in.ts';
import type { ServerProgram } from './bench-database.ts';
import { PASSWORD } from './bench-database.ts';

/** What an administrator gives to users for their first sign-in. */
const INITIAL_PASSWORD = `${PASSWORD}-first`;

/** A user who requests lists, with the SQL condition of their scope. */
export interface Viewer {
  readonly name: string;
  readonly token: string;
  readonly scope: string;
}

/** Signs in the platform, the biggest and a small tenant, their busiest agent and station, and a big customer of the first. */
export const signInAll = async (program: ServerProgram): Promise<readonly Viewer[]> => {
  const admin = await signIn(program, 'admin');
  const roles = await getResult(program, admin, '/sys/role/queryall');
  const roleId = (code: string): string => (roles as { roleCode: string; id: string }[]).find((role) => role.roleCode === code)?.id ?? '';
  const accounts = [
    { name: 'tenant', role: 'tenantAdmin', place: { tenantId: '1' }, scope: 'tenant_id = 1' },
    { name: 'small-tenant', role: 'tenantAdmin', place: { tenantId: '20' }, scope: 'tenant_id = 20' },
    { name: 'agent', role: 'agentManager', place: { tenantId: '1', agentId: '1' }, scope: 'tenant_id = 1 and agent_id = 1' },
    {
      name: 'station',
      role: 'stationManager',
      place: { tenantId: '1', agentId: '1', stationIds: [{ stationId: '1' }] },
      scope: 'tenant_id = 1 and station_id = 1',
    },
    {
      name: 'stations',
      role: 'stationManager',
      place: { tenantId: '1', agentId: '2', stationIds: [11, 12, 13].map((id) => ({ stationId: String(id) })) },
      scope: 'tenant_id = 1 and agent_id = 2 and station_id in (11, 12, 13)',
    },
    { name: 'customer', role: 'bigCustomer', place: { tenantId: '1', custId: '1000010' }, scope: 'tenant_id = 1 and cust_id = 1000010' },
  ] as const;
  const viewers: Viewer[] = [{ name: 'platform', token: admin, scope: 'true' }];
  for (const { name, role, place, scope } of accounts) {
    const username = `bench-${name}`;
    const isNew = await add(program, admin, { username, realname: name, password: INITIAL_PASSWORD, roleId: roleId(role), ...place });
    if (isNew) await firstSignIn(sendingTo(program.url), { username, initial: INITIAL_PASSWORD, chosen: PASSWORD });
    viewers.push({ name, scope, token: await signIn(program, username) });
  }
  return viewers;
};

/** The result of a GET; throws if it is refused. */
export const getResult = async (program: ServerProgram, token: string, path: string): Promise<unknown> => {
  const response = await fetch(`${program.url}${path}`, { headers: { 'x-access-token': token, 'accept-language': 'en' } });
  const body = (await response.json()) as { success: boolean; message: string; result: unknown };
  if (!body.success) throw new Error(`${path}: ${response.status} ${body.message}`);
  return body.result;
};

const post = (program: ServerProgram, path: string, request: { readonly token?: string; readonly body: unknown }): Promise<Response> =>
  fetch(`${program.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'en', ...(request.token && { 'x-access-token': request.token }) },
    body: JSON.stringify(request.body),
  });

const signIn = async (program: ServerProgram, username: string): Promise<string> => {
  const answer = (await (await post(program, '/sys/login', { body: { username, password: PASSWORD } })).json()) as {
    message: string;
    result?: { token: string };
  };
  return answer.result?.token ?? fail(`${username}: ${answer.message}`);
};

/** Whether the account is new; one of an earlier run is used again. */
const add = async (program: ServerProgram, token: string, body: unknown): Promise<boolean> => {
  const answer = (await (await post(program, '/sys/user/add', { token, body })).json()) as { success: boolean; message: string };
  if (!answer.success && !answer.message.includes('exists already')) fail(answer.message);
  return answer.success;
};

const fail = (message: string): never => {
  throw new Error(message);
};
