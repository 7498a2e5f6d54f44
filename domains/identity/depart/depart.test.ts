import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { staff, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { departApi, userApi } from '../resources.ts';
import { DEPTH_MAX, nextOrgCode } from './depart.rules.ts';
import type { DepartNode } from './depart.ts';

let world: PeopleServer;
let server: TestServer;
const head = viewers.tenant('1');
const other = viewers.tenant('2');

beforeAll(async () => {
  world = await startPeople();
  ({ server } = world);
});
afterAll(() => world.close());

const add = (viewer: Viewer, departName: string, more: Readonly<Record<string, unknown>> = {}) =>
  server.ok(viewer, departApi.add, { departName, departOrder: 0, ...more });
const codes = (nodes: readonly DepartNode[]): readonly string[] => nodes.flatMap((node) => [node.orgCode, ...codes(node.children ?? [])]);
const tree = async (viewer: Viewer) => codes(await server.ok(viewer, departApi.queryTreeList, {}));

describe('codes', () => {
  test.each([
    ['', undefined, 'A01'],
    ['', 'A01', 'A02'],
    ['', 'A99', 'B01'],
    ['A01', undefined, 'A01A01'],
    ['A01', 'A01A09', 'A01A10'],
    ['A01B02', 'A01B02Z98', 'A01B02Z99'],
  ])('below %j after %j comes %j', (parent, last, next) => expect(nextOrgCode(parent, last)).toEqual({ ok: true, next }));

  test('there is an end to depth and width', () => {
    expect(nextOrgCode('', 'Z99')).toMatchObject({ ok: false, refusal: 'depart.tooMany' });
    expect(nextOrgCode('A01'.repeat(DEPTH_MAX), undefined)).toMatchObject({ ok: false, refusal: 'depart.tooDeep' });
  });
});

describe('the tree', () => {
  test('grows by code, is asked for whole, by level, by ids and by word', async () => {
    const root = await add(head, 'Head office', { departNameEn: 'HQ' });
    const [sales, ops] = [await add(head, 'Sales', { parentId: root.id }), await add(head, 'Operations', { parentId: root.id })];
    const night = await add(head, 'Night shift', { parentId: ops.id });
    expect([root, sales, ops, night].map(({ orgCode }) => orgCode)).toEqual(['A01', 'A01A01', 'A01A02', 'A01A02A01']);
    expect(night).toMatchObject({ tenantId: '1', parentId_dictText: 'Operations', orgCategory_dictText: 'Department' });
    expect(await tree(head)).toEqual(['A01', 'A01A01', 'A01A02', 'A01A02A01']);
    expect(codes(await server.ok(head, departApi.queryTreeList, { ids: `${ops.id},` }))).toEqual(['A01A02', 'A01A02A01']);
    expect(await server.ok(head, departApi.queryDepartTreeSync, {})).toMatchObject([
      { orgCode: 'A01', isLeaf: false, orgType: '1', title: 'Head office' },
    ]);
    expect(await server.ok(head, departApi.queryDepartTreeSync, { pid: root.id })).toMatchObject([
      { orgCode: 'A01A01', isLeaf: true, parentId: root.id },
      { orgCode: 'A01A02', isLeaf: false },
    ]);
    expect(await server.ok(head, departApi.queryDepartTreeSync, { ids: 'A01A02,', primaryKey: 'orgCode' })).toMatchObject([{ id: ops.id }]);
    expect(await server.ok(head, departApi.queryIdTree, {})).toMatchObject([
      {
        key: root.id,
        value: root.id,
        title: 'Head office',
        children: [{ title: 'Sales' }, { title: 'Operations', children: [{ title: 'Night shift' }] }],
      },
    ]);
    expect(codes(await server.ok(head, departApi.searchBy, { keyWord: 'NIGHT' }))).toEqual(['A01', 'A01A02', 'A01A02A01']);
    expect(await server.call(head, departApi.searchBy, { keyWord: 'nobody' })).toMatchObject({ success: false, message: 'Nothing was found' });
    await server.ok(head, departApi.edit, { id: sales.id, departOrder: 9, departName: 'Sales team' });
    expect(await tree(head)).toEqual(['A01', 'A01A02', 'A01A02A01', 'A01A01']);
  });

  test('two that are added at once get two codes', async () => {
    const root = await add(other, 'Root');
    const created = await Promise.all(['a', 'b', 'c', 'd'].map((name) => add(other, name, { parentId: root.id })));
    expect(created.map(({ orgCode }) => orgCode).toSorted()).toEqual(['A01A01', 'A01A02', 'A01A03', 'A01A04']);
  });

  test('one with departments or people below it stays, an empty one goes, and its code is not given again', async () => {
    const root = await add(head, 'Depot');
    const below = await add(head, 'Workshop', { parentId: root.id });
    const person = await world.addOk(staff.tenant, 'mechanic', { roleId: world.role('tenantAdmin'), selecteddeparts: below.id });
    expect((await server.call(head, departApi.delete, { id: root.id })).message).toBe(
      'Department Depot has departments below it and cannot be deleted',
    );
    expect((await server.call(head, departApi.deleteBatch, { ids: `${root.id},${below.id}` })).message).toBe(
      'Department Workshop still has 1 user and cannot be deleted',
    );
    await server.ok(head, departApi.removeUsers, { departId: below.id, userIds: person.id });
    await server.ok(head, departApi.deleteBatch, { ids: `${root.id},${below.id}` });
    expect((await add(head, 'Depot')).orgCode).not.toBe(root.orgCode);
  });

  test('a name is given once below a parent', async () => {
    await add(head, 'Twice');
    expect(await server.call(head, departApi.add, { departName: 'Twice', departOrder: 0 })).toMatchObject({
      success: false,
      message: 'Name exists already',
    });
  });
});

describe('who belongs where', () => {
  test('people are put into departments with the form, and moved with the department', async () => {
    const [one, two] = [await add(head, 'First'), await add(head, 'Second')];
    const person = await world.addOk(staff.tenant, 'clerk.one', {
      roleId: world.role('tenantAdmin'),
      selecteddeparts: `${one.id},${two.id}`,
      departIds: one.id,
    });
    expect(person).toMatchObject({ selecteddeparts: `${one.id},${two.id}`, departIds: one.id, orgCodeTxt: 'First,Second', userIdentity: 2 });
    const renamed = await server.ok(staff.tenant, userApi.edit, { id: person.id, realname: 'Clerk' });
    expect(renamed).toMatchObject({ realname: 'Clerk', orgCodeTxt: 'First,Second', departIds: one.id });
    expect(await server.ok(staff.tenant, userApi.edit, { id: person.id, departIds: '', selecteddeparts: two.id })).toMatchObject({
      selecteddeparts: two.id,
      departIds: null,
      userIdentity: 1,
    });
    await server.ok(head, departApi.addUsers, { departId: one.id, userIds: person.id });
    expect((await server.ok(staff.tenant, userApi.queryById, { id: person.id })).orgCodeTxt).toBe('First,Second');
  });

  test('somebody who directs a department is told their own tree, an ordinary member that they are one', async () => {
    const root = await add(head, 'Region');
    const below = await add(head, 'City', { parentId: root.id });
    await world.addOk(staff.tenant, 'director', { roleId: world.role('tenantAdmin'), selecteddeparts: root.id, departIds: root.id });
    await world.addOk(staff.tenant, 'member', { roleId: world.role('tenantAdmin'), selecteddeparts: below.id });
    const departsFor = async (name: string) =>
      server.call(undefined, departApi.queryMyDeptTreeList, {}, { 'x-access-token': (await world.signIn(name)) ?? '' });
    const own = await departsFor('director');
    expect([own.message, codes(own.result)]).toEqual(['2', [root.orgCode, below.orgCode]]);
    expect(await departsFor('member')).toMatchObject({ message: '1', result: [] });
  });

  test('a department of another tenant does not exist', async () => {
    const foreign = await add(other, 'Theirs');
    const absent = '999999';
    const blank = (answer: object) => JSON.stringify({ ...answer, timestamp: 0 }).replaceAll(foreign.id, absent);
    const both = async (call: (id: string) => Promise<object>) => expect(blank(await call(foreign.id))).toBe(blank(await call(absent)));
    await both((id) => server.call(head, departApi.queryById, { id }));
    await both((id) => server.call(head, departApi.edit, { id, departName: 'Mine' }));
    await both((id) => server.call(head, departApi.delete, { id }));
    await both((id) => server.call(head, departApi.add, { departName: 'Below', departOrder: 0, parentId: id }));
    await both((id) => world.add(staff.tenant, 'spy', { roleId: world.role('tenantAdmin'), selecteddeparts: id }));
    await both((id) => server.call(head, departApi.queryTreeList, { ids: id }));
    expect(await tree(head)).not.toContain(undefined);
    expect((await server.ok(head, departApi.list, { pageSize: 100 })).records.every(({ tenantId }) => tenantId === '1')).toBe(true);
    expect(await server.ok(viewers.customer('1', '41'), departApi.queryTreeList, {})).toEqual([]);
  });

  test('agents read the tree and do not change it; nobody does without the right', async () => {
    expect((await tree(staff.agent)).length).toBeGreaterThan(0);
    expect((await server.call(viewers.limited(staff.agent, ['depart:list']), departApi.add, { departName: 'Mine', departOrder: 0 })).status).toBe(
      403,
    );
    expect((await server.call(viewers.limited(head, []), departApi.list, {})).status).toBe(403);
  });
});
