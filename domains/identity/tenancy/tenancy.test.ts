import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import { PASSWORD, staff, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { departApi, roleApi, sessionApi, userApi } from '../resources.ts';

let world: PeopleServer;
const platform = viewers.platform();

beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.close());

const add = (username: string, more: object = {}, viewer = platform) =>
  world.add(viewer, username, { roleId: world.role('tenantAdmin'), tenantId: '1', ...more });
const login = async (username: string) => (await world.server.call(undefined, sessionApi.login, { username, password: PASSWORD })).result;
const as = (token: string, more: object = {}) => ({ 'x-access-token': token, ...more });
const select = (token: string, tenantId: string) => world.server.call(undefined, sessionApi.selectTenant, { tenantId }, as(token));
const departNames = async (token: string) =>
  (await world.server.call(undefined, departApi.list, {}, as(token))).result.records.map(({ departName }) => departName);

describe('somebody of two tenants', () => {
  test('is told both at sign-in and works in the chosen one, session by session', async () => {
    await world.server.ok(staff.tenant, departApi.add, { departName: 'Of one', departOrder: 0 });
    await world.server.ok(staff.other, departApi.add, { departName: 'Of two', departOrder: 0 });
    expect((await add('traveller', { relTenantIds: '2' })).result).toMatchObject({ relTenantIds: '2' });
    const [here, there] = [await login('traveller'), await login('traveller')];
    expect(there).toMatchObject({
      tenantList: [
        { id: '1', name: 'One' },
        { id: '2', name: 'Two' },
      ],
      userInfo: { tenantId: '1', currency: 'EUR' },
    });
    expect(await select(there.token, '2')).toMatchObject({ success: true, result: { userInfo: { tenantId: '2', currency: 'CNY' } } });
    expect([await departNames(here.token), await departNames(there.token)]).toEqual([['Of one'], ['Of two']]);
    expect((await world.server.call(undefined, sessionApi.getUserInfo, {}, as(there.token))).result.userInfo.tenantId).toBe('2');
    const headed = await world.server.call(undefined, departApi.list, {}, as(there.token, { 'tenant-id': '2' }));
    expect(headed.success).toBe(true);
    expect((await world.server.call(undefined, departApi.list, {}, as(there.token, { 'tenant-id': '1' }))).status).toBe(403);
    await select(there.token, '1');
    expect(await departNames(there.token)).toEqual(['Of one']);
  });

  test('is back at home at once when the platform says so', async () => {
    const { result } = await add('sent.home', { relTenantIds: '2' });
    const { token } = await login('sent.home');
    await select(token, '2');
    await world.server.ok(platform, userApi.edit, { id: result.id, relTenantIds: null });
    expect(await departNames(token)).toEqual(['Of one']);
    expect((await select(token, '2')).message).toBe('You do not belong to this tenant, or it is out of service');
    expect((await login('sent.home')).tenantList).toHaveLength(1);
  });

  test('nobody enters a tenant that is not theirs', async () => {
    await add('stay.here');
    const { token } = await login('stay.here');
    for (const tenantId of ['2', '999']) expect(await select(token, tenantId)).toMatchObject({ success: false });
    expect(await departNames(token)).toEqual(['Of one']);
  });
});

describe('who lets people into further tenants', () => {
  test('the platform alone, and with a tenant role of its own', async () => {
    expect((await add('smuggler', { relTenantIds: '2', tenantId: undefined }, staff.tenant)).message).toBe(
      'Only the platform lets people into further tenants',
    );
    const own = await world.server.ok(staff.tenant, roleApi.add, {
      roleCode: 'own_role',
      roleName: 'Own',
      roleLevel: 100,
      permissions: ['depart:list'],
    });
    for (const more of [{ roleId: own.id }, { roleId: world.role('agentManager'), agentId: '11' }])
      expect((await add(`fits.not${more.roleId}`, { relTenantIds: '2', ...more })).message).toBe(
        'Further tenants are for people with a tenant role of the platform',
      );
    expect((await add('nowhere', { relTenantIds: '999' })).message).toBe('A chosen tenant does not exist');
  });

  test('the home tenant sees no other tenant in them, and has no way to take them over', async () => {
    const { result } = await add('guarded', { relTenantIds: '2' });
    const found = await world.server.ok(staff.tenant, userApi.queryById, { id: result.id });
    expect(found).toMatchObject({ username: 'guarded', relTenantIds: null });
    const refused = 'This user enters several tenants and is looked after by the platform';
    expect((await world.server.call(staff.tenant, userApi.edit, { id: result.id, realname: 'Mine' })).message).toBe(refused);
    expect((await world.server.call(staff.tenant, userApi.changePassword, { username: 'guarded', password: 'Stolen-Horse-7' })).message).toBe(
      refused,
    );
    expect((await world.server.call(staff.tenant, userApi.resetSecondStep, { username: 'guarded' })).message).toBe(refused);
    expect((await world.server.call(staff.tenant, userApi.delete, { id: result.id })).message).toBe(refused);
    expect(await world.server.ok(platform, userApi.edit, { id: result.id, realname: 'Kept' })).toMatchObject({ relTenantIds: '2', realname: 'Kept' });
  });
});
