import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { staff, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { roleApi, roleGroupApi, sessionApi } from '../resources.ts';

let world: PeopleServer;
let server: TestServer;
const admin = viewers.platform();
beforeAll(async () => {
  world = await startPeople();
  ({ server } = world);
});
afterAll(() => world.close());

let count = 0;
const makeRole = async (permissions: readonly string[], roleLevel = 100) => {
  const name = `role${++count}`;
  return (await server.ok(staff.tenant, roleApi.add, { roleCode: name, roleName: name, roleLevel, permissions })).id;
};
const hire = async (permissions: readonly string[], assignment: Readonly<Record<string, unknown>> = {}) => {
  const username = `person${++count}`;
  const roleLevel = 'agentId' in assignment ? 90 : 100;
  const { id } = await world.addOk(staff.tenant, username, { roleId: await makeRole(permissions, roleLevel), ...assignment });
  const token = (await world.signIn(username)) ?? '';
  const codes = async () => (await server.call(undefined, sessionApi.menu, {}, { 'x-access-token': token })).result.codeList.toSorted();
  return { id, codes };
};
const group = (viewer: typeof admin, more: Readonly<Record<string, unknown>>) =>
  server.call(viewer, roleGroupApi.add, { groupName: `Group ${++count}`, ...more });

describe('a group', () => {
  test('gives its members the rights of its roles beside their own, at once, and takes them again', async () => {
    const { id, codes } = await hire(['user:list']);
    const [one, two] = [await makeRole(['user:add', 'role:list']), await makeRole(['dict:list'])];
    const { result } = await group(staff.tenant, { roleIds: `${one},${two}`, userIds: `${id},` });
    expect(result).toMatchObject({ tenantId: '1', roleIds: `${one},${two},`, userIds: `${id},` });
    expect(await codes()).toEqual(['dict:list', 'role:list', 'user:add', 'user:list']);
    await server.ok(staff.tenant, roleGroupApi.edit, { id: result.id, roleIds: `${two},` });
    expect(await codes()).toEqual(['dict:list', 'user:list']);
    await server.ok(staff.tenant, roleGroupApi.edit, { id: result.id, userIds: null });
    expect(await codes()).toEqual(['user:list']);
    await server.ok(staff.tenant, roleGroupApi.edit, { id: result.id, userIds: id });
    await server.ok(staff.tenant, roleGroupApi.delete, { id: result.id });
    expect(await codes()).toEqual(['user:list']);
  });

  test('makes nobody see or do more than their level: a role above theirs gives nothing, and neither does a right too wide', async () => {
    const low = await hire(['user:list'], { agentId: '11' });
    const wide = await makeRole(['role:add', 'user:add'], 100);
    const fitting = await makeRole(['user:edit'], 90);
    await group(staff.tenant, { roleIds: `${wide},${fitting}`, userIds: low.id });
    expect(await low.codes()).toEqual(['user:edit', 'user:list']);
    const builtIn = await hire(['user:list']);
    await server.ok(admin, roleGroupApi.add, { groupName: 'Everything', roleIds: world.role('platform') });
    expect((await group(staff.tenant, { roleIds: world.role('platform'), userIds: builtIn.id })).success).toBe(false);
    expect(await builtIn.codes()).toEqual(['user:list']);
  });

  test('is made of what the maker may give, of people they may touch, and of one’s own tenant', async () => {
    const { id } = await hire(['user:list']);
    const strong = await makeRole(['user:add']);
    const weak = viewers.limited(staff.tenant, ['roleGroup:add', 'roleGroup:list', 'user:list']);
    expect((await group(weak, { roleIds: strong, userIds: id })).message).toBe('You do not hold the permission user:add and cannot give it');
    const better = await hire(['user:add']);
    const plain = await makeRole(['user:list']);
    expect((await group(weak, { roleIds: plain, userIds: better.id })).message).toBe('You do not hold the permission user:add and cannot give it');
    expect((await group(weak, { roleIds: plain, userIds: id })).success).toBe(true);
    const foreign = await server.ok(staff.other, roleApi.add, { roleCode: 'far', roleName: 'Far', roleLevel: 100, permissions: [] });
    const foreignUser = await world.addOk(staff.other, 'stranger', { roleId: foreign.id });
    expect((await group(staff.tenant, { roleIds: foreign.id })).message).toBe('A chosen role does not exist');
    expect((await group(staff.tenant, { roleIds: plain, userIds: foreignUser.id })).message).toBe('A chosen user does not exist');
    expect((await group(staff.tenant, { roleIds: '999999' })).message).toBe('A chosen role does not exist');
  });
});
