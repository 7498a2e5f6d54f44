import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { categoryApi } from '../category/category.ts';
import { dictApi } from '../dict/dict.ts';
import { system } from '../resources.ts';
import { systemRoutes } from '../server.ts';
import { addTenants, tenants } from '../tenant.fixture.ts';
import type { LookupItem, TreeNode } from './lookup.ts';

let server: TestServer;
const platform = viewers.platform();
const east = viewers.tenant('1001');
const west = viewers.tenant('1002');
const reader = viewers.limited(east, []);
const eastStation = viewers.station({ tenantId: '1001', agentId: '1', stationId: '1' });
const ids = { east: '', west: '', open: '' };

beforeAll(async () => {
  server = await startTestServer({ domains: [system, tenants], routes: systemRoutes({ tickets: createTickets(() => new Date()) }) });
  await addTenants(server.database);
  ids.open = (await server.ok(platform, dictApi.add, { dictName: 'Open to all', dictCode: 'open_all' })).id;
  ids.east = (await server.ok(east, dictApi.add, { dictName: 'East secret', dictCode: 'east_only' })).id;
  ids.west = (await server.ok(west, dictApi.add, { dictName: 'West secret', dictCode: 'west_only' })).id;
});
afterAll(() => server.close());

interface Envelope<T> {
  readonly status: number;
  readonly success: boolean;
  readonly message: string;
  readonly result: T;
  readonly text: string;
}
const get = async <T>(viewer: Viewer | undefined, path: string, query: Readonly<Record<string, string>> = {}): Promise<Envelope<T>> => {
  const response = await server.fetch(viewer, `${path}?${new URLSearchParams(query).toString()}`);
  const text = await response.text();
  return { ...(JSON.parse(text) as Omit<Envelope<T>, 'status' | 'text'>), status: response.status, text };
};
const check = (viewer: Viewer, query: Readonly<Record<string, string>>) => get<unknown>(viewer, '/sys/duplicate/check', query);
const loadDict = (viewer: Viewer, dict: string, query: Readonly<Record<string, string>> = {}) =>
  get<readonly LookupItem[]>(viewer, `/sys/dict/loadDict/${encodeURIComponent(dict)}`, query);
const getDictItems = (viewer: Viewer, dict: string) => get<readonly LookupItem[]>(viewer, `/sys/dict/getDictItems/${encodeURIComponent(dict)}`);
const loadDictItem = (viewer: Viewer, dict: string, key: string) =>
  get<readonly string[]>(viewer, `/sys/dict/loadDictItem/${encodeURIComponent(dict)}`, { key });
const tree = { tableName: 'sys_category', text: 'name', code: 'id', pidField: 'pid', hasChildField: 'has_child' };
const loadTree = (viewer: Viewer, query: Readonly<Record<string, string>>) => get<readonly TreeNode[]>(viewer, '/sys/dict/loadTreeData', query);

describe('taken or free', () => {
  test('is told of registered fields, by either set of names, the record that is edited left out', async () => {
    const dictCode = { tableName: 'sys_dict', fieldName: 'dict_code' };
    expect(await check(east, { ...dictCode, fieldVal: 'east_only' })).toMatchObject({ success: false, message: 'This value is taken already' });
    expect(await check(east, { table: 'dict', field: 'dictCode', value: 'open_all' })).toMatchObject({ success: false });
    expect(await check(east, { ...dictCode, fieldVal: 'east_only', dataId: ids.east })).toMatchObject({
      success: true,
      message: 'This value is free',
    });
    expect(await check(east, { ...dictCode, fieldVal: 'nobody' })).toMatchObject({ success: true });
    expect(await check(east, { ...dictCode, fieldVal: '' })).toMatchObject({ success: true });
    expect((await check({ ...east, username: 'zh', language: 'zh_CN' }, { ...dictCode, fieldVal: 'east_only' })).message).toBe(
      '该值不可用，系统中已存在！',
    );
  });

  test('is told inside one’s own tenant only, and to those who keep such rows', async () => {
    const query = { tableName: 'sys_dict', fieldName: 'dict_code', fieldVal: 'east_only' };
    expect((await check(west, query)).success).toBe(true);
    expect((await check(platform, query)).success).toBe(false);
    expect((await check(reader, query)).status).toBe(403);
    expect((await get(undefined, '/sys/duplicate/check', query)).status).toBe(401);
  });
});

describe('the rows of a source', () => {
  test('are its key and title, found by a part of the title, inside the scope', async () => {
    const found = await loadDict(reader, 'sys_dict,dict_name,id', { keyword: 'secret' });
    expect(found.result).toEqual([{ value: ids.east, text: 'East secret', title: 'East secret', label: 'East secret' }]);
    expect((await loadDict(west, 'dict,dictName,id', { keyword: 'e' })).result.map(({ text }) => text)).toEqual(['Open to all', 'West secret']);
    expect((await loadDict(east, 'sys_dict,dict_name,id', { pageSize: '1' })).result).toHaveLength(1);
    for (const pageSize of ['0', '-1', 'all']) expect((await loadDict(east, 'sys_dict,dict_name,id', { pageSize })).status).toBe(400);
    for (const keyword of ['%', '_', "' or 1=1"]) expect((await loadDict(east, 'sys_dict,dict_name,id', { keyword })).result).toEqual([]);
  });

  test('stand for the items of a dictionary too', async () => {
    const { result } = await getDictItems(reader, 'sys_dict,dict_name,id');
    expect(result).toContainEqual({ value: ids.east, text: 'East secret', title: 'East secret', label: 'East secret', color: null });
    expect(result.map(({ text }) => text)).not.toContain('West secret');
  });

  test('are named in the order of their keys, what is unknown or foreign by its key', async () => {
    const keys = `${ids.open},7,${ids.west},${ids.east},${ids.open},x',`;
    expect((await loadDictItem(reader, 'sys_dict,dict_name,id', keys)).result).toEqual([
      'Open to all',
      '7',
      ids.west,
      'East secret',
      'Open to all',
      "x'",
    ]);
    expect((await loadDictItem(reader, 'priority', 'H,L,?')).result).toEqual(['High', 'Low', '?']);
    expect((await loadDictItem(east, 'sys_dict,dict_name,id', '1,'.repeat(201))).success).toBe(false);
  });

  test('hang under one another where the noun is a tree', async () => {
    const top = await server.ok(east, categoryApi.add, { pid: '0', name: 'Goods' });
    await server.ok(east, categoryApi.add, { pid: top.id, name: 'Cables' });
    expect((await loadTree(eastStation, { ...tree, pid: '0' })).result).toEqual([
      { key: top.id, value: top.id, title: 'Goods', leaf: false, isLeaf: false, parentId: '0' },
    ]);
    expect((await loadTree(reader, { ...tree, pid: top.id })).result.map(({ title, leaf }) => [title, leaf])).toEqual([['Cables', true]]);
    expect((await loadTree(reader, { ...tree, pid: top.id, condition: '{"name":"Goods"}' })).result).toEqual([]);
    expect((await loadTree(west, { ...tree, pid: top.id })).result).toEqual([]);
  });
});

describe('the way to a node', () => {
  const path = (viewer: Viewer, key: string, more: Readonly<Record<string, string>> = {}) =>
    get<readonly (readonly TreeNode[])[]>(viewer, '/sys/dict/loadTreePath', { ...tree, key, ...more });
  test('begins at the first level, for each key in order, inside the scope', async () => {
    const top = await server.ok(east, categoryApi.add, { pid: '0', name: 'Tools' });
    const inner = await server.ok(east, categoryApi.add, { pid: top.id, name: 'Pliers' });
    const last = await server.ok(east, categoryApi.add, { pid: inner.id, name: 'Small pliers' });
    const titles = (await path(reader, `${last.id},7,${top.id},`)).result.map((way) => way.map(({ title }) => title));
    expect(titles).toEqual([['Tools', 'Pliers', 'Small pliers'], [], ['Tools']]);
    expect((await path(west, last.id)).result).toEqual([[]]);
    expect((await path(reader, last.id, { text: 'code' })).status).toBe(400);
    expect((await path(reader, last.id, { pidField: 'create_by' })).status).toBe(400);
    expect((await path(reader, '1,'.repeat(201))).success).toBe(false);
  });

  test('and lists come page by page', async () => {
    const page = async (pageNo: string) => (await loadDict(east, 'sys_category,name,id', { pageNo, pageSize: '2' })).result.map(({ text }) => text);
    expect([await page('1'), await page('2')].flat().length).toBeGreaterThan(2);
    expect(await page('1')).not.toEqual(await page('2'));
    expect(await page('900')).toEqual([]);
    expect((await loadDict(east, 'sys_category,name,id', { pageNo: '0' })).status).toBe(400);
  });
});

/** Known attacks on this family of systems, and similar ones. */
const sources = [
  'sys_user',
  'sys_user,username,password',
  'sys_user,realname,id',
  'user,username,id',
  'sys_dict,dict_code,id',
  'sys_dict,dict_name,tenant_id',
  'sys_dict,dict_name,id,1=1',
  "sys_dict,dict_name,id where '1'='1",
  'sys_dict,(select password from sys_user limit 1),id',
  'sys_dict/**/union/**/select,username,password',
  'pg_catalog.pg_shadow,usename,passwd',
  'information_schema.tables,table_name,table_name',
  'checkRule,ruleName,id',
  '__proto__,dictName,id',
  'constructor',
  ',,',
  'sys_dict',
];

describe('a name that is not registered', () => {
  test.each(sources)('%s offers nothing, and says the same as one that does not exist', async (dict) => {
    const absent = await loadDict(east, 'no_such_table,no_text,no_code');
    for (const answer of [
      await loadDict(east, dict),
      await loadDict(platform, dict),
      await loadDictItem(east, dict.includes(',') ? dict : `${dict},`, '1'),
      await getDictItems(platform, dict.includes(',') ? dict : `${dict},`),
    ]) {
      expect([answer.status, answer.success, answer.message]).toEqual([400, false, absent.message]);
      expect(answer.text).not.toMatch(/\$2[aby]\$|\$argon2|scrypt|password|relation|syntax/i);
    }
  });

  test.each([
    [{ tableName: 'sys_user', fieldName: 'password', fieldVal: 'x' }],
    [{ tableName: 'sys_user', fieldName: 'username', fieldVal: 'admin' }],
    [{ tableName: 'sys_dict', fieldName: 'dict_name', fieldVal: 'East secret' }],
    [{ tableName: 'sys_dict', fieldName: "dict_code='x' or dict_code", fieldVal: 'x' }],
    [{ tableName: 'sys_dict', fieldName: 'dict_code', fieldVal: "x' or '1'='1" }],
    [{ tableName: 'sys_dict;drop table sys_dict', fieldName: 'dict_code', fieldVal: 'x' }],
    [{ tableName: 'sys_dict d, sys_user u', fieldName: 'dict_code', fieldVal: 'x' }],
    [{ tableName: 'sys_dict', fieldName: '(select 1 from pg_sleep(9))', fieldVal: 'x' }],
    [{ fieldName: 'dict_code', fieldVal: 'x' }],
    [{ tableName: '__proto__', fieldName: 'constructor', fieldVal: 'x' }],
    [{ tableName: 'sys_dict', fieldName: 'dictCode', fieldVal: 'x'.repeat(200) }],
  ])('%o is refused by the duplicate check', async (query) => {
    const before = performance.now();
    const answer = await check(platform, query);
    expect([answer.status, answer.success]).toEqual([400, false]);
    expect(performance.now() - before).toBeLessThan(2_000);
  });

  test.each([
    [{ ...tree, tableName: 'sys_user', text: 'username', code: 'password' }],
    [{ ...tree, text: 'code' }],
    [{ ...tree, code: 'password' }],
    [{ ...tree, pidField: "pid='0' or pid" }],
    [{ ...tree, hasChildField: '(select password from sys_user)' }],
    [{ ...tree, pid: "0' or '1'='1" }],
    [{ ...tree, condition: "1=1 or name like '%'" }],
    [{ ...tree, condition: '["name"]' }],
    [{ ...tree, condition: '{"name":{"$ne":""}}' }],
    [{ ...tree, condition: '{"createBy":"admin"}' }],
    [{ ...tree, condition: '{"createTime":"2020-01-01"}' }],
    [{ ...tree, condition: '{"name\' or 1=1--":"x"}' }],
    [{ ...tree, condition: '{"__proto__":{"x":1},"constructor":"x"}' }],
    [{ ...tree, condition: `{"name":"${'x'.repeat(600)}"}` }],
  ])('%o is refused by the tree', async (query) => {
    const answer = await loadTree(platform, query);
    expect([answer.status, answer.success]).toEqual([400, false]);
    expect(answer.text).not.toMatch(/password|relation|syntax|East secret/i);
  });
});
