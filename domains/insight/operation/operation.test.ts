import { afterAll, beforeAll, expect, test } from 'vitest';
import { countVisits } from '#engines/insight/starts.ts';
import { network } from '#domains/network/resources.ts';
import { system } from '#domains/system/resources.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { insight } from '../resources.ts';
import { plusDays } from '../charge-sum/period-before.rules.ts';
import { heatOf, newestDayOver, perKwh, rankPiles, weekdayOf } from './operation.rules.ts';
import { operationApi } from './operation.ts';
import { operationRoutes } from './operation.server.ts';
import { enterUnplugs } from '../tenant-day/unplug.server.ts';

let server: TestServer;
const DAY = 86_400_000;
const noon = new Date(`${new Date().toISOString().slice(0, 10)}T00:30:00Z`).getTime();
const daysAgo = (days: number, minutes = 0): string => `'${new Date(noon - days * DAY + minutes * 60_000).toISOString()}'`;

beforeAll(async () => {
  server = await startTestServer({ domains: [system, network, insight], routes: operationRoutes });
  const pile = (
    code: string,
    station: number,
    more: string,
  ) => `insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, gun_count, cp_power, create_time)
      values ('${code}', 1, 11, ${station}, '${code}', ${more}, now() - interval '300 day');
    insert into pile_state (cp_code, tenant_id, agent_id, station_id, online) values ('${code}', 1, 11, ${station}, true) on conflict (cp_code) do update set online = true;`;
  await server.database.asSuperuser(`insert into tenant (tenant_id, name, currency) values (1, 'One', 'CNY'), (2, 'Two', 'CNY');
    insert into agent (agent_id, tenant_id, agent_name, timezone) values (11, 1, 'North', 'Asia/Shanghai');
    insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (111, 1, 11, 'Gate', 'Asia/Shanghai'), (112, 1, 11, 'Mall', 'Asia/Shanghai');
    set session_replication_role = replica;
    ${pile('P1', 111, '1, 2, 1200')} ${pile('P2', 112, '2, 1, 70')}
    update pile set cp_stat = 1, rate_rule_id = 1;
    reset session_replication_role;`);
  // Two charges of an hour today, one three days and one ten days ago at P1; one yesterday at P2. 30 kWh for 40.00 each.
  for (const [id, code, at, station] of [
    [1, 'P1', daysAgo(0), 111],
    [2, 'P1', daysAgo(0, 90), 111],
    [3, 'P1', daysAgo(3), 111],
    [4, 'P1', daysAgo(10), 111],
    [5, 'P2', daysAgo(1), 112],
  ] as const)
    await server.database
      .asSuperuser(`insert into charging_order (charging_order_id, tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state, main_part_type, main_part_id, start_result, create_time)
        values (${id}, 1, 11, ${station}, '${code}', 1, 'O${id}', 3, 2, ${id}, 0, ${at});
      update charging_order set order_state = 4, start_time = ${at}, stop_time = ${at}::timestamptz + interval '60 min', billing_time = now(), charging_elec = 300000, billing_amount = 4000,
        elec_amount = 3000, srv_amount = 1000, order_amount = 4000 where charging_order_id = ${id};`);
  // Failed starts of one party five minutes apart, then one that delivers; and an order without a bill.
  await server.database
    .asSuperuser(`insert into charging_order (charging_order_id, tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state, main_part_type, main_part_id, start_result, charging_elec, create_time)
    values (21, 1, 11, 111, 'P1', 1, 'F1', 3, 2, 9, 161, 0, ${daysAgo(2)}), (22, 1, 11, 111, 'P1', 1, 'F2', 3, 2, 9, 161, 0, ${daysAgo(2, 5)}), (23, 1, 11, 111, 'P1', 1, 'F3', 9, 2, 9, 0, 123400, ${daysAgo(2, 9)}),
      (24, 1, 11, 111, 'P1', 1, 'F4', 3, 2, 9, 2, 0, ${daysAgo(2, 12)}), (25, 1, 11, 112, 'P2', 1, 'F5', 3, 2, 9, null, 0, ${daysAgo(2, 13)})`);
});
afterAll(() => server.close());

const staff = viewers.tenant('1');

test('amount, orders, energy and carbon of seven days beside the seven before, by hand', async () => {
  const { sums, sumsBefore, days, carbon, from, to, before, openOrders } = await server.ok(staff, operationApi.charges, { days: 7 });
  expect((Date.parse(to) - Date.parse(from)) / DAY).toBe(6);
  expect((Date.parse(from) - Date.parse(before.from)) / DAY).toBe(7);
  // Four charges of 30 kWh and 40.00, and one ten days ago.
  expect(sums).toEqual([{ currency: 'CNY', charges: 4, energy: '120.0000', billed: '160.00', ordered: '160.00', elec: '120.00', srv: '40.00' }]);
  expect(sumsBefore).toMatchObject([{ charges: 1, energy: '30.0000', billed: '40.00' }]);
  expect(days.map(({ charges }) => charges)).toEqual([1, 1, 1, 2]);
  // 7 l × 2.31 kg/l ÷ 15 kWh on 100 km is 1.078 kg/kWh, less 0.5306: 0.5474 kg × 120 kWh.
  expect(carbon.kg).toBeCloseTo(65.688, 6);
  expect(carbon.factors).toMatchObject([{ gridKgPerKwh: 0.5306, source: null }]);
  expect(openOrders).toBe(5);
  expect((await server.ok(staff, operationApi.charges, { days: 7, stationId: '112' })).sums).toMatchObject([{ charges: 1 }]);
  expect((await server.ok(staff, operationApi.charges, { days: 7, cpType: 1 })).sums).toMatchObject([{ charges: 3 }]);
});

test('the factor of the grid is that of the tenant, with its source', async () => {
  await server.database.asSuperuser(
    `insert into sys_config (config_key, value, tenant_id, update_by, update_time) values ('carbon.gridFactor', '"0.6361"', 1, 'test', now()), ('carbon.gridSource', '"North 2023"', 1, 'test', now())`,
  );
  const later = { ...staff, username: 'later' };
  const { carbon } = await server.ok(later, operationApi.charges, { days: 7, stationId: '111' });
  expect(carbon.factors).toEqual([{ kgPerKwh: expect.closeTo(0.4419, 6), gridKgPerKwh: 0.6361, source: 'North 2023' }]);
});

test('use of guns by time and by energy, turnover and length of charges, by hand', async () => {
  const use = await server.ok(staff, operationApi.use, { days: 7 });
  const [p1, p2] = [3, 1];
  expect(use).toMatchObject({ piles: 2, guns: 3, pilesInUse: 2, chargeS: 3_600 });
  const { spread } = await server.ok(staff, operationApi.durations, { days: 7 });
  expect(spread).toMatchObject({ medianS: 3_600, p90S: 3_600 });
  // Four hours of charging, of three guns that have been in service from the beginning of the first day until now.
  const hours = (Date.now() - Date.parse(`${use.from}T00:00:00+08:00`)) / 3_600_000;
  expect(use.byTime).toBeCloseTo((p1 + p2) / (3 * hours), 3);
  expect(use.byEnergy).toBeCloseTo(120 / ((120 + 7) * hours), 3);
  expect(use.turnover).toBeCloseTo(4 / ((3 * hours) / 24), 2);
  const { shares } = await server.ok(staff, operationApi.heat, {});
  expect(shares.flat().reduce((sum: number, value) => sum + (value ?? 0), 0)).toBeGreaterThan(0);
  expect(use.best.map(({ cpCode }) => cpCode)).toEqual(['P1']);
  expect(use.worst.map(({ cpCode }) => cpCode)).toEqual(['P2']);
  expect(use.dormant).toEqual([]);
});

test('dwell is from the start of a charge until its gun was free, by hand', async () => {
  expect((await server.ok(staff, operationApi.durations, { days: 7 })).dwell).toBeNull();
  const free = (id: number, minutesAfterStop: number): string => `insert into order_unplug
    select charging_order_id, tenant_id, agent_id, station_id, stop_time + interval '${minutesAfterStop} min' from charging_order where charging_order_id = ${id}`;
  for (const [id, minutes] of [
    [1, 30],
    [3, 0],
    [5, 90],
  ] as const)
    await server.database.asSuperuser(free(id, minutes));
  // Three charges of an hour, after which cars stayed for 30, 0 and 90 minutes: 90, 60 and 150 minutes together.
  expect((await server.ok(staff, operationApi.durations, { days: 7 })).dwell).toEqual({
    charges: 3,
    meanS: 6_000,
    medianS: 5_400,
    p90S: 9_000,
    stayedShare: 120 / 300,
  });
});

test('a gun that its pile reports as free ends the dwell of its last order', async () => {
  await server.database
    .asSuperuser(`insert into gun (tenant_id, agent_id, station_id, cp_code, gun_number, device_gun_stat) values (1, 11, 111, 'P1', 2, 7);
    insert into charging_order (charging_order_id, tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state, start_time, create_time)
      values (31, 1, 11, 111, 'P1', 2, 'G1', 3, now() - interval '20 day', now() - interval '20 day')`);
  const report = (state: number) => server.database.asSuperuser(`update gun set device_gun_stat = ${state} where cp_code = 'P1' and gun_number = 2`);
  const unplugs = () => server.database.asSuperuser<{ at: Date }>(`select unplugged_at as at from order_unplug where charging_order_id = 31`);
  await report(2);
  const [early] = await unplugs();
  await server.database.asSuperuser(`update charging_order set stop_time = now() where charging_order_id = 31`);
  await report(7);
  await report(2);
  const [first] = await unplugs();
  expect(first?.at.getTime()).toBeGreaterThan(early?.at.getTime() ?? Infinity);
  await report(3);
  await report(2);
  expect(await unplugs()).toEqual([first]);
});

test('an order of the past keeps when its cable was taken out, whatever its gun reports later', async () => {
  await server.database
    .asSuperuser(`insert into gun (tenant_id, agent_id, station_id, cp_code, gun_number, device_gun_stat) values (1, 11, 111, 'P1', 3, 7);
    insert into charging_order (charging_order_id, tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state, start_time, stop_time, create_time)
      values (32, 1, 11, 111, 'P1', 3, 'G2', 3, now() - interval '20 day', now() - interval '20 day' + interval '1 hour', now() - interval '20 day')`);
  const freeAtMs = Date.now() - 19 * 86_400_000;
  const enter = (atMs: number) => inSystem(server.database, (tx) => enterUnplugs(tx, [{ orderId: '32', atMs }]));
  await enter(freeAtMs);
  await enter(freeAtMs + 1_000);
  await server.database.asSuperuser(`update gun set device_gun_stat = 2 where cp_code = 'P1' and gun_number = 3`);
  expect(
    await server.database.asSuperuser(
      'select unplugged_at, tenant_id::text, agent_id::text, station_id::text from order_unplug where charging_order_id = 32',
    ),
  ).toEqual([{ unplugged_at: new Date(freeAtMs), tenant_id: '1', agent_id: '11', station_id: '111' }]);
});

test('visits and first tries are those that the engine counts, and each reason opens its orders', async () => {
  const starts = await server.ok(staff, operationApi.starts, { days: 7 });
  const orders = await server.database.asSuperuser<{ party: string; stationId: string; at: Date; energy: number }>(
    `select main_part_id::text as party, station_id::text as "stationId", create_time as at, charging_elec::int as energy from charging_order where create_time between '${starts.from}' and '${starts.until}'`,
  );
  const counted = countVisits(orders.map(({ party, stationId, at, energy }) => ({ party, stationId, atMs: at.getTime(), energyDwh: energy })));
  expect({ visits: starts.visits, firstTry: starts.firstTry, served: starts.served }).toEqual(counted);
  expect(starts.failures).toEqual([
    { startResult: 161, count: 2 },
    { startResult: 2, count: 1 },
    { startResult: null, count: 1 },
  ]);
});

test('what was delivered and not billed for a day, at the mean price', async () => {
  // 12.34 kWh at 40.00 for 30 kWh.
  expect(await server.ok(staff, operationApi.unbilled, { days: 7 })).toMatchObject({
    orders: 1,
    energy: '12.3400',
    values: [{ currency: 'CNY', amount: '16.45' }],
  });
});

test('energy that meters counted beyond the bills of settled orders, by hand', async () => {
  expect((await server.ok(staff, operationApi.unbilled, { days: 7 })).gap).toEqual({ orders: 0, energy: '0.0000', orderNos: [] });
  // 30 kWh were billed; the meters counted 31.5, 30.01 and 32 kWh, and 0.01 kWh is no difference.
  for (const [id, dwh] of [
    [1, 315_000],
    [2, 300_100],
    [5, 320_000],
  ] as const)
    await server.database.asSuperuser(
      `update charging_order set start_meter = 1000000, stop_meter = 1000000 + ${dwh} where charging_order_id = ${id}`,
    );
  expect((await server.ok(staff, operationApi.unbilled, { days: 7 })).gap).toEqual({ orders: 2, energy: '3.5000', orderNos: ['O5', 'O1'] });
  expect((await server.ok(staff, operationApi.unbilled, { days: 7, stationId: '112' })).gap).toMatchObject({ orders: 1, energy: '2.0000' });
  expect(await server.ok(staff, operationApi.gap, { days: 7, after: 1 })).toEqual({ orders: 2, energy: '3.5000', orderNos: ['O1'] });
});

test('refunds of the days, and goodwill as a share of what was billed, by hand', async () => {
  await server.database.asSuperuser(`set session_replication_role = replica;
    insert into refund_order (tenant_id, agent_id, station_id, charging_order_id, pre_pay_order_id, refund_order_no, refund_kind, refund_state, refund_amount, refund_reason, refund_time, currency)
      values (1, 11, 111, 1, null, 'R1', 5, 2, 800, 'x', now(), 'CNY'), (1, 11, 112, null, 5, 'R2', 1, 2, 1250, 'x', now() - interval '3 day', 'CNY'),
        (1, 11, 112, null, 5, 'R3', 1, 2, 999, 'x', now() - interval '20 day', 'CNY'), (1, 11, 112, null, 5, 'R4', 1, 0, 999, 'x', null, 'CNY');
    reset session_replication_role`);
  // 8.00 of billed money and 12.50 of a prepayment; four orders of 40.00 were billed. Refunds of before and those that wait do not count.
  expect((await server.ok(staff, operationApi.refunds, { days: 7 })).sums).toEqual([
    { currency: 'CNY', refunds: 2, amount: '20.50', goodwill: '8.00', billed: '160.00' },
  ]);
  expect((await server.ok(staff, operationApi.refunds, { days: 7, stationId: '112' })).sums).toMatchObject([
    { refunds: 1, goodwill: '0.00', billed: '40.00' },
  ]);
  expect((await server.ok(viewers.tenant('2'), operationApi.refunds, { days: 7 })).sums).toEqual([]);
});

test('others see nothing, and a foreign station is not found', async () => {
  const foreign = viewers.tenant('2');
  expect(await server.ok(foreign, operationApi.charges, { days: 7 })).toMatchObject({ sums: [], openOrders: 0 });
  expect(await server.ok(foreign, operationApi.use, { days: 7 })).toMatchObject({ piles: 0, byTime: null });
  expect((await server.ok(foreign, operationApi.heat, {})).shares.flat().every((share) => share === null)).toBe(true);
  expect(await server.ok(foreign, operationApi.starts, { days: 7 })).toMatchObject({ attempts: 0, failures: [] });
  expect((await server.call(foreign, operationApi.charges, { days: 7, stationId: '111' })).status).toBe(404);
});

test('revenue per kWh is what was billed, divided by the energy, by hand', () => {
  // 160.00 for 120 kWh, of which 120.00 for electricity and 40.00 for service.
  expect(['160.00', '120.00', '40.00'].map((amount) => perKwh(amount, '120.0000'))).toEqual(['1.333', '1.000', '0.333']);
  expect(perKwh('0.00', '0.0000')).toBe('—');
});

test('piles are ranked by their use, and sleep after seven days', () => {
  const pile = (name: string, busyH: number, sleep: { readonly lastDay: string | null } | null) => ({
    name,
    isEnabled: true,
    isOnline: name !== 'e',
    guns: 1,
    inServiceS: 864_000,
    busyMs: busyH * 3_600_000,
    isInUse: sleep === null,
    lastDay: sleep?.lastDay ?? null,
  });
  const { best, worst, dormant } = rankPiles([
    pile('a', 5, null),
    pile('b', 9, null),
    pile('c', 1, { lastDay: '2026-03-03' }),
    pile('d', 0, { lastDay: null }),
    pile('e', 0, { lastDay: '2026-03-02' }),
  ]);
  expect([best, worst, dormant].map((piles) => piles.map(({ name }) => name))).toEqual([
    ['b', 'a', 'c'],
    ['e', 'd'],
    ['d', 'c'],
  ]);
});

test('of many piles, those are ranked that a ranking of all would rank', async () => {
  const [many, days] = [24, 4];
  await server.database.asSuperuser(`insert into agent (agent_id, tenant_id, agent_name, timezone) values (21, 2, 'East', 'Asia/Shanghai');
    insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (211, 2, 21, 'East', 'Asia/Shanghai');
    set session_replication_role = replica;
    insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, gun_count, cp_power, create_time, cp_stat, rate_rule_id)
      select 'M' || n, 2, 21, 211, 'M' || n, 1, 1 + n % 2, 1200, now() - (n % 3 * 4) * interval '1 day' - interval '12 hours', case when n % 7 = 0 then 0 else 1 end, 1 from generate_series(1, ${many}) n;
    insert into pile_state (cp_code, tenant_id, agent_id, station_id, online) select cp_code, 2, 21, 211, cp_code <> 'M5' from pile where tenant_id = 2;
    reset session_replication_role;
    insert into charging_order (charging_order_id, tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state)
      select 1000 + n, 2, 21, 211, 'M' || n, 1, 'M' || n, 3 from generate_series(1, ${many}, 2) n;
    update charging_order set order_state = 4, start_time = ${daysAgo(1)}, stop_time = ${daysAgo(1)}::timestamptz + (1 + charging_order_id % 9) * interval '5 min', billing_time = now() where tenant_id = 2`);
  const piles = await server.database.asSuperuser<{
    cpCode: string;
    isEnabled: boolean;
    isOnline: boolean;
    guns: number;
    inServiceS: number;
    busyMs: number;
  }>(
    `select p.cp_code as "cpCode", p.cp_stat = 1 as "isEnabled", st.online as "isOnline", p.gun_count as guns,
        least(extract(epoch from now() - p.create_time), extract(epoch from now() - (((now() at time zone 'Asia/Shanghai')::date - ${days - 1})::timestamp at time zone 'Asia/Shanghai')))::float8 as "inServiceS",
        coalesce((select extract(epoch from sum(o.stop_time - o.start_time)) * 1000 from charging_order o where o.cp_code = p.cp_code), 0)::float8 as "busyMs"
      from pile p join pile_state st on st.cp_code = p.cp_code where p.tenant_id = 2 order by p.cp_code collate "C"`,
  );
  const all = rankPiles(piles.map((pile) => ({ ...pile, isInUse: pile.busyMs > 0, lastDay: null })));
  const use = await server.ok(viewers.tenant('2'), operationApi.use, { days });
  const codes = (ranked: readonly { readonly cpCode: string }[]): readonly string[] => ranked.map(({ cpCode }) => cpCode);
  expect([use.best, use.worst].map(codes)).toEqual([all.best, all.worst].map(codes));
  expect([use.piles, use.dormantCount, use.dormantCodes]).toEqual([many, all.dormant.length, codes(all.dormant)]);
  expect(all.dormant.length).toBeGreaterThan(3);
  expect((await server.ok(viewers.tenant('2'), operationApi.dormant, { days, after: 3 })).codes).toEqual(codes(all.dormant).slice(3));
  expect(use.byTime).toBeCloseTo(
    piles.reduce((sum, { busyMs }) => sum + busyMs, 0) / 1_000 / piles.reduce((sum, { guns, inServiceS }) => sum + guns * inServiceS, 0),
    5,
  );
});

test('a day is over everywhere when it has ended twelve hours behind UTC', () => {
  expect(newestDayOver(new Date('2026-03-10T11:59:59.999Z'))).toBe('2026-03-08');
  expect(newestDayOver(new Date('2026-03-10T12:00:00Z'))).toBe('2026-03-09');
});

test('the heat of an hour is the time that guns charged in it, of the time that there were guns', () => {
  // Two weeks in which one pile with two guns was there, and a second one with two guns in the last week only.
  const guns = [
    { guns: 2, days: 14 },
    { guns: 2, days: 7 },
  ];
  const heat = heatOf([{ weekday: 1, hour: 8, busyMs: 5_400_000n }], guns, { from: '2026-03-02', to: '2026-03-15' });
  // An hour and a half on two Mondays with two and four guns.
  expect(heat[0]?.[8]).toBe(0.25);
  expect(heat[6]?.[23]).toBe(0);
  expect(heatOf([], [], { from: '2026-03-02', to: '2026-03-15' })[0]?.[0]).toBeNull();
});

test('the hour of a cell has its days, its guns and its busy time, by hand', async () => {
  const { shares, to } = await server.ok(staff, operationApi.heat, {});
  // The charge of ten days ago began at 08:30 in Shanghai and took an hour.
  const day = new Date(noon - 10 * DAY).toISOString().slice(0, 10);
  const cell = { to, weekday: weekdayOf(day), hour: 8 };
  const { days } = await server.ok(staff, operationApi.hour, cell);
  expect(days.map((each) => each.day)).toEqual(Array.from({ length: 8 }, (_none, at) => days[0] && plusDays(days[0].day, -7 * at)));
  const orders = { timezone: 'Asia/Shanghai', filter: {} };
  expect(days.find((each) => each.day === day)).toEqual({ day, guns: 3, busyMs: 1_800_000, parts: [{ busyMs: 1_800_000, orders }] });
  const together = days.reduce((sum, { busyMs }) => sum + busyMs, 0);
  expect(shares[cell.weekday - 1]?.[8]).toBeCloseTo(together / (8 * 3 * 3_600_000), 10);
  expect((await server.ok(viewers.tenant('2'), operationApi.hour, cell)).days.every(({ parts }) => parts.length === 0)).toBe(true);
  expect((await server.call(viewers.tenant('2'), operationApi.hour, { ...cell, stationId: '111' })).status).toBe(404);
  // With a second clock in the tenant its orders are found by the station, and for the platform by the tenants that have one clock.
  await server.database.asSuperuser(`update station set timezone = 'Europe/Berlin' where station_id = 112`);
  const partsFor = async (viewer: Viewer, stationId?: string) =>
    (await server.ok(viewer, operationApi.hour, { ...cell, ...(stationId !== undefined && { stationId }) })).days.find((each) => each.day === day)
      ?.parts;
  expect(await partsFor(staff)).toEqual([{ busyMs: 1_800_000, orders: null }]);
  expect(await partsFor(staff, '111')).toEqual([{ busyMs: 1_800_000, orders }]);
  expect(await partsFor(viewers.agent('1', '11'))).toEqual([
    { busyMs: 1_800_000, orders: { timezone: 'Asia/Shanghai', filter: { stationId: '111' } } },
  ]);
});
