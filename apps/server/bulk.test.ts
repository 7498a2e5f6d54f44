import { afterAll, beforeAll, expect, test } from 'vitest';
import { bulkApi } from '#kit/resource/bulk.ts';
import type { BulkRow } from '#kit/resource/bulk.ts';
import { agentApi, stationApi } from '#domains/network/resources.ts';
import { isRecord, textAt, resultOf } from '#kit/test/nouns/call-endpoint.ts';
import type { CallResult, Input } from '#kit/test/nouns/call-endpoint.ts';
import { changed, changedForeign, readRows } from './testing/rows.ts';
import { HOME, startServerTestbed } from './testing/world.ts';
import type { Person, ServerTestbed } from './testing/world.ts';

let world: ServerTestbed;
beforeAll(async () => void (world = await startServerTestbed()));
afterAll(() => world?.close());

const rowsIn = ({ result }: CallResult): readonly BulkRow[] => (isRecord(result) ? (result['rows'] as readonly BulkRow[]) : []);
const run = (who: Person['name'], input: Input, headers: Record<string, string> = {}) =>
  world.ask({ token: world.person(who).token, headers }, bulkApi.run, input);
const rowsNow = () => readRows(world.database, world.resources);
const addStation = async (name: string): Promise<string> => {
  const place = { tenantId: world.key('tenant', HOME), agentId: world.key('agent', HOME), timezone: 'Asia/Shanghai' };
  return textAt(resultOf(await world.ask(world.person('tenant').token, stationApi.add, { ...place, stationName: name }), name), 'stationId');
};

test('a preview says who is eligible and why others are not, and changes nothing; the run does what it said, row by row', async () => {
  const [free, other] = [await addStation('Free One'), await addStation('Free Two')];
  const busy = world.key('station', HOME);
  const [foreign, absent] = [world.key('station', { tenant: 2, agent: 1, station: 1 }), '7999999999999'];
  const input = { noun: 'station', verb: 'delete', rowIds: [free, busy, foreign, absent, other, free].join(',') };
  const before = await rowsNow();
  const preview = rowsIn(await run('tenant', { ...input, preview: 1 }));
  expect(changed(before, await rowsNow())).toEqual([]);
  expect(preview.map(({ id, outcome }) => [id, outcome])).toEqual([
    [free, 'done'],
    [busy, 'refused'],
    [foreign, 'refused'],
    [absent, 'refused'],
    [other, 'done'],
  ]);
  expect(preview[0]).toEqual({ id: free, title: 'Free One', outcome: 'done', reason: '' });
  // A row outside the scope gives the same answer as a missing one: no name, the same message.
  expect([preview[2]?.title, preview[2]?.reason]).toEqual([foreign, preview[3]?.reason]);
  expect(preview[1]?.reason).not.toBe(preview[3]?.reason);

  const done = rowsIn(await run('tenant', input));
  expect(done).toEqual(preview);
  const left = await Promise.all([free, other, busy].map((id) => world.ask(world.person('tenant').token, stationApi.queryById, { id })));
  expect(left.map(({ status }) => status)).toEqual([404, 404, 200]);
  expect(changedForeign(before, await rowsNow(), world.person('tenant').scope)).toEqual([]);
});

test('a state is set by the rule of the single verb', async () => {
  const [one, two] = [await addStation('State One'), await addStation('State Two')];
  const set = (state: unknown, preview = 0) => run('tenant', { noun: 'station', verb: 'changeState', rowIds: `${one},${two},`, state, preview });
  expect(rowsIn(await set('0')).map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  const bad = rowsIn(await set('77'));
  expect(bad.map(({ outcome }) => outcome)).toEqual(['refused', 'refused']);
  expect(bad[0]?.reason).not.toBe('');
});

test('a row whose name no database can store is refused like any that does not exist', async () => {
  const answer = await run('tenant', { noun: 'station', verb: 'delete', rowIds: 'a\ud800b' });
  expect([answer.status, rowsIn(answer).map(({ outcome }) => outcome)]).toEqual([200, ['refused']]);
});

test('a second press with the same key gets the first answer and does nothing more', async () => {
  const id = await addStation('Pressed Twice');
  const input = { noun: 'station', verb: 'delete', rowIds: id };
  const answers = await Promise.all([1, 2, 3].map(() => run('tenant', input, { 'idempotency-key': 'pressed-twice-1' })));
  for (const answer of answers) expect(rowsIn(answer)).toEqual([{ id, title: 'Pressed Twice', outcome: 'done', reason: '' }]);
});

test('verbs that are told the same of all rows: parameters of piles, stops and ends of orders', async () => {
  const [mine, foreign] = [world.key('pile', HOME), world.key('pile', { tenant: 2, agent: 1, station: 1 })];
  const set = (shared: unknown, rowIds = `${mine},${foreign},ABSENT`) =>
    run('tenant', { noun: 'parameter', verb: 'setParameter', rowIds, shared }).then((answer) => rowsIn(answer));
  const restart = await set({ paramNo: 0, value: '1', cpCode: foreign });
  const [first, second, third] = restart;
  expect(restart.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused']);
  expect(first?.reason).toBe('The pile is offline; this cannot wait for it');
  expect([second?.title, second?.reason]).toEqual([foreign, third?.reason]);
  expect((await set({ paramNo: 1, value: '5' }))[0]).toMatchObject({ id: mine, outcome: 'done', reason: '' });
  expect((await set({ paramNo: 1, value: 'many' }, mine))[0]).toMatchObject({ outcome: 'refused' });
  for (const shared of ['text', [1], 7, null]) expect((await set(shared, mine))[0]).toMatchObject({ outcome: 'refused' });

  const order = world.key('chargingOrder', HOME);
  const end = async (shared: unknown) => rowsIn(await run('tenant', { noun: 'chargingOrder', verb: 'manualEnd', rowIds: order, shared }));
  expect((await end({ reason: 'x'.repeat(256) }))[0]?.outcome).toBe('refused');
  expect(await end({ reason: 'silent pile' })).toMatchObject([{ id: order, outcome: 'done' }]);
  expect(await end({ reason: 'silent pile' })).toMatchObject([{ id: order, outcome: 'refused', reason: expect.stringMatching(/./) as string }]);
});

test('only verbs for one row can be asked for, with the right of that verb, by those who hold it', async () => {
  const rowIds = world.key('station', HOME);
  const token = `${world.person('tenant').token.slice(0, -1)}!station:delete`;
  const lacking = await world.ask({ token }, bulkApi.run, { noun: 'station', verb: 'delete', rowIds });
  expect([lacking.status, lacking.message]).toEqual([403, 'No access: station:delete']);
  for (const [noun, verb] of [
    ['station', 'list'],
    ['station', 'add'],
    ['station', 'exportXls'],
    ['station', 'deleteBatch'],
    ['station', 'constructor'],
    ['nothing', 'delete'],
    ['session', 'logout'],
    ['bulk', 'run'],
  ])
    expect([noun, verb, (await run('platform', { noun, verb, rowIds })).status]).toEqual([noun, verb, 404]);
  expect((await run('tenant', { noun: 'station', verb: 'delete', rowIds: Array.from({ length: 201 }, (_, n) => n + 1).join() })).success).toBe(false);
  expect((await world.ask('', bulkApi.run, { noun: 'station', verb: 'delete', rowIds })).status).toBe(401);
  expect(resultOf(await world.ask(world.person('tenant').token, agentApi.queryById, { id: world.key('agent', HOME) }), 'agent')).toBeTruthy();
});
