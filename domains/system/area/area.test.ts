import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTickets } from '#kit/server/live-tickets.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { system } from '../resources.ts';
import { systemRoutes } from '../server.ts';
import { areaApi } from './area.ts';

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
  expect(provinces.find(({ name }) => name === '浙江省')).toEqual({ id: '330000', name: '浙江省', text: '浙江省', pid: '86', hasChild: '1' });
  expect((await under('330000')).find(({ id }) => id === '330100')).toMatchObject({ name: '杭州市', pid: '330000', hasChild: '1' });
  expect((await under('330100')).find(({ name }) => name === '西湖区')).toMatchObject({ id: '330106', pid: '330100', hasChild: '0' });
  expect(await under('330106')).toEqual([]);
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
