import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import { recordIdsIn, staff, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { flatten } from '../permission/tree.rules.ts';
import { departApi, departRoleApi, permissionApi, roleApi, sessionApi, userApi } from '../resources.ts';

let world: PeopleServer;
let ids: Awaited<ReturnType<typeof recordIdsIn>>;
beforeAll(async () => {
  world = await startPeople();
  ids = await recordIdsIn(world);
});
afterAll(() => world.close());

let count = 0;
const department = async (...codes: readonly string[]) => {
  const { id } = await world.server.ok(staff.tenant, departApi.add, { departName: `Place ${++count}`, departOrder: 0 });
  await world.server.ok(staff.tenant, permissionApi.saveDepartPermission, { departId: id, permissionIds: ids(...codes) });
  return id;
};
const addRole = (
  departId: string,
  permissions: readonly string[],
  { viewer = staff.tenant, ...more }: { viewer?: typeof staff.tenant; forAll?: 1 } = {},
) => {
  const roleCode = `role${++count}`;
  return world.server.call(viewer, departRoleApi.add, { departId, roleName: roleCode, roleCode, permissions, ...more });
};
const hire = async (departId: string, assignment: { readonly roleLevel?: number; readonly agentId?: string } = {}) => {
  const username = `worker${++count}`;
  const { roleLevel = 100, ...at } = assignment;
  const own = await world.server.ok(staff.tenant, roleApi.add, { roleCode: username, roleName: username, roleLevel, permissions: ['user:list'] });
  const { id } = await world.addOk(staff.tenant, username, { roleId: own.id, selecteddeparts: departId, ...at });
  const token = (await world.signIn(username)) ?? '';
  const codes = async () => (await world.server.call(undefined, sessionApi.menu, {}, { 'x-access-token': token })).result.codeList.toSorted();
  return { id, codes };
};
const give = (userId: string, newRoleId: string, { oldRoleId = '', viewer = staff.tenant } = {}) =>
  world.server.call(viewer, departRoleApi.deptRoleUserAdd, { userId, newRoleId, oldRoleId });

test('who is given a role of their department holds its rights at once, without a new sign-in, and loses them with it', async () => {
  const departId = await department('user:add', 'user:edit', 'role:list');
  const { id, codes } = await hire(departId);
  const { result: keeper } = await addRole(departId, ['user:add', 'role:list']);
  // The permissions of a department do not apply to its members by themselves.
  expect(await codes()).toEqual(['user:list']);
  await give(id, keeper.id);
  expect(await codes()).toEqual(['role:list', 'user:add', 'user:list']);
  await world.server.ok(staff.tenant, departRoleApi.edit, { id: keeper.id, permissions: ['user:edit'] });
  expect(await codes()).toEqual(['user:edit', 'user:list']);
  expect(await world.server.ok(staff.tenant, departRoleApi.getDeptRoleUsers, { roleId: keeper.id })).toMatchObject([
    { id, realname: expect.any(String) },
  ]);
  await world.server.ok(staff.tenant, departApi.edit, { id: departId, status: 0 });
  expect(await codes()).toEqual(['user:list']);
  await world.server.ok(staff.tenant, departApi.edit, { id: departId, status: 1 });
  await give(id, '', { oldRoleId: keeper.id });
  expect(await codes()).toEqual(['user:list']);
  await give(id, keeper.id);
  await world.server.ok(staff.tenant, departRoleApi.delete, { id: keeper.id });
  expect(await codes()).toEqual(['user:list']);
});

test('a role of all in a department is held by whoever belongs to it, and given to nobody by name', async () => {
  const departId = await department('user:add');
  const { result: all } = await addRole(departId, ['user:add'], { forAll: 1 });
  const [one, two] = [await hire(departId), await hire(await department())];
  expect([await one.codes(), await two.codes()]).toEqual([['user:add', 'user:list'], ['user:list']]);
  await world.server.ok(staff.tenant, departApi.addUsers, { departId, userIds: two.id });
  expect(await two.codes()).toEqual(['user:add', 'user:list']);
  expect((await world.server.ok(staff.tenant, departRoleApi.getDeptRoleUsers, { roleId: all.id })).map(({ id }) => id)).toEqual([one.id, two.id]);
  expect((await give(one.id, all.id)).message).toBe('Everybody in the department holds this role already');
  await world.server.ok(staff.tenant, departApi.removeUsers, { departId, userIds: two.id });
  expect(await two.codes()).toEqual(['user:list']);
});

test('a role holds no more than its department, and loses what the department loses', async () => {
  const departId = await department('user:add', 'user:edit');
  expect((await addRole(departId, ['user:delete'])).message).toBe(
    'The department does not have the permission user:delete, so its roles cannot hold it',
  );
  const { result: role } = await addRole(departId, ['user:add', 'user:edit']);
  const { id, codes } = await hire(departId);
  await give(id, role.id);
  const save = (permissionIds: string, lastpermissionIds: string) =>
    world.server.ok(staff.tenant, permissionApi.saveDepartPermission, { departId, permissionIds, lastpermissionIds });
  await save(ids('user:edit'), ids('user:add', 'user:edit'));
  expect(await codes()).toEqual(['user:edit', 'user:list']);
  // A permission that the department gets back is not given back to its roles automatically.
  await save(ids('user:edit', 'user:add'), ids('user:edit'));
  expect(await codes()).toEqual(['user:edit', 'user:list']);
  expect((await world.server.ok(staff.tenant, departRoleApi.queryById, { id: role.id })).permissions).toEqual(['user:edit']);
});

test('a right too wide for the level of somebody does nothing in their hands', async () => {
  const departId = await department('user:edit', 'role:add');
  const { result: role } = await addRole(departId, ['user:edit', 'role:add']);
  const low = await hire(departId, { roleLevel: 90, agentId: '11' });
  await give(low.id, role.id);
  expect(await low.codes()).toEqual(['user:edit', 'user:list']);
});

test('its rights are read as records of the department’s tree, and saved as a difference', async () => {
  const departId = await department('user:add', 'user:edit', 'role:list');
  const { result: role } = await addRole(departId, ['user:add']);
  const { treeList } = await world.server.ok(staff.tenant, departRoleApi.queryTreeListForDeptRole, { departId });
  expect(
    flatten(treeList)
      .map(({ perms }) => perms)
      .filter((perms) => perms !== null)
      .toSorted(),
  ).toEqual(['role:list', 'user:add', 'user:edit', 'user:list']);
  const read = () => world.server.ok(staff.tenant, departRoleApi.queryDeptRolePermission, { roleId: role.id });
  expect(await read()).toContain(ids('user:add'));
  await world.server.ok(staff.tenant, departRoleApi.saveDeptRolePermission, {
    roleId: role.id,
    permissionIds: ids('user:edit'),
    lastpermissionIds: ids('user:add'),
  });
  expect(await read()).toContain(ids('user:edit'));
  expect(await read()).not.toContain(ids('user:add'));
  const beyond = { roleId: role.id, permissionIds: ids('user:delete') };
  expect((await world.server.call(staff.tenant, departRoleApi.saveDeptRolePermission, beyond)).message).toMatch(/^The department does not have/);
});

test('nobody gives or takes through a department what they do not hold', async () => {
  const departId = await department('user:add', 'role:add');
  const { result: strong } = await addRole(departId, ['role:add']);
  const { result: all } = await addRole(departId, ['user:add'], { forAll: 1 });
  const { id } = await hire(departId);
  const other = await hire(await department());
  const clerk = viewers.limited(staff.tenant, ['depart:edit', 'departRole:add', 'departRole:edit', 'departRole:delete', 'user:list', 'user:edit']);
  const lacking = (code: string) => `You do not hold the permission ${code} and cannot give it`;
  expect((await addRole(departId, ['role:add'], { viewer: clerk })).message).toBe(lacking('role:add'));
  expect((await world.server.call(clerk, departRoleApi.edit, { id: strong.id, permissions: [] })).message).toBe(lacking('role:add'));
  expect((await world.server.call(clerk, departRoleApi.edit, { id: strong.id, forAll: 1 })).message).toBe(lacking('role:add'));
  expect((await world.server.call(clerk, departRoleApi.delete, { id: all.id })).message).toBe(lacking('user:add'));
  expect((await give(id, strong.id, { viewer: clerk })).message).toBe(lacking('role:add'));
  await give(id, strong.id);
  expect((await give(id, '', { oldRoleId: strong.id, viewer: clerk })).message).toBe(lacking('role:add'));
  expect((await world.server.call(clerk, departApi.addUsers, { departId, userIds: other.id })).message).toBe(lacking('user:add'));
  expect((await world.server.call(clerk, userApi.edit, { id: other.id, selecteddeparts: departId })).success).toBe(false);
  const pool = { departId, permissionIds: ids('user:edit') };
  expect((await world.server.call(clerk, permissionApi.saveDepartPermission, pool)).message).toMatch(/^You do not hold the permission/);
  // A changed name grants no permission.
  await world.server.ok(clerk, departRoleApi.edit, { id: strong.id, roleName: 'Renamed' });
});

test('two who save at once lose nothing of each other', async () => {
  const departId = await department('user:add');
  const save = (permissionIds: string) =>
    world.server.ok(staff.tenant, permissionApi.saveDepartPermission, { departId, permissionIds, lastpermissionIds: ids('user:add') });
  const messages = await Promise.all(['user:edit', 'user:delete', 'role:list', 'role:add'].map((code) => save(ids('user:add', code))));
  const grantedIds = await world.server.ok(staff.tenant, permissionApi.queryDepartPermission, { departId });
  expect(['user:add', 'user:edit', 'user:delete', 'role:list', 'role:add'].filter((code) => !grantedIds.includes(ids(code)))).toEqual([]);
  // The first save reports no changes by others; later ones do.
  expect(messages.filter((text) => text.startsWith('Saved. Others have changed this'))).toHaveLength(3);
});

test('departments and roles of another tenant do not exist', async () => {
  const departId = await department('user:add');
  const { result: role } = await addRole(departId, []);
  const ask = async (roleId: string, at: string) =>
    Promise.all([
      world.server.call(staff.other, departRoleApi.queryTreeListForDeptRole, { departId: at }),
      world.server.call(staff.other, departRoleApi.queryDeptRolePermission, { roleId }),
      world.server.call(staff.other, departRoleApi.getDeptRoleUsers, { roleId }),
      world.server.call(staff.other, departRoleApi.saveDeptRolePermission, { roleId, permissionIds: '', lastpermissionIds: '' }),
      world.server.call(staff.other, permissionApi.saveDepartPermission, { departId: at, permissionIds: '', lastpermissionIds: '' }),
    ]);
  const plain = (answers: readonly object[]) => answers.map((answer) => ({ ...answer, timestamp: 0 }));
  const foreign = plain(await ask(role.id, departId));
  expect(foreign).toEqual(plain(await ask('999999', '999999')));
  expect(foreign.every((answer) => 'status' in answer && answer.status === 404)).toBe(true);
});
