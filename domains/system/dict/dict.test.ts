import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTickets } from '#kit/server/live-tickets.ts';
import type { Viewer } from '#kit/server/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { system } from '../resources.ts';
import { systemRoutes } from '../server.ts';
import { dictApi } from './dict.ts';

let server: TestServer;
const viewer = viewers.tenant('1');
const inLanguage = (language: Viewer['language']): Viewer => ({ ...viewer, language });

beforeAll(async () => {
  server = await startTestServer({ domains: [system], routes: systemRoutes({ tickets: createTickets(() => new Date()) }) });
});
afterAll(() => server.close());

test('a dictionary speaks three languages and carries its colours', async () => {
  const priority = async (language: Viewer['language']) =>
    (await (await server.fetch(inLanguage(language), '/sys/dict/getDictItems/priority')).json()) as { result: unknown };
  expect((await priority('en_US')).result).toEqual([
    { value: 'L', text: 'Low', title: 'Low', label: 'Low', color: 'blue' },
    { value: 'M', text: 'Medium', title: 'Medium', label: 'Medium', color: 'orange' },
    { value: 'H', text: 'High', title: 'High', label: 'High', color: 'red' },
  ]);
  expect((await priority('zh_CN')).result).toMatchObject([{ text: '低' }, { text: '中' }, { text: '高' }]);
});

test('all of them come at once, the languages under the name the client knows', async () => {
  const all = await server.ok(inLanguage('zh_TW'), dictApi.queryAllDictItems, {});
  expect(Object.keys(all)).toEqual(
    expect.arrayContaining(['yn', 'sex', 'weekday', 'msg_category', 'priority', 'send_status', 'msg_type', 'read_stat', 'sse_transl:lang_type']),
  );
  expect(all['yn']).toEqual([
    { value: '1', text: '是', title: '是', label: '是', color: 'green' },
    { value: '0', text: '否', title: '否', label: '否', color: 'default' },
  ]);
  expect(all['weekday']?.map((item) => item.value)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  const named = (await (await server.fetch(viewer, '/sys/dict/getDictItems/sse_transl:lang_type')).json()) as { result: { text: string }[] };
  expect(named.result.map((item) => item.text)).toEqual(['简体中文', '繁體中文', 'English']);
});

test('one that does not exist is named, tables and SQL are no dictionaries, and nobody reads without a session', async () => {
  for (const code of ['nothing', 'sys_user,username,password', "x' or 1=1--"]) {
    const answer = (await (await server.fetch(viewer, `/sys/dict/getDictItems/${encodeURIComponent(code)}`)).json()) as {
      success: boolean;
      message: string;
    };
    expect(answer).toMatchObject({ success: false, message: `There is no dictionary called ${code}` });
  }
  expect((await server.call(undefined, dictApi.queryAllDictItems, {})).status).toBe(401);
});

test('flushing the cache is answered, but not to another site', async () => {
  expect((await server.call(inLanguage('zh_CN'), dictApi.refleshCache, {})).message).toBe('刷新缓存完成！');
  expect((await server.call(viewer, dictApi.refleshCache, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
});
