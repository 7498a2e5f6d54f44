import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { system } from '../resources.ts';
import { systemRoutes } from '../server.ts';
import { addTenants, tenants } from '../tenant.fixture.ts';
import { fitsUnder, treeOf, nextCode } from './category.rules.ts';
import { categoryApi } from './category.ts';

let server: TestServer;
const platform = viewers.platform();
const east = viewers.tenant('1001');
const west = viewers.tenant('1002');
const at = { top: '', cables: '', plugs: '', ours: '' };

beforeAll(async () => {
  server = await startTestServer({ domains: [system, tenants], routes: systemRoutes({ tickets: createTickets(() => new Date()) }) });
  await addTenants(server.database);
  const add = async (viewer: typeof east, draft: Readonly<Record<string, string>>) => (await server.ok(viewer, categoryApi.add, draft)).id;
  at.top = await add(platform, { pid: '0', name: 'Goods' });
  at.cables = await add(platform, { pid: at.top, name: 'Cables' });
  at.plugs = await add(platform, { pid: at.top, name: 'Plugs', code: 'A01PLUG' });
  at.ours = await add(east, { pid: at.cables, name: 'Our cables' });
});
afterAll(() => server.close());

test('codes grow below their parent’s', () => {
  expect([nextCode('', []), nextCode('', ['A01', 'A02']), nextCode('', ['A99']), nextCode('', ['Z99'])]).toEqual(['A01', 'A03', 'B01', undefined]);
  expect([nextCode('A01', ['A01A01', 'A01PLUG', 'B01A07']), nextCode('A01', [])]).toEqual(['A01A02', 'A01A01']);
  expect([fitsUnder('A01', 'A01A01'), fitsUnder('A01', 'A01'), fitsUnder('A01', 'B01'), fitsUnder('', 'X')]).toEqual([true, false, false, true]);
  const node = (key: string, parentId: string) => ({ key, parentId, title: key, code: key, value: key, leaf: true });
  expect(treeOf([node('1', '0'), node('2', '1'), node('3', '9')], '0')).toEqual([{ ...node('1', '0'), children: [node('2', '1')] }]);
});

test('the tree is read level by level or whole', async () => {
  const root = await server.ok(west, categoryApi.loadTreeRoot, { async: 'true' });
  expect(root).toEqual([{ key: at.top, title: 'Goods', code: 'A01', parentId: '0', leaf: false, value: at.top }]);
  const below = await server.ok(west, categoryApi.loadTreeChildren, { pid: at.top });
  expect(below.map(({ title, code, leaf }) => [title, code, leaf])).toEqual([
    ['Cables', 'A01A01', true],
    ['Plugs', 'A01PLUG', true],
  ]);
  const [whole] = await server.ok(east, categoryApi.loadTreeRoot, { async: 'false' });
  expect(whole?.children?.[0]?.children?.map(({ title, code }) => [title, code])).toEqual([['Our cables', 'A01A01A01']]);
  expect((await server.ok(east, categoryApi.loadTreeRoot, { async: 'false', pcode: 'A01' })).map(({ title }) => title)).toEqual(['Cables', 'Plugs']);
});

test('a parent is named by id or by code, the id first, and must be named', async () => {
  const titles = async (input: object) => (await server.ok(east, categoryApi.loadTreeData, input)).map(({ title }) => title);
  expect(await titles({ pcode: 'A01' })).toEqual(['Cables', 'Plugs']);
  expect(await titles({ pcode: '0' })).toEqual(['Goods']);
  expect(await titles({ pid: at.cables, pcode: '0' })).toEqual(['Our cables']);
  expect(await titles({ pcode: 'A01', condition: '{"code":"A01PLUG"}' })).toEqual(['Plugs']);
  const none = await server.call(east, categoryApi.loadTreeData, {});
  const unknown = await server.call(east, categoryApi.loadTreeData, { pcode: 'Z99' });
  const wrong = await server.call(east, categoryApi.loadTreeData, { pid: '0', condition: 'name = 1' });
  expect([none.success, unknown.success, wrong.status]).toEqual([false, false, 400]);
});

test('one is found by id, code or name, and not when none or several fit', async () => {
  expect(await server.ok(west, categoryApi.loadOne, { field: 'code', val: 'A01' })).toMatchObject({ name: 'Goods', hasChild: '1', pid: '0' });
  expect(await server.ok(west, categoryApi.loadOne, { field: 'id', val: at.plugs })).toMatchObject({ name: 'Plugs', hasChild: '0' });
  await server.ok(east, categoryApi.add, { pid: '0', name: 'Goods' });
  expect((await server.call(east, categoryApi.loadOne, { field: 'name', val: 'Goods' })).message).toBe('Several categories fit');
  expect((await server.call(west, categoryApi.loadOne, { field: 'id', val: at.ours })).success).toBe(false);
  for (const field of ['createBy', 'tenantId', "id' or '1'='1", '__proto__'])
    expect((await server.call(east, categoryApi.loadOne, { field, val: '1' })).status).toBe(400);
});

test('names come in the order of the ids, lists by parent', async () => {
  expect(await server.ok(west, categoryApi.loadDictItem, { ids: `${at.plugs},${at.ours},${at.top},` })).toEqual(['Plugs', at.ours, 'Goods']);
  const slashed = await server.fetch(west, `/sys/category/loadDictItem/?ids=${at.plugs},`);
  expect(await slashed.json()).toMatchObject({ success: true, result: ['Plugs'] });
  expect((await server.ok(west, categoryApi.rootList, {})).records.map(({ name }) => name)).toEqual(['Goods']);
  expect((await server.ok(west, categoryApi.childList, { pid: at.top })).map(({ name, hasChild }) => [name, hasChild])).toEqual([
    ['Cables', '0'],
    ['Plugs', '0'],
  ]);
});

test('a code must begin with the code above it', async () => {
  expect(await server.ok(east, categoryApi.checkCode, { pid: at.top, code: 'A01X' })).toBe(true);
  expect((await server.call(east, categoryApi.checkCode, { pid: at.top, code: 'B01' })).message).toBe('The code must begin with the code above, A01');
  expect((await server.call(east, categoryApi.add, { pid: at.top, name: 'x', code: 'B01X' })).success).toBe(false);
  expect((await server.call(platform, categoryApi.add, { pid: at.top, name: 'x', code: 'A01PLUG' })).message).toBe('Category code exists already');
});

test('a tenant adds below the platform’s, changes its own alone, and empties before it deletes', async () => {
  expect((await server.call(east, categoryApi.edit, { id: at.top, name: 'x' })).message).toBe('Only the platform keeps its own categories');
  expect((await server.call(east, categoryApi.delete, { id: at.cables })).message).toBe('Only the platform keeps its own categories');
  expect((await server.call(platform, categoryApi.delete, { id: at.top })).message).toBe('There are categories below Goods; it cannot be deleted');
  expect((await server.call(west, categoryApi.edit, { id: at.ours, name: 'x' })).status).toBe(404);
  expect((await server.call(west, categoryApi.add, { pid: at.ours, name: 'x' })).status).toBe(404);
  expect((await server.ok(east, categoryApi.edit, { id: at.ours, name: 'Ours' })).name).toBe('Ours');
  await server.ok(east, categoryApi.delete, { id: at.ours });
  expect((await server.ok(east, categoryApi.loadTreeChildren, { pid: at.cables })).length).toBe(0);
});

test('several that are added at once without a code get one each', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const added = await Promise.all(names.map((name) => server.ok(platform, categoryApi.add, { pid: at.plugs, name })));
  expect(new Set(added.map(({ code }) => code))).toEqual(new Set(names.map((_name, n) => `A01PLUGA0${n + 1}`)));
});

test('one is moved with all below it, whose codes follow; never below itself, nor the platform’s below a tenant’s', async () => {
  const add = async (pid: string, name: string, viewer = east) => server.ok(viewer, categoryApi.add, { pid, name });
  const move = (id: string, pid: string, viewer = east) => server.call(viewer, categoryApi.move, { id, pid });
  const codes = async (pid: string) => (await server.ok(east, categoryApi.loadTreeChildren, { pid })).map(({ title, code }) => [title, code]);
  const [from, to] = [await add('0', 'From'), await add('0', 'To')];
  const mid = await add(from.id, 'Mid');
  const low = await add(mid.id, 'Low');
  // Its name suggests that it is a child of the moved category, but it is not.
  const similar = await server.ok(east, categoryApi.add, { pid: '0', name: 'Alike', code: `${mid.code}Z99` });
  expect((await move(mid.id, to.id)).result).toMatchObject({ pid: to.id, code: `${to.code}A01` });
  expect([await codes(from.id), await codes(to.id), await codes(mid.id)]).toEqual([[], [['Mid', `${to.code}A01`]], [['Low', `${to.code}A01A01`]]]);
  expect((await server.ok(east, categoryApi.queryById, { id: similar.id })).code).toBe(`${mid.code}Z99`);
  for (const below of [to.id, mid.id, low.id]) expect((await move(to.id, below)).message).toBe('A category cannot be moved below itself');
  expect((await move(low.id, '0')).result).toMatchObject({ pid: '0', code: expect.stringMatching(/^[A-Z]\d\d$/) });
  expect((await move(at.cables, to.id)).message).toBe('Only the platform keeps its own categories');
  expect((await move(at.cables, to.id, platform)).message).toBe('What the platform keeps stays below what the platform keeps');
  expect([(await move(mid.id, from.id, west)).status, (await move(mid.id, '999999')).status]).toEqual([404, 404]);
  expect((await move(mid.id, to.id)).result).toMatchObject({ code: `${to.code}A01` });
  const both = await Promise.all([move(from.id, to.id), move(to.id, from.id)]);
  expect(both.filter(({ success }) => success).length).toBe(1);
});
