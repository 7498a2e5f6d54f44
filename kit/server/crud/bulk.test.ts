import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOnly, id, text } from '#kit/fields/field.ts';
import { bulkApi } from '#kit/resource/bulk.ts';
import { crud } from '#kit/resource/crud.ts';
import { domain, feature } from '#kit/resource/feature.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { resource } from '#kit/resource/resource.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { bulkRoutes } from './bulk.ts';
import { countRows, crudHandlers, deleteHandlers } from './crud.ts';
import { implement } from '../context/route.ts';

const box = resource({
  name: 'box',
  path: '/test/box',
  table: 'box',
  key: 'boxId',
  title: 'name',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: { boxId: readOnly(id()), tenantId: readOnly(id()), name: text({ max: 40 }) },
});
const plain = crud(box);
const api = { ...plain, delete: { ...plain.delete, proof: 'money' as const } };
const refusals = { full: ['x', 'x', 'The box is not empty'] } as const;

let server: TestServer;
const messages: string[] = [];
const done: string[] = [];
beforeAll(async () => {
  const routes = implement(api, {
    ...crudHandlers(box),
    // The handler writes before it refuses, so the write has to be rolled back.
    ...deleteHandlers(box, async (ctx, row) => {
      await ctx.rows(box).change(row.boxId, { name: `${row.name} touched` }, undefined);
      ctx.afterCommit(() => void done.push(row.boxId));
      if (row.name.startsWith('Full')) throwRefusal(refusals, 'full');
      if (row.name === 'Branch' && (await countRows(ctx, box, { field: 'name', value: 'Leaf' })) > 0) throwRefusal(refusals, 'full');
    }),
  });
  server = await startTestServer({
    domains: [domain('test', [feature({ name: 'box', resource: box, api }), feature({ name: 'bulk', api: bulkApi })])],
    routes: [...routes, ...bulkRoutes(routes)],
    onRowsChanged: (changes) => void messages.push(...changes.map(({ key, after }) => `${key} ${after ? 'written' : 'deleted'}`)),
  });
  await server.database.asSuperuser(`
    insert into tenant (tenant_id, name) values (1, 'One');
    create table box (box_id bigint primary key, tenant_id bigint not null default 1, name text, is_delete boolean not null default false,
      create_by text, create_time timestamptz default now(), update_by text, update_time timestamptz, version int4 not null default 1);
    grant select, insert, update, delete on box to chargeops_app, chargeops_system;
    insert into box (box_id, name) values (1, 'Free'), (2, 'Full'), (3, 'Spare')`);
});
afterAll(() => server.close());

const run = (preview: 0 | 1) => server.ok(viewers.tenant('1'), bulkApi.run, { noun: 'box', verb: 'delete', rowIds: '1,2,3', preview });
const stored = () => server.database.asSuperuser('select box_id::int as id, name, is_delete as gone, version from box order by 1');

test('a verb that asks for a fresh proof asks for it here as well', async () => {
  const stale = { ...viewers.tenant('1'), username: 'stale', provedUntilMs: 0 };
  const answer = await server.call(stale, bulkApi.run, { noun: 'box', verb: 'delete', rowIds: '1', preview: 0 });
  expect(answer).toMatchObject({ success: false, refusal: 'proofNeeded', result: { what: 'box: delete' } });
});

test('a preview leaves rows, watchers and the log as they were; a run tells of what was done and of nothing else', async () => {
  const before = await stored();
  const { rows } = await run(1);
  expect(rows.map(({ outcome, reason }) => `${outcome} ${reason}`)).toEqual(['done ', 'refused The box is not empty', 'done ']);
  expect([await stored(), messages, done]).toEqual([before, [], []]);
  expect((await run(0)).rows).toEqual(rows);
  expect(await stored()).toMatchObject([{ gone: true }, { name: 'Full', gone: false, version: 1 }, { gone: true }]);
  expect([messages.some((one) => one.startsWith('2 ')), done]).toEqual([false, ['1', '3']]);
  expect(messages).toEqual(['1 written', '1 deleted', '3 written', '3 deleted']);
});

test('of a branch that is ticked with its leaf the leaf goes first, and the preview knows it', async () => {
  await server.database.asSuperuser(`insert into box (box_id, name) values (4, 'Branch'), (5, 'Leaf')`);
  const of = async (rowIds: string, preview: 0 | 1) => {
    const { rows } = await server.ok(viewers.tenant('1'), bulkApi.run, { noun: 'box', verb: 'delete', rowIds, preview });
    return rows.map((row) => `${row.id} ${row.outcome}`);
  };
  expect(await of('4', 1)).toEqual(['4 refused']);
  expect(await of('4,5', 1)).toEqual(['4 done', '5 done']);
  expect((await stored()).slice(3)).toMatchObject([
    { gone: false, version: 1 },
    { gone: false, version: 1 },
  ]);
  expect(await of('4,5', 0)).toEqual(['4 done', '5 done']);
  expect((await stored()).slice(3)).toMatchObject([{ gone: true }, { gone: true }]);
});
