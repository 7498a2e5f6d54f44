import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import type { Language } from '#kit/fields/words.ts';
import { system } from '../resources.ts';
import { systemRoutes } from '../server.ts';
import { areaApi } from './area.ts';
import { areasUnder, areaPath } from './area-list.server.ts';

let server: TestServer;
const viewer = viewers.limited(viewers.tenant('1'), []);
beforeAll(async () => {
  server = await startTestServer({ domains: [system], routes: systemRoutes({ tickets: createTickets(() => new Date()) }) });
});
afterAll(() => server.close());

const under = (parentId: string) => server.ok(viewer, areaApi.queryNodesByParentId, { parentId });

test('provinces stand under 86, cities under them, districts under those', async () => {
  const provinces = await server.ok(viewer, areaApi.queryProvinceInfo, {});
  expect(await under('86')).toEqual(provinces);
  expect(provinces).toHaveLength(34);
  expect(provinces.find(({ id }) => id === '330000')).toEqual({ id: '330000', name: 'Zhejiang', text: 'Zhejiang', pid: '86', hasChild: '1' });
  expect((await under('330000')).find(({ id }) => id === '330100')).toMatchObject({ name: 'Hangzhou', pid: '330000', hasChild: '1' });
  expect((await under('330100')).find(({ name }) => name === 'Xihu District')).toMatchObject({ id: '330106', pid: '330100', hasChild: '0' });
  expect(await under('330106')).toEqual([]);
});

test('areas have names in three languages, each in the words of its own', async () => {
  const paths = async (language: Language, ids: string) =>
    (await server.ok({ ...viewer, username: language, language }, areaApi.queryAreaPaths, { ids })).map(({ way }) => way.map(({ name }) => name));
  expect(await paths('zh_CN', '330106,999999,310115,')).toEqual([
    ['浙江省', '杭州市', '西湖区'],
    ['上海市', '上海市', '浦东新区'],
  ]);
  expect(await paths('zh_TW', '331082,331023,430100')).toEqual([
    ['浙江省', '台州市', '臨海市'],
    ['浙江省', '台州市', '天台縣'],
    ['湖南省', '長沙市'],
  ]);
  expect(await paths('en_US', '610102,500101,350200,222401,810103,331082')).toEqual([
    ['Shaanxi', "Xi'an", 'Xincheng District'],
    ['Chongqing', 'Chongqing', 'Wanzhou District'],
    ['Fujian', 'Xiamen'],
    ['Jilin', 'Yanbian Korean Autonomous Prefecture', 'Yanji'],
    ['Hong Kong', 'Hong Kong Island', 'Eastern District'],
    ['Zhejiang', 'Taizhou', 'Linhai'],
  ]);
  expect((await server.call(viewer, areaApi.queryAreaPaths, { ids: '110000,'.repeat(201) })).success).toBe(false);
});

test('no area is without a name in any language, and no English one holds Chinese', () => {
  const all = areasUnder('zh_CN', '86').flatMap(({ id }) => [
    id,
    ...areasUnder('zh_CN', id).flatMap((city) => [city.id, ...areasUnder('zh_CN', city.id).map((one) => one.id)]),
  ]);
  expect(all.length).toBe(3_882);
  for (const id of all) {
    const [, traditional, english] = (['zh_CN', 'zh_TW', 'en_US'] as const).map((language) => areaPath(language, id)?.way.at(-1)?.name ?? '');
    expect(traditional, id).toMatch(/^\p{Script=Han}+$/u);
    expect(english, id).toMatch(/^[A-Z][A-Za-zü'. -]+$/u);
  }
});

test('an area is found by its code and by its name in whatever language', async () => {
  const found = async (keyword: string) =>
    (await server.ok(viewer, areaApi.searchArea, { keyword })).map(({ way }) => way.map(({ id }) => id).join('/'));
  expect(await found('西湖区')).toContain('330000/330100/330106');
  expect(await found('臨海')).toContain('330000/331000/331082');
  expect((await found('Xian'))[0]).toBe('610000/610100');
  expect((await found('3301'))[0]).toBe('330000/330100');
  expect((await found('District')).length).toBe(50);
  expect(await found("' or 1=1")).toEqual([]);
});

test('every area hangs under one that exists, and none is empty-handed', async () => {
  const walk = async (id: string, depth: number): Promise<number> => {
    const found = await under(id);
    if (depth === 3) return found.length;
    expect(found.length, id).toBeGreaterThan(0);
    return found.length;
  };
  const provinces = await under('86');
  const cities = (await Promise.all(provinces.map(({ id }) => under(id)))).flat();
  expect(cities.length).toBeGreaterThan(330);
  for (const { id } of provinces) await walk(id, 1);
  expect(await walk('110100', 2)).toBeGreaterThan(10);
});

test('what is no area is named, and nobody reads without a session', async () => {
  for (const parentId of ['0', '999999', '__proto__', "86' or 1=1"]) {
    const answer = await server.call(viewer, areaApi.queryNodesByParentId, { parentId });
    expect([answer.success, answer.message]).toEqual([false, `There is no area with the code ${parentId}`]);
  }
  expect((await server.call(undefined, areaApi.queryProvinceInfo, {})).status).toBe(401);
});
