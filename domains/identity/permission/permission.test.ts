import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { staff, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { permissionApi, roleApi, sessionApi, userApi } from '../resources.ts';
import { ensureBuiltIns } from '../server.ts';
import type { PermissionNode } from './permission.ts';
import { flatten } from './tree.rules.ts';

let world: PeopleServer;
let server: TestServer;
const admin = viewers.platform();

beforeAll(async () => {
  world = await startPeople(() => new Date(), { frameOrigins: ['https://maps.example'] });
  ({ server } = world);
});
afterAll(() => world.close());

const recordOf = async (perms: string): Promise<PermissionNode> => {
  const found = flatten(await server.ok(admin, permissionApi.list, {})).find((node) => node.perms === perms);
  if (!found) throw new Error(`no record of ${perms}`);
  return found;
};
const headers = (token: string, language = 'en-US') => ({ 'x-access-token': token, 'accept-language': language });
const menuAs = async (token: string, language?: string) => (await server.call(undefined, sessionApi.menu, {}, headers(token, language))).result;
let roles = 0;
/** A user of tenant 1 with their own role. */
const clerk = async (permissions: readonly string[]) => {
  const username = `clerk${++roles}`;
  const role = await server.ok(staff.tenant, roleApi.add, { roleCode: username, roleName: username, roleLevel: 100, permissions });
  await world.addOk(staff.tenant, username, { roleId: role.id });
  return { roleId: role.id, token: (await world.signIn(username)) ?? '' };
};

describe('records of the program', () => {
  test('stand in a tree: groups, pages, and the rights of each page below it', async () => {
    const tree = await server.ok(admin, permissionApi.list, {});
    const system = tree.find(({ url }) => url === '/system');
    expect(system).toMatchObject({ menuType: 0, title: 'System', builtIn: 1, isLeaf: false });
    const users = system?.children?.find(({ url }) => url === '/system/user');
    expect(users).toMatchObject({ perms: 'user:list', menuType: 1, parentId: system?.id });
    expect(users?.children?.map(({ perms }) => perms)).toEqual(expect.arrayContaining(['user:add', 'user:password']));
    expect(users?.children?.find(({ perms }) => perms === 'user:password')).toMatchObject({
      title: 'User: Reset password',
      menuType: 2,
      permsType: '2',
      status: '1',
    });
    expect(
      flatten(tree)
        .flatMap(({ perms }) => perms ?? [])
        .toSorted(),
    ).toEqual(expect.arrayContaining([...server.registry.permissions]));
  });

  test('a name finds them flat, children come one by one or in a batch', async () => {
    const found = await server.ok(admin, permissionApi.list, { name: 'reset' });
    expect(found.map(({ perms, isLeaf, children }) => [perms, isLeaf, children])).toEqual([['user:password', true, undefined]]);
    const roots = await server.ok(admin, permissionApi.getSystemMenuList, {});
    const [first, second] = roots.map(({ id }) => id);
    const batch = await server.ok(admin, permissionApi.getSystemSubmenuBatch, { parentIds: `${first},${second ?? first},` });
    expect(batch[first ?? '']).toEqual(await server.ok(admin, permissionApi.getSystemSubmenu, { parentId: first ?? '' }));
    expect((await server.ok(admin, permissionApi.queryTreeList, {})).ids.length).toBeGreaterThan(40);
  });

  test('another start changes nothing, and keeps what administrators set', async () => {
    const record = await recordOf('user:password');
    await server.ok(admin, permissionApi.edit, { id: record.id, status: '0', sortNo: 77 });
    const all = () => server.database.asSuperuser('select id, version, sort_no, status from sys_permission order by id');
    const before = await all();
    await ensureBuiltIns(server.database, server.registry);
    expect(await all()).toEqual(before);
    expect(await recordOf('user:password')).toMatchObject({ status: '0', sortNo: 77 });
    await server.ok(admin, permissionApi.edit, { id: record.id, status: '1' });
  });

  test('their names, codes and places are the program’s, and the platform alone sets the rest', async () => {
    const { id } = await recordOf('user:add');
    expect((await server.call(admin, permissionApi.edit, { id, name: 'Mine' })).message).toMatch(/^The program defines/);
    expect((await server.call(admin, permissionApi.delete, { id })).success).toBe(false);
    expect((await server.call(staff.tenant, permissionApi.edit, { id, status: '0' })).message).toBe('Only the platform changes its own permissions');
  });
});

describe('the menu answer', () => {
  test('auth is what is held of the rules in force, allAuth all rules, codeList the codes', async () => {
    const { token } = await clerk(['user:list', 'user:edit']);
    const menu = await menuAs(token);
    expect(menu.codeList.toSorted()).toEqual(['user:edit', 'user:list']);
    expect(menu.auth.map(({ action }) => action).toSorted()).toEqual(['user:edit', 'user:list']);
    expect(menu.allAuth.find(({ action }) => action === 'user:add')).toEqual({ action: 'user:add', describe: 'User: add', type: '2', status: '1' });
    expect(menu.menu.flatMap(({ children }) => children ?? []).map(({ path }) => path)).toContain('/system/user');
    expect(menu.menu.flatMap(({ children }) => children ?? []).map(({ path }) => path)).not.toContain('/system/role');
  });

  test('a rule that is not in force is told so, and the server asks for the right all the same', async () => {
    const { id } = await recordOf('user:add');
    const { token } = await clerk(['user:list']);
    await server.ok(admin, permissionApi.edit, { id, status: '0', permsType: '1' });
    expect((await menuAs(token)).allAuth.find(({ action }) => action === 'user:add')).toMatchObject({ status: '0', type: '1' });
    expect((await server.call(undefined, userApi.add, { username: 'x' }, headers(token))).status).toBe(403);
    await server.ok(admin, permissionApi.edit, { id, status: '1', permsType: '2' });
  });
});

describe('entries of one’s own', () => {
  const entry = (more: Readonly<Record<string, unknown>> = {}) => ({
    menuType: 1,
    name: '地图',
    nameTw: '地圖',
    nameEn: 'Map',
    url: 'https://maps.example/?user={{userId}}',
    sortNo: 3,
    ...more,
  });

  test('appear at once in the language of the reader, framed or in a window, and go again', async () => {
    const token = (await world.signIn('admin')) ?? '';
    const created = await server.ok(admin, permissionApi.add, entry());
    const titles = async (language: string) => (await menuAs(token, language)).menu.map(({ meta }) => meta.title);
    expect(
      [await titles('zh-CN'), await titles('zh-TW'), await titles('en-US')].map((all, index) => all.includes(['地图', '地圖', 'Map'][index] ?? '')),
    ).toEqual([true, true, true]);
    expect((await menuAs(token)).menu.find(({ id }) => id === created.id)).toMatchObject({
      component: 'layouts/IframePageView',
      meta: { internalOrExternal: false },
    });
    await server.ok(admin, permissionApi.edit, { id: created.id, internalOrExternal: 1 });
    expect((await menuAs(token)).menu.find(({ id }) => id === created.id)?.meta.internalOrExternal).toBe(true);
    await server.ok(admin, permissionApi.edit, { id: created.id, hidden: 1 });
    expect((await menuAs(token)).menu.find(({ id }) => id === created.id)?.hidden).toBe(true);
    await server.ok(admin, permissionApi.delete, { id: created.id });
    expect((await menuAs(token)).menu.some(({ id }) => id === created.id)).toBe(false);
  });

  test.each([
    [{ url: null }, 'A menu entry needs an address'],
    [{ url: 'https://elsewhere.example/' }, 'This site may not be shown inside the product; let it open in a new window'],
    [
      { url: 'https://maps.example/{{token}}', internalOrExternal: 1 },
      'The address must be a path that begins with / or an http(s) address, with no placeholders but origin, basePath and userId',
    ],
    [
      { url: 'javascript:alert(1)' },
      'The address must be a path that begins with / or an http(s) address, with no placeholders but origin, basePath and userId',
    ],
    [{ url: '/mine', component: 'x/Unknown' }, 'There is no page called x/Unknown'],
  ])('%o: %s', async (bad, message) => {
    expect(await server.call(admin, permissionApi.add, entry(bad))).toMatchObject({ success: false, message });
  });

  test('of a tenant are the tenant’s: its built-in roles hold them, others and other tenants do not', async () => {
    const created = await server.ok(staff.tenant, permissionApi.add, entry({ nameEn: 'Own', minLevel: 90 }));
    expect(created).toMatchObject({ tenantId: '1', perms: `menu:${created.id}` });
    await world.addOk(admin, 'own-agent', { roleId: world.role('agentManager'), tenantId: '1', agentId: '11' });
    await world.addOk(admin, 'own-far', { roleId: world.role('tenantAdmin'), tenantId: '2' });
    const sees = async (token: string) => (await menuAs(token)).menu.some(({ id }) => id === created.id);
    const other = await clerk(['user:list']);
    expect([await sees((await world.signIn('own-agent')) ?? ''), await sees((await world.signIn('own-far')) ?? ''), await sees(other.token)]).toEqual(
      [true, false, false],
    );
    await server.ok(viewers.tenant('1'), permissionApi.saveRolePermission, {
      roleId: other.roleId,
      permissionIds: created.id,
      lastpermissionIds: '',
    });
    expect(await sees(other.token)).toBe(true);
    const far = await server.call(staff.other, permissionApi.queryById, { id: created.id });
    expect(far.status).toBe(404);
  });

  test('stand under menus, never under themselves or a rule', async () => {
    const top = await server.ok(admin, permissionApi.add, entry({ menuType: 0, url: '/mine' }));
    const below = await server.ok(admin, permissionApi.add, entry({ parentId: top.id }));
    expect((await server.call(admin, permissionApi.edit, { id: top.id, parentId: below.id })).success).toBe(false);
    expect((await server.call(admin, permissionApi.add, entry({ parentId: (await recordOf('user:add')).id }))).success).toBe(false);
    expect((await server.call(admin, permissionApi.delete, { id: top.id })).message).toBe('Delete what is under 地图 first');
  });
});

describe('the rights of a role', () => {
  test('are read as records and saved as a difference', async () => {
    const { roleId, token } = await clerk(['user:list', 'user:edit']);
    const idsBefore = await server.ok(staff.tenant, permissionApi.queryRolePermission, { roleId });
    const ids = { edit: (await recordOf('user:edit')).id, add: (await recordOf('user:add')).id, list: (await recordOf('user:list')).id };
    expect(idsBefore).toEqual(expect.arrayContaining([ids.edit, ids.list]));
    await server.ok(staff.tenant, permissionApi.saveRolePermission, {
      roleId,
      permissionIds: [...idsBefore.filter((id) => id !== ids.edit), ids.add].join(','),
      lastpermissionIds: idsBefore.join(','),
    });
    expect((await menuAs(token)).codeList.toSorted()).toEqual(['user:add', 'user:list']);
    // A sender whose list was shorter revokes nothing that it did not contain.
    await server.ok(staff.tenant, permissionApi.saveRolePermission, { roleId, permissionIds: '', lastpermissionIds: ids.list });
    expect((await menuAs(token)).codeList).toEqual(['user:add']);
  });

  test('nobody gives what they lack, nor changes a built-in role, an equal or a better', async () => {
    const { roleId } = await clerk(['user:list']);
    const save = async (viewer: typeof admin, at: string, code: string) =>
      server.call(viewer, permissionApi.saveRolePermission, { roleId: at, permissionIds: (await recordOf(code)).id, lastpermissionIds: '' });
    expect((await save(staff.tenant, roleId, 'outbox:list')).message).toBe('A role of this level cannot hold the permission outbox:list');
    const weak = viewers.limited(staff.tenant, ['role:edit', 'role:list', 'user:list']);
    expect((await save(weak, roleId, 'user:add')).message).toBe('You do not hold the permission user:add and cannot give it');
    expect((await save(staff.tenant, world.role('tenantAdmin'), 'user:add')).message).toBe('A built-in role cannot be changed or deleted');
    const equal = await clerk(['role:edit', 'role:list', 'user:list']);
    expect((await save(weak, equal.roleId, 'user:list')).message).toBe('This role holds all that you hold, so you cannot change it');
    const better = await clerk(['user:add']);
    expect((await save(weak, better.roleId, 'user:list')).message).toBe('This role holds rights that you lack, so you cannot change it');
    const far = await server.call(staff.other, permissionApi.saveRolePermission, { roleId, permissionIds: '', lastpermissionIds: '' });
    expect(far.status).toBe(404);
  });

  test('a code is checked before it is taken', async () => {
    const role = await server.ok(staff.tenant, roleApi.add, { roleCode: 'taken', roleName: 'Taken', roleLevel: 90, permissions: [] });
    const free = (query: Readonly<Record<string, string>>) => server.ok(staff.tenant, roleApi.checkRoleCode, query);
    expect([await free({ roleCode: 'taken' }), await free({ roleCode: 'taken', id: role.id }), await free({ roleCode: 'free' })]).toEqual([
      false,
      true,
      true,
    ]);
  });
});

test('who could give a right is told by name within the tenant, and not to customers', async () => {
  await world.addOk(admin, 'boss-one', { roleId: world.role('tenantAdmin'), tenantId: '1', realname: 'Boss One' });
  const grantorsFor = (viewer: typeof admin) => server.ok(viewer, permissionApi.givers, { perms: 'user:add' });
  expect((await grantorsFor(staff.tenant)).people).toContainEqual({ realname: 'Boss One', roleName: 'Tenant administrator' });
  expect(await grantorsFor(staff.agent)).toEqual({ people: [{ realname: null, roleName: 'Tenant administrator' }], platform: false });
  expect(await server.ok(staff.other, permissionApi.givers, { perms: 'user:add' })).not.toMatchObject({ people: [{ realname: 'Boss One' }] });
  expect(await server.ok(viewers.customer('1', '41'), permissionApi.givers, { perms: 'user:add' })).toEqual({ people: [], platform: false });
  expect((await server.ok(staff.agent, permissionApi.givers, { perms: 'outbox:list' })).platform).toBe(true);
});
