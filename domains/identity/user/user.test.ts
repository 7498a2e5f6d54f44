import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { staff, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { accountApi, roleApi, sessionApi, userApi } from '../resources.ts';
import type { Identity } from '../server.ts';

let world: PeopleServer;
let server: TestServer;
let people: Identity;
const admin = viewers.platform();

beforeAll(async () => {
  world = await startPeople();
  ({ server, people } = world);
});
afterAll(() => world.close());

const role: PeopleServer['role'] = (code) => world.role(code);
const add: PeopleServer['add'] = (viewer, username, more) => world.add(viewer, username, more);
const addOk: PeopleServer['addOk'] = (viewer, username, more) => world.addOk(viewer, username, more);
const signIn: PeopleServer['signIn'] = (username, word) => world.signIn(username, word);
const alive: PeopleServer['alive'] = (token) => world.alive(token);
const names = async (viewer: Viewer, query: Readonly<Record<string, unknown>> = {}) =>
  (await server.ok(viewer, userApi.list, query)).records.map((row) => row.username).toSorted();

describe('a user from add to delete', () => {
  test('an agent adds a station manager of his own, who then signs in and sees that station', async () => {
    const row = await addOk(staff.agent, 'north.keeper', {
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

  test.each([
    ['taxi.one', '41', null],
    ['taxi.two', '42', '11'],
  ])("%s stands for a big customer and sees nothing but what is that customer's", async (name, custId, agentId) => {
    const row = await addOk(staff.tenant, name, { roleId: role('bigCustomer'), custId });
    expect(row).toMatchObject({ tenantId: '1', agentId, custId, custId_dictText: name === 'taxi.one' ? 'Taxi One' : 'Taxi Two', roleLevel: 70 });
    expect(await people.sessions.peek((await signIn(name)) ?? '')).toMatchObject({
      sees: { tenant: ['1'], agent: 'all', station: 'all', customer: [custId] },
    });
  });

  test('a password is nowhere to be read: list, details, picker, Excel', async () => {
    await addOk(staff.tenant, 'silent', { roleId: role('tenantAdmin') });
    const answers = [
      await server.call(staff.tenant, userApi.list, { username: 'silent' }),
      await server.call(staff.tenant, userApi.queryList, { keyword: 'silent' }),
      await server.call(staff.tenant, userApi.listWithRole, {}),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/argon2|"password"/);
    expect(answers[0]?.result).toMatchObject({ total: 1, records: [{ roleId_dictText: 'Tenant administrator', tenantId_dictText: 'One' }] });
  });

  test('freezing signs out at once and thawing lets in again', async () => {
    const { id: key } = await addOk(staff.tenant, 'icy', { roleId: role('tenantAdmin') });
    const token = (await signIn('icy')) ?? '';
    expect(await alive(token)).toBe(true);
    await server.ok(staff.tenant, userApi.frozenBatch, { ids: `${key},`, status: 2 });
    expect(await alive(token)).toBe(false);
    expect(await signIn('icy')).toBeUndefined();
    await server.ok(staff.tenant, userApi.frozenBatch, { ids: key, status: 1 });
    expect(await alive(token)).toBe(false);
    expect(await alive((await signIn('icy')) ?? '')).toBe(true);
  });

  test('a reset password signs out and only the new one works', async () => {
    await addOk(staff.tenant, 'forgetful', { roleId: role('agentManager'), agentId: '11' });
    const token = (await signIn('forgetful')) ?? '';
    expect(await server.call(staff.tenant, userApi.changePassword, { username: 'forgetful', password: 'weak' })).toMatchObject({
      success: false,
      message: 'A password needs at least 10 characters',
    });
    expect(
      await server.call(staff.tenant, userApi.changePassword, { username: 'forgetful', password: 'Fresh-Horse-8', confirmpassword: 'Fresh-Horse-9' }),
    ).toMatchObject({ success: false });
    await server.ok(staff.tenant, userApi.changePassword, { username: 'forgetful', password: 'Fresh-Horse-8', confirmpassword: 'Fresh-Horse-8' });
    expect(await alive(token)).toBe(false);
    const first = { username: 'forgetful', password: 'Fresh-Horse-8' };
    const answer = await server.call(undefined, sessionApi.login, first);
    expect(answer).toMatchObject({
      success: false,
      refusal: 'login.initialPassword',
      result: { username: 'forgetful', smscode: expect.any(String) },
    });
    const { smscode } = answer.result as unknown as { readonly smscode: string };
    expect((await server.call(undefined, accountApi.passwordChange, { ...first, smscode })).message).toBe(
      'The new password must differ from the old one',
    );
    expect((await server.call(undefined, accountApi.passwordChange, { ...first, password: 'My-own-Horse-9', smscode })).success).toBe(true);
    expect(await signIn('forgetful', 'Fresh-Horse-8')).toBeUndefined();
    expect(await signIn('forgetful', 'My-own-Horse-9')).toBeDefined();
    expect(await signIn('forgetful')).toBeUndefined();
    // The ticket was valid only once.
    expect((await server.call(undefined, accountApi.passwordChange, { ...first, password: 'My-own-Horse-8', smscode })).success).toBe(false);
  });

  test('a deleted one is signed out, and the name stays taken, also for other tenants', async () => {
    const { id: key } = await addOk(staff.tenant, 'leaver', { roleId: role('tenantAdmin') });
    const token = (await signIn('leaver')) ?? '';
    await server.ok(staff.tenant, userApi.delete, { id: key });
    expect(await alive(token)).toBe(false);
    expect(await signIn('leaver')).toBeUndefined();
    expect((await add(staff.tenant, 'Leaver', { roleId: role('tenantAdmin') })).message).toBe(
      'The name Leaver belongs to a user in the recycle bin; restore that user or delete them for good first',
    );
    expect((await add(staff.other, 'leaver', { roleId: role('tenantAdmin') })).message).toBe('User name exists already');
  });

  test('an edit moves a person, and a signed-in one has the new rights with the next call', async () => {
    const { id: key, version } = await addOk(staff.tenant, 'mover', { roleId: role('tenantAdmin') });
    const token = (await signIn('mover')) ?? '';
    const edited = await server.ok(staff.tenant, userApi.edit, { id: key, version, realname: 'Moved', roleId: role('agentManager'), agentId: '12' });
    expect(edited).toMatchObject({ realname: 'Moved', agentId: '12', roleLevel: 90, version: 1 });
    expect(await people.authenticate(token, { ip: '', userAgent: 'node' })).toMatchObject({ roleLevel: 90, sees: { agent: ['12'] } });
    expect(await server.call(staff.tenant, userApi.edit, { id: key, version, realname: 'Late' })).toMatchObject({ status: 409 });
  });
});

describe('nobody gives what they do not have', () => {
  test.each([
    ['a level above', () => add(staff.agent, 'up1', { roleId: role('tenantAdmin') }), 'You cannot give a role level above your own'],
    ['the platform', () => add(staff.tenant, 'up2', { roleId: role('platform') }), 'You cannot give a role level above your own'],
    [
      'a right one lacks',
      () =>
        add(
          viewers.limited(
            staff.tenant,
            [...staff.tenant.permissions].filter((code) => code !== 'role:add'),
          ),
          'up3',
          { roleId: role('tenantAdmin') },
        ),
      'You do not hold the permission role:add and cannot give it',
    ],
    ['another tenant', () => add(staff.tenant, 'up4', { roleId: role('tenantAdmin'), tenantId: '2' }), 'The chosen Tenant does not exist'],
    ['another agent', () => add(staff.agent, 'up5', { roleId: role('agentManager'), agentId: '12' }), 'The chosen Agent does not exist'],
    ['a foreign agent', () => add(staff.tenant, 'up6', { roleId: role('agentManager'), agentId: '21' }), 'The chosen Agent does not exist'],
    [
      'a station of another agent',
      () => add(staff.agent, 'up7', { roleId: role('stationManager'), stationIds: [{ stationId: '121' }] }),
      'A chosen station does not exist',
    ],
    [
      'a foreign station',
      () => add(staff.tenant, 'up8', { roleId: role('stationManager'), stationIds: [{ stationId: '211' }] }),
      'A chosen station does not exist',
    ],
    ['no station', () => add(staff.tenant, 'up9', { roleId: role('stationManager') }), 'A user with this role needs at least one station'],
    ['no agent', () => add(staff.tenant, 'up10', { roleId: role('agentManager') }), 'A user with this role must belong to an agent'],
    ['no tenant', () => add(admin, 'up11', { roleId: role('tenantAdmin') }), 'A user with this role must belong to a tenant'],
    ['a tenant for the platform', () => add(admin, 'up12', { roleId: role('platform'), tenantId: '1' }), 'Tenant does not fit a role of this level'],
    [
      'an agent for a tenant role',
      () => add(staff.tenant, 'up13', { roleId: role('tenantAdmin'), agentId: '11' }),
      'Agent does not fit a role of this level',
    ],
    ['no customer', () => add(staff.tenant, 'up14', { roleId: role('bigCustomer') }), 'A user with this role must stand for a big customer'],
    ['a foreign customer', () => add(staff.tenant, 'up16', { roleId: role('bigCustomer'), custId: '43' }), 'The chosen customer does not exist'],
    [
      "a customer of the tenant's own, by an agent",
      () => add(staff.agent, 'up17', { roleId: role('bigCustomer'), custId: '41' }),
      'The chosen customer does not exist',
    ],
    ['an absent role', () => add(staff.tenant, 'up15', { roleId: '999999' }), 'The chosen role does not exist'],
  ])('%s', async (_what, attempt, message) => {
    expect(await attempt()).toMatchObject({ success: false, message });
  });

  test('nor over somebody who has more: no edit, no freeze, no new password, no delete', async () => {
    const { id: key } = await addOk(staff.tenant, 'strong', { roleId: role('tenantAdmin') });
    const weak = viewers.limited(staff.tenant, ['user:list', 'user:edit', 'user:delete', 'user:password']);
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
    await addOk(staff.other, 'far.away', { roleId: role('tenantAdmin') });
    await addOk(staff.tenant, 'scope.agent.one', { roleId: role('agentManager'), agentId: '11' });
    await addOk(staff.tenant, 'scope.agent.two', { roleId: role('agentManager'), agentId: '12' });
    expect(await names(admin, { username: 'scope.agent' })).toEqual(['scope.agent.one', 'scope.agent.two']);
    expect(await names(staff.tenant, { username: 'scope.agent' })).toEqual(['scope.agent.one', 'scope.agent.two']);
    expect(await names(staff.agent, { username: 'scope.agent' })).toEqual(['scope.agent.one']);
    expect(await names(staff.other)).toEqual(['far.away']);
    expect(await names(staff.tenant)).not.toContain('admin');
    expect(await names(viewers.station({ tenantId: '1', agentId: '11', stationId: '111' }))).toEqual([]);
    expect(await names(viewers.customer('1', '5'))).toEqual([]);
    expect((await server.ok(staff.agent, userApi.queryList, { keyword: 'scope' })).map((row) => row.text)).toEqual(['scope.agent.one']);
  });

  test('a foreign person answers exactly as an absent one', async () => {
    const [far] = (await server.ok(staff.other, userApi.list, {})).records;
    const everywhere = async (key: string, name: string) => {
      const answers = [
        await server.call(staff.tenant, userApi.queryById, { id: key }),
        await server.call(staff.tenant, userApi.edit, { id: key, realname: 'Stolen' }),
        await server.call(staff.tenant, userApi.frozenBatch, { ids: key, status: 2 }),
        await server.call(staff.tenant, userApi.delete, { id: key }),
        await server.call(staff.tenant, userApi.deleteBatch, { ids: key }),
        await server.call(staff.tenant, userApi.changePassword, { username: name, password: 'Fresh-Horse-8' }),
      ];
      return answers.map((answer) => ({ ...answer, timestamp: 0 }));
    };
    const foreign = await everywhere(far?.id ?? '', 'far.away');
    expect(foreign).toEqual(await everywhere('999999999', 'nobody.at.all'));
    expect(foreign.every(({ status }) => status === 404)).toBe(true);
  });

  test('the role may come in a list, as clients of the family send it, and is one', async () => {
    const row = await addOk(staff.tenant, 'listed', { roleId: undefined, selectedroles: `${role('tenantAdmin')},` });
    expect(row).toMatchObject({ roleId: role('tenantAdmin') });
    const own = await server.ok(staff.tenant, roleApi.add, { roleCode: 'of-list', roleName: 'Of list', roleLevel: 100, permissions: [] });
    const edit = (more: object) => server.call(staff.tenant, userApi.edit, { id: row.id, ...more });
    expect((await edit({ selectedroles: own.id })).result).toMatchObject({ roleId: own.id });
    expect((await edit({ selectedroles: `${own.id},${role('tenantAdmin')}` })).message).toMatch(/^A user has one role/);
    expect((await edit({ selectedroles: role('platform') })).success).toBe(false);
    expect(await add(staff.tenant, 'roleless', { selectedroles: '' })).toMatchObject({
      status: 400,
      result: { fields: { roleId: 'Role is required' } },
    });
    expect((await server.ok(staff.tenant, userApi.queryById, { id: row.id })).roleId).toBe(own.id);
  });

  test('a taken name is refused whatever its case', async () => {
    await addOk(staff.tenant, 'Unique.Name', { roleId: role('tenantAdmin') });
    expect(await add(staff.tenant, 'unique.name', { roleId: role('tenantAdmin') })).toMatchObject({
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
    const answer = await add(staff.tenant, 'fine.name', { roleId: role('tenantAdmin'), ...bad });
    expect(answer).toMatchObject({ status: 400, result: { fields: { [field]: expect.any(String) } } });
  });

  test.each([
    [
      'zh_CN',
      { username: '请输入用户名', phone: '请输入正确手机号', telephone: '请输入正确的座机号', email: '邮箱格式不正确', roleId: '请选择角色' },
    ],
    [
      'zh_TW',
      { username: '請輸入使用者名稱', phone: '請輸入正確手機號', telephone: '請輸入正確的市話號碼', email: '郵箱格式不正確', roleId: '請選擇角色' },
    ],
    ['en_US', { username: 'User name is required', phone: 'Enter a valid mobile number', telephone: 'Enter a valid landline number' }],
  ] as const)('in %s each field says what it takes', async (language, fields) => {
    const bad = { username: '', phone: '12345678901', telephone: '123456', email: 'a@b', roleId: 'none' };
    const { roleId: _roleId, ...text } = fields as Readonly<Record<string, string>>;
    expect(await add({ ...staff.tenant, language }, '', bad)).toMatchObject({ status: 400, result: { fields: text } });
  });
});
