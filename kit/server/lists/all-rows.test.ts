import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOnly, id, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { domain, feature } from '#kit/resource/feature.ts';
import { labels } from '#kit/resource/labels.ts';
import { resource } from '#kit/resource/resource.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { implement } from '../context/route.ts';
import { crudHandlers } from '../crud/crud.ts';
import { ALL_ROWS_MAX, ROWS_AT_ONCE_MAX } from './all-rows.ts';

const W = (word: string) => [word, word, word] as const;
const depot = resource({
  name: 'depot',
  path: '/test/depot',
  table: 'depot',
  key: 'depotId',
  title: 'name',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: { depotId: readOnly(id()), tenantId: readOnly(id()), name: text({ max: 40, filter: 'contains', sort: true }) },
});
const api = crud(depot);

/** The number of depots of each tenant. */
const tenants = { '1': 51, '2': 5_000, '3': ROWS_AT_ONCE_MAX, '4': ROWS_AT_ONCE_MAX + 1, '5': ALL_ROWS_MAX, '6': ALL_ROWS_MAX + 1 } as const;
let server: TestServer;
beforeAll(async () => {
  const words = labels(depot, { noun: W('Depot'), fields: { depotId: W('Id'), tenantId: W('Tenant'), name: W('Name') } });
  server = await startTestServer({
    domains: [domain('test', [feature({ name: 'depot', resource: depot, api, labels: words })])],
    routes: implement(api, crudHandlers(depot)),
  });
  await server.database.asSuperuser(`
    insert into tenant (tenant_id, name) select n, 'Tenant ' || n from generate_series(1, 6) as n;
    create table depot (depot_id bigint generated always as identity primary key, tenant_id bigint not null, name text,
      is_delete boolean not null default false, create_by text, create_time timestamptz default now(), update_by text, update_time timestamptz,
      version int4 not null default 1);
    grant select on depot to chargeops_app, chargeops_system;
    ${Object.entries(tenants)
      .map(
        ([tenant, many]) =>
          `insert into depot (tenant_id, name) select ${tenant}, 'Depot ' || lpad(n::text, 6, '0') from generate_series(1, ${many}) as n;`,
      )
      .join('\n')}
    create index on depot (tenant_id, name);
    analyze depot`);
});
afterAll(() => server.close());

const choices = (tenant: keyof typeof tenants, query: Readonly<Record<string, string>> = {}) =>
  server.ok(viewers.tenant(tenant), api.queryList, query);

test.each(['1', '2', '3', '4', '5'] as const)('without a page tenant %s gets all it may choose, each once and in order', async (tenant) => {
  const rows = await choices(tenant);
  expect(rows.length).toBe(tenants[tenant]);
  expect(new Set(rows.map(({ value }) => value)).size).toBe(rows.length);
  expect(rows.map(({ text: name }) => name)).toEqual(rows.map((_row, at) => `Depot ${String(at + 1).padStart(6, '0')}`));
  expect(rows.at(-1)).toEqual({
    depotId: rows.at(-1)?.value,
    tenantId: tenant,
    name: rows.at(-1)?.text,
    value: expect.any(String),
    text: expect.any(String),
  });
});

test('a long answer has the envelope of a short one', async () => {
  const members = async (tenant: string) => {
    const { result: _result, ...envelope } = await server.call(viewers.tenant(tenant), api.queryList, {});
    return { ...envelope, timestamp: expect.any(Number) };
  };
  expect(await members('2')).toEqual(await members('1'));
});

test('more than a list can hold are refused in words, and found by a keyword or by pages', async () => {
  const tenant = viewers.tenant('6');
  expect(await server.call(tenant, api.queryList, {})).toMatchObject({
    success: false,
    message: 'There are more than 100000 choices; ask by a keyword or by pages',
  });
  expect((await choices('6', { keyword: '00777' })).length).toBe(11);
  expect((await choices('6', { pageNo: '1000', pageSize: '100' })).at(-1)?.text).toBe('Depot 100000');
});

test('a page is asked for by its number, by its size, or by both; one larger than a page may be is cut and says so', async () => {
  const texts = async (query: Readonly<Record<string, string>>) => {
    const rows = await choices('2', query);
    return [rows.length, rows[0]?.text, rows.at(-1)?.text];
  };
  expect(await texts({ pageNo: '1' })).toEqual([50, 'Depot 000001', 'Depot 000050']);
  expect(await texts({ pageNo: '100' })).toEqual([50, 'Depot 004951', 'Depot 005000']);
  expect(await texts({ pageSize: '3' })).toEqual([3, 'Depot 000001', 'Depot 000003']);
  expect(await texts({ pageNo: '2', pageSize: '3' })).toEqual([3, 'Depot 000004', 'Depot 000006']);
  expect(await texts({ pageNo: '2', pageSize: '5000' })).toEqual([100, 'Depot 000101', 'Depot 000200']);
});

test('a list’s page that is asked for larger is cut to what a page may hold, and says so in the reader’s language', async () => {
  const tenant = viewers.tenant('2');
  const answer = await server.call(tenant, api.list, { pageSize: '5000' });
  expect(answer).toMatchObject({ success: true, code: 200, message: 'A page holds at most 100 rows; this one was cut to them' });
  expect(answer.result).toMatchObject({ size: 100, total: 5_000, pages: 50 });
  expect(answer.result.records.length).toBe(100);
  const chinese = { ...tenant, username: 'zh', language: 'zh_CN' as const };
  expect((await server.call(chinese, api.list, { pageSize: '101' })).message).toBe('每页最多 100 条，已按 100 条返回');
  expect((await server.call(tenant, api.list, { pageSize: '100' })).message).toBe('');
  for (const pageSize of ['0', '-1', '1.5', 'all', '1e999']) expect((await server.call(tenant, api.list, { pageSize })).status).toBe(400);
});

/** The number of transactions that wait for a lock, from the statistics of the database. */
const waiting = async (): Promise<number> =>
  (await server.database.asSuperuser(`select 1 from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`)).length;

test('whoever leaves in the middle of a long answer holds no transaction', async () => {
  // The first call makes the token of the viewer known.
  await choices('5', { pageNo: '1' });
  const outgoing = request(`${server.url}${api.queryList.path}`, { headers: { 'x-access-token': viewers.tenant('5').username } });
  outgoing.on('error', () => undefined);
  outgoing.end();
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  await once(answer, 'data');
  answer.pause();
  await expect.poll(waiting).toBe(1);
  outgoing.destroy();
  await expect.poll(waiting).toBe(0);
});
