import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { staff, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { departApi, positionApi, roleApi, userApi } from '../resources.ts';

let world: PeopleServer;
let server: TestServer;
const admin = viewers.platform();

beforeAll(async () => {
  world = await startPeople();
  ({ server } = world);
});
afterAll(() => world.close());

let count = 0;
/** An administrator of a tenant, with their own name. */
const person = async (viewer = staff.tenant, more: Readonly<Record<string, unknown>> = {}) => {
  const username = `person${String(++count)}`;
  return world.addOk(viewer, username, { roleId: world.role('tenantAdmin'), ...more });
};
const statusOf = async (id: string) => (await server.ok(admin, userApi.queryById, { id })).status;

describe('freezing several', () => {
  test('does what it can and says of each what came of it', async () => {
    const [one, two] = [await person(), await person()];
    const [first] = (await server.ok(admin, userApi.list, { username: 'admin', pageSize: 50 })).records.filter(
      ({ username }) => username === 'admin',
    );
    const token = (await world.signIn(two.username)) ?? '';
    const answer = await server.call(admin, userApi.frozenBatch, { ids: `${one.id},${String(first?.id)},${two.id},`, status: 2 });
    expect(answer).toMatchObject({ success: true, code: 201 });
    expect(answer.message).toBe('2 done, 1 refused. admin: The administrator account cannot be frozen, deleted or demoted');
    expect(answer.result.rows).toEqual([
      { id: one.id, title: one.username, outcome: 'done', reason: '' },
      { id: first?.id, title: 'admin', outcome: 'refused', reason: 'The administrator account cannot be frozen, deleted or demoted' },
      { id: two.id, title: two.username, outcome: 'done', reason: '' },
    ]);
    expect([await statusOf(one.id), await statusOf(String(first?.id)), await statusOf(two.id)]).toEqual([2, 1, 2]);
    expect(await world.alive(token)).toBe(false);
    expect(await server.call(admin, userApi.frozenBatch, { ids: `${one.id},${two.id}`, status: 1 })).toMatchObject({ code: 200, success: true });
  });

  test('is refused when none can be, or when one does not exist', async () => {
    const [near, far] = [await person(), await person(staff.other)];
    const weak = viewers.limited(staff.tenant, ['user:list', 'user:edit']);
    const other = await person();
    const refused = await server.call(weak, userApi.frozenBatch, { ids: `${near.id},${other.id}`, status: 2 });
    expect(refused.message).toMatch(/^None was done\. person\d+: You do not hold the permission .*; person\d+: You do not hold/);
    for (const foreign of [far.id, '999999999'])
      expect(await server.call(staff.tenant, userApi.frozenBatch, { ids: `${near.id},${foreign}`, status: 2 })).toMatchObject({ status: 404 });
    expect([await statusOf(near.id), await statusOf(far.id)]).toEqual([1, 1]);
    expect((await server.call(staff.tenant, userApi.frozenBatch, { ids: ',', status: 2 })).message).toBe('Choose at least one user');
  });

  test('goes by the other call of the family too', async () => {
    const { id, username } = await person();
    const token = (await world.signIn(username)) ?? '';
    await server.ok(staff.tenant, userApi.changeState, { entityId: id, setState: 2 });
    expect(await world.alive(token)).toBe(false);
    await server.ok(staff.tenant, userApi.changeStatBatch, { ids: id, stat: 1 });
    expect(await statusOf(id)).toBe(1);
  });
});

describe('the recycle bin', () => {
  const bin = async (viewer = staff.tenant) => (await server.ok(viewer, userApi.recycleBin, {})).map(({ username }) => username);

  test('brings back as it was, or takes away for good and frees the name', async () => {
    const [back, gone] = [await person(staff.tenant, { phone: '13811110000' }), await person()];
    await server.ok(staff.tenant, userApi.deleteBatch, { ids: `${back.id},${gone.id}` });
    expect(await bin()).toEqual(expect.arrayContaining([back.username, gone.username]));
    expect((await server.ok(staff.tenant, userApi.recycleBin, {})).find(({ id }) => id === back.id)).toMatchObject({
      roleId_dictText: 'Tenant administrator',
      tenantId_dictText: 'One',
      updateBy: staff.tenant.username,
    });
    await server.ok(staff.tenant, userApi.putRecycleBin, { userIds: `${back.id},` });
    expect(await server.ok(staff.tenant, userApi.queryById, { id: back.id })).toMatchObject({ phone: '138****0000', status: 1 });
    expect(await world.alive((await world.signIn(back.username)) ?? '')).toBe(true);
    await server.ok(staff.tenant, userApi.deleteRecycleBin, { userIds: gone.id });
    expect(await bin()).not.toContain(gone.username);
    await world.addOk(staff.other, gone.username, { roleId: world.role('tenantAdmin') });
  });

  test('holds only what the viewer could have deleted', async () => {
    const [far, near, above] = [await person(staff.other), await person(staff.agent, { roleId: world.role('agentManager') }), await person()];
    for (const { id } of [far, near, above]) await server.ok(admin, userApi.delete, { id });
    expect(await bin(staff.agent)).toEqual([near.username]);
    expect(await bin(viewers.station({ tenantId: '1', agentId: '11', stationId: '111' }))).toEqual([]);
    expect(await bin()).not.toContain(far.username);
    const weak = viewers.limited(staff.tenant, ['user:list', 'user:delete']);
    for (const call of [userApi.putRecycleBin, userApi.deleteRecycleBin]) {
      expect(await server.call(staff.agent, call, { userIds: above.id })).toMatchObject({ status: 404 });
      expect(await server.call(staff.tenant, call, { userIds: far.id })).toMatchObject({ status: 404 });
      expect((await server.call(weak, call, { userIds: above.id })).message).toContain('You do not hold the permission');
    }
    expect(await bin(admin)).toEqual(expect.arrayContaining([far.username, near.username, above.username]));
  });

  test('gives nobody back who was not deleted, and removes nobody either', async () => {
    const { id } = await person();
    for (const call of [userApi.putRecycleBin, userApi.deleteRecycleBin])
      expect(await server.call(staff.tenant, call, { userIds: id })).toMatchObject({ status: 404 });
    expect(await statusOf(id)).toBe(1);
  });

  test('somebody whose role has gone comes back without a right', async () => {
    const own = await server.ok(staff.tenant, roleApi.add, { roleCode: 'short', roleName: 'Short', roleLevel: 100, permissions: ['user:list'] });
    const { id, username } = await person(staff.tenant, { roleId: own.id });
    await server.ok(staff.tenant, userApi.delete, { id });
    await server.ok(staff.tenant, roleApi.delete, { id: own.id });
    await server.ok(staff.tenant, userApi.putRecycleBin, { userIds: id });
    expect(await server.ok(staff.tenant, userApi.queryById, { id })).toMatchObject({ roleId: world.role('applicant') });
    expect(await world.signIn(username)).toBeUndefined();
  });
});

describe('whether a value is free', () => {
  const isFree = (viewer: typeof admin, query: Readonly<Record<string, string>>) => server.call(viewer, userApi.checkOnlyUser, query);

  test('names are asked of everybody, the rest within the scope', async () => {
    const { id, username } = await person(staff.tenant, { phone: '+86 13822220000', email: 'Some@Where.org', workNo: 'W-7' });
    expect(await isFree(staff.tenant, { username: 'nobody.yet' })).toMatchObject({ success: true, result: true });
    for (const viewer of [staff.tenant, staff.other])
      expect(await isFree(viewer, { username: username.toUpperCase() })).toMatchObject({ success: false, message: 'User name exists already' });
    for (const query of [{ phone: '13822220000' }, { email: 'some@where.org' }, { workNo: 'W-7' }]) {
      expect(await isFree(staff.tenant, query)).toMatchObject({ success: false });
      expect(await isFree(staff.tenant, { ...query, id })).toMatchObject({ success: true });
      expect(await isFree(staff.other, query)).toMatchObject({ success: true });
    }
    expect(await isFree(viewers.limited(staff.tenant, ['user:list']), { username })).toMatchObject({ status: 403 });
  });

  test('a name of the recycle bin is not', async () => {
    const { id, username } = await person();
    await server.ok(staff.tenant, userApi.delete, { id });
    expect((await isFree(staff.tenant, { username })).message).toContain('recycle bin');
    expect((await isFree(staff.other, { username })).message).toBe('User name exists already');
  });
});

describe('what nobody else may have', () => {
  const refusedAsTaken = (name: string, text: string) => ({ success: false, message: text, result: { fields: { [name]: text } } });
  const add = (viewer: typeof admin, more: object) => world.add(viewer, `double${String(++count)}`, { roleId: world.role('tenantAdmin'), ...more });

  test.each([
    ['phone', '13833330000', '+86 138-3333-0000', ['手机号已存在', '手機號碼已存在', 'Phone exists already']],
    ['email', 'Two@Where.org', 'two@where.ORG', ['邮箱已存在', '電子郵件已存在', 'E-mail exists already']],
    ['workNo', 'W-8', 'W-8', ['工号已存在', '工號已存在', 'Staff number exists already']],
  ] as const)('%s is one person’s in a tenant, until it lies in the recycle bin', async (...[name, value, again, text]) => {
    const first = await person(staff.tenant, { [name]: value });
    for (const [at, language] of (['zh_CN', 'zh_TW', 'en_US'] as const).entries())
      expect(await add({ ...staff.tenant, language }, { [name]: again })).toMatchObject(refusedAsTaken(name, text[at] ?? ''));
    const other = await person();
    expect(await server.call(staff.tenant, userApi.edit, { id: other.id, [name]: again })).toMatchObject(refusedAsTaken(name, text[2]));
    expect((await add(staff.other, { [name]: again })).success).toBe(true);
    await server.ok(staff.tenant, userApi.delete, { id: first.id });
    expect((await server.call(staff.tenant, userApi.edit, { id: other.id, [name]: again })).success).toBe(true);
    // Another user has taken it meanwhile.
    expect(await server.call(staff.tenant, userApi.putRecycleBin, { userIds: first.id })).toMatchObject({ success: false, message: text[2] });
  });

  test('codes and names of roles, positions, groups and departments are refused at their field, and told ahead', async () => {
    const roleDraft = { roleCode: 'double', roleName: 'Double', roleLevel: 100, permissions: [] };
    await server.ok(staff.tenant, roleApi.add, roleDraft);
    expect(await server.call({ ...staff.tenant, language: 'zh_CN' }, roleApi.add, roleDraft)).toMatchObject(
      refusedAsTaken('roleCode', '角色编码已存在'),
    );
    const codeFree = async (viewer: typeof admin, roleCode: string) => (await server.call(viewer, roleApi.checkRoleCode, { roleCode })).result;
    expect([await codeFree(staff.tenant, 'double'), await codeFree(staff.other, 'double'), await codeFree(admin, 'double')]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await codeFree(staff.tenant, 'tenantAdmin')).toBe(false);
    await server.ok(staff.tenant, positionApi.add, { code: 'P-1', name: 'Guard', postRank: 1 });
    expect(await server.call(staff.tenant, positionApi.add, { code: 'P-1', name: 'Other', postRank: 1 })).toMatchObject({ success: false });
    const check = async (query: Readonly<Record<string, string>>) => {
      const response = await server.fetch(staff.tenant, `/sys/duplicate/check?${new URLSearchParams(query).toString()}`);
      return ((await response.json()) as { readonly success: boolean }).success;
    };
    expect(await check({ tableName: 'sys_position', fieldName: 'code', fieldVal: 'P-1' })).toBe(false);
    expect(await check({ tableName: 'sys_position', fieldName: 'code', fieldVal: 'P-2', within: '{}' })).toBe(true);
    const top = await server.ok(staff.tenant, departApi.add, { departName: 'Twins', departOrder: 1 });
    const depart = { tableName: 'depart', fieldName: 'departName', fieldVal: 'Twins' };
    expect(await server.call(staff.tenant, departApi.add, { departName: 'Twins', departOrder: 1 })).toMatchObject(
      refusedAsTaken('departName', 'Name exists already'),
    );
    expect([await check({ ...depart, within: '{}' }), await check({ ...depart, within: JSON.stringify({ parentId: top.id }) })]).toEqual([
      false,
      true,
    ]);
    expect(await check({ ...depart, dataId: top.id })).toBe(true);
    for (const within of ['[]', 'x', '{"parentId":"x"}']) expect(await check({ ...depart, within })).toBe(false);
  });
});
