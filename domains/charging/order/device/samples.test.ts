import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChargingSample } from '#engines/protocol/device.ts';
import { rateMonthApi, rateRuleApi, pilePolicyApi } from '#domains/tariff/resources.ts';
import { createHub } from '#kit/server/live/live-hub.ts';
import { CARD, PILE, startChargingTestbed } from '../../charging-testbed.fixture.ts';
import type { ChargingTestbed } from '../../charging-testbed.fixture.ts';

let testbed: ChargingTestbed;
beforeEach(async () => {
  testbed = await startChargingTestbed();
});
afterEach(() => testbed.close());

const METER = 1_000_000;
const now = (): number => Date.now() + testbed.clockOffset.ms;
const start = async (grainMs = 1): Promise<{ readonly chargingOrderNo: string; readonly startAtMs: number }> => {
  const { chargingOrderNo } = await testbed.charging.handlers.startRequest(testbed.pile, {
    kind: 'startRequest',
    gunNumber: 1,
    accountType: 1,
    account: CARD,
    strategyType: 1,
    strategyValE2: 0,
    atMs: now(),
  });
  const startAtMs = Math.floor(now() / grainMs) * grainMs;
  await testbed.charging.handlers.startResult(testbed.pile, {
    kind: 'startResult',
    chargingOrderNo,
    gunNumber: 1,
    startResult: 0,
    startSource: 16,
    startAtMs,
    startMeterDwh: METER,
    fromStore: false,
  });
  return { chargingOrderNo, startAtMs };
};
const kept = (chargingOrderNo: string) =>
  testbed.server.database.asSuperuser<{ second: number; energy: bigint }>(
    `select extract(epoch from s.at)::int8 as second, s.energy from charging_sample s join charging_order o using (charging_order_id) where charging_order_no = $1 order by at`,
    [chargingOrderNo],
  );

test('every acknowledged sample is kept with its own reading, whichever comes first, and whether or not it enlarges the hold', async () => {
  const { chargingOrderNo, startAtMs } = await start();
  testbed.clockOffset.ms += 240_000;
  const minute = (count: number): ChargingSample => ({
    kind: 'chargingSample',
    chargingOrderNo,
    gunNumber: 1,
    atMs: startAtMs + count * 60_000,
    currentDa: 1_000,
    powerW: 100_000,
    energyDwh: count * 15_000,
    meterDwh: METER + count * 15_000,
  });
  for (const count of [3, 1, 4, 2, 2]) expect(await testbed.charging.handlers.chargingSample(testbed.pile, minute(count))).toEqual({ result: 0 });
  const energies = (await kept(chargingOrderNo)).map((row) => Number(row.energy));
  expect([...new Set(energies)]).toEqual([15_000, 30_000, 45_000, 60_000]);
});

test('an order at a pile that speaks in the clear draws on no more than its exception lets it, and is stopped there', async () => {
  const { database } = testbed.server;
  await database.asSuperuser(
    `update pile set encryption_mode = 0 where cp_code = '${PILE}';
    insert into pile_plain (cp_code, tenant_id, agent_id, station_id, addresses, reason, hold_max)
      select cp_code, tenant_id, agent_id, station_id, '127.0.0.1', 'old', 1200 from pile where cp_code = '${PILE}'`,
  );
  const asked = { kind: 'accountQuery', gunNumber: 1, accountType: 1, account: CARD, atMs: now() } as const;
  expect((await testbed.charging.handlers.accountQuery(testbed.pile, asked)).balanceCents).toBe(1_200);
  const { chargingOrderNo, startAtMs } = await start();
  testbed.clockOffset.ms += 3_600_000;
  for (let count = 1; count <= 30; count += 1) {
    const energyDwh = count * 15_000;
    const sample = { kind: 'chargingSample', chargingOrderNo, gunNumber: 1, atMs: startAtMs + count * 60_000, energyDwh, powerW: 100_000 } as const;
    await testbed.charging.handlers.chargingSample(testbed.pile, sample);
  }
  expect(await database.asSuperuser("select amount from ledger.hold where state = 'open'")).toEqual([{ amount: 1_200n }]);
  expect(await database.asSuperuser("select exists (select from device_command where cmd = 'stop') as stopped")).toEqual([{ stopped: true }]);
});

test('an order that another process has changed is read again at once', async () => {
  const hub = createHub();
  const stop = testbed.charging.watchOrderChanges(hub);
  const { chargingOrderNo, startAtMs } = await start();
  testbed.clockOffset.ms += 240_000;
  const toldAt = async (count: number): Promise<unknown> => {
    const energyDwh = count * 15_000;
    const sample = { kind: 'chargingSample', chargingOrderNo, gunNumber: 1, atMs: startAtMs + count * 60_000, energyDwh, powerW: 100_000 } as const;
    await testbed.charging.handlers.chargingSample(testbed.pile, sample);
    return testbed.published.findLast(({ topic }) => topic === `order:${chargingOrderNo}`)?.data;
  };
  await toldAt(1);
  expect(await toldAt(2)).toMatchObject({ energyDwh: 30_000, amountCents: expect.any(Number) });
  // Behind this process's back: without prices an order costs nothing.
  await testbed.server.database.asSuperuser('update charging_order set tariff_snapshot_id = null where charging_order_no = $1', [chargingOrderNo]);
  expect(await toldAt(3)).toMatchObject({ energyDwh: 45_000, amountCents: expect.any(Number) });
  hub.publish('~order', chargingOrderNo);
  expect(await toldAt(4)).toMatchObject({ energyDwh: 60_000, amountCents: null });
  stop();
});

/** From now on every half hour of the day has another price than the one before. */
const chargeByTheHalfHour = async (): Promise<void> => {
  const { server, staff } = testbed;
  const { rateRuleId } = await server.ok(staff, rateRuleApi.add, { rateRuleName: 'Half hours' });
  const periods = Array.from({ length: 48 }, (_, slot) => ({
    startTime: `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`,
    rateStage: slot % 2 === 0 ? 4 : 2,
    rateDiscount: 100,
    rate: slot % 2 === 0 ? '0.30000' : '1.50000',
  }));
  const none = [{ startTime: '00:00', rateStage: 0, rateDiscount: 100, rate: '0.00000' }];
  const fees = [
    { rateType: 1, billMode: 1, periods },
    { rateType: 2, billMode: 1, periods: none },
  ];
  await server.ok(staff, rateMonthApi.saveMonth, { rateRuleId, month: 1, fees });
  await server.ok(staff, rateMonthApi.copyMonth, { rateRuleId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
  await server.ok(staff, rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
  await server.ok(staff, pilePolicyApi.setRateRule, { cpCodes: PILE, rateRuleId });
};

const HALF_HOUR_MS = 1_800_000;

test('what an order costs so far is its bill by half hours, however often the order is read again and wherever its station lies by now', async () => {
  const hub = createHub();
  const stop = testbed.charging.watchOrderChanges(hub);
  await chargeByTheHalfHour();
  await testbed.fund(`card:${testbed.ids.icCardId}`, 1_000_00n);
  // Begin at a border into a cheap half hour.
  testbed.clockOffset.ms += 2 * HALF_HOUR_MS - (now() % (2 * HALF_HOUR_MS));
  const { chargingOrderNo, startAtMs } = await start(HALF_HOUR_MS);
  const amountAt = async (minute: number, energyDwh: number): Promise<unknown> => {
    testbed.clockOffset.ms = startAtMs + minute * 60_000 - Date.now();
    const sample = { kind: 'chargingSample', chargingOrderNo, gunNumber: 1, atMs: startAtMs + minute * 60_000, energyDwh, powerW: 120_000 } as const;
    await testbed.charging.handlers.chargingSample(testbed.pile, sample);
    const told = testbed.published.findLast(({ topic }) => topic === `order:${chargingOrderNo}`)?.data;
    return (told as { readonly amountCents: number }).amountCents;
  };
  // 45 kWh at 0.30 and then 7.2 kWh at 1.50: on a straight line it would be more than half as much again.
  for (let minute = 5; minute <= 30; minute += 5) await amountAt(minute, minute * 15_000);
  for (let minute = 31; minute <= 42; minute += 1) {
    if (minute % 3 === 0) hub.publish('~order', chargingOrderNo);
    // The station moves while the car charges; the order keeps the zone it began in.
    if (minute === 34) await testbed.server.database.asSuperuser(`update station set timezone = 'Asia/Kathmandu'`);
    expect(await amountAt(minute, 450_000 + (minute - 30) * 6_000)).toBe(1_350 + (minute - 30) * 90);
  }
  const stopAtMs = startAtMs + 42 * 60_000;
  const meters = { startMeterDwh: METER, stopMeterDwh: METER + 522_000, energyDwh: 522_000 };
  await testbed.charging.handlers.endRecord(testbed.pile, {
    ...meters,
    kind: 'endRecord',
    chargingOrderNo,
    gunNumber: 1,
    orderType: 1,
    stopAtMs,
    stopReason: 3,
    checkCode: 'ok',
    fromStore: false,
    digest: 'd'.repeat(64),
  });
  await testbed.worker.poll();
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({ order_state: 4, billing_amount: 2_430n });
  stop();
});
