import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { agentApi } from '../agent/agent.ts';
import { rateRuleStub } from '../rate-rule-stub.fixture.ts';
import { network } from '../resources.ts';
import { networkRoutes, noPileCommands } from '../server.ts';
import { stationApi } from '../station/station.ts';
import { tenantApi } from '../tenant/tenant.ts';
import { MOBILES_MAX, mobileStationApi } from './mobile-station.ts';

let server: TestServer;
let staff: Viewer;
let foreign: Viewer;
const world = { tenantId: '', agentId: '', otherAgentId: '', stationId: '', otherStationId: '', foreignStationId: '' };

beforeAll(async () => {
  server = await startTestServer({ domains: [network, rateRuleStub], routes: networkRoutes({ secrets: testSecrets, piles: noPileCommands }) });
  const addTenant = async (name: string) =>
    (await server.ok(viewers.platform(), tenantApi.add, { name, currency: 'CNY', timezone: 'Asia/Shanghai' })).tenantId;
  const addAgent = async (viewer: Viewer, agentName: string) =>
    (await server.ok(viewer, agentApi.add, { agentName, timezone: 'Asia/Shanghai' })).agentId;
  const addStation = async (viewer: Viewer, agentId: string, stationName: string) =>
    (await server.ok(viewer, stationApi.add, { agentId, stationName, timezone: 'Asia/Shanghai' })).stationId;
  world.tenantId = await addTenant('Own');
  staff = viewers.tenant(world.tenantId);
  foreign = viewers.tenant(await addTenant('Foreign'));
  world.agentId = await addAgent(staff, 'One');
  world.otherAgentId = await addAgent(staff, 'Two');
  world.stationId = await addStation(staff, world.agentId, 'North');
  world.otherStationId = await addStation(staff, world.agentId, 'South');
  world.foreignStationId = await addStation(foreign, await addAgent(foreign, 'Far'), 'Far');
});
afterAll(() => server.close());

const add = (input: object, viewer: Viewer = staff) =>
  server.call(viewer, mobileStationApi.add, { stationId: world.stationId, contacts: 'Ada', mobileNumber: '13800000001', ...input });
const numbers = async () =>
  (await server.database.asSuperuser<{ number: string }>('select mobile_number as number from mobile_station where not is_delete order by 1')).map(
    ({ number }) => number,
  );

test('a mobile is on the list of a station once, however it is written', async () => {
  const { result } = await add({ mobileNumber: '+86 138 0000 0001' });
  expect(result).toMatchObject({ tenantId: world.tenantId, agentId: world.agentId, mobileNumber: '138****0001', contacts: 'Ada' });
  expect(await numbers()).toEqual(['13800000001']);
  expect(await add({ contacts: 'Bob' })).toMatchObject({ success: false, message: 'Mobile number exists already' });
  expect(await add({ stationId: world.otherStationId })).toMatchObject({ success: true });
  const second = await server.ok(staff, mobileStationApi.add, { stationId: world.stationId, contacts: 'Bob', mobileNumber: '13900000002' });
  const edit = (input: object) => server.call(staff, mobileStationApi.edit, { mobileStationId: second.mobileStationId, ...input });
  expect(await edit({ mobileNumber: '(+86)13800000001' })).toMatchObject({ success: false });
  expect(await edit({ mobileNumber: '+8613900000003', contacts: 'Bobby' })).toMatchObject({ success: true });
  expect(await edit({ mobileNumber: '139****0003', contacts: 'Bob' })).toMatchObject({ success: true });
  expect(await numbers()).toEqual(['13800000001', '13800000001', '13900000003']);
});

test.each([
  [{ mobileNumber: '02155556666' }],
  [{ mobileNumber: '12800000001' }],
  [{ mobileNumber: '' }],
  [{ contacts: '' }],
  [{ contacts: 'x'.repeat(61) }],
])('%j is refused', async (input) => {
  const before = await numbers();
  expect(await add({ mobileNumber: '13700000001', ...input })).toMatchObject({ success: false, status: 400 });
  expect(await numbers()).toEqual(before);
});

test('a station of another tenant is answered like one that does not exist, and nothing is written', async () => {
  const before = await numbers();
  for (const stationId of [world.foreignStationId, '999999'])
    expect(await add({ stationId, mobileNumber: '13700000002' })).toMatchObject({ success: false, message: 'The chosen Station does not exist' });
  expect(await add({}, viewers.agent(world.tenantId, world.otherAgentId))).toMatchObject({
    success: false,
    message: 'The chosen Station does not exist',
  });
  expect(await numbers()).toEqual(before);
  expect((await server.ok(foreign, mobileStationApi.list, {})).total).toBe(0);
});

test('one or several are deleted, and a number that was deleted may come back', async () => {
  const added = async (mobileNumber: string) =>
    (await server.ok(staff, mobileStationApi.add, { stationId: world.stationId, contacts: 'Del', mobileNumber })).mobileStationId;
  const ids = [await added('13600000001'), await added('13600000002'), await added('13600000003')];
  await server.ok(staff, mobileStationApi.delete, { id: ids[0] ?? '' });
  await server.ok(staff, mobileStationApi.deleteBatch, { ids: ids.slice(1).join(',') });
  expect((await server.ok(staff, mobileStationApi.list, { contacts: 'Del' })).total).toBe(0);
  await added('13600000001');
});

test('a sheet is imported row by row, and the rejected rows come back', async () => {
  const line = (station: string, mobile: string, contact: string) => [station, mobile, contact];
  const { writeXlsx } = await import('hucre/xlsx');
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'sheet',
        rows: [
          ['Station', 'Mobile number', 'Contact'],
          line('North', '+86 13500000001', 'Sheet'),
          line('North', '13500000001', 'Sheet again'),
          line('Far', '13500000002', 'Foreign'),
          line('North', '12345', 'No mobile'),
          line('South', '13500000003', 'Sheet'),
        ],
      },
    ],
  });
  const form = new FormData();
  form.append('files[]', new Blob([new Uint8Array(bytes)]), 'mobiles.xlsx');
  const answer: unknown = await (await server.fetch(staff, mobileStationApi.importExcel.path, { method: 'POST', body: form })).json();
  expect(answer).toMatchObject({ code: 201, result: { successCount: 2, errorCount: 3 } });
  expect((await numbers()).filter((number) => number.startsWith('135'))).toEqual(['13500000001', '13500000003']);
});

test('a number is shown in full only to those who may reveal it', async () => {
  const { records } = await server.ok(staff, mobileStationApi.list, { stationId: world.stationId, contacts: 'Ada' });
  expect(records).toMatchObject([{ mobileNumber: '138****0001', stationId_dictText: 'North' }]);
  const id = records[0]?.mobileStationId ?? '';
  expect(await server.ok(staff, mobileStationApi.reveal, { id, field: 'mobileNumber' })).toEqual({ value: '13800000001' });
});

test('the list of a station moves with it to another agent, ends with it, and has a limit', async () => {
  const agentId = world.otherAgentId;
  await server.ok(staff, stationApi.edit, { stationId: world.otherStationId, agentId });
  const ofSouth = () => server.ok(viewers.agent(world.tenantId, agentId), mobileStationApi.list, {});
  expect((await ofSouth()).records).toMatchObject([{ agentId, stationId: world.otherStationId }, { agentId }]);
  await server.database.asSuperuser(`insert into mobile_station (tenant_id, agent_id, station_id, mobile_number, contacts)
    select tenant_id, agent_id, station_id, '134' || lpad(n::text, 8, '0'), 'Many' from station, generate_series(3, ${MOBILES_MAX}) n where station_id = ${world.otherStationId}`);
  expect(await add({ stationId: world.otherStationId, mobileNumber: '13700000009' })).toMatchObject({
    message: 'The white list of station South takes at most 2000 mobile numbers',
  });
  await server.ok(staff, stationApi.delete, { id: world.otherStationId });
  expect((await ofSouth()).total).toBe(0);
});
