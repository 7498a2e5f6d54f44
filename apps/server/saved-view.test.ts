import { afterAll, beforeAll, expect, test } from 'vitest';
import { preferenceApi } from '#kit/resource/shared-endpoints/preference.ts';
import { savedViewApi } from '#kit/resource/shared-endpoints/saved-view.ts';
import type { SavedView } from '#kit/resource/shared-endpoints/saved-view.ts';
import { resultOf, textAt } from '#kit/test/nouns/call-endpoint.ts';
import type { Input } from '#kit/test/nouns/call-endpoint.ts';
import { HOME, startServerTestbed } from './testing/world.ts';
import type { Person, ServerTestbed } from './testing/world.ts';

let world: ServerTestbed;
beforeAll(async () => void (world = await startServerTestbed()));
afterAll(() => world?.close());

const ask = (
  who: Person['name'],
  endpoint: (typeof savedViewApi)[keyof typeof savedViewApi] | (typeof preferenceApi)[keyof typeof preferenceApi],
  input: Input = {},
) => world.ask(world.person(who).token, endpoint, input);
const save = (who: Person['name'], view: Input) => ask(who, savedViewApi.save, { noun: 'pile', share: 'private', state: { filters: {} }, ...view });
const viewsOf = async (who: Person['name'], noun = 'pile') => resultOf(await ask(who, savedViewApi.list, { noun }), 'views') as readonly SavedView[];
const titlesOf = async (who: Person['name']) => (await viewsOf(who)).map(({ title }) => title);

test('a view is its owner’s until it is shared, and then its tenant’s at most', async () => {
  await save('tenant', { title: 'Mine' });
  await save('tenant', { title: 'Of my role', share: 'role' });
  const shared = textAt(resultOf(await save('tenant', { title: 'For all', share: 'tenant' }), 'save'), 'viewId');
  expect(await titlesOf('tenant')).toEqual(['For all', 'Mine', 'Of my role']);
  for (const who of ['agent', 'station'] as const) expect([who, await titlesOf(who)]).toEqual([who, ['For all']]);
  expect(await titlesOf('platform')).toEqual([]);
  // Only the owner may change or delete a view; for others it does not exist.
  for (const viewId of [shared, '7999999999999']) {
    expect((await ask('station', savedViewApi.delete, { viewId })).status).toBe(404);
    expect((await save('station', { viewId, title: 'Taken over' })).status).toBe(404);
  }
  expect((await viewsOf('station'))[0]).toMatchObject({ title: 'For all', mine: false, wider: true, narrowed: [] });
  expect((await save('tenant', { viewId: shared, title: 'Mine' })).message).toBe('Mine exists already');
  expect((await save('tenant', { title: 'Mine' })).success).toBe(false);
  resultOf(await save('tenant', { viewId: shared, title: 'For me again' }), 'edit');
  expect(await titlesOf('station')).toEqual([]);
  resultOf(await ask('tenant', savedViewApi.delete, { viewId: shared }), 'delete');
  expect(await titlesOf('tenant')).toEqual(['Mine', 'Of my role']);
});

test('shared with a role, it reaches whoever holds that role by a role group, as long as the role is not above their own', async () => {
  await save('agent', { title: 'Of agents', share: 'role' });
  expect([await titlesOf('tenant'), await titlesOf('station')].flat()).not.toContain('Of agents');
  const { rows } = await world.database.systemPool.query<Readonly<Record<string, string>>>(
    "select username, id, role_id from sys_user where username in ('viewer-tenant', 'viewer-agent', 'viewer-station')",
  );
  const of = (name: string): Readonly<Record<string, string>> => rows.find((row) => row['username'] === `viewer-${name}`) ?? {};
  await world.database.systemPool.query(
    `insert into sys_role_group (tenant_id, group_name, role_ids, user_ids) select tenant_id, 'Helpers', $1, $2 from sys_user where id = $3`,
    [`${of('agent')['role_id']},`, `${of('tenant')['id']},${of('station')['id']},`, of('tenant')['id']],
  );
  expect(await titlesOf('tenant')).toContain('Of agents');
  expect(await titlesOf('station')).not.toContain('Of agents');
});

test('it runs inside its reader’s scope, tells which filter was narrowed, and gives no foreign name or number away', async () => {
  const [near, far] = [world.key('station', HOME), world.key('station', { ...HOME, agent: 2 })];
  const filters = { stationId: `${near},${far}`, agentId: world.key('agent', { tenant: 1, agent: 2 }), cpName: 'A*' };
  await save('tenant', { title: 'Both halls', share: 'tenant', state: { filters, column: 'cpCode', order: 'asc', columns: ['cpCode', 'cpName'] } });
  const own = (await viewsOf('tenant')).find(({ title }) => title === 'Both halls');
  expect(own).toMatchObject({ narrowed: [], wider: false, state: { filters, column: 'cpCode', order: 'asc', columns: ['cpCode', 'cpName'] } });
  const read = (await viewsOf('station')).find(({ title }) => title === 'Both halls');
  expect(read?.state.filters).toEqual({ stationId: near, agentId: '0', cpName: 'A*' });
  expect(read?.narrowed.toSorted()).toEqual(['agentId', 'stationId']);
  expect(JSON.stringify(read)).not.toContain(far);
});

test('an advanced query is kept by itself, shared, and narrowed to what its reader may see', async () => {
  const [near, far] = [world.key('station', HOME), world.key('station', { ...HOME, agent: 2 })];
  const rows = [
    { field: 'stationId', rule: 'in', val: `${near},${far}`, text: 'Near Hall,Far Hall' },
    { field: 'stationId', rule: 'ne', val: far },
    { field: 'cpCode', rule: 'like', val: 'A' },
  ];
  const state = { filters: { superQueryParams: JSON.stringify(rows), superQueryMatchType: 'or' } };
  resultOf(await save('tenant', { kind: 'query', title: 'Halls', share: 'tenant', state }), 'save');
  // Names of lists and names of queries are separate sets.
  resultOf(await save('tenant', { title: 'Halls' }), 'list of the same name');
  expect((await viewsOf('station')).map(({ title }) => title)).not.toContain('Halls');
  const queriesOf = async (who: Person['name']) =>
    resultOf(await ask(who, savedViewApi.list, { noun: 'pile', kind: 'query' }), 'queries') as readonly SavedView[];
  expect(await queriesOf('tenant')).toMatchObject([{ title: 'Halls', kind: 'query', mine: true, narrowed: [] }]);
  const [read] = await queriesOf('station');
  expect(read).toMatchObject({ mine: false, narrowed: ['stationId'], state: { filters: { superQueryMatchType: 'or' } } });
  expect(JSON.parse(read?.state.filters['superQueryParams'] ?? '')).toEqual([
    { field: 'stationId', rule: 'in', val: near },
    { field: 'stationId', rule: 'ne', val: '0' },
    { field: 'cpCode', rule: 'like', val: 'A' },
  ]);
  const bad = [
    { filters: {} },
    { filters: { ...state.filters, cpName: 'A' } },
    { ...state, column: 'cpCode' },
    { filters: { superQueryParams: '[{"field":"cpCode","rule":"sounds","val":"x"}]' } },
    { filters: { superQueryMatchType: 'or' } },
  ];
  for (const [n, one] of bad.entries())
    expect([n, (await save('tenant', { kind: 'query', title: `Bad query ${n}`, state: one })).status]).toEqual([n, 400]);
});

test('what the list would refuse is not saved, and lists one may not open have no views', async () => {
  const bad: readonly Input[] = [
    { state: { filters: { nothing: 'x' } } },
    { state: { filters: { stationId: 'x' } } },
    { state: { filters: {}, column: 'encryptionSecret' } },
    { state: { filters: { superQueryParams: '[{' } } },
    { state: { filters: { cpName: { a: 1 } } } },
    { state: { filters: {}, columns: ['\u0000'] } },
    { state: { filters: {}, columns: ['\ud800'] } },
    { state: 'text' },
    { state: { filters: { cpName: 'x'.repeat(9_000) } } },
    { share: 'world' },
    { title: ' ' },
  ];
  for (const [n, view] of bad.entries()) expect([n, (await save('tenant', { title: `Bad ${n}`, ...view })).status]).toEqual([n, 400]);
  for (const noun of ['nothing', 'session', 'constructor']) expect((await ask('tenant', savedViewApi.list, { noun })).status).toBe(404);
  const token = `${world.person('tenant').token.slice(0, -1)}!pile:list`;
  expect((await world.ask(token, savedViewApi.list, { noun: 'pile' })).status).toBe(404);
});

test('what one likes is one’s own, bounded, and forgotten when it is taken back', async () => {
  const value = { columns: ['cpCode'], pinned: ['cpName'], density: 'roomy' };
  resultOf(await ask('agent', preferenceApi.save, { name: 'list.pile', value }), 'save');
  resultOf(await ask('agent', preferenceApi.save, { name: 'list.gun', value: ['a'] }), 'save');
  expect(resultOf(await ask('agent', preferenceApi.all), 'all')).toEqual({ 'list.pile': value, 'list.gun': ['a'] });
  expect(resultOf(await ask('station', preferenceApi.all), 'all')).toEqual({});
  resultOf(await ask('agent', preferenceApi.save, { name: 'list.gun' }), 'forget');
  expect(resultOf(await ask('agent', preferenceApi.all), 'all')).toEqual({ 'list.pile': value });
  for (const odd of ['a\u0000b', 'a\ud800b']) expect((await ask('agent', preferenceApi.save, { name: 'list.pile', value: odd })).status).toBe(400);
  expect((await ask('agent', preferenceApi.save, { name: 'list.pile', value: 'x'.repeat(8_001) })).success).toBe(false);
});
