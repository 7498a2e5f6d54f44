import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { staff, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { onlineApi, sessionApi, userApi } from '../resources.ts';

let world: PeopleServer;
let server: TestServer;
let aheadMs = 0;
const admin = viewers.platform();

beforeAll(async () => {
  world = await startPeople(() => new Date(Date.now() + aheadMs));
  ({ server } = world);
});
afterAll(() => world.close());

let count = 0;
/** A signed-in user. */
const guest = async (viewer = staff.tenant, more: Readonly<Record<string, unknown>> = {}) => {
  const username = `guest${String(++count)}`;
  const row = await world.addOk(viewer, username, { roleId: world.role('tenantAdmin'), ...more });
  return { id: row.id, username, token: (await world.signIn(username)) ?? '' };
};
const sessionsOf = async (username: string, viewer = admin) => (await server.ok(viewer, onlineApi.list, { username, pageSize: 50 })).records;
/** The message for the owner of a token. */
const endMessage = async (token: string, language = 'en-US') => {
  const { status, message, refusal } = (await server.call(
    undefined,
    sessionApi.menu,
    {},
    { 'x-access-token': token, 'accept-language': language },
  )) as {
    readonly status: number;
    readonly message: string;
    readonly refusal?: string;
  };
  return { status, message, refusal };
};

describe('who is online', () => {
  test('is shown with address, browser and times, and never with a token', async () => {
    const { username, token } = await guest();
    const answer = await server.call(staff.tenant, onlineApi.list, { username });
    expect(answer.result.records).toEqual([
      expect.objectContaining({ username, realname: username, tenantId: '1', tenantId_dictText: 'One', ip: '127.0.0.1', device: 'node' }),
    ]);
    const [row] = answer.result.records;
    expect(row?.token).toBe(row?.id);
    expect(JSON.stringify(answer)).not.toContain(token);
  });

  test('stays inside the scope, also when somebody moves', async () => {
    const near = await guest(staff.agent, { roleId: world.role('agentManager') });
    const far = await guest(staff.other);
    const wide = await guest();
    expect(await sessionsOf(near.username, staff.agent)).toHaveLength(1);
    expect(await sessionsOf(wide.username, staff.agent)).toEqual([]);
    expect(await sessionsOf(far.username, staff.tenant)).toEqual([]);
    expect(await sessionsOf(near.username, viewers.station({ tenantId: '1', agentId: '11', stationId: '111' }))).toEqual([]);
    expect(await sessionsOf('admin', staff.tenant)).toEqual([]);
    await server.ok(staff.tenant, userApi.edit, { id: near.id, roleId: world.role('agentManager'), agentId: '12' });
    expect(await sessionsOf(near.username, staff.agent)).toEqual([]);
    expect(await sessionsOf(near.username, staff.tenant)).toMatchObject([{ agentId: '12' }]);
  });

  test('leaves out who has been silent too long', async () => {
    const { username } = await guest();
    await server.database.asSuperuser("update sys_session set last_seen_at = now() - interval '121 min' where username = $1", [username]);
    expect(await sessionsOf(username)).toEqual([]);
  });
});

describe('signing somebody out', () => {
  test('ends that one session, and its browser is told why, in its language', async () => {
    const { username, token } = await guest();
    const other = (await world.signIn(username)) ?? '';
    const rows = await sessionsOf(username);
    expect(rows).toHaveLength(2);
    const older = rows.reduce((one, two) => (Number(one.id) < Number(two.id) ? one : two));
    await server.ok(staff.tenant, onlineApi.forceLogout, { token: older.token });
    expect(await endMessage(token)).toEqual({ status: 401, refusal: 'ended.forced', message: 'An administrator has signed you out. Sign in again' });
    expect((await endMessage(token, 'zh-CN')).message).toBe('管理员已将您强制下线，请重新登录');
    expect((await endMessage(token, 'zh-TW')).message).toBe('管理員已將您強制下線，請重新登入');
    expect(await world.alive(other)).toBe(true);
    await server.ok(staff.tenant, onlineApi.end, { id: (await sessionsOf(username))[0]?.id });
    expect(await world.alive(other)).toBe(false);
  });

  test('is for those who may, within their scope, and not for the own session', async () => {
    const { username } = await guest();
    const [row] = await sessionsOf(username);
    const call = (viewer: typeof admin, token = row?.id) => server.call(viewer, onlineApi.forceLogout, { token });
    expect(await call(staff.other)).toMatchObject({ status: 404 });
    expect(await call(staff.agent)).toMatchObject({ status: 404 });
    expect(await call(staff.tenant, '999999')).toMatchObject({ status: 404 });
    expect(await call(viewers.limited(staff.tenant, ['online:list']))).toMatchObject({ status: 403 });
    expect((await call(viewers.limited(staff.tenant, ['online:list', 'online:forceLogout']))).message).toContain('You do not hold the permission');
    const me = await guest();
    const [own] = await sessionsOf(me.username);
    const answer = await server.call(undefined, onlineApi.forceLogout, { token: own?.id }, { 'x-access-token': me.token });
    expect(answer).toMatchObject({ success: false, message: 'This is your own session here; use "Sign out" instead' });
    expect(await world.alive(me.token)).toBe(true);
    expect(await sessionsOf(username)).toHaveLength(1);
  });
});

test('everybody sees their own sessions, and ends one that they left elsewhere', async () => {
  const { username, token } = await guest();
  const [left, foreignUser] = [(await world.signIn(username)) ?? '', await guest()];
  const as = (bearer: string) => ({ 'x-access-token': bearer });
  const ownSessions = async (bearer: string) => (await server.call(undefined, onlineApi.mine, {}, as(bearer))).result;
  const rows = await ownSessions(token);
  expect(rows.map(({ here, device }) => ({ here, device })).toSorted((one) => (one.here ? -1 : 1))).toEqual([
    { here: true, device: 'node' },
    { here: false, device: 'node' },
  ]);
  expect(JSON.stringify(rows)).not.toContain(left);
  const end = (bearer: string, id: string | undefined) => server.call(undefined, onlineApi.endMine, { id }, as(bearer));
  const [own, other] = [rows.find(({ here }) => here)?.id, rows.find(({ here }) => !here)?.id];
  expect((await end(token, own)).message).toBe('This is your own session here; use "Sign out" instead');
  expect(await end(foreignUser.token, other)).toMatchObject({ status: 404 });
  expect(await end(token, other)).toMatchObject({ success: true });
  expect((await endMessage(left)).refusal).toBe('ended.own');
  expect(await world.alive(token)).toBe(true);
});

describe('what the owner of an ended session is told', () => {
  const password = 'Fresh-Horse-8';
  test.each([
    [
      'frozen',
      (id: string) => server.ok(staff.tenant, userApi.frozenBatch, { ids: id, status: 2 }),
      'Your account has been frozen and you are signed out. Ask your administrator',
    ],
    [
      'deleted',
      (id: string) => server.ok(staff.tenant, userApi.delete, { id }),
      'Your account has been deleted and you are signed out. Ask your administrator',
    ],
    [
      'reset',
      (_id: string, username: string) => server.ok(staff.tenant, userApi.changePassword, { username, password }),
      'An administrator has set a new password for you. Sign in again with it',
    ],
    [
      'secondStep',
      (_id: string, username: string) => server.ok(staff.tenant, userApi.resetSecondStep, { username }),
      'An administrator has removed your second step. Sign in again',
    ],
    [
      'closed',
      () => server.database.asSuperuser('update tenant set tenant_stat = 0 where tenant_id = 1').then(world.people.sessions.notifyChanged),
      'Your tenant or agent is out of service and you are signed out. Ask your administrator',
    ],
  ])('%s', async (because, act, message) => {
    const { id, username, token } = await guest();
    expect(await world.alive(token)).toBe(true);
    await act(id, username);
    expect(await endMessage(token)).toEqual({ status: 401, refusal: `ended.${because}`, message });
    await server.database.asSuperuser('update tenant set tenant_stat = 1');
  });

  test('a sixth sign-in, a change of the own password, and time', async () => {
    const { username, token } = await guest();
    for (let round = 0; round < 5; round++) await world.signIn(username);
    expect((await endMessage(token)).refusal).toBe('ended.elsewhere');
    const [here, there] = [(await world.signIn(username)) ?? '', (await world.signIn(username)) ?? ''];
    const change = { username, oldpassword: 'Correct-Horse-7', password, confirmpassword: password };
    const { token: next } = (await server.call(undefined, sessionApi.updatePassword, change, { 'x-access-token': here })).result;
    expect((await endMessage(here)).refusal).toBe('session.rotated');
    expect((await endMessage(there)).refusal).toBe('ended.password');
    aheadMs += 3 * 3_600_000;
    expect((await endMessage(next)).refusal).toBe('session.idle');
    await world.people.sweep();
    expect((await endMessage(next)).refusal).toBe('session.idle');
    aheadMs += 8 * 86_400_000;
    await world.people.sweep();
    expect((await endMessage(next)).refusal).toBe('signedOut');
  });

  test('nothing, when it was their own wish or the token is nobody’s', async () => {
    const { token } = await guest();
    await server.call(undefined, sessionApi.logout, {}, { 'x-access-token': token });
    expect((await endMessage(token)).refusal).toBe('signedOut');
    expect((await endMessage('x'.repeat(43))).refusal).toBe('signedOut');
  });
});
