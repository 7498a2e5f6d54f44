import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { PASSWORD, staff, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { roleApi, userApi } from '../resources.ts';
import { ensureAdmin, ensureBuiltIns } from '../server.ts';

let world: PeopleServer;
let server: TestServer;
const admin = viewers.platform();

beforeAll(async () => {
  world = await startPeople();
  ({ server } = world);
});
afterAll(() => world.close());

describe('built-in roles', () => {
  test('each level holds what the one below holds, and only the platform holds everything', async () => {
    const permissionsOf = async (code: string) =>
      new Set(
        (await server.database.asSuperuser<{ permissions: string[] }>('select permissions from sys_role where role_code = $1', [code]))[0]
          ?.permissions,
      );
    const [platform, tenant, agent, station] = [
      await permissionsOf('platform'),
      await permissionsOf('tenantAdmin'),
      await permissionsOf('agentManager'),
      await permissionsOf('stationManager'),
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
    expect(await ensureAdmin(server.database, { password: PASSWORD })).toBe(false);
    expect(await server.database.asSuperuser('select id, version, permissions from sys_role order by id')).toEqual(before);
  });

  test('nobody edits or deletes one', async () => {
    for (const viewer of [admin, staff.tenant]) {
      expect((await server.call(viewer, roleApi.edit, { id: world.role('agentManager'), roleName: 'Hacked', permissions: [] })).message).toBe(
        'A built-in role cannot be changed or deleted',
      );
      expect((await server.call(viewer, roleApi.delete, { id: world.role('agentManager') })).success).toBe(false);
    }
  });

  test('their names are in the language of the viewer', async () => {
    const titles = async (language: Viewer['language']) =>
      (await server.ok({ ...staff.tenant, language }, roleApi.queryList, {})).map((row) => row.text);
    expect(await titles('en_US')).toEqual(expect.arrayContaining(['Tenant administrator', 'Station manager']));
    expect(await titles('zh_CN')).toEqual(expect.arrayContaining(['租户管理员', '站长']));
    expect(await titles('en_US')).not.toContain('Platform administrator');
    // Several roles can have the same name, so pickers also show the code.
    expect(await server.ok(staff.tenant, roleApi.queryList, {})).toContainEqual(
      expect.objectContaining({ roleCode: 'tenantAdmin', note: 'tenantAdmin' }),
    );
    await world.addOk(staff.tenant, 'in.sheets', { roleId: world.role('tenantAdmin') });
    const sheet = async (language: Viewer['language']) => {
      const response = await server.fetch({ ...staff.tenant, language }, userApi.exportXls.path);
      return JSON.stringify((await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets[0]?.rows);
    };
    expect([(await sheet('en_US')).includes('Tenant administrator'), (await sheet('zh_TW')).includes('租戶管理員')]).toEqual([true, true]);
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
    const created = await server.ok(staff.tenant, roleApi.add, newRole());
    expect(created).toMatchObject({ tenantId: '1', builtIn: 0, roleLevel_dictText: 'Tenant', permissions: ['user:list'] });
    await world.addOk(staff.tenant, 'clerk', { roleId: created.id });
    const token = (await world.signIn('clerk')) ?? '';
    const mayAdd = async () => (await server.call(undefined, userApi.add, {}, { 'x-access-token': token })).status !== 403;
    expect(await mayAdd()).toBe(false);
    await server.ok(staff.tenant, roleApi.edit, { id: created.id, permissions: ['user:list', 'user:add'] });
    expect(await mayAdd()).toBe(true);
    expect(await server.call(staff.tenant, roleApi.delete, { id: created.id })).toMatchObject({
      success: false,
      message: 'Role Clerk still has 1 user and cannot be deleted',
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
    expect(await server.call(staff.tenant, roleApi.add, newRole({ roleCode: 'bad', ...bad }))).toMatchObject({ success: false, message });
  });

  test('nobody puts more into a role than they hold', async () => {
    const weak = viewers.limited(staff.tenant, ['role:add', 'role:edit', 'role:list']);
    expect((await server.call(weak, roleApi.add, newRole({ roleCode: 'sneaky' }))).message).toBe(
      'You do not hold the permission user:list and cannot give it',
    );
    const created = await server.ok(staff.tenant, roleApi.add, newRole({ roleCode: 'plain', permissions: ['role:list'] }));
    expect((await server.call(weak, roleApi.edit, { id: created.id, permissions: ['user:list'] })).success).toBe(false);
  });

  test("another tenant's role does not exist, and the platform's own is read but not changed", async () => {
    const foreign = await server.ok(staff.other, roleApi.add, newRole());
    const codes = async (viewer: Viewer) =>
      (await server.ok(viewer, roleApi.list, { pageSize: 50 })).records.map((row) => `${row.tenantId ?? 0}:${row.roleCode}`);
    expect(await codes(staff.tenant)).toContain('1:clerk');
    expect(await codes(staff.tenant)).toContain('0:agentManager');
    expect(await codes(staff.tenant)).not.toContain('2:clerk');
    expect(await codes(staff.tenant)).not.toContain('0:platform');
    expect((await server.call(staff.tenant, roleApi.queryById, { id: world.role('platform') })).status).toBe(404);
    const blank = (answer: object) => ({ ...answer, timestamp: 0 });
    for (const endpoint of [roleApi.queryById, roleApi.delete])
      expect(blank(await server.call(staff.tenant, endpoint, { id: foreign.id }))).toEqual(
        blank(await server.call(staff.tenant, endpoint, { id: '999999' })),
      );
    expect(await world.add(staff.tenant, 'thief', { roleId: foreign.id })).toMatchObject({ message: 'The chosen role does not exist' });
    expect(await world.add(admin, 'mixed', { roleId: foreign.id, tenantId: '1' })).toMatchObject({ message: 'The chosen role does not exist' });
    const own = await server.ok(admin, roleApi.add, newRole({ roleCode: 'template' }));
    expect(own.tenantId).toBeNull();
    expect((await server.call(staff.tenant, roleApi.edit, { id: own.id, roleName: 'Mine now' })).message).toBe(
      'Only the platform changes its own roles',
    );
  });
});
