import { afterAll, beforeAll, expect, test } from 'vitest';
import { staff, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { departApi, departRoleApi } from '../resources.ts';

let world: PeopleServer;
beforeAll(async () => {
  world = await startPeople();
});
afterAll(() => world.close());

const department = (departName: string, viewer = staff.tenant) => world.server.ok(viewer, departApi.add, { departName, departOrder: 0 });
const role = (departId: string, roleCode: string, viewer = staff.tenant) =>
  world.server.ok(viewer, departRoleApi.add, { departId, roleName: roleCode, roleCode });
const person = (username: string, selecteddeparts: string) =>
  world.addOk(staff.tenant, username, { roleId: world.role('tenantAdmin'), selecteddeparts });
const rolesOf = async (userId: string, departId?: string) =>
  (await world.server.ok(staff.tenant, departRoleApi.getDeptRoleByUserId, { userId, departId })).map(({ droleId }) => droleId);
const assign = (userId: string, newRoleId: string, oldRoleId = '') =>
  world.server.call(staff.tenant, departRoleApi.deptRoleUserAdd, { userId, newRoleId, oldRoleId });

test('a department has roles of its own, each name and code once', async () => {
  const [depot, office] = [await department('Depot'), await department('Office')];
  const keeper = await role(depot.id, 'keeper');
  expect(keeper).toMatchObject({ tenantId: '1', departId: depot.id, departId_dictText: 'Depot' });
  await role(office.id, 'keeper');
  expect(await world.server.call(staff.tenant, departRoleApi.add, { departId: depot.id, roleName: 'Other', roleCode: 'keeper' })).toMatchObject({
    success: false,
    message: 'Code exists already',
  });
  const list = await world.server.ok(staff.tenant, departRoleApi.getDeptRoleList, { departId: depot.id });
  expect(list).toEqual([{ id: keeper.id, departId: depot.id, roleName: 'keeper', roleCode: 'keeper', forAll: 0 }]);
});

test('its people hold them, and lose them with the department or the role', async () => {
  const [plant, yard] = [await department('Plant'), await department('Yard')];
  const [chief, clerk, guard] = [await role(plant.id, 'chief'), await role(plant.id, 'clerk'), await role(yard.id, 'guard')];
  const { id } = await person('plant.worker', plant.id);
  expect(await assign(id, `${chief.id},${clerk.id},`)).toMatchObject({ success: true });
  expect(await rolesOf(id)).toEqual([chief.id, clerk.id]);
  expect((await assign(id, guard.id)).message).toBe('This user does not belong to the department');
  await assign(id, clerk.id, `${chief.id},${clerk.id}`);
  expect(await rolesOf(id, plant.id)).toEqual([clerk.id]);
  await assign(id, chief.id);
  await world.server.ok(staff.tenant, departRoleApi.delete, { id: clerk.id });
  expect(await rolesOf(id)).toEqual([chief.id]);
  await world.server.ok(staff.tenant, departApi.removeUsers, { departId: plant.id, userIds: id });
  expect(await rolesOf(id)).toEqual([]);
});

test('a department that is deleted takes its roles along', async () => {
  const deletedDepart = await department('Gone');
  const left = await role(deletedDepart.id, 'left');
  await world.server.ok(staff.tenant, departApi.delete, { id: deletedDepart.id });
  expect((await world.server.call(staff.tenant, departRoleApi.queryById, { id: left.id })).status).toBe(404);
});

test('roles, departments and people of another tenant do not exist', async () => {
  const foreignDepart = await department('Theirs', staff.other);
  const foreign = await role(foreignDepart.id, 'foreign', staff.other);
  const own = await department('Mine');
  const { id } = await person('mine.worker', own.id);
  const foreignUser = await world.addOk(staff.other, 'stranger', { roleId: world.role('tenantAdmin'), selecteddeparts: foreignDepart.id });
  const absent = '999999';
  const blank = (answer: object, key: string) => JSON.stringify({ ...answer, timestamp: 0 }).replaceAll(key, absent);
  const both = async (key: string, call: (key: string) => Promise<object>) =>
    expect(blank(await call(key), key)).toBe(blank(await call(absent), absent));
  await both(foreign.id, (key) => assign(id, key));
  await both(foreignUser.id, (key) => assign(key, ''));
  await both(foreignDepart.id, (key) => world.server.call(staff.tenant, departRoleApi.add, { departId: key, roleName: 'x', roleCode: 'x' }));
  await both(foreignDepart.id, (key) => world.server.call(staff.tenant, departRoleApi.getDeptRoleList, { departId: key }));
  await both(foreign.id, (key) => world.server.call(staff.tenant, departRoleApi.edit, { id: key, roleName: 'y' }));
});
