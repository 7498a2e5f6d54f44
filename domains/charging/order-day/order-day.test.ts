import { power } from '#domains/power/resources.ts';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customers } from '#domains/customer/resources.ts';
import { customerRoutes } from '#domains/customer/server.ts';
import { agentApi, network, pileApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import { customerBooks } from '#domains/money/server.ts';
import { networkRoutes } from '#domains/network/server.ts';
import { pileCommandSender } from '#domains/device/server.ts';
import { tariff } from '#domains/tariff/resources.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { planOf } from '#kit/test/report-plan.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { energyDayApi } from '../energy-day/energy-day.ts';
import { energyDayRoutes } from '../energy-day/energy-day.server.ts';
import { charging } from '../resources.ts';
import { orderDay, orderDayApi } from './order-day.ts';
import { orderDayRoutes, orderDayRows } from './order-day.server.ts';

let server: TestServer;
const ids = { tenantId: '', agentId: '', east: '', west: '', otherAgentId: '', foreignId: '' };
const platform = viewers.platform();
let staff: Viewer;
const march = { day_begin: '2026-03-01', day_end: '2026-03-31', pageSize: 100 };

interface Order {
  readonly stationId: string;
  readonly at: string;
  readonly state?: number;
  readonly billing?: number;
  readonly offer?: number;
  readonly elec?: number;
  readonly minutes?: number;
  readonly currency?: string;
  readonly gun?: number;
}
let no = 0;
const charge = async (of: Order): Promise<void> => {
  const { stationId, at, state = 4, billing = 0, offer = 0, elec = 0, minutes = 60, currency = 'CNY', gun = 1 } = of;
  await server.database.asSuperuser(
    `insert into charging_order (tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state, currency, create_time, start_time, stop_time,
       charging_elec, charging_elec_flat, order_amount, billing_amount, elec_amount, tariff_offer)
     select tenant_id, agent_id, station_id, $2, $3, $4, $5::int, $6, $7::timestamptz, $7::timestamptz, case when $5::int in (3, 4, 5) then $7::timestamptz + make_interval(mins => $8) end,
       $9, $9, $10::int + $11::int, $10, $10, $11
     from station where station_id = $1`,
    [stationId, `PILE${stationId}`, gun, `ORDER${(no += 1)}`, state, currency, at, minutes, elec, billing, offer],
  );
};

beforeAll(async () => {
  const secrets = createSecrets([new Uint8Array(32)]);
  server = await startTestServer({
    domains: [network, customers, tariff, power, charging],
    routes: [
      ...networkRoutes({ secrets, piles: pileCommandSender }),
      ...customerRoutes({ secrets, books: customerBooks }),
      ...orderDayRoutes,
      ...energyDayRoutes,
    ],
  });
  // These orders have a past of one statement.
  await server.database.asSuperuser('alter table charging_order disable trigger order_birth_guard');
  const addTenant = async (name: string) => (await server.ok(platform, tenantApi.add, { name, currency: 'CNY', timezone: 'Asia/Shanghai' })).tenantId;
  const addAgent = async (tenantId: string, agentName: string) =>
    (await server.ok(platform, agentApi.add, { tenantId, agentName, timezone: 'Asia/Shanghai' })).agentId;
  const addStation = async (tenantId: string, agentId: string, [stationName, timezone]: readonly [string, string]) => {
    const { stationId } = await server.ok(platform, stationApi.add, { tenantId, agentId, stationName, timezone });
    await server.ok(platform, pileApi.add, {
      cpCode: `PILE${stationId}`,
      stationId,
      cpName: `Pile of ${stationName}`,
      cpType: 1,
      protocol: 1,
      gunCount: 2,
      cpPower: '120',
      accountMinAmount: '1.00',
    });
    return stationId;
  };
  ids.tenantId = await addTenant('Own');
  ids.agentId = await addAgent(ids.tenantId, 'Agent');
  ids.otherAgentId = await addAgent(ids.tenantId, 'Other agent');
  ids.east = await addStation(ids.tenantId, ids.agentId, ['East', 'Asia/Shanghai']);
  ids.west = await addStation(ids.tenantId, ids.otherAgentId, ['West', 'America/New_York']);
  const foreign = await addTenant('Foreign');
  ids.foreignId = await addStation(foreign, await addAgent(foreign, 'Foreign agent'), ['Foreign', 'Asia/Shanghai']);
  staff = viewers.tenant(ids.tenantId);
  // The same instant is another day at each of the two.
  await charge({ stationId: ids.east, at: '2026-03-10T17:30:00Z', billing: 1000, offer: 200, elec: 123_000 });
  await charge({ stationId: ids.west, at: '2026-03-10T17:30:00Z', billing: 500, elec: 10_000 });
  await charge({ stationId: ids.east, at: '2026-03-10T15:59:59Z', billing: 300, elec: 50_000, minutes: 30 });
  await charge({ stationId: ids.east, at: '2026-03-10T15:00:00Z', state: 9 });
  await charge({ stationId: ids.east, at: '2026-03-10T15:00:00Z', state: 2, gun: 2 });
  await charge({ stationId: ids.foreignId, at: '2026-03-10T17:30:00Z', billing: 9_999 });
});
afterAll(() => server.close());

const data = (viewer: Viewer, more: Readonly<Record<string, unknown>> = {}) => server.ok(viewer, orderDayApi.getData, { ...march, ...more });

describe('orders by day', () => {
  test('are counted on the day of their own station, newest first, with the sums of all that was found', async () => {
    const { records, total, totals, currency } = await data(staff);
    expect(records.map((row) => [row.day, row.stationId_dictText, row.orderCount, row.billingAmount])).toEqual([
      ['2026-03-11', 'East', 1, '10.00'],
      ['2026-03-10', 'West', 1, '5.00'],
      ['2026-03-10', 'East', 3, '3.00'],
    ]);
    expect(records[2]).toMatchObject({ settledCount: 1, abnormalCount: 1, unsettledCount: 1, chargingElec: '5.0000', agentId_dictText: 'Agent' });
    expect([total, currency]).toEqual([3, 'CNY']);
    expect(totals).toMatchObject({ orderCount: '5', chargingElec: '18.3000', orderAmount: '20.00', offerAmount: '2.00', billingAmount: '18.00' });
  });

  test('turn pages without losing or repeating a row, in either order', async () => {
    for (const order of ['asc', 'desc'] as const) {
      const pages = await Promise.all([1, 2, 3].map((pageNo) => data(staff, { pageNo, pageSize: 1, column: 'billingAmount', order })));
      const amounts = pages.flatMap(({ records }) => records.map((row) => row.billingAmount));
      expect(amounts).toEqual(order === 'asc' ? ['3.00', '5.00', '10.00'] : ['10.00', '5.00', '3.00']);
      expect(pages.map(({ total }) => total)).toEqual([3, 3, 3]);
    }
    expect(await data(staff, { pageNo: 9, pageSize: 1 })).toMatchObject({ records: [], total: 3 });
  });

  test('do not add up amounts of two currencies', async () => {
    await charge({ stationId: ids.east, at: '2025-01-05T00:00:00Z', billing: 100 });
    await charge({ stationId: ids.east, at: '2025-01-05T00:00:00Z', billing: 100, currency: 'EUR' });
    const january = { day_begin: '2025-01-01', day_end: '2025-01-31' };
    expect(await data(staff, january)).toMatchObject({ total: 2, currency: null, totals: { orderCount: '2', billingAmount: null } });
    expect((await data(staff, january)).byCurrency.map(({ currency, totals }) => [currency, totals['billingAmount']])).toEqual([
      ['CNY', '1.00'],
      ['EUR', '1.00'],
    ]);
    expect((await server.ok(staff, orderDayApi.getChart, january)).map(({ currency, figures }) => [currency, figures['billingAmount']])).toEqual([
      ['CNY', '1.00'],
      ['EUR', '1.00'],
    ]);
  });

  test('are refused for too many days, an unknown column, and a day that is none', async () => {
    const refusal = async (query: Readonly<Record<string, unknown>>) => {
      const answer = await server.call(staff, orderDayApi.getData, query);
      return [answer.status, answer.message];
    };
    expect(await refusal({ day_begin: '2025-01-01', day_end: '2026-03-01' })).toEqual([400, 'At most 366 days at a time']);
    expect(await refusal({ column: 'currency', order: 'asc' })).toEqual([400, 'The filter is not valid: Order by']);
    expect(await refusal({ column: 'day=desc' })).toEqual([400, 'The filter is not valid: Order by']);
    expect(await refusal({ day_begin: 'soon' })).toEqual([400, 'The filter is not valid: Day']);
    expect((await server.fetch(staff, '/online/cgreport/api/getData/nothing')).status).toBe(404);
  });

  test('of the last thirty days when nobody says which', async () => {
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    await charge({ stationId: ids.foreignId, at: at(1), billing: 100 });
    await charge({ stationId: ids.foreignId, at: at(40), billing: 100 });
    expect((await server.ok(platform, orderDayApi.getData, { stationId: ids.foreignId })).records).toHaveLength(1);
  });
});

describe('who reads a report', () => {
  const stations = async (viewer: Viewer, more: Readonly<Record<string, unknown>> = {}) =>
    (await data(viewer, more)).records.map((row) => `${row.day.slice(8)} ${String(row.stationId_dictText)}`);

  test('is shown their own scope, whoever has asked the same just before, and a page’s own condition never widens it', async () => {
    const agent = viewers.agent(ids.tenantId, ids.agentId);
    for (const round of [1, 2]) {
      expect(round).toBeLessThan(3);
      expect(await stations(platform, { day_begin: '2026-03-11' })).toEqual(['11 Foreign', '11 East']);
      expect(await stations(staff, { day_begin: '2026-03-11' })).toEqual(['11 East']);
      expect(await stations(viewers.agent(ids.tenantId, ids.otherAgentId))).toEqual(['10 West']);
      expect(await stations(agent)).toEqual(['11 East', '10 East']);
      expect(await stations(viewers.station({ tenantId: ids.tenantId, agentId: ids.otherAgentId, stationId: ids.west }))).toEqual(['10 West']);
      expect(await stations(viewers.customer(ids.tenantId, '1'))).toEqual([]);
    }
    expect(await stations(staff, { self_stationId: ids.west })).toEqual(['10 West']);
    expect(await stations(staff, { self_stationId: ids.west, stationId: ids.east })).toEqual([]);
    expect(await stations(agent, { self_stationId: ids.west })).toEqual([]);
    expect(await stations(agent, { self_stationId: ids.foreignId })).toEqual([]);
    expect(await stations(staff, { self_day_begin: '2026-03-11' })).toEqual(['11 East']);
  });

  test('hears the same for half a minute, and what is new after it', async () => {
    const asked = { day_begin: '2024-05-01', day_end: '2024-05-02' };
    expect((await data(staff, asked)).total).toBe(0);
    await charge({ stationId: ids.east, at: '2024-05-01T08:00:00Z' });
    expect((await data(staff, asked)).total).toBe(0);
    // Another scope has its own answer, and so has another query.
    expect((await data(platform, asked)).total).toBe(1);
    expect((await data(staff, { ...asked, pageSize: 50 })).total).toBe(1);
  });

  test('needs the right of that report, and another one for its sheet', async () => {
    const reader = viewers.limited(staff, ['orderDay:list']);
    expect((await server.call(reader, orderDayApi.getData, march)).status).toBe(200);
    expect((await server.call(reader, energyDayApi.getData, march)).status).toBe(403);
    expect((await server.fetch(reader, orderDayApi.exportXls.path)).status).toBe(403);
  });

  test('is not shown what is made of a hidden field, nor told by order or filter', async () => {
    const clerk: Viewer = { ...staff, username: 'clerk', limits: new Set(['chargingOrder:see:billingAmount']) };
    const { columns, sums, chart } = await server.ok(clerk, orderDayApi.getRpColumns, {});
    const names = columns.map(({ dataIndex }) => dataIndex);
    expect(names).toContain('orderAmount');
    for (const name of ['billingAmount', 'offerAmount']) for (const list of [names, sums, chart]) expect(list).not.toContain(name);
    const page = await data(clerk);
    expect(JSON.stringify(page)).not.toMatch(/billingAmount|offerAmount/);
    expect((await server.call(clerk, orderDayApi.getData, { ...march, column: 'offerAmount', order: 'asc' })).status).toBe(400);
  });
});

test('columns and query items say in the reader’s language what can be shown and asked', async () => {
  const { columns, ...facts } = await server.ok({ ...staff, username: 'zh', language: 'zh_CN' }, orderDayApi.getRpColumns, {});
  expect(facts).toMatchObject({ cgRpConfigId: 'orderDay', cgRpConfigName: '订单日报', dictOptions: {} });
  expect(columns.slice(0, 2)).toEqual([
    { title: '日期', dataIndex: 'day', align: 'left', fieldType: 'day', sorter: 'true', sortOrder: 'descend' },
    { title: '站点', dataIndex: 'stationId', align: 'left', fieldType: 'ref', sorter: 'true', query: 'true' },
  ]);
  expect(columns.find(({ dataIndex }) => dataIndex === 'billingAmount')).toMatchObject({
    align: 'right',
    fieldType: 'money',
    scale: 2,
    query: 'true',
  });
  expect(await server.ok(staff, orderDayApi.getQueryInfo, {})).toEqual([
    { label: 'Day', field: 'day', view: 'day', mode: 'group', fieldType: 'day', usualDays: 30, today: dayIn('Asia/Shanghai') },
    { label: 'Station', field: 'stationId', view: 'search', mode: 'single', fieldType: 'ref', to: 'station' },
    { label: 'Agent', field: 'agentId', view: 'search', mode: 'single', fieldType: 'ref', to: 'agent', hidden: '1' },
    { label: 'Tenant', field: 'tenantId', view: 'search', mode: 'single', fieldType: 'ref', to: 'tenant', hidden: '1' },
  ]);
});

const dayIn = (timeZone: string): string => new Intl.DateTimeFormat('sv', { timeZone }).format(new Date());

test('the usual days end at the newest day there is at the stations of the reader, wherever they and their tenant are', async () => {
  const others = viewers.tenant((await server.ok(platform, stationApi.queryById, { id: ids.foreignId })).tenantId);
  // These zones are 25 hours apart, so at any time one of them has another date than here.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await server.database.asSuperuser(`update station set timezone = '${zone}' where station_id = '${ids.foreignId}'`);
    const at = new Date(Date.now() - 3_600_000).toISOString();
    await server.database.asSuperuser(`update charging_order set create_time = '${at}' where station_id = '${ids.foreignId}'`);
    const [info] = await server.ok(others, orderDayApi.getQueryInfo, {});
    expect(info?.today).toBe(dayIn(zone));
    const counted = (day: string) => new Intl.DateTimeFormat('sv', { timeZone: day }).format(new Date(at));
    expect((await server.ok({ ...others, username: zone }, orderDayApi.getData, {})).records.map(({ day }) => day)).toEqual([counted(zone)]);
  }
});

test('energy by day tells each gun apart, how long it was used and of which pile it is', async () => {
  const { records, totals } = await server.ok(staff, energyDayApi.getData, march);
  expect(records.map((row) => [row.day, row.cpCode_dictText, row.gunNumber, row.chargeMinutes, row.useRate, row.chargingElecFlat])).toEqual([
    ['2026-03-11', 'Pile of East', 1, 60, 4, '12.3000'],
    ['2026-03-10', 'Pile of West', 1, 60, 4, '1.0000'],
    ['2026-03-10', 'Pile of East', 1, 30, 2, '5.0000'],
  ]);
  expect(totals).toMatchObject({ chargeMinutes: '150', chargingElec: '18.3000' });
  expect(totals).not.toHaveProperty('useRate');
  const other = await server.ok(viewers.agent(ids.tenantId, ids.otherAgentId), energyDayApi.getData, march);
  expect(other.records.map((row) => row.stationId_dictText)).toEqual(['West']);
});

test('a sheet holds all rows of the question, under the words of the reader', async () => {
  const response = await server.fetch(staff, `${orderDayApi.exportXls.path}?day_begin=2026-03-01&day_end=2026-03-31&pageSize=1`);
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  expect(sheets[0]?.name).toMatch(/^Orders by .* \d{6}$/);
  expect(sheets[0]?.rows).toEqual([
    [
      'Day',
      'Station',
      'Agent',
      'Tenant',
      'Orders',
      'Settled',
      'Not settled',
      'Abnormal',
      'Energy',
      'List amount',
      'Offers',
      'Billed',
      'Currency',
      'Zone of the station',
    ],
    ['2026-03-11', 'East', 'Agent', 'Own', 1, 1, 0, 0, 12.3, 12, 2, 10, 'CNY', 'Asia/Shanghai'],
    ['2026-03-10', 'West', 'Other agent', 'Own', 1, 1, 0, 0, 1, 5, 0, 5, 'CNY', 'America/New_York'],
    ['2026-03-10', 'East', 'Agent', 'Own', 3, 1, 1, 1, 5, 3, 0, 3, 'CNY', 'Asia/Shanghai'],
  ]);
});

test('a few days of one station are found by an index, whatever the table holds', async () => {
  await server.database.asSuperuser(
    `insert into charging_order (tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state, create_time)
     select tenant_id, agent_id, station_id, 'BULK', 1, 'BULK' || station_id || '-' || n, 4, timestamptz '2023-01-01' + n * interval '10 minutes'
     from station, generate_series(1, 6000) n where station_id <> $1`,
    [ids.east],
  );
  await server.database.asSuperuser('vacuum analyze charging_order');
  const plan = await planOf(server, staff, { report: orderDay, rows: orderDayRows, filters: { stationId: ids.west } });
  expect(plan).toMatch(/Index Cond: .*create_time >=/);
  expect(plan).not.toMatch(/Seq Scan on charging_order/);
});
