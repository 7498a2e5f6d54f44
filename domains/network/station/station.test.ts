import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gunState } from '#engines/pile/codes.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import type { TestServer } from '#kit/test/server.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { agentApi } from '../agent/agent.ts';
import { rateRuleStub } from '../rate-rule-stub.fixture.ts';
import { network } from '../resources.ts';
import { networkRoutes, noPileCommands } from '../server.ts';
import { pileApi } from '../pile/pile.ts';
import { tenantApi } from '../tenant/tenant.ts';
import { changeState } from './station.rules.ts';
import { stationApi } from './station.ts';

let server: TestServer;
const platform = viewers.platform();
const world: { tenantId: string; agentId: string; otherAgentId: string; foreignTenantId: string; foreignAgentId: string; foreignStationId: string } =
  {
    tenantId: '',
    agentId: '',
    otherAgentId: '',
    foreignTenantId: '',
    foreignAgentId: '',
    foreignStationId: '',
  };
let tenantStaff: Viewer;
let agentStaff: Viewer;

beforeAll(async () => {
  server = await startTestServer({ domains: [network, rateRuleStub], routes: networkRoutes({ secrets: testSecrets, piles: noPileCommands }) });
  const addTenant = async (name: string) => (await server.ok(platform, tenantApi.add, { name, currency: 'CNY', timezone: 'Asia/Shanghai' })).tenantId;
  const addAgent = async (tenantId: string, agentName: string) =>
    (await server.ok(platform, agentApi.add, { tenantId, agentName, timezone: 'Asia/Shanghai' })).agentId;
  world.tenantId = await addTenant('Huadong');
  world.agentId = await addAgent(world.tenantId, 'Agent One');
  world.otherAgentId = await addAgent(world.tenantId, 'Agent Two');
  world.foreignTenantId = await addTenant('Foreign');
  world.foreignAgentId = await addAgent(world.foreignTenantId, 'Agent Far');
  world.foreignStationId = (
    await addStation(platform, { tenantId: world.foreignTenantId, agentId: world.foreignAgentId, stationName: 'Far Station' })
  ).stationId;
  tenantStaff = viewers.tenant(world.tenantId);
  agentStaff = viewers.agent(world.tenantId, world.agentId);
});
afterAll(() => server.close());

const addStation = (viewer: Viewer, more: Readonly<Record<string, unknown>>) =>
  server.ok(viewer, stationApi.add, { timezone: 'Asia/Shanghai', ...more });
const names = async (viewer: Viewer, query: Readonly<Record<string, unknown>> = {}) =>
  (await server.ok(viewer, stationApi.list, query)).records.map((row) => row.stationName);

describe('where a station lies', () => {
  test('is a code that exists, shown in the words of the asker, and found by what lies around it', async () => {
    const { stationId } = await addStation(agentStaff, { stationName: 'Lakeside', areaCode: '330106' });
    const wide = await addStation(agentStaff, { stationName: 'Somewhere in Zhejiang', areaCode: '330000' });
    const [row] = (await server.ok(agentStaff, stationApi.list, { stationName: 'Lakeside' })).records;
    expect(row).toMatchObject({ areaCode: '330106', areaCode_dictText: 'Zhejiang, Hangzhou, Xihu District' });
    const chinese = { ...agentStaff, username: 'zh', language: 'zh_TW' as const };
    expect(await server.ok(chinese, stationApi.queryById, { id: stationId })).toMatchObject({ areaCode_dictText: '浙江省 / 杭州市 / 西湖區' });
    expect((await names(agentStaff, { areaCode: '33*' })).toSorted()).toEqual(['Lakeside', 'Somewhere in Zhejiang']);
    expect(await names(agentStaff, { areaCode: '3301*' })).toEqual(['Lakeside']);
    expect(await names(agentStaff, { areaCode: '32*' })).toEqual([]);
    for (const areaCode of ['999999', '3301', "33' or 1"])
      expect((await server.call(agentStaff, stationApi.edit, { stationId, areaCode })).success).toBe(false);
    expect((await server.call(agentStaff, stationApi.edit, { stationId, areaCode: '330199' })).message).toBe('There is no area with the code 330199');
    await server.ok(agentStaff, stationApi.edit, { stationId, areaCode: '' });
    expect((await server.ok(agentStaff, stationApi.queryById, { id: stationId })).areaCode).toBeNull();
    await server.ok(agentStaff, stationApi.deleteBatch, { ids: `${stationId},${wide.stationId}` });
  });
});

describe('a station from add to delete', () => {
  test('an agent need not say which tenant and agent it is', async () => {
    const row = await addStation(agentStaff, { stationName: 'North Gate', gpsX: '121.473701', gpsY: '31.230400', buildDate: '2026-03-01' });
    expect(row).toMatchObject({
      tenantId: world.tenantId,
      agentId: world.agentId,
      agentId_dictText: 'Agent One',
      stationStat: 1,
      stationStat_dictText: 'Enabled',
      gpsX: '121.473701',
      cpAllTotal: 0,
      buildDate: '2026-03-01',
      version: 0,
    });
  });

  test('an edit changes what it names and nothing else; a stale one is told what changed', async () => {
    const row = await addStation(tenantStaff, { agentId: world.agentId, stationName: 'East Gate', stationAddr: 'Road 1' });
    const edited = await server.ok(tenantStaff, stationApi.edit, { stationId: row.stationId, version: row.version, stationAddr: 'Road 2' });
    expect(edited).toMatchObject({ stationName: 'East Gate', stationAddr: 'Road 2', version: 1, updateBy: tenantStaff.username });
    const stale = await server.call(tenantStaff, stationApi.edit, { stationId: row.stationId, version: 0, stationAddr: 'Road 3' });
    expect(stale).toMatchObject({ status: 409, code: 409, success: false, result: { current: { stationAddr: 'Road 2', version: 1 } } });
  });

  test('state changes one by one and in a batch, and disused is final', async () => {
    const { stationId } = await addStation(tenantStaff, { agentId: world.agentId, stationName: 'State One' });
    await server.ok(tenantStaff, stationApi.changeState, { entityId: stationId, setState: 0 });
    await server.ok(tenantStaff, stationApi.changeStatBatch, { ids: `${stationId},`, stat: -1 });
    const refused = await server.call(tenantStaff, stationApi.changeState, { entityId: stationId, setState: 1 });
    expect(refused).toMatchObject({ status: 200, success: false, code: 500, message: 'The station is disused and stays so' });
  });

  test('disused is final also for whoever decides at the same moment', async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => (await addStation(tenantStaff, { agentId: world.agentId, stationName: `Race ${n}` })).stationId),
    );
    const set = (entityId: string, setState: number) => server.call(tenantStaff, stationApi.changeState, { entityId, setState });
    await Promise.all(ids.flatMap((id) => [set(id, -1), set(id, 0)]));
    const after = await Promise.all(ids.map((id) => server.ok(tenantStaff, stationApi.queryById, { id })));
    expect(after.map((row) => row.stationStat)).toEqual(ids.map(() => -1));
  });

  test('GET of the family changes state too, but not from another site', async () => {
    const { stationId } = await addStation(tenantStaff, { agentId: world.agentId, stationName: 'State Two' });
    const path = `${stationApi.changeState.path}?entityId=${stationId}&setState=0`;
    expect((await server.fetch(tenantStaff, path, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    expect((await server.fetch(tenantStaff, path)).status).toBe(200);
    expect(await server.ok(tenantStaff, stationApi.queryById, { id: stationId })).toMatchObject({ stationStat: 0 });
  });

  test('deleted ones are gone from list, picker and details, and the name is free again', async () => {
    const { stationId } = await addStation(tenantStaff, { agentId: world.agentId, stationName: 'Short Lived' });
    await server.ok(tenantStaff, stationApi.deleteBatch, { ids: stationId });
    expect(await names(tenantStaff, { stationName: 'Short Lived' })).toEqual([]);
    expect((await server.call(tenantStaff, stationApi.queryById, { id: stationId })).status).toBe(404);
    expect(await server.ok(tenantStaff, stationApi.queryList, { ids: stationId })).toEqual([]);
    await addStation(tenantStaff, { agentId: world.agentId, stationName: 'Short Lived' });
  });
});

describe('what is out of service', () => {
  test('takes nothing new below it, and is not offered where something new is chosen', async () => {
    const { agentId } = await server.ok(platform, agentApi.add, { tenantId: world.tenantId, agentName: 'Agent Closing', timezone: 'UTC' });
    const { stationId } = await addStation(platform, { tenantId: world.tenantId, agentId, stationName: 'Closing Gate' });
    const pileAt = (cpCode: string) =>
      server.call(platform, pileApi.add, { cpCode, stationId, cpName: 'Pile', cpType: 1, gunCount: 1, cpPower: '60', accountMinAmount: '0' });
    const offered = async (query: object = {}) => (await server.ok(platform, stationApi.queryList, { keyword: 'Closing', ...query })).length;
    const set = (api: typeof stationApi | typeof agentApi, entityId: string, setState: number) =>
      server.ok(platform, api.changeState, { entityId, setState });
    expect((await pileAt('CLOSING1')).success).toBe(true);

    await set(stationApi, stationId, 0);
    expect((await pileAt('CLOSING2')).message).toBe('The chosen Station is out of service');
    expect([await offered(), await offered({ all: 1 }), await offered({ ids: stationId })]).toEqual([0, 1, 1]);
    // An unchanged value may be sent again, even together with the station.
    const agentElsewhere = { stationId, agentId, tenantId: world.tenantId, stationRemark: 'Being rebuilt' };
    expect((await server.call(platform, stationApi.edit, agentElsewhere)).success).toBe(true);
    await set(stationApi, stationId, 1);

    await set(agentApi, agentId, 0);
    expect((await pileAt('CLOSING2')).message).toBe('The chosen Agent is out of service');
    const add = { tenantId: world.tenantId, agentId, stationName: 'Never Opened', timezone: 'UTC' };
    expect((await server.call(platform, stationApi.add, add)).message).toBe('The chosen Agent is out of service');
    expect((await server.call(platform, stationApi.edit, { stationId, agentId, stationRemark: 'Still there' })).success).toBe(true);
    expect(await server.ok(platform, agentApi.queryList, { keyword: 'Closing' })).toEqual([]);
    await set(agentApi, agentId, 1);

    await set(stationApi, stationId, -1);
    expect((await server.call(platform, pileApi.changeState, { entityId: 'CLOSING1', setState: 1 })).message).toBe(
      'Pile Pile cannot be enabled: its station, agent or tenant is disused',
    );
    expect((await server.call(platform, stationApi.edit, { stationId, stationRemark: 'Too late' })).message).toBe(
      'The station is disused and stays so',
    );
  });
});

describe('bad input', () => {
  test.each([
    [{ stationName: '' }, 'stationName', 'Station name is required'],
    [{ gpsX: '181', gpsY: '1' }, 'gpsX', 'The coordinates are not correct'],
    [{ gpsX: '1.1234567', gpsY: '1' }, 'gpsX', 'The coordinates are not correct'],
    [{ gpsX: '1', gpsY: '-90.000001' }, 'gpsY', 'The coordinates are not correct'],
    [{ stationName: '#1 --<b>' }, 'stationName', 'Station name starts with 2 to 4 letters and has 2 to 60 letters, digits or spaces'],
    [{ timezone: 'Mars/Base' }, 'timezone', 'Time zone is not a known time zone'],
    [{ buildDate: '2026-02-30' }, 'buildDate', 'Built on is not a valid date'],
    [{ managerPhone: 'call me' }, 'managerPhone', 'Please'],
  ])('%o names the field', async (bad, field, message) => {
    const answer = await server.call(tenantStaff, stationApi.add, { agentId: world.agentId, stationName: 'Fine Name', timezone: 'UTC', ...bad });
    expect(answer).toMatchObject({ status: 400, success: false, code: 400 });
    const problem = (answer.result as unknown as { fields: Record<string, string> }).fields[field];
    expect(problem).toBe(message === 'Please' ? 'Manager phone is not a valid phone number' : message);
  });

  test("one coordinate alone is refused, in the viewer's language", async () => {
    const answer = await server.call({ ...tenantStaff, language: 'zh_CN' }, stationApi.add, {
      agentId: world.agentId,
      stationName: 'Half Place',
      timezone: 'UTC',
      gpsX: '1',
    });
    expect(answer.message).toBe('坐标信息不正确：经度与纬度须同时填写');
  });

  test('a taken name says which field, and an unknown filter or sort is refused', async () => {
    await addStation(tenantStaff, { agentId: world.agentId, stationName: 'Taken Name' });
    const taken = await server.call(tenantStaff, stationApi.add, { agentId: world.agentId, stationName: 'Taken Name', timezone: 'UTC' });
    expect(taken).toMatchObject({ success: false, message: 'Station name exists already' });
    for (const query of [{ column: 'password' }, { stationStat: '7' }, { createTime_begin: 'yesterday' }, { pageSize: 0 }, { agentId: '1 or 1=1' }]) {
      expect((await server.call(tenantStaff, stationApi.list, query)).status).toBe(400);
    }
  });
});

describe('four viewers', () => {
  test('everyone sees their own and nothing else, in list, total and picker', async () => {
    const mine = await addStation(agentStaff, { stationName: 'Scope Mine' });
    await addStation(platform, { tenantId: world.tenantId, agentId: world.otherAgentId, stationName: 'Scope Other' });
    const stationStaff = viewers.station({ tenantId: world.tenantId, agentId: world.agentId, stationId: mine.stationId });
    expect((await names(platform, { column: 'stationName', stationName: 'Scope' })).toSorted()).toEqual(['Scope Mine', 'Scope Other']);
    expect((await names(tenantStaff, { stationName: 'Scope' })).toSorted()).toEqual(['Scope Mine', 'Scope Other']);
    expect(await names(agentStaff, { stationName: 'Scope' })).toEqual(['Scope Mine']);
    expect(await names(stationStaff)).toEqual(['Scope Mine']);
    expect(await names(viewers.tenant(world.foreignTenantId))).toEqual(['Far Station']);
    expect((await server.ok(stationStaff, stationApi.list, {})).total).toBe(1);
    expect((await server.ok(stationStaff, stationApi.queryList, {})).map((row) => row.text)).toEqual(['Scope Mine']);
  });

  test('a foreign id answers exactly as an absent one, wherever it stands', async () => {
    const places = (id: string) => [
      server.call(agentStaff, stationApi.queryById, { id }),
      server.call(agentStaff, stationApi.edit, { stationId: id, stationName: 'Stolen' }),
      server.call(agentStaff, stationApi.delete, { id }),
      server.call(agentStaff, stationApi.deleteBatch, { ids: id }),
      server.call(agentStaff, stationApi.changeState, { entityId: id, setState: 0 }),
      server.call(agentStaff, stationApi.changeStatBatch, { ids: id, stat: 0 }),
      server.call(agentStaff, stationApi.list, { stationId: id }),
    ];
    const blank = (answers: readonly object[]) => answers.map((answer) => ({ ...answer, timestamp: 0 }));
    const foreign = blank(await Promise.all(places(world.foreignStationId)));
    expect(foreign).toEqual(blank(await Promise.all(places('999999999'))));
    expect(foreign.slice(0, 6).every((answer) => (answer as { status?: number }).status === 404)).toBe(true);
    for (const [bad, absent] of [
      [{ agentId: world.otherAgentId }, { agentId: '999999' }],
      [{ tenantId: world.foreignTenantId }, { tenantId: '999999' }],
    ]) {
      const [one, two] = await Promise.all(
        [bad, absent].map((more) => server.call(agentStaff, stationApi.add, { stationName: 'Sneaky', timezone: 'UTC', ...more })),
      );
      expect(one).toMatchObject({ success: false });
      expect({ ...one, timestamp: 0 }).toEqual({ ...two, timestamp: 0 });
    }
  });

  test('the tenant-id header narrows and never widens', async () => {
    const narrowed = await server.call(platform, stationApi.list, {}, { 'tenant-id': world.foreignTenantId });
    expect(narrowed.result.records.map((row) => row.stationName)).toEqual(['Far Station']);
    expect((await server.call(tenantStaff, stationApi.list, {}, { 'tenant-id': world.foreignTenantId })).status).toBe(403);
  });

  test('no session 401, no permission 403 by name', async () => {
    expect(await server.call(undefined, stationApi.list, {})).toMatchObject({ status: 401, success: false });
    const reader = viewers.limited(tenantStaff, ['station:list']);
    expect(await server.call(reader, stationApi.add, { stationName: 'x' })).toMatchObject({ status: 403, message: 'No access: station:add' });
  });
});

describe('Excel', () => {
  const upload = async (viewer: Viewer, bytes: Uint8Array) => {
    const form = new FormData();
    form.append('files[]', new Blob([new Uint8Array(bytes)]), 'stations.xlsx');
    return (await (await server.fetch(viewer, stationApi.importExcel.path, { method: 'POST', body: form })).json()) as {
      code: number;
      message: string;
      success: boolean;
      result: { successCount: number; errorCount: number; fileUrl?: string };
    };
  };
  const sheetRows = async (response: Response) => {
    const { readXlsx } = await import('hucre/xlsx');
    return (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets[0]?.rows ?? [];
  };

  test("an export holds the filtered rows in the viewer's words, without formulas", async () => {
    const made = await addStation(agentStaff, { stationName: 'Spread', stationAddr: '=SUM(A1)', stationRemark: '@evil' });
    const rows = await sheetRows(await server.fetch(agentStaff, `${stationApi.exportXls.path}?stationName=Spread`));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('Station name');
    // Times are in the time zone of the station, which is in the next column.
    expect(rows[0]).toContain('Created (local time)');
    expect(String(rows[1]?.[rows[0]?.indexOf('Created (local time)') ?? 0])).toBe(
      new Date(Date.parse(made.createTime) + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
    );
    expect(rows[1]).toContain("'=SUM(A1)");
    expect(rows[1]).toContain("'@evil");
    expect(rows[1]).toContain('Agent One');
  });

  test("good rows are kept, bad ones come back with the sheet's own row numbers", async () => {
    const { writeXlsx } = await import('hucre/xlsx');
    const template = await sheetRows(await server.fetch(tenantStaff, stationApi.exportTemplate.path));
    expect(template[0]).toContain('Station name *');
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 's',
          rows: [
            ['Station name *', 'Agent *', 'Time zone *'],
            ['Sheet One', 'Agent One', 'UTC'],
            ['Sheet Two', 'Agent Far', 'UTC'],
            ['', 'Agent One', 'UTC'],
          ],
        },
      ],
    });
    const answer = await upload(tenantStaff, bytes);
    expect(answer).toMatchObject({
      success: true,
      code: 201,
      message: 'Imported, but some rows have errors',
      result: { successCount: 1, errorCount: 2 },
    });
    expect(await names(tenantStaff, { stationName: 'Sheet' })).toEqual(['Sheet One']);
  });

  test('what is no workbook is refused and changes nothing', async () => {
    expect(await upload(tenantStaff, Buffer.from('not a workbook'))).toMatchObject({ success: false });
    expect(await upload(tenantStaff, Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2_000, 7)]))).toMatchObject({ success: false });
  });
});

test('a gun that keeps its pile from being given up keeps its station too', async () => {
  const refused: Record<'pile' | 'station', number[]> = { pile: [], station: [] };
  const messages: unknown[] = [];
  for (const state of Object.values(gunState)) {
    const cpCode = `BUSY${state}`;
    const { stationId } = await addStation(tenantStaff, { agentId: world.agentId, stationName: `Busy ${state}` });
    await server.ok(tenantStaff, pileApi.add, { stationId, cpCode, cpName: cpCode, cpType: 1, gunCount: 1, cpPower: '60', accountMinAmount: '1.00' });
    await server.database.asSuperuser(`update gun set gun_work_stat = ${state} where cp_code = '${cpCode}'`);
    const pileAnswer = await server.call(tenantStaff, pileApi.changeState, { entityId: cpCode, setState: -1 });
    const stationAnswer = await server.call(tenantStaff, stationApi.changeState, { entityId: stationId, setState: -1 });
    if (!pileAnswer.success) refused.pile.push(state);
    if (!stationAnswer.success) refused.station.push(state);
    if (state === gunState.reserved) messages.push(stationAnswer.message);
  }
  const { reserved, starting, charging } = gunState;
  expect(refused).toEqual({ pile: [reserved, starting, charging], station: [reserved, starting, charging] });
  expect(messages).toEqual(['1 gun of this station is charging or reserved']);
});

test('a station that charges is not given up, but may rest', () => {
  expect(changeState({ state: 1, busyGuns: 2 }, -1)).toEqual({ ok: false, refusal: 'station.charging', args: { count: 2 } });
  expect(changeState({ state: 1, busyGuns: 2 }, 0)).toEqual({ ok: true, next: 0 });
  expect(changeState({ state: 0, busyGuns: 0 }, 1)).toEqual({ ok: true, next: 1 });
});
