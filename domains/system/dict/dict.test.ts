import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { system } from '../resources.ts';
import { ensureDictionaries, systemRoutes } from '../server.ts';
import { addTenants, tenants } from '../tenant.fixture.ts';
import { dictItemApi } from './dict-item.ts';
import { dictApi } from './dict.ts';
import type { DictItem } from './dict.ts';

let server: TestServer;
const platform = viewers.platform();
const east = viewers.tenant('1001');
const west = viewers.tenant('1002');
const eastAgent = viewers.agent('1001', '11');
const eastStation = viewers.station({ tenantId: '1001', agentId: '11', stationId: '21' });
const inLanguage = (viewer: Viewer, language: Viewer['language']): Viewer => ({ ...viewer, username: `${viewer.username} ${language}`, language });

beforeAll(async () => {
  server = await startTestServer({ domains: [system, tenants], routes: systemRoutes({ tickets: createTickets(() => new Date()) }) });
  await addTenants(server.database);
  await ensureDictionaries(server.database, server.registry);
});
afterAll(() => server.close());

interface Envelope<T> {
  readonly success: boolean;
  readonly message: string;
  readonly result: T;
}
const itemsOf = async (viewer: Viewer, code: string, language: Viewer['language'] = 'en_US') => {
  const answer = await server.fetch(inLanguage(viewer, language), `/sys/dict/getDictItems/${encodeURIComponent(code)}`);
  return (await answer.json()) as Envelope<readonly DictItem[]>;
};
const textsOf = async (viewer: Viewer, code: string, language?: Viewer['language']) =>
  (await itemsOf(viewer, code, language)).result.map(({ text }) => text);
const byId = (viewer: Viewer, method: 'PUT' | 'DELETE', path: string): Promise<{ success: boolean; message: string }> =>
  server.fetch(viewer, path, { method }).then((answer) => answer.json() as Promise<{ success: boolean; message: string }>);

describe('the program’s own tables', () => {
  test('speak three languages and carry their colours', async () => {
    expect((await itemsOf(east, 'priority')).result).toEqual([
      { value: 'L', text: 'Low', title: 'Low', label: 'Low', color: 'blue' },
      { value: 'M', text: 'Medium', title: 'Medium', label: 'Medium', color: 'orange' },
      { value: 'H', text: 'High', title: 'High', label: 'High', color: 'red' },
    ]);
    expect(await textsOf(east, 'priority', 'zh_CN')).toEqual(['低', '中', '高']);
    expect(await textsOf(east, 'sse_transl:lang_type')).toEqual(['简体中文', '繁體中文', 'English']);
  });

  test('come all at once', async () => {
    const all = await server.ok(inLanguage(east, 'zh_TW'), dictApi.queryAllDictItems, {});
    expect(Object.keys(all)).toEqual(
      expect.arrayContaining(['yn', 'sex', 'month', 'weekday', 'msg_category', 'priority', 'send_status', 'msg_type', 'read_stat']),
    );
    expect(all['yn']).toEqual([
      { value: '1', text: '是', title: '是', label: '是', color: 'green' },
      { value: '0', text: '否', title: '否', label: '否', color: 'default' },
    ]);
    expect(all['weekday']?.map((item) => item.value)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  });

  test('stand among the dictionaries, and not even the platform can break their words', async () => {
    const found = await server.ok(platform, dictApi.list, { dictCode: 'priority' });
    expect(found.records).toMatchObject([{ dictCode: 'priority', dictName: '优先级', protected: 1, builtIn: 1, dictAttr: 1, tenantId: null }]);
    const [row] = found.records;
    const items = await server.ok(platform, dictItemApi.list, { dictId: row?.id ?? '' });
    expect(items.records.map(({ itemValue, itemTextEn }) => [itemValue, itemTextEn])).toEqual([
      ['L', 'Low'],
      ['M', 'Medium'],
      ['H', 'High'],
    ]);
    const item = items.records[0]?.id ?? '';
    const tries = [
      await server.call(platform, dictApi.edit, { id: row?.id ?? '', dictName: 'x' }),
      await server.call(platform, dictApi.delete, { id: row?.id ?? '' }),
      await server.call(platform, dictItemApi.edit, { id: item, itemText: 'x' }),
      await server.call(platform, dictItemApi.delete, { id: item }),
      await server.call(platform, dictItemApi.deleteBatch, { ids: item }),
      await server.call(platform, dictItemApi.add, { dictId: row?.id ?? '', itemText: 'x', itemValue: 'X', sortValue: 1 }),
    ];
    expect(tries.map(({ success, message }) => [success, message])).toEqual([
      [false, 'You are not authorised to edit this dictionary value'],
      [false, 'You are not authorised to delete this dictionary value'],
      [false, 'You are not authorised to edit this dictionary value'],
      [false, 'You are not authorised to delete this dictionary value'],
      [false, 'You are not authorised to delete this dictionary value'],
      [false, 'You are not authorised to edit this dictionary value'],
    ]);
    expect((await server.call(inLanguage(platform, 'zh_CN'), dictItemApi.delete, { id: item })).message).toBe('无权限删除此字典值');
    expect(await textsOf(east, 'priority')).toEqual(['Low', 'Medium', 'High']);
  });

  test('are mirrored once, again after a change, and a code that left is disabled', async () => {
    const rows = () =>
      server.database.asSuperuser<{ itemValue: string; status: number; version: number }>(
        `select i.item_value as "itemValue", i.status, i.version from sys_dict_item i join sys_dict d on d.id = i.dict_id where d.dict_code = 'sex' order by 1`,
      );
    await server.database.asSuperuser(
      `insert into sys_dict_item (dict_id, item_value, item_text, protected, built_in) select id, '3', 'gone', 1, 1 from sys_dict where dict_code = 'sex'`,
    );
    await server.database.asSuperuser(`update sys_dict_item set item_text = 'broken' where item_text = '男'`);
    await ensureDictionaries(server.database, server.registry);
    await ensureDictionaries(server.database, server.registry);
    expect(await rows()).toEqual([
      { itemValue: '1', status: 1, version: 1 },
      { itemValue: '2', status: 1, version: 0 },
      { itemValue: '3', status: 0, version: 1 },
    ]);
    expect(await server.database.asSuperuser(`select item_text from sys_dict_item where item_text in ('男', 'broken')`)).toEqual([
      { item_text: '男' },
    ]);
  });
});

describe('dictionaries of people', () => {
  test('are public or private, in three languages, and sorted by their sort value', async () => {
    const wide = await server.ok(platform, dictApi.add, { dictName: '车位', dictNameEn: 'Bay', dictCode: 'bay_kind' });
    expect(wide).toMatchObject({ dictAttr: 1, tenantId: null, protected: 0 });
    const add = (viewer: Viewer, itemText: string, more: object) => server.ok(viewer, dictItemApi.add, { dictId: wide.id, itemText, ...more });
    await add(platform, '室外', { itemTextTw: '室外', itemTextEn: 'Outdoor', itemValue: 'out', sortValue: 2, itemColor: 'green' });
    await add(platform, '室内', { itemTextEn: 'Indoor', itemValue: 'in', sortValue: 1 });
    const own = await add(east, '地下', { itemValue: 'under', sortValue: 3 });
    expect(own).toMatchObject({ itemAttr: 2, tenantId: '1001', tenantId_dictText: 'East Power' });

    expect(await textsOf(east, 'bay_kind')).toEqual(['Indoor', 'Outdoor', '地下']);
    expect(await textsOf(west, 'bay_kind')).toEqual(['Indoor', 'Outdoor']);
    expect(await textsOf(platform, 'bay_kind', 'zh_CN')).toEqual(['室内', '室外']);
    expect(await textsOf(eastStation, 'bay_kind', 'zh_TW')).toEqual(['室内', '室外', '地下']);
    const refused = await server.call(east, dictItemApi.add, { dictId: wide.id, itemText: 'x', itemValue: 'in', sortValue: 9 });
    expect([refused.success, refused.message]).toEqual([false, 'The value in exists already']);
  });

  test('of one tenant do not exist for another, whose codes stay free', async () => {
    const own = await server.ok(east, dictApi.add, { dictName: 'Shift', dictCode: 'shift' });
    expect(own).toMatchObject({ dictAttr: 2, tenantId: '1001' });
    await server.ok(east, dictItemApi.add, { dictId: own.id, itemText: 'Night', itemValue: 'n', sortValue: 1 });
    const foreignDict = await server.ok(west, dictApi.add, { dictName: 'Schicht', dictCode: 'shift' });
    expect(await textsOf(east, 'shift')).toEqual(['Night']);
    expect(await textsOf(eastAgent, 'shift')).toEqual(['Night']);
    expect(await textsOf(west, 'shift')).toEqual([]);
    expect((await server.ok(west, dictApi.queryAllDictItems, {}))['shift']).toEqual([]);
    expect((await itemsOf(platform, 'shift')).message).toContain('There is no dictionary called shift');
    for (const [viewer, visible] of [
      [platform, 2],
      [east, 1],
      [west, 1],
      [eastAgent, 1],
      [eastStation, 1],
    ] as const)
      expect((await server.ok(viewer, dictApi.list, { dictCode: 'shift' })).total).toBe(visible);
    const foreign = await server.call(west, dictApi.edit, { id: own.id, dictName: 'x' });
    const absent = await server.call(west, dictApi.edit, { id: '999999', dictName: 'x' });
    expect([foreign.status, foreign.message]).toEqual([absent.status, absent.message]);
    expect((await server.call(west, dictItemApi.add, { dictId: own.id, itemText: 'x', itemValue: 'x', sortValue: 1 })).success).toBe(false);
    expect((await server.call(east, dictApi.delete, { id: foreignDict.id })).status).toBe(404);
  });

  test('a tenant neither takes a code of the program or the platform, nor changes what is the platform’s', async () => {
    const open = await server.ok(platform, dictApi.add, { dictName: 'Open', dictCode: 'open_one' });
    const messageOf = async (answer: Promise<{ success: boolean; message: string }>) => (await answer).message;
    expect(await messageOf(server.call(east, dictApi.add, { dictName: 'x', dictCode: 'priority' }))).toBe(
      'The dictionary code priority exists already',
    );
    expect(await messageOf(server.call(east, dictApi.add, { dictName: 'x', dictCode: 'open_one' }))).toBe(
      'The dictionary code open_one exists already',
    );
    expect(await messageOf(server.call(east, dictApi.edit, { id: open.id, dictName: 'x' }))).toBe('Only the platform keeps public dictionaries');
    expect(await messageOf(server.call(east, dictApi.delete, { id: open.id }))).toBe('Only the platform keeps public dictionaries');
    expect(await messageOf(server.call(east, dictApi.add, { dictName: 'x', dictCode: 'mine', protected: 1 }))).toBe(
      'Only the platform keeps public dictionaries',
    );
  });

  test('values have no special characters, and are numbers where the dictionary says so', async () => {
    const numbers = await server.ok(platform, dictApi.add, { dictName: 'Numbers', dictCode: 'numbers', type: 1 });
    const add = (itemValue: string) => server.call(platform, dictItemApi.add, { dictId: numbers.id, itemText: 'x', itemValue, sortValue: 1 });
    expect((await add("1' or 1=1")).message).toBe('Value cannot contain special characters');
    expect((await add('one')).message).toBe('The values of this dictionary are numbers');
    expect((await add('-1')).success).toBe(true);
    expect((await add('-1')).message).toBe('The value -1 exists already');
  });

  test('a disabled item is not offered, and still translates', async () => {
    const colours = await server.ok(platform, dictApi.add, { dictName: 'Colours', dictCode: 'cable_colour' });
    const add = (itemText: string, itemValue: string) =>
      server.ok(platform, dictItemApi.add, { dictId: colours.id, itemText, itemValue, sortValue: 1 });
    const [red] = [await add('Red', 'r'), await add('Blue', 'b')];
    const before = await server.ok(east, dictApi.version, {});
    await server.ok(platform, dictItemApi.edit, { id: red.id, status: 0 });
    expect(await server.ok(east, dictApi.version, {})).not.toBe(before);
    expect(await textsOf(east, 'cable_colour')).toEqual(['Blue']);
    const all = await server.ok(east, dictApi.queryAllDictItems, {});
    expect(all['cable_colour']?.map(({ text, disabled }) => [text, disabled])).toEqual([
      ['Blue', undefined],
      ['Red', true],
    ]);
  });

  test('one that is protected stays as it is for good', async () => {
    const fixed = await server.ok(platform, dictApi.add, { dictName: 'Fixed', dictCode: 'fixed_one', protected: 1 });
    for (const answer of [
      await server.call(platform, dictApi.edit, { id: fixed.id, dictName: 'x', protected: 0 }),
      await server.call(platform, dictApi.delete, { id: fixed.id }),
      await server.call(east, dictItemApi.add, { dictId: fixed.id, itemText: 'x', itemValue: 'x', sortValue: 1 }),
    ])
      expect(answer.message).toMatch(/^You are not authorised to (edit|delete) this dictionary value$/);
  });
});

describe('the recycle bin', () => {
  test('keeps what was deleted, gives it back with its items, or removes it for good', async () => {
    const created = await server.ok(east, dictApi.add, { dictName: 'Bin', dictCode: 'bin_one' });
    await server.ok(east, dictItemApi.add, { dictId: created.id, itemText: 'Kept', itemValue: 'k', sortValue: 1 });
    await server.ok(east, dictApi.delete, { id: created.id });
    expect((await itemsOf(east, 'bin_one')).success).toBe(false);
    const binned = async (viewer: Viewer) => (await server.ok(viewer, dictApi.deleteList, {})).map(({ dictCode }) => dictCode);
    expect(await binned(east)).toEqual(['bin_one']);
    expect(await binned(west)).toEqual([]);
    expect(await binned(platform)).toEqual(['bin_one']);

    expect((await byId(west, 'PUT', `/sys/dict/back/${created.id}`)).success).toBe(false);
    expect((await byId(west, 'DELETE', `/sys/dict/deletePhysic/${created.id}`)).success).toBe(false);
    expect(await byId(east, 'PUT', `/sys/dict/back/${created.id}`)).toMatchObject({ success: true, message: 'Restored' });
    expect(await textsOf(east, 'bin_one')).toEqual(['Kept']);
    expect((await byId(east, 'DELETE', `/sys/dict/deletePhysic/${created.id}`)).success).toBe(false);

    await server.ok(east, dictApi.delete, { id: created.id });
    await server.ok(east, dictApi.add, { dictName: 'Again', dictCode: 'bin_one' });
    expect(await byId(east, 'PUT', `/sys/dict/back/${created.id}`)).toMatchObject({ success: false, message: 'Dictionary code exists already' });
    expect((await byId(east, 'DELETE', `/sys/dict/deletePhysic/${created.id}`)).success).toBe(true);
    expect(await binned(east)).toEqual([]);
    expect(await server.database.asSuperuser(`select 1 from sys_dict_item where item_value = 'k'`)).toEqual([]);
  });
});

describe('who may', () => {
  test('a code that does not exist is named, tables and SQL are no dictionaries, and nobody reads without a session', async () => {
    for (const code of ['nothing', "x' or 1=1--"])
      expect(await itemsOf(east, code)).toMatchObject({ success: false, message: expect.stringContaining(`There is no dictionary called ${code}`) });
    const texts = [await itemsOf(east, 'nothing', 'zh_CN'), await itemsOf(east, 'nothing', 'zh_TW')];
    expect(texts.map(({ message }) => message)).toEqual([
      '字典“nothing”不存在，可能已被删除；请核对编码或联系管理员',
      '字典「nothing」不存在，可能已被刪除；請核對編碼或聯絡管理員',
    ]);
    expect((await server.call(undefined, dictApi.queryAllDictItems, {})).status).toBe(401);
  });

  test('reading wants a session, changing a right', async () => {
    const reader = viewers.limited(east, []);
    expect((await server.call(reader, dictApi.queryAllDictItems, {})).success).toBe(true);
    for (const endpoint of [dictApi.list, dictApi.add, dictApi.edit, dictApi.delete, dictApi.deleteList, dictItemApi.add])
      expect((await server.call(reader, endpoint, {})).status).toBe(403);
  });

  test('flushing the cache is answered, but not to another site', async () => {
    expect((await server.call(inLanguage(east, 'zh_CN'), dictApi.refleshCache, {})).message).toBe('刷新缓存完成！');
    expect((await server.call(east, dictApi.refleshCache, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});
