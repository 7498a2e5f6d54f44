import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import type { TestServer } from '#kit/test/server.ts';
import { agentApi } from '../agent/agent.ts';
import { rateRuleStub } from '../rate-rule-stub.fixture.ts';
import { pileApi } from '../pile/pile.ts';
import { network } from '../resources.ts';
import { networkRoutes, noPileCommands } from '../server.ts';
import { stationApi } from '../station/station.ts';
import { tenantApi } from '../tenant/tenant.ts';
import { reservationConfApi } from './reservation-conf.ts';

const details = [
  { startMinute: 0, reservationDuration: 15, occupyFeeUnit: '0.00' },
  { startMinute: 15, reservationDuration: 60, occupyFeeUnit: '0.20' },
];

let server: TestServer;
let staff: Viewer;
let foreign: Viewer;
const world = { tenantId: '', agentId: '', otherAgentId: '', stationId: '' };

beforeAll(async () => {
  server = await startTestServer({ domains: [network, rateRuleStub], routes: networkRoutes({ secrets: testSecrets, piles: noPileCommands }) });
  const addTenant = async (name: string) =>
    (await server.ok(viewers.platform(), tenantApi.add, { name, currency: 'EUR', timezone: 'Europe/Berlin' })).tenantId;
  world.tenantId = await addTenant('Reserving');
  staff = viewers.tenant(world.tenantId);
  foreign = viewers.tenant(await addTenant('Foreign'));
  const addAgent = async (agentName: string) => (await server.ok(staff, agentApi.add, { agentName, timezone: 'Europe/Berlin' })).agentId;
  world.agentId = await addAgent('One');
  world.otherAgentId = await addAgent('Two');
  world.stationId = (await server.ok(staff, stationApi.add, { agentId: world.agentId, stationName: 'Here', timezone: 'Europe/Berlin' })).stationId;
});
afterAll(() => server.close());

const add = (crcName: string, more: object = {}, viewer: Viewer = staff) =>
  server.call(viewer, reservationConfApi.add, { crcName, details, ...more });
const added = (crcName: string, more: object = {}) => server.ok(staff, reservationConfApi.add, { crcName, details, ...more });

test('intervals join up from 0, and the first that does not is named', async () => {
  const conf = await added('Usual');
  expect(conf).toMatchObject({ tenantId: world.tenantId, crcState: 1, details, maxMinutes: 60, pileCount: 0, currency: 'EUR' });
  const [first, second] = details;
  const wrong = async (rows: readonly unknown[]) => (await add('Wrong', { details: rows })).message;
  expect(await wrong([{ ...first, startMinute: 5 }, second])).toBe('Interval 1 has to begin at minute 0');
  expect(await wrong([first, { ...second, startMinute: 16 }])).toBe('Interval 2 has to begin at minute 15');
  expect(await wrong([first, { ...second, reservationDuration: 15 }])).toBe('Interval 2 has to end after minute 15');
  // A caller may name only where each interval ends.
  const ends = details.map(({ startMinute: _start, ...end }) => end);
  expect(await added('Ends alone', { details: ends })).toMatchObject({ details, maxMinutes: 60 });
  expect(await wrong(ends.toReversed())).toBe('Interval 2 has to end after minute 60');
  for (const rows of [
    [],
    [{ ...first, occupyFeeUnit: '-0.01' }],
    [{ ...first, reservationDuration: 1441 }],
    'all day',
    [{ ...first, occupyFeeUnit: '0.001' }],
  ])
    expect(await add('Wrong', { details: rows })).toMatchObject({ status: 400, success: false });
  expect((await add('Usual')).message).toBe('Name exists already');
  const { crcId, version } = conf;
  const dearer = [{ startMinute: 0, reservationDuration: 30, occupyFeeUnit: '1.25' }];
  expect(await server.ok(staff, reservationConfApi.edit, { crcId, version, details: dearer })).toMatchObject({
    details: dearer,
    maxMinutes: 30,
    crcName: 'Usual',
  });
  expect((await server.call(staff, reservationConfApi.edit, { crcId, details: [second] })).message).toBe('Interval 1 has to begin at minute 0');
  // The database itself enforces the rule.
  const write = (rows: unknown) =>
    server.database.asSuperuser('update reservation_conf set details = $1::jsonb where crc_id = $2', [JSON.stringify(rows), crcId]);
  for (const rows of [
    [],
    [{}],
    [{ startMinute: 1, reservationDuration: 2, occupyFeeUnit: '1' }],
    [{ startMinute: 0, reservationDuration: 2, occupyFeeUnit: '-1' }],
  ])
    await expect(write(rows)).rejects.toThrow('reservation_intervals_join');
});

test('terms that piles follow stay, whoever sees the piles; those of nobody go', async () => {
  const { crcId } = await added('Followed');
  const pile = { stationId: world.stationId, cpName: 'Pile', cpType: 1, gunCount: 1, cpPower: '120', accountMinAmount: '1.00', crcId };
  const { crcId: ofPile, crcId_dictText: name } = await server.ok(staff, pileApi.add, { ...pile, cpCode: 'RES-1' });
  expect([ofPile, name]).toEqual([crcId, 'Followed']);
  const inUse = '1 pile follows the terms Followed';
  for (const viewer of [staff, viewers.agent(world.tenantId, world.otherAgentId)]) {
    expect((await server.call(viewer, reservationConfApi.delete, { id: crcId })).message).toBe(inUse);
    expect((await server.call(viewer, reservationConfApi.deleteBatch, { ids: crcId })).message).toBe(inUse);
    expect((await server.call(viewer, reservationConfApi.changeState, { entityId: crcId, setState: -1 })).message).toBe(inUse);
  }
  const offered = async (query: object = {}) => (await server.ok(staff, reservationConfApi.queryList, query)).map(({ text: title }) => title);
  expect(await offered()).toContain('Followed');
  await server.ok(staff, reservationConfApi.changeState, { entityId: crcId, setState: 0 });
  expect(await offered()).not.toContain('Followed');
  expect(await offered({ ids: crcId })).toEqual(['Followed']);
  await server.ok(staff, pileApi.edit, { cpCode: 'RES-1', crcId: null });
  await server.ok(staff, reservationConfApi.changeState, { entityId: crcId, setState: -1 });
  expect((await server.call(staff, reservationConfApi.edit, { crcId, crcName: 'Again' })).message).toBe('The terms Followed are disused and stay so');
  await server.ok(staff, reservationConfApi.delete, { id: crcId });
  expect((await server.ok(staff, reservationConfApi.list, { crcName: 'Followed' })).total).toBe(0);
});

test('another tenant neither sees them nor gives them to its piles', async () => {
  const { crcId } = await added('Ours');
  const { crcId: theirs } = await server.ok(foreign, reservationConfApi.add, { crcName: 'Ours', details });
  for (const call of [reservationConfApi.queryById, reservationConfApi.delete])
    expect(await server.call(foreign, call, { id: crcId })).toMatchObject({ status: 404 });
  expect(await server.call(foreign, reservationConfApi.edit, { crcId, crcName: 'Mine' })).toMatchObject({ status: 404 });
  await server.ok(viewers.agent(world.tenantId, world.agentId), reservationConfApi.queryById, { id: crcId });
  const taken = await server.call(staff, pileApi.add, {
    cpCode: 'RES-2',
    stationId: world.stationId,
    cpName: 'Pile',
    cpType: 1,
    gunCount: 1,
    cpPower: '120',
    accountMinAmount: '1.00',
    crcId: theirs,
  });
  expect(taken).toMatchObject({ success: false, message: 'The chosen Reservation terms does not exist' });
});
