import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { system } from '#domains/system/resources.ts';
import { given, id, text } from '#kit/fields/field.ts';
import { domain, feature } from '#kit/resource/feature.ts';
import { resource } from '#kit/resource/resource.ts';
import type { Viewer } from '#kit/server/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { identity, roleApi, sessionApi, userApi } from '../resources.ts';
import { createIdentity, ensureAdmin, ensureBuiltIns } from '../server.ts';
import type { Identity } from '../server.ts';

const password = 'Correct-Horse-7';
const shared = { agent: 'shared', station: 'shared' } as const;
/** What stands later on the street, as far as a person refers to it. */
const places = domain('places', [
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
      fields: { tenantId: given(id()), name: text({}) },
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
      fields: { agentId: given(id()), tenantId: id(), agentName: text({}) },
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
      fields: { stationId: given(id()), tenantId: id(), agentId: id(), stationName: text({}) },
    }),
  }),
]);

let server: TestServer;
let people: Identity;
let roles: Readonly<Record<string, string>>;
let admin: Viewer;
const tenantPermissions = [
  'user:list',
  'user:add',
  'user:edit',
  'user:delete',
  'user:password',
  'user:export',
  'role:list',
  'role:add',
  'role:edit',
  'role:delete',
];
const tenantStaff = viewers.limited(viewers.tenant('1'), tenantPermissions);
const otherStaff = viewers.limited(viewers.tenant('2'), tenantPermissions);
const agentStaff = viewers.limited(
  viewers.agent('1', '11'),
  tenantPermissions.filter((code) => !code.startsWith('role') || code === 'role:list'),
);

beforeAll(async () => {
  server = await startTestServer({
    domains: [system, places, identity],
    routes: (database) => {
      people = createIdentity({ database });
      return people.routes;
    },
    authenticate: (token, client) => people.authenticate(token, client),
  });
  await server.database.asSuperuser(`insert into tenant (tenant_id, name) values (1, 'One'), (2, 'Two');
    insert into agent (agent_id, tenant_id, agent_name, timezone) values (11, 1, 'Agent One', 'UTC'), (12, 1, 'Agent Two', 'UTC'), (21, 2, 'Agent Far', 'UTC');
    insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (111, 1, 11, 'North', 'UTC'), (121, 1, 12, 'South', 'UTC'), (211, 2, 21, 'Far', 'UTC')`);
  await ensureBuiltIns(server.database, server.registry);
  await ensureAdmin(server.database, { password });
  const rows = await server.database.asSuperuser<{ id: bigint; role_code: string }>('select id, role_code from sys_role');
  roles = Object.fromEntries(rows.map((row) => [row.role_code, String(row.id)]));
  admin = viewers.platform();
});
afterAll(async () => {
  people.close();
  await server.close();
});

const role = (name: string): string => roles[name] ?? '';
const draft = (username: string, more: Readonly<Record<string, unknown>>) => ({ username, password, realname: username, ...more });
const add = (viewer: Viewer, username: string, more: Readonly<Record<string, unknown>>) => server.call(viewer, userApi.add, draft(username, more));
const addOk = (viewer: Viewer, username: string, more: Readonly<Record<string, unknown>>) => server.ok(viewer, userApi.add, draft(username, more));
const signIn = async (username: string, word = password) =>
  (await server.call(undefined, sessionApi.login, { username, password: word })).result?.token;
const alive = async (token: string) => (await server.call(undefined, sessionApi.menu, {}, { 'x-access-token': token })).status === 200;
const names = async (viewer: Viewer, query: Readonly<Record<string, unknown>> = {}) =>
  (await server.ok(viewer, userApi.list, query)).records.map((row) => row.username).toSorted();

describe('built-in roles', () => {
  test('each level holds what the one below holds, and only the platform holds everything', async () => {
    const held = async (code: string) =>
      new Set(
        (await server.database.asSuperuser<{ permissions: string[] }>('select permissions from sys_role where role_code = $1', [code]))[0]
          ?.permissions,
      );
    const [platform, tenant, agent, station] = [
      await held('platform'),
      await held('tenantAdmin'),
      await held('agentManager'),
      await held('stationManager'),
    ];
    expect(platform).toEqual(new Set(['*']));
    expect([...agent].filter((code) => !tenant.has(code))).toEqual([]);
    expect([...station].filter((code) => !agent.has(code))).toEqual([]);
    expect(tenant).toContain('role:add');
    expect(agent).not.toContain('role:add');
    expect(agent).toContain('user:add');
    expect(station).not.toContain('user:list');
  });

  test('a start changes nothing that is right already', async () => {
    const before = await server.database.asSuperuser('select id, version, permissions from sys_role order by id');
    await ensureBuiltIns(server.database, server.registry);
    expect(await ensureAdmin(server.database, { password })).toBe(false);
    expect(await server.database.asSuperuser('select id, version, permissions from sys_role order by id')).toEqual(before);
  });

  test('nobody edits or deletes one', async () => {
    for (const viewer of [admin, tenantStaff]) {
      expect((await server.call(viewer, roleApi.edit, { id: role('agentManager'), roleName: 'Hacked', permissions: [] })).message).toBe(
        'A built-in role cannot be changed or deleted',
      );
      expect((await server.call(viewer, roleApi.delete, { id: role('agentManager') })).success).toBe(false);
    }
  });

  test('their names are in the language of the viewer', async () => {
    const titles = async (language: Viewer['language']) =>
      (await server.ok({ ...tenantStaff, language }, roleApi.queryList, {})).map((row) => row.text);
    expect(await titles('en_US')).toEqual(expect.arrayContaining(['Tenant administrator', 'Station manager']));
    expect(await titles('zh_CN')).toEqual(expect.arrayContaining(['租户管理员', '站长']));
    expect(await titles('en_US')).not.toContain('Platform administrator');
  });
});

describe('a user from add to delete', () => {
  test('an agent adds a station manager of his own, who then signs in and sees that station', async () => {
    const row = await addOk(agentStaff, 'north.keeper', {
      roleId: role('stationManager'),
      stationIds: [{ stationId: '111' }],
      phone: '13800000000',
      email: 'n@example.com',
      sex: 2,
      birthday: '1990-05-06',
    });
    expect(row).toMatchObject({
      tenantId: '1',
      agentId: '11',
      stationIds: [{ stationId: '111' }],
      status: 1,
      status_dictText: 'Normal',
      roleLevel: 80,
      sex_dictText: 'Female',
      birthday: '1990-05-06',
    });
    expect(row).not.toHaveProperty('password');
    const token = await signIn('north.keeper');
    expect(await people.sessions.peek(token ?? '')).toMatchObject({
      roleLevel: 80,
      sees: { tenant: ['1'], agent: ['11'], station: ['111'], customer: 'all' },
    });
  });

  test('a password is nowhere to be read: list, details, picker, Excel', async () => {
    await addOk(tenantStaff, 'silent', { roleId: role('tenantAdmin') });
    const answers = [
      await server.call(tenantStaff, userApi.list, { username: 'silent' }),
      await server.call(tenantStaff, userApi.queryList, { keyword: 'silent' }),
      await server.call(tenantStaff, userApi.listWithRole, {}),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/argon2|"password"/);
    expect(answers[0]?.result).toMatchObject({ total: 1, records: [{ roleId_dictText: 'Tenant administrator', tenantId_dictText: 'One' }] });
  });

  test('freezing signs out at once and thawing lets in again', async () => {
    const { id: key } = await addOk(tenantStaff, 'icy', { roleId: role('tenantAdmin') });
    const token = (await signIn('icy')) ?? '';
    expect(await alive(token)).toBe(true);
    await server.ok(tenantStaff, userApi.frozenBatch, { ids: `${key},`, status: 2 });
    expect(await alive(token)).toBe(false);
    expect(await signIn('icy')).toBeUndefined();
    await server.ok(tenantStaff, userApi.frozenBatch, { ids: key, status: 1 });
    expect(await alive(token)).toBe(false);
    expect(await alive((await signIn('icy')) ?? '')).toBe(true);
  });

  test('a reset password signs out and only the new one works', async () => {
    await addOk(tenantStaff, 'forgetful', { roleId: role('agentManager'), agentId: '11' });
    const token = (await signIn('forgetful')) ?? '';
    expect(await server.call(tenantStaff, userApi.changePassword, { username: 'forgetful', password: 'weak' })).toMatchObject({
      success: false,
      message: 'A password needs at least 10 characters',
    });
    expect(
      await server.call(tenantStaff, userApi.changePassword, { username: 'forgetful', password: 'Fresh-Horse-8', confirmpassword: 'Fresh-Horse-9' }),
    ).toMatchObject({ success: false });
    await server.ok(tenantStaff, userApi.changePassword, { username: 'forgetful', password: 'Fresh-Horse-8', confirmpassword: 'Fresh-Horse-8' });
    expect(await alive(token)).toBe(false);
    expect(await signIn('forgetful')).toBeUndefined();
    expect(await signIn('forgetful', 'Fresh-Horse-8')).toBeDefined();
  });

  test('a deleted one is signed out, and the name is free again', async () => {
    const { id: key } = await addOk(tenantStaff, 'leaver', { roleId: role('tenantAdmin') });
    const token = (await signIn('leaver')) ?? '';
    await server.ok(tenantStaff, userApi.delete, { id: key });
    expect(await alive(token)).toBe(false);
    expect(await signIn('leaver')).toBeUndefined();
    await addOk(tenantStaff, 'leaver', { roleId: role('tenantAdmin') });
  });

  test('an edit moves a person, and a signed-in one has the new rights with the next call', async () => {
    const { id: key, version } = await addOk(tenantStaff, 'mover', { roleId: role('tenantAdmin') });
    const token = (await signIn('mover')) ?? '';
    const edited = await server.ok(tenantStaff, userApi.edit, { id: key, version, realname: 'Moved', roleId: role('agentManager'), agentId: '12' });
    expect(edited).toMatchObject({ realname: 'Moved', agentId: '12', roleLevel: 90, version: 1 });
    expect(await people.authenticate(token, { ip: '', userAgent: '' })).toMatchObject({ roleLevel: 90, sees: { agent: ['12'] } });
    expect(await server.call(tenantStaff, userApi.edit, { id: key, version, realname: 'Late' })).toMatchObject({ status: 409 });
  });
});

describe('nobody gives what they do not have', () => {
  test.each([
    ['a level above', () => add(agentStaff, 'up1', { roleId: role('tenantAdmin') }), 'You cannot give a role level above your own'],
    ['the platform', () => add(tenantStaff, 'up2', { roleId: role('platform') }), 'You cannot give a role level above your own'],
    [
      'a right one lacks',
      () => add(viewers.limited(tenantStaff, ['user:add']), 'up3', { roleId: role('tenantAdmin') }),
      'You do not hold the permission role:add and cannot give it',
    ],
    ['another tenant', () => add(tenantStaff, 'up4', { roleId: role('tenantAdmin'), tenantId: '2' }), 'The chosen Tenant does not exist'],
    ['another agent', () => add(agentStaff, 'up5', { roleId: role('agentManager'), agentId: '12' }), 'The chosen Agent does not exist'],
    ['a foreign agent', () => add(tenantStaff, 'up6', { roleId: role('agentManager'), agentId: '21' }), 'The chosen Agent does not exist'],
    [
      'a station of another agent',
      () => add(agentStaff, 'up7', { roleId: role('stationManager'), stationIds: [{ stationId: '121' }] }),
      'A chosen station does not exist',
    ],
    [
      'a foreign station',
      () => add(tenantStaff, 'up8', { roleId: role('stationManager'), stationIds: [{ stationId: '211' }] }),
      'A chosen station does not exist',
    ],
    ['no station', () => add(tenantStaff, 'up9', { roleId: role('stationManager') }), 'A user with this role needs at least one station'],
    ['no agent', () => add(tenantStaff, 'up10', { roleId: role('agentManager') }), 'A user with this role must belong to an agent'],
    ['no tenant', () => add(admin, 'up11', { roleId: role('tenantAdmin') }), 'A user with this role must belong to a tenant'],
    ['a tenant for the platform', () => add(admin, 'up12', { roleId: role('platform'), tenantId: '1' }), 'Tenant does not fit a role of this level'],
    [
      'an agent for a tenant role',
      () => add(tenantStaff, 'up13', { roleId: role('tenantAdmin'), agentId: '11' }),
      'Agent does not fit a role of this level',
    ],
    ['no customer', () => add(tenantStaff, 'up14', { roleId: role('bigCustomer') }), 'A user with this role must stand for a big customer'],
    ['an absent role', () => add(tenantStaff, 'up15', { roleId: '999999' }), 'The chosen role does not exist'],
  ])('%s', async (_what, attempt, message) => {
    expect(await attempt()).toMatchObject({ success: false, message });
  });

  test('nor over somebody who has more: no edit, no freeze, no new password, no delete', async () => {
    const { id: key } = await addOk(tenantStaff, 'strong', { roleId: role('tenantAdmin') });
    const weak = viewers.limited(tenantStaff, ['user:list', 'user:edit', 'user:delete', 'user:password']);
    const attempts = [
      server.call(weak, userApi.edit, { id: key, realname: 'x' }),
      server.call(weak, userApi.frozenBatch, { ids: key, status: 2 }),
      server.call(weak, userApi.changePassword, { username: 'strong', password: 'Fresh-Horse-8' }),
      server.call(weak, userApi.delete, { id: key }),
    ];
    for (const answer of await Promise.all(attempts))
      expect(answer).toMatchObject({ success: false, message: expect.stringContaining('You do not hold the permission') });
    expect(await signIn('strong')).toBeDefined();
  });

  test('nor to oneself, and the first administrator stays', async () => {
    const row = await addOk(admin, 'second.admin', { roleId: role('platform') });
    const self: Viewer = { ...admin, userId: row.id, username: row.username };
    expect((await server.call(self, userApi.frozenBatch, { ids: row.id, status: 2 })).message).toBe('You cannot do this to your own account');
    expect((await server.call(self, userApi.delete, { id: row.id })).message).toBe('You cannot do this to your own account');
    expect((await server.call(self, userApi.edit, { id: row.id, roleId: role('tenantAdmin'), tenantId: '1' })).message).toBe(
      'You cannot do this to your own account',
    );
    expect(await server.ok(self, userApi.edit, { id: row.id, realname: 'Only my name', roleId: role('platform') })).toMatchObject({
      realname: 'Only my name',
    });
    const [first] = (await server.ok(admin, userApi.list, { username: 'admin' })).records.filter(({ username }) => username === 'admin');
    for (const answer of [
      await server.call(self, userApi.delete, { id: first?.id }),
      await server.call(self, userApi.frozenBatch, { ids: first?.id, status: 2 }),
      await server.call(self, userApi.edit, { id: first?.id, roleId: role('tenantAdmin'), tenantId: '1' }),
    ])
      expect(answer.message).toBe('The administrator account cannot be frozen, deleted or demoted');
  });
});

describe('four viewers', () => {
  test('everyone sees the people of their scope and nobody else', async () => {
    await addOk(otherStaff, 'far.away', { roleId: role('tenantAdmin') });
    await addOk(tenantStaff, 'scope.agent.one', { roleId: role('agentManager'), agentId: '11' });
    await addOk(tenantStaff, 'scope.agent.two', { roleId: role('agentManager'), agentId: '12' });
    expect(await names(admin, { username: 'scope.agent' })).toEqual(['scope.agent.one', 'scope.agent.two']);
    expect(await names(tenantStaff, { username: 'scope.agent' })).toEqual(['scope.agent.one', 'scope.agent.two']);
    expect(await names(agentStaff, { username: 'scope.agent' })).toEqual(['scope.agent.one']);
    expect(await names(otherStaff)).toEqual(['far.away']);
    expect(await names(tenantStaff)).not.toContain('admin');
    expect(await names(viewers.station({ tenantId: '1', agentId: '11', stationId: '111' }))).toEqual([]);
    expect(await names(viewers.customer('1', '5'))).toEqual([]);
    expect((await server.ok(agentStaff, userApi.queryList, { keyword: 'scope' })).map((row) => row.text)).toEqual(['scope.agent.one']);
  });

  test('a foreign person answers exactly as an absent one', async () => {
    const [far] = (await server.ok(otherStaff, userApi.list, {})).records;
    const everywhere = async (key: string, name: string) => {
      const answers = [
        await server.call(tenantStaff, userApi.queryById, { id: key }),
        await server.call(tenantStaff, userApi.edit, { id: key, realname: 'Stolen' }),
        await server.call(tenantStaff, userApi.frozenBatch, { ids: key, status: 2 }),
        await server.call(tenantStaff, userApi.delete, { id: key }),
        await server.call(tenantStaff, userApi.deleteBatch, { ids: key }),
        await server.call(tenantStaff, userApi.changePassword, { username: name, password: 'Fresh-Horse-8' }),
      ];
      return answers.map((answer) => ({ ...answer, timestamp: 0 }));
    };
    const foreign = await everywhere(far?.id ?? '', 'far.away');
    expect(foreign).toEqual(await everywhere('999999999', 'nobody.at.all'));
    expect(foreign.every(({ status }) => status === 404)).toBe(true);
  });

  test('a taken name is refused whatever its case', async () => {
    await addOk(tenantStaff, 'Unique.Name', { roleId: role('tenantAdmin') });
    expect(await add(tenantStaff, 'unique.name', { roleId: role('tenantAdmin') })).toMatchObject({
      success: false,
      message: 'User name exists already',
    });
  });

  test.each([
    [{ username: 'a b' }, 'username'],
    [{ email: 'nobody' }, 'email'],
    [{ phone: 'call me' }, 'phone'],
    [{ avatar: '../../etc/passwd' }, 'avatar'],
    [{ stationIds: [{ stationId: 'x' }] }, 'stationIds'],
    [{ sex: 3 }, 'sex'],
  ])('bad input %o names the field', async (bad, field) => {
    const answer = await add(tenantStaff, 'fine.name', { roleId: role('tenantAdmin'), ...bad });
    expect(answer).toMatchObject({ status: 400, result: { fields: { [field]: expect.any(String) } } });
  });
});

describe('roles of a tenant', () => {
  const newRole = (more: Readonly<Record<string, unknown>> = {}) => ({
    roleCode: 'clerk',
    roleName: 'Clerk',
    roleLevel: 100,
    permissions: ['user:list'],
    ...more,
  });

  test('a tenant makes one, gives it, and its change reaches who is signed in', async () => {
    const made = await server.ok(tenantStaff, roleApi.add, newRole());
    expect(made).toMatchObject({ tenantId: '1', builtIn: 0, roleLevel_dictText: 'Tenant', permissions: ['user:list'] });
    await addOk(tenantStaff, 'clerk', { roleId: made.id });
    const token = (await signIn('clerk')) ?? '';
    const mayAdd = async () => (await server.call(undefined, userApi.add, {}, { 'x-access-token': token })).status !== 403;
    expect(await mayAdd()).toBe(false);
    await server.ok(tenantStaff, roleApi.edit, { id: made.id, permissions: ['user:list', 'user:add'] });
    expect(await mayAdd()).toBe(true);
    expect(await server.call(tenantStaff, roleApi.delete, { id: made.id })).toMatchObject({
      success: false,
      message: 'Role Clerk still has 1 users and cannot be deleted',
    });
  });

  test.each([
    [{ permissions: ['user:fly'] }, 'There is no permission called user:fly'],
    [{ permissions: ['*'] }, 'There is no permission called *'],
    [{ roleLevel: 999 }, 'A role of platform level belongs to no tenant'],
    [{ roleLevel: 80, permissions: ['user:list'] }, 'A role of this level cannot hold the permission user:list'],
    [{ permissions: 'user:list' }, 'The parameter is incorrect'],
    [{ permissions: [1] }, 'The parameter is incorrect'],
  ])('%o: %s', async (bad, message) => {
    expect(await server.call(tenantStaff, roleApi.add, newRole({ roleCode: 'bad', ...bad }))).toMatchObject({ success: false, message });
  });

  test('nobody puts more into a role than they hold', async () => {
    const weak = viewers.limited(tenantStaff, ['role:add', 'role:edit', 'role:list']);
    expect((await server.call(weak, roleApi.add, newRole({ roleCode: 'sneaky' }))).message).toBe(
      'You do not hold the permission user:list and cannot give it',
    );
    const made = await server.ok(tenantStaff, roleApi.add, newRole({ roleCode: 'plain', permissions: ['role:list'] }));
    expect((await server.call(weak, roleApi.edit, { id: made.id, permissions: ['user:list'] })).success).toBe(false);
  });

  test("another tenant's role does not exist, and the platform's own is read but not changed", async () => {
    const foreign = await server.ok(otherStaff, roleApi.add, newRole());
    const codes = async (viewer: Viewer) =>
      (await server.ok(viewer, roleApi.list, { pageSize: 50 })).records.map((row) => `${row.tenantId ?? 0}:${row.roleCode}`);
    expect(await codes(tenantStaff)).toContain('1:clerk');
    expect(await codes(tenantStaff)).toContain('0:agentManager');
    expect(await codes(tenantStaff)).not.toContain('2:clerk');
    expect(await codes(tenantStaff)).not.toContain('0:platform');
    expect((await server.call(tenantStaff, roleApi.queryById, { id: role('platform') })).status).toBe(404);
    const blank = (answer: object) => ({ ...answer, timestamp: 0 });
    for (const endpoint of [roleApi.queryById, roleApi.delete])
      expect(blank(await server.call(tenantStaff, endpoint, { id: foreign.id }))).toEqual(
        blank(await server.call(tenantStaff, endpoint, { id: '999999' })),
      );
    expect(await add(tenantStaff, 'thief', { roleId: foreign.id })).toMatchObject({ message: 'The chosen role does not exist' });
    expect(await add(admin, 'mixed', { roleId: foreign.id, tenantId: '1' })).toMatchObject({ message: 'The chosen role does not exist' });
    const own = await server.ok(admin, roleApi.add, newRole({ roleCode: 'template' }));
    expect(own.tenantId).toBeNull();
    expect((await server.call(tenantStaff, roleApi.edit, { id: own.id, roleName: 'Mine now' })).message).toBe(
      'Only the platform changes its own roles',
    );
  });
});
