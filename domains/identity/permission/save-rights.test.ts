import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordIdsIn, staff, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { permissionApi, roleApi } from '../resources.ts';
import { findConcurrentChanges } from './concurrent-changes.rules.ts';

const set = (...ids: readonly string[]) => new Set(ids);

test.each([
  { what: 'nothing has changed', selected: set('a', 'b'), lastRead: set('a'), held: set('a'), more: [], fewer: [] },
  { what: 'others gave', selected: set('a'), lastRead: set('a'), held: set('a', 'x'), more: ['x'], fewer: [] },
  { what: 'others took what stayed ticked', selected: set('a', 'b'), lastRead: set('a', 'b'), held: set('a'), more: [], fewer: ['b'] },
  { what: 'others took what was unticked as well', selected: set('a'), lastRead: set('a', 'b'), held: set('a'), more: [], fewer: [] },
  { what: 'others gave the same', selected: set('a', 'b'), lastRead: set('a'), held: set('a', 'b'), more: [], fewer: [] },
])('$what', ({ more, fewer, ...lists }) => expect(findConcurrentChanges(lists)).toEqual({ more, fewer }));

describe('the rights of a role', () => {
  let world: PeopleServer;
  let ids: Awaited<ReturnType<typeof recordIdsIn>>;
  beforeAll(async () => {
    world = await startPeople();
    ids = await recordIdsIn(world);
  });
  afterAll(() => world.close());
  let count = 0;
  const role = async (...permissions: readonly string[]) => {
    const roleCode = `saved${++count}`;
    return (await world.server.ok(staff.tenant, roleApi.add, { roleCode, roleName: roleCode, roleLevel: 100, permissions })).id;
  };
  const codesOf = async (roleId: string) => (await world.server.ok(staff.tenant, roleApi.queryById, { id: roleId })).permissions;
  const save = (roleId: string, lists: { readonly permissionIds: string; readonly lastpermissionIds?: string }) =>
    world.server.ok(staff.tenant, permissionApi.saveRolePermission, { roleId, ...lists });

  test.each([[''], [undefined]])('without a list of before (%j) only add: nobody is wiped who was not seen', async (lastpermissionIds) => {
    const roleId = await role('user:list', 'user:edit');
    const message = await save(roleId, { permissionIds: ids('user:add'), ...(lastpermissionIds !== undefined && { lastpermissionIds }) });
    expect(await codesOf(roleId)).toEqual(['user:add', 'user:edit', 'user:list']);
    expect(message).toMatch(/^Saved\. Others have changed this since you opened it, and that stays: \+ /);
    await save(roleId, { permissionIds: '' });
    expect(await codesOf(roleId)).toEqual(['user:add', 'user:edit', 'user:list']);
  });

  test('of two who opened the same list, the second is told what the first has changed, and both changes stay', async () => {
    const roleId = await role('user:list', 'user:edit');
    const last = ids('user:list', 'user:edit');
    expect(await save(roleId, { permissionIds: ids('user:list', 'user:add'), lastpermissionIds: last })).toBe('Done');
    const message = await save(roleId, { permissionIds: ids('user:list', 'user:edit', 'role:list'), lastpermissionIds: last });
    expect(message).toBe('Saved. Others have changed this since you opened it, and that stays: + User: add, − User: edit');
    expect(await codesOf(roleId)).toEqual(['role:list', 'user:add', 'user:list']);
  });

  test('side by side in the same moment both are kept', async () => {
    const roleId = await role('user:list');
    const codes = ['user:add', 'user:edit', 'user:delete', 'role:list'];
    await Promise.all(codes.map((code) => save(roleId, { permissionIds: ids('user:list', code), lastpermissionIds: ids('user:list') })));
    expect(await codesOf(roleId)).toEqual([...codes, 'user:list'].toSorted());
  });
});
