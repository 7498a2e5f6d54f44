import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeTable } from '#kit/fields/codes.ts';
import { choice, choices, count, readOnly, id, instant, money, optional, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { domain, feature } from '#kit/resource/feature.ts';
import { labels } from '#kit/resource/labels.ts';
import { resource } from '#kit/resource/resource.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { crudHandlers } from '../crud/crud.ts';
import { countSql } from './list-sql.ts';
import { implement } from '../context/route.ts';

const W = (word: string) => [word, word, word] as const;
const colour = codeTable({
  dictCode: 'test_colour',
  title: W('Colour'),
  items: { red: { value: 1, words: W('Red') }, green: { value: 2, words: W('Green') }, blue: { value: 3, words: W('Blue') } },
});
const thing = resource({
  name: 'thing',
  path: '/test/thing',
  table: 'thing',
  key: 'thingId',
  title: 'name',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: {
    thingId: readOnly(id({ filter: 'equals' })),
    tenantId: readOnly(id()),
    name: text({ max: 40, filter: 'contains', sort: true }),
    code: text({ min: 2, max: 40, filter: 'equals' }),
    note: optional(text({ max: 40, filter: 'equals' })),
    colour: choice(colour, { filter: 'equals' }),
    colours: choices(colour, { filter: 'equals' }),
    size: count({ filter: 'between' }),
    price: money({ filter: 'between' }),
    at: instant({ filter: 'between', sort: true }),
    hidden: text({ max: 9 }),
  },
});
const api = {
  ...crud(thing),
  slow: endpoint({ method: 'GET', path: '/test/thing/slow', allow: 'thing:list', input: {}, output: opaque<null>() }),
  dealConsume: endpoint({
    method: 'GET',
    path: '/test/thing/dealConsume',
    allow: 'thing:list',
    input: {},
    listOf: thing,
    output: opaque<{ n: number }>(),
  }),
};
const fields = Object.fromEntries(Object.keys(thing.fields).map((name) => [name, W(name)]));
const thingLabels = labels(thing, { noun: W('Thing'), fields: fields as never }); // one word each is enough

let server: TestServer;
const viewer = viewers.tenant('1');
beforeAll(async () => {
  const routes = implement(api, {
    ...crudHandlers(thing),
    slow: async (ctx) => {
      await sql`set local statement_timeout = 20`.execute(ctx.db);
      await sql`select pg_sleep(5)`.execute(ctx.db);
      return null;
    },
    dealConsume: async (ctx, _input, { list }) => {
      const query = countSql({ noun: thing, viewer: ctx.viewer, registry: ctx.registry, conditions: list.conditions });
      const { rows } = await query.execute(ctx.db.withoutPlugins());
      return { n: (rows[0] as { total: number }).total };
    },
  });
  server = await startTestServer({ domains: [domain('test', [feature({ name: 'thing', resource: thing, api, labels: thingLabels })])], routes });
  await server.database.asSuperuser(`
    insert into tenant (tenant_id, name) values (1, 'One'), (2, 'Two');
    create table thing (thing_id bigint generated always as identity primary key, tenant_id bigint not null default 1, name text, code text, note text,
      colour int2, colours int2[], size int4, price int8, at timestamptz, hidden text, is_delete boolean not null default false,
      create_by text, create_time timestamptz default now(), update_by text, update_time timestamptz, version int4 not null default 1);
    grant select, insert, update, delete on thing to chargeops_app, chargeops_system;
    insert into thing (name, code, note, colour, colours, size, price, at, hidden) values
      ('Alpha Hall', 'AA1', null, 1, '{1,2}', 5, 1050, '2026-03-01T00:00:00Z', 's'),
      ('Beta Hall', 'BB2', 'x,y', 2, '{3}', 10, 2000, '2026-03-01T23:59:59.500Z', 's'),
      ('Gamma 100%', 'AB3', '!odd', 3, '{}', 15, 3000, '2026-03-02T00:00:00Z', 's'),
      ('50* off_', 'CC4', 'plus+plus', 1, '{2,3}', 20, 4000, '2026-04-01T10:00:00Z', 's');
    insert into thing (tenant_id, name, code, colour, colours, size, price, at) values (2, 'Alpha Foreign', 'AA9', 1, '{1}', 5, 1, now())`);
});
afterAll(() => server.close());

const found = async (filter: Readonly<Record<string, string>>): Promise<string> => {
  const page = await server.ok(viewer, api.list, { column: 'name', order: 'asc', ...filter });
  return page.records.map(({ name }) => name[0]).join('');
};
/** The initials of the names: A(lpha), B(eta), G(amma), 5(0* off_). */
test.each([
  [{ name: 'hall' }, 'AB'],
  [{ name: '*hall' }, 'AB'],
  [{ name: 'al*' }, 'A'],
  [{ name: '*00%' }, 'G'],
  [{ name: '*l*' }, 'AB'],
  [{ name: '*off_*' }, '5'],
  [{ name: '*' }, '5'],
  [{ name: 'Alpha Hall,Beta Hall' }, 'AB'],
  [{ name: 'Alpha Hall,' }, 'A'],
  [{ name: 'Alpha,' }, ''],
  [{ name: '!Alpha Hall' }, '5BG'],
  [{ code: 'AA1' }, 'A'],
  [{ code: 'A' }, ''],
  [{ code: 'A*' }, 'AG'],
  [{ code: '!AA1,BB2' }, '5G'],
  [{ note: '!x' }, '5ABG'],
  [{ note_MultiString: '!odd,plus+plus' }, '5G'],
  [{ colour: '1' }, '5A'],
  [{ colour: '2,3,' }, 'BG'],
  [{ colour: '!1' }, 'BG'],
  [{ colour_MultiString: '1,2' }, '5AB'],
  [{ colours: ',1,3,' }, '5AB'],
  [{ colours: '2' }, '5A'],
  [{ size: '>= 15' }, '5G'],
  [{ size: '> 15' }, '5'],
  [{ size: '<= 10' }, 'AB'],
  [{ size: '< 10' }, 'A'],
  [{ size: '10' }, 'B'],
  [{ size_begin: '10', size_end: '15' }, 'BG'],
  [{ price: '<= 20.00' }, 'AB'],
  [{ price_begin: '20.01' }, '5G'],
  [{ at_begin: '2026-03-01', at_end: '2026-03-01' }, 'AB'],
  [{ at: '> 2026-03-01' }, '5G'],
  [{ at: '< 2026-03-02' }, 'AB'],
  [{ at_begin: '2026-03-02 00:00:00' }, '5G'],
])('%o finds %s, and so do export and total', async (filter, names) => {
  expect(await found(filter)).toBe(names);
  const totals = await server.ok(viewer, api.dealConsume, filter);
  expect(totals.n).toBe(names.length);
});

test.each([
  { colour: 'red' },
  { colour: '1,x' },
  { size: '>= many' },
  { size: '!x' },
  { size_begin: 'few' },
  { at: '> soon' },
  { name: '>= B' },
  { name: ',' },
  { thingId: 'x' },
  { column: 'hidden' },
  { column: 'nothing' },
  { column: 'name; drop table thing' },
  { order: 'sideways' },
])('%o is refused, never left out', async (filter) => {
  for (const endpointOf of [api.list, api.dealConsume, api.exportXls]) {
    const response = await server.fetch(viewer, `${endpointOf.path}?${new URLSearchParams(filter as never).toString()}`);
    expect([endpointOf.path, response.status]).toEqual([endpointOf.path, 400]);
  }
});

test('a question that takes too long is told so', async () => {
  const answer = await server.call(viewer, api.slow, {});
  expect([answer.success, answer.message]).toEqual([
    false,
    'This took too long and was stopped; try again later, and narrow the conditions of a query',
  ]);
});

test('a column of texts sorts by the field behind it', async () => {
  expect(await found({ column: 'name_dictText', order: 'desc' })).toBe('GBA5');
  expect(await found({ column: 'at', order: 'desc' })).toBe('5GBA');
});

describe('the advanced query', () => {
  const advanced = (rows: unknown, match?: string) => ({
    superQueryParams: typeof rows === 'string' ? rows : encodeURIComponent(JSON.stringify(rows)),
    ...(match && { superQueryMatchType: match }),
  });
  test.each([
    [[{ field: 'name', rule: 'like', val: 'hall' }], 'AB'],
    [[{ field: 'name', rule: 'right_like', val: 'al' }], 'A'],
    [[{ field: 'name', rule: 'left_like', val: '%' }], 'G'],
    [[{ field: 'note', rule: 'eq', val: 'plus+plus' }], '5'],
    [[{ field: 'note', rule: 'ne', val: 'plus+plus' }], 'ABG'],
    [[{ field: 'colour', rule: 'in', val: '2,3', dictCode: 'test_colour' }], 'BG'],
    [
      [
        { field: 'size', rule: 'gt', val: '5', dbType: 'int' },
        { field: 'size', rule: 'lt', val: 20 },
      ],
      'BG',
    ],
    [[{ field: 'at', rule: 'eq', val: '2026-03-01', type: 'date' }], 'AB'],
    [[{ field: 'at', rule: 'le', val: '2026-03-01' }], 'AB'],
    [[{ field: 'at', rule: 'eq', val: '2026-03-01T16:00:00.000Z', type: 'date' }], 'BG'],
    [[{ field: 'at', rule: 'ne', val: '2026-03-01T16:00:00.000Z', type: 'date' }], '5A'],
    [[{ field: 'at', rule: 'eq', val: '2026-03-01T23:59:59.000Z' }], 'B'],
    [[{ field: 'colours', rule: 'in', val: '1,3' }], '5AB'],
    [[{ field: 'size', rule: 'in', val: '5,15' }], 'AG'],
    [
      [
        { field: 'name', rule: 'eq' },
        { rule: 'eq', val: 'x' },
        { field: 'size', rule: '', val: '1' },
      ],
      '5ABG',
    ],
    [[], '5ABG'],
  ])('%o finds %s', async (rows, names) => expect(await found(advanced(rows))).toBe(names));

  test('any of its rows, and still only among the filter and the scope', async () => {
    const rows = [
      { field: 'size', rule: 'le', val: '5' },
      { field: 'colour', rule: 'eq', val: '3' },
      { field: 'name', rule: 'like', val: 'Foreign' },
    ];
    expect(await found(advanced(rows, 'or'))).toBe('AG');
    expect(await found({ ...advanced(rows, 'or'), name: 'Alpha' })).toBe('A');
    expect((await server.ok(viewer, api.dealConsume, advanced(rows, 'or'))).n).toBe(2);
  });

  const row = { field: 'name', rule: 'eq', val: 'x' };
  test.each([
    ['[{"field":"name"'],
    ['{"field":"name"}'],
    ['%5B%7B%'],
    [[{ field: 'name', rule: 'sounds_like', val: 'x' }]],
    [[{ field: 'hidden', rule: 'eq', val: 's' }]],
    [[{ field: 'nothing', rule: 'eq', val: 's' }]],
    [[{ field: 'name', rule: 'constructor', val: 's' }]],
    [[{ field: 'constructor', rule: 'eq', val: 's' }]],
    [[{ field: 'colours', rule: 'ne', val: '1' }]],
    [[{ field: 'at', rule: 'in', val: '2026-03-01' }]],
    [[{ field: 'at', rule: 'eq', val: 'soon', type: 'date' }]],
    [[{ field: 'size', rule: 'gt', val: 'many' }]],
    [[{ field: 'name', rule: 'gt', val: 'a' }]],
    [[{ field: 'name', rule: 'eq', val: { a: 1 } }]],
    [Array.from({ length: 21 }, () => row)],
    [`[${' '.repeat(8_001)}]`],
  ])('%o is refused', async (rows) => {
    const answer = await server.call(viewer, api.list, advanced(rows));
    expect([answer.status, answer.success]).toEqual([400, false]);
    for (const endpointOf of [api.dealConsume, api.exportXls]) {
      const response = await server.fetch(viewer, `${endpointOf.path}?${new URLSearchParams(advanced(rows) as never).toString()}`);
      expect([endpointOf.path, response.status]).toEqual([endpointOf.path, 400]);
    }
  });

  test('a refusal names the row and its field', async () => {
    const bad = { field: 'size', rule: 'gt', val: 'many' };
    expect((await server.call(viewer, api.list, advanced([row, bad]))).message).toBe('Row 2 of the advanced query is not valid: size');
    expect((await server.call(viewer, api.list, advanced([{ ...row, field: 'toString' }]))).message).toContain('not valid: toString');
    expect((await server.call(viewer, api.list, advanced('[{'))).message).toBe('The filter is not valid: Advanced query');
  });

  test('another match is refused', async () => expect((await server.call(viewer, api.list, advanced([row], 'xor'))).status).toBe(400));
});
