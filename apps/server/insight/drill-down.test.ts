import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargingOrderApi, refundKind, refundOrderApi } from '#domains/charging/resources.ts';
import { mainPartType } from '#domains/customer/resources.ts';
import { startOperatorTestbed } from '#domains/charging/operator-testbed.fixture.ts';
import type { OperatorTestbed } from '#domains/charging/operator-testbed.fixture.ts';
import { readXlsx } from 'hucre/xlsx';
import { pileApi } from '#domains/network/resources.ts';
import { createStreamBounds } from '#kit/server/connections/stream-bounds.ts';
import { viewers } from '#kit/test/server.ts';
import { ALL_STATIONS, homeApi, insight, operationApi, orderDataApi, pileDataApi, statType, statUnit } from '#domains/insight/resources.ts';
import {
  attemptsBehind,
  chargedInHourBehind,
  gapBehind,
  insightRoutes,
  lastDayOf,
  openBehind,
  orderQueryBehind,
  ordersOfTotal,
  pilesBehind,
  refundsBehind,
  unbilledBehind,
  visitsBehind,
} from '#domains/insight/server.ts';

let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed({
    domains: [insight],
    routes: (deps) => insightRoutes({ ...deps, streams: createStreamBounds(), build: 'test' }),
  });
  for (const energyDwh of [20_000, 30_000, 15_000]) {
    await testbed.charge(energyDwh);
    await testbed.plug(1, 2);
  }
  // The cars of the charges, and one charge a month earlier; both changes count as any other change of an order.
  await testbed.server.database.asSuperuser(
    `update charging_order set car_vin = 'LSX00000000000001', user_mobile = '13800000001' where charging_elec < 30000`,
  );
  await testbed.server.database.asSuperuser(
    `update charging_order set start_time = start_time - interval '32 days', stop_time = stop_time - interval '32 days' where charging_elec = 15000`,
  );
});
afterAll(() => testbed.close());

const units = Object.values(statUnit.items).map(({ value }) => value);
const { phoneUser, icCard, agentCustomer, vehicleVin } = mainPartType.items;
const orderFilter = {
  [phoneUser.value]: 'userMobile',
  [icCard.value]: 'icCardNo',
  [agentCustomer.value]: 'custId',
  [vehicleVin.value]: 'carVin',
} as const;

const ordersOf = async (span: { readonly statDay: string; readonly statUnit: (typeof units)[number] }, filters: Readonly<Record<string, string>>) => {
  const totals = await testbed.server.ok(
    testbed.anna,
    chargingOrderApi.dealConsume,
    orderQueryBehind({ from: span.statDay, to: lastDayOf(span.statDay, span.statUnit), filters }),
  );
  return [totals.orderCount, totals.totalElec, totals.billingAllAmount, totals.orderAllAmount];
};

test('each row of a party leads to the orders which it was added up from, by day, month and year', async () => {
  const seen = new Set<string>();
  for (const unit of units) {
    const { records } = await testbed.server.ok(testbed.anna, orderDataApi.list, { statUnit: String(unit), pageSize: '100' });
    for (const row of records) {
      seen.add(`${row.mainPartType} ${row.statUnit}`);
      const { value } = await testbed.server.ok(testbed.anna, orderDataApi.reveal, { id: row.orderDataId, field: 'mainPartNo' });
      const filters = { stationId: row.stationId, [orderFilter[row.mainPartType]]: value ?? '' };
      expect(await ordersOf(row, filters)).toEqual([row.chargingCount, row.chargingCapacity, row.chargingAmount, row.orderAmount]);
    }
  }
  expect(seen.size).toBeGreaterThanOrEqual(9);
});

test('each row of a pile does so too, and its sums are those of its rows and of the period before', async () => {
  for (const unit of units) {
    const { records } = await testbed.server.ok(testbed.anna, pileDataApi.list, { statUnit: String(unit) });
    for (const row of records)
      expect(await ordersOf(row, { stationId: row.stationId, cpCode: row.cpCode })).toEqual([
        row.chargingCount,
        row.chargingCapacity,
        row.chargingAmount,
        row.orderAmount,
      ]);
    expect(records.reduce((sum, row) => sum + row.chargingCount, 0)).toBe(3);
  }
  const days = (await testbed.server.ok(testbed.anna, pileDataApi.list, {})).records;
  const last = days[0]?.statDay ?? '';
  const dayBefore = new Date(Date.parse(last) - 86_400_000).toISOString().slice(0, 10);
  const totals = await testbed.server.ok(testbed.anna, pileDataApi.sums, { statDay_begin: last, statDay_end: last });
  // The charges may lie on both sides of midnight.
  const before = { chargingCount: days.find(({ statDay }) => statDay === dayBefore)?.chargingCount ?? 0 };
  expect(totals).toMatchObject([{ chargingCount: days[0]?.chargingCount, chargingCapacity: days[0]?.chargingCapacity, before }]);
  const month = await testbed.server.ok(testbed.anna, pileDataApi.sums, {
    statUnit: '3',
    statDay_begin: `${last.slice(0, 7)}-01`,
    statDay_end: last,
  });
  expect(month).toMatchObject([{ chargingCount: 2 }]);
});

test('a sheet has the listed rows, phone numbers are masked, and others see nothing', async () => {
  const response = await testbed.server.fetch(testbed.anna, `${orderDataApi.exportXls.path}?mainPartType=1`);
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
  expect(sheets[0]?.rows).toHaveLength(3);
  expect(JSON.stringify(sheets[0]?.rows)).not.toContain('13800000001');
  for (const viewer of [viewers.tenant('999999'), viewers.agent(testbed.ids.tenantId, '999999')]) {
    expect((await testbed.server.ok(viewer, orderDataApi.list, {})).total).toBe(0);
    expect(await testbed.server.ok(viewer, pileDataApi.sums, {})).toEqual([]);
  }
});

test('the figures of the analysis lead to the orders which they were added up from', async () => {
  const orders = async (filters: Readonly<Record<string, string>>) => testbed.server.ok(testbed.anna, chargingOrderApi.dealConsume, filters);
  const waiting = await testbed.startCharging({ energyDwh: 20_000 });
  const failed = await testbed.startCharging({ energyDwh: 0 });
  await testbed.server.database.asSuperuser(
    `update charging_order set order_state = 9, create_time = create_time - interval '2 days' where charging_order_no = '${waiting}'`,
  );
  await testbed.server.database.asSuperuser(
    `update charging_order set order_state = 3, start_result = 161, charging_elec = 0 where charging_order_no = '${failed}'`,
  );
  const silent = await testbed.startCharging({ energyDwh: 0 });
  await testbed.server.database.asSuperuser(
    `update charging_order set order_state = 3, start_result = null, charging_elec = 0 where charging_order_no = '${silent}'`,
  );
  // Of the first charge nobody knows when its gun was free again.
  await testbed.server.database.asSuperuser(`truncate order_unplug; insert into order_unplug
    select charging_order_id, tenant_id, agent_id, station_id, stop_time + interval '10 minutes' from charging_order
    where order_state = 4 and charging_order_id > (select min(charging_order_id) from charging_order)`);
  for (const query of [{ days: 7 }, { days: 31, cpType: 1 }, { days: 31, stationId: testbed.ids.stationId }] as const) {
    const charges = await testbed.server.ok(testbed.anna, operationApi.charges, query);
    const filters = 'stationId' in query ? { stationId: query.stationId } : {};
    const behind = await orders(
      orderQueryBehind({ from: charges.from, to: charges.to, filters, cpType: 'cpType' in query ? String(query.cpType) : undefined }),
    );
    expect(charges.sums).toMatchObject([
      { charges: behind.orderCount, energy: behind.totalElec, billed: behind.billingAllAmount, ordered: behind.orderAllAmount },
    ]);
    const earlier = await orders(orderQueryBehind({ ...charges.before, filters, cpType: 'cpType' in query ? String(query.cpType) : undefined }));
    expect(charges.sumsBefore.map((sums) => [sums.charges, sums.energy, sums.billed])).toEqual(
      earlier.orderCount === 0 ? [] : [[earlier.orderCount, earlier.totalElec, earlier.billingAllAmount]],
    );
    const { dwell } = await testbed.server.ok(testbed.anna, operationApi.durations, query);
    const cpType = 'cpType' in query ? String(query.cpType) : undefined;
    const stays = await orders(orderQueryBehind({ from: charges.from, to: charges.to, filters, cpType, isUnplugged: true }));
    expect(dwell?.charges).toBe(stays.orderCount);
    expect(stays.orderCount).toBeLessThan(behind.orderCount);
    const unsettled = (await orders(openBehind(query))).orderCount;
    expect([charges.openOrders, unsettled > 0]).toEqual([unsettled, true]);
    const starts = await testbed.server.ok(testbed.anna, operationApi.starts, query);
    expect(starts.failures).toContainEqual({ startResult: 161, count: 1 });
    expect(starts.failures).toContainEqual({ startResult: null, count: 1 });
    for (const { startResult, count } of starts.failures) expect((await orders(attemptsBehind(starts, startResult, query))).orderCount).toBe(count);
    expect((await orders(visitsBehind(starts, query))).orderCount).toBe(starts.attempts);
    const unbilled = await testbed.server.ok(testbed.anna, operationApi.unbilled, query);
    const open = await orders(unbilledBehind(unbilled, query));
    expect([unbilled.orders, unbilled.energy]).toEqual([open.orderCount, open.totalElec]);
    expect(unbilled.orders).toBe(1);
  }
});

test('refunds and what meters counted beyond bills lead to their rows', async () => {
  const { stationId } = testbed.ids;
  await testbed.server.database.asSuperuser(`update charging_order set start_meter = 0, stop_meter = charging_elec + 5000 where charging_elec = 20000;
    insert into refund_order (tenant_id, agent_id, station_id, charging_order_id, refund_order_no, refund_kind, refund_state, refund_amount, refund_reason, refund_time, currency)
      select tenant_id, agent_id, station_id, charging_order_id, 'G' || charging_order_id, 5, 2, 150, 'x', now(), currency from charging_order where order_state = 4`);
  const { gap } = await testbed.server.ok(testbed.anna, operationApi.unbilled, { days: 7 });
  expect(gap).toMatchObject({ orders: 1, energy: '0.5000' });
  const { records } = await testbed.server.ok(testbed.anna, chargingOrderApi.list, gapBehind(gap));
  expect(records.map(({ startMeter, stopMeter, chargingElec }) => [startMeter, stopMeter, chargingElec])).toEqual([['0.0000', '2.5000', '2.0000']]);
  for (const query of [{ days: 7 }, { days: 7, stationId }]) {
    const refunds = await testbed.server.ok(testbed.anna, operationApi.refunds, query);
    const listed = await testbed.server.ok(testbed.anna, refundOrderApi.list, refundsBehind(refunds, query));
    expect(refunds.sums).toMatchObject([{ refunds: listed.total, amount: (listed.total * 1.5).toFixed(2) }]);
    const sums = await testbed.server.ok(testbed.anna, refundOrderApi.dealRefund, refundsBehind(refunds, query));
    expect(refunds.sums).toMatchObject(
      sums.byCurrency.map(({ currency, rowCount, refundAllAmount, goodwillAllAmount }) => ({
        currency,
        refunds: rowCount,
        amount: refundAllAmount,
        goodwill: goodwillAllAmount,
      })),
    );
    expect(listed.records.map(({ refundAmount }) => refundAmount)).toEqual(Array.from({ length: listed.total }, () => '1.50'));
    const goodwill = await testbed.server.ok(testbed.anna, refundOrderApi.dealRefund, refundsBehind(refunds, query, refundKind.items.goodwill.value));
    expect(refunds.sums.map((own) => own.goodwill)).toEqual(goodwill.byCurrency.map(({ refundAllAmount }) => refundAllAmount));
  }
});

test('the figures of the start page do so too: of days, months and years, of one station and of all', async () => {
  const { stationId } = testbed.ids;
  const { amount, charges, energy } = statType.items;
  const behind = (span: { readonly from: string; readonly to: string }, filters: Readonly<Record<string, string>>) =>
    testbed.server.ok(testbed.anna, chargingOrderApi.dealConsume, orderQueryBehind({ ...span, filters }));
  for (const [station, filters] of [
    [ALL_STATIONS, {}],
    [stationId, { stationId }],
  ] as const) {
    const operational = await testbed.server.ok(testbed.anna, homeApi.operational, { stationId: station });
    expect(operational.map(({ period }) => period)).toEqual(['today', 'yesterday', 'month', 'year']);
    for (const { sums, ...span } of operational) {
      const orders = await behind(span, filters);
      expect(sums.reduce((sum, row) => sum + row.charges, 0)).toBe(orders.orderCount);
      expect(sums.map(({ energy: kWh, billed }) => [kWh, billed])).toEqual(
        orders.orderCount === 0 ? [] : [[orders.totalElec, orders.billingAllAmount]],
      );
    }
    const year = Number(operational.at(-1)?.from.slice(0, 4));
    const yearly = { stationId: station, year };
    const months = await testbed.server.ok(testbed.anna, homeApi.yearly, { ...yearly, statType: amount.value });
    for (const { currency, value, ...span } of months.values)
      expect([currency, value]).toEqual(['CNY', (await behind(span, filters)).billingAllAmount]);
    const sums = await testbed.server.ok(testbed.anna, homeApi.yearlySums, { ...yearly, statType: energy.value });
    expect(sums.values).toEqual([{ currency: null, value: (await behind(sums, filters)).totalElec }]);
    const month = Number(operational[2]?.from.slice(5, 7));
    const days = await testbed.server.ok(testbed.anna, homeApi.monthly, { ...yearly, month, statType: charges.value });
    for (const { value, from, to } of days.values) expect(value).toBe(String((await behind({ from, to }, filters)).orderCount));
    const inMonth = await testbed.server.ok(testbed.anna, homeApi.monthlySums, { ...yearly, month, statType: charges.value });
    expect(inMonth.values).toEqual([{ currency: null, value: String((await behind(inMonth, filters)).orderCount) }]);
    expect(inMonth.before.charges).toBe((await behind(inMonth.before, filters)).orderCount);
    const ranking = await testbed.server.ok(testbed.anna, homeApi.stations, { stationId: station, statType: amount.value, days: 400 });
    expect(ranking.stations).toEqual([
      { stationId, stationName: 'Charging Station', currency: 'CNY', value: (await behind(ranking, { stationId })).billingAllAmount },
    ]);
  }
  const other = await testbed.server.ok(testbed.anna, homeApi.other, { stationId: ALL_STATIONS });
  expect(other).toMatchObject({ stations: 1, piles: 1, cards: 1 });
});

test('a statistic type and a station must be chosen; others see nothing of it', async () => {
  const { server, ids } = testbed;
  const asked = async (query: Readonly<Record<string, string>>) => {
    const answer = await server.fetch(testbed.anna, `${homeApi.yearly.path}?${new URLSearchParams({ year: '2026', ...query }).toString()}`);
    return JSON.stringify(await answer.json());
  };
  expect(await asked({ stationId: ALL_STATIONS })).toContain('Statistic type is required');
  expect(await asked({ statType: '1' })).toContain('Station is required');
  const stranger = viewers.tenant('999999');
  expect(await server.ok(stranger, homeApi.operational, { stationId: ALL_STATIONS })).toMatchObject([
    { sums: [] },
    { sums: [] },
    { sums: [] },
    { sums: [] },
  ]);
  expect(await server.ok(stranger, homeApi.other, { stationId: ALL_STATIONS })).toMatchObject({
    stations: 0,
    piles: 0,
    customers: 0,
    cards: 0,
    openOrders: 0,
  });
  expect((await server.call(stranger, homeApi.operational, { stationId: ids.stationId })).success).toBe(false);
});

test('dormant piles lead to the list of piles', async () => {
  const { stationId } = testbed.ids;
  for (const cpCode of ['ASLEEP1', 'ASLEEP2'])
    await testbed.server.ok(testbed.anna, pileApi.add, {
      cpCode,
      stationId,
      cpName: cpCode,
      cpType: 1,
      gunCount: 1,
      cpPower: '60',
      accountMinAmount: '1.00',
    });
  await testbed.server.database.asSuperuser(
    `update pile set cp_stat = 1, rate_rule_id = (select min(rate_rule_id) from rate_rule), create_time = create_time - interval '10 days' where cp_code like 'ASLEEP%';
     insert into pile_state (cp_code, tenant_id, agent_id, station_id, online) select cp_code, tenant_id, agent_id, station_id, true from pile
       where cp_code like 'ASLEEP%' on conflict (cp_code) do update set online = true`,
  );
  const { dormant, dormantCount, dormantCodes } = await testbed.server.ok(testbed.anna, operationApi.use, { days: 7 });
  expect([dormant.map(({ cpCode }) => cpCode).toSorted(), dormantCount]).toEqual([['ASLEEP1', 'ASLEEP2'], 2]);
  const piles = await testbed.server.ok(testbed.anna, pileApi.list, pilesBehind(dormantCodes));
  expect(piles.records.map(({ cpCode }) => cpCode).toSorted()).toEqual(['ASLEEP1', 'ASLEEP2']);
  // Where there are more than one list can name, the others are found by their places.
  const others = await testbed.server.ok(testbed.anna, operationApi.dormant, { days: 7, after: 1 });
  expect(others.codes).toEqual(dormantCodes.slice(1));
});

const HOUR_MS = 3_600_000;

test('a cell of the heatmap leads to its days, and each day to the orders that charged in the hour', async () => {
  // The charge of a month ago lasts for two hours and a half, so that it lies in three cells or more.
  await testbed.server.database.asSuperuser(`update charging_order set stop_time = start_time + interval '150 minutes' where charging_elec = 15000`);
  for (const place of [{}, { cpType: 1 }, { stationId: testbed.ids.stationId }] as const) {
    const { shares, to } = await testbed.server.ok(testbed.anna, operationApi.heat, place);
    const cells = shares.flatMap((row, at) => row.flatMap((share, hour) => (share ? [{ weekday: at + 1, hour, share }] : [])));
    expect(cells.length).toBeGreaterThanOrEqual(3);
    for (const { share, ...cell } of cells) {
      const { days } = await testbed.server.ok(testbed.anna, operationApi.hour, { to, ...cell, ...place });
      const sum = (name: 'busyMs' | 'guns'): number => days.reduce((total, day) => total + day[name], 0);
      expect([days.length, sum('busyMs') / (sum('guns') * HOUR_MS)]).toEqual([8, expect.closeTo(share, 10)]);
      for (const { day, busyMs, parts } of days.filter((each) => each.busyMs > 0)) {
        const [part] = parts;
        if (!part?.orders) throw new Error('a station has one clock');
        const listed = await testbed.server.ok(
          testbed.anna,
          chargingOrderApi.list,
          chargedInHourBehind(part.orders, { day, hour: cell.hour }, place),
        );
        const beganMs = Date.parse(`${day}T${String(cell.hour).padStart(2, '0')}:00:00+08:00`);
        const within = listed.records.map(
          ({ startTime, stopTime }) => Math.min(Date.parse(stopTime ?? ''), beganMs + HOUR_MS) - Math.max(Date.parse(startTime ?? ''), beganMs),
        );
        expect([within.every((ms) => ms > 0), within.reduce((total, ms) => total + ms, 0)]).toEqual([true, busyMs]);
      }
    }
  }
});

test('totals of statistics lead to their orders, where a list of orders can show exactly those', async () => {
  const { stationId } = testbed.ids;
  const behind = async (filters: Readonly<Record<string, string>>) => {
    const address = ordersOfTotal(filters) ?? '';
    return testbed.server.ok(testbed.anna, chargingOrderApi.dealConsume, Object.fromEntries(new URLSearchParams(address.split('?')[1])));
  };
  const [row] = (await testbed.server.ok(testbed.anna, pileDataApi.list, {})).records;
  const day = row?.statDay ?? '';
  const days = { statDay_begin: day, statDay_end: day };
  for (const filters of [
    {},
    { stationId, cpType: '1' },
    days,
    { statUnit: '3', statDay_begin: `${day.slice(0, 7)}-01`, statDay_end: day, cpCode: row?.cpCode ?? '' },
  ]) {
    const [total] = await testbed.server.ok(testbed.anna, pileDataApi.sums, filters);
    const orders = await behind(filters);
    expect([total?.chargingCount, total?.chargingCapacity, total?.chargingAmount]).toEqual([
      orders.orderCount,
      orders.totalElec,
      orders.billingAllAmount,
    ]);
    expect(orders.orderCount).toBeGreaterThan(0);
  }
  for (const filters of [
    { mainPartType: '4', mainPartNo: 'LSX00000000000001' },
    { ...days, mainPartType: '1', mainPartNo: '13800000001' },
  ]) {
    const [total] = await testbed.server.ok(testbed.anna, orderDataApi.sums, filters);
    expect((await behind(filters)).orderCount).toBe(total?.chargingCount);
  }
  // All orders with a card, those of a number of any kind, an open span and an advanced query have no filter of orders.
  for (const filters of [{ mainPartType: '2' }, { mainPartNo: 'X' }, { statDay_begin: day }, { superQueryParams: '[]' }])
    expect(ordersOfTotal(filters)).toBeUndefined();
});
