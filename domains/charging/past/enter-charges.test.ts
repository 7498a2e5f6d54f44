import { afterAll, beforeAll, expect, test } from 'vitest';
import { mainPartType, startSource, strategyType } from '#engines/order/codes.ts';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { partyById } from '#domains/customer/server.ts';
import type { Party } from '#domains/customer/server.ts';
import { freezeFormerTariff } from '#domains/tariff/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { PILE, startChargingTestbed } from '../charging-testbed.fixture.ts';
import type { ChargingTestbed } from '../charging-testbed.fixture.ts';
import { computeBill } from '../order/settlement/compute-bill.server.ts';
import { readOrder } from '../order/lifecycle/stored-order.server.ts';
import { project } from '#engines/order/view.ts';
import { enterParts } from './enter-parts.server.ts';
import type { RefundedCharge } from './enter-parts.server.ts';
import { beginPast, isPastBeingEntered, openParts, pastProgress } from './past-run.server.ts';
import type { OpenPart } from './past-run.server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The local noon of a day in the time zone of the station, UTC+8. */
const noonMs = (day: string): number => Date.parse(`${day}T04:00:00Z`);
const DAYS = ['2026-03-07', '2026-03-08', '2026-03-09'] as const;

let testbed: ChargingTestbed;
let party: Party;
beforeAll(async () => {
  testbed = await startChargingTestbed();
  const found = await inSystem(testbed.server.database, (tx) => partyById(tx, mainPartType.icCard, testbed.ids.icCardId));
  if (!found) throw new Error('the testbed has no card');
  party = found;
  const part = { stationId: testbed.ids.stationId, chargeCount: 6 };
  await inSystem(testbed.server.database, (tx) =>
    beginPast(
      tx,
      { seed: 1, days: DAYS.length, untilMs: noonMs('2026-03-10') },
      DAYS.map((day) => ({ ...part, day })),
    ),
  );
});
afterAll(() => testbed.close());

/** Six charges from noon on: the second failed to start, a part of the third was given back, and a fault ended the fourth. */
const chargesOf = (day: string): readonly RefundedCharge[] =>
  Array.from({ length: 6 }, (_, n): RefundedCharge => {
    const startAtMs = noonMs(day) + n * HOUR_MS;
    const startMeterDwh = 5_000_000 + DAYS.findIndex((known) => known === day) * 6_000_000 + n * 300_000;
    const { tenantId, agentId, stationId, rateRuleId } = testbed.ids;
    return {
      site: {
        tenantId,
        agentId,
        stationId,
        cpCode: PILE,
        cpType: 1,
        gunNumber: 1,
        rateRuleId,
        currency: 'CNY',
        zone: 'Asia/Shanghai',
        ratedPowerW: 120_000,
        accountMinAmountCents: 100n,
      },
      party,
      requestedAtMs: startAtMs - 12_000,
      by: n % 2 === 0 ? 'answer' : 'command',
      startSource: n % 2 === 0 ? startSource.card : startSource.platform,
      strategy: { type: strategyType.untilFull },
      report:
        n === 1
          ? { kind: 'failed', result: 163, atMs: startAtMs, meterDwh: startMeterDwh }
          : {
              kind: 'charged',
              startAtMs,
              stopAtMs: startAtMs + HOUR_MS / 2,
              unpluggedAtMs: startAtMs + HOUR_MS / 2 + 60_000,
              startMeterDwh,
              energyDwh: 300_000,
              startSoc: 20,
              stopSoc: 71,
              slotEnergyDwh: null,
              stopReason: n === 3 ? stopReason.powerLoss : stopReason.socReached,
              vin: 'LSX00000000000001',
            },
      refundShare: n === 2 ? 0.2 : null,
      refundReason: 'out of order',
    };
  });

const enter = async (day: string, servicePercent = 100n) => {
  const [part] = (await inSystem(testbed.server.database, (tx) => openParts(tx, 1))).filter((open) => open.day === day);
  return part && enterOpen(part, servicePercent);
};

const enterOpen = (part: OpenPart, servicePercent: bigint) =>
  inSystem(testbed.server.database, (tx) =>
    enterParts(tx, {
      parts: [{ ...part, charges: chargesOf(part.day) }],
      untilMs: noonMs('2026-03-10'),
      actor: 'demo',
      tariffOf: async ({ site: { zone, currency }, requestedAtMs }) =>
        (await freezeFormerTariff(tx, { rateRuleId: testbed.ids.rateRuleId, zone, currency, atMs: requestedAtMs }, { 2: servicePercent }))
          ?.snapshotId,
      rechargeOf: () => ({ leastCents: 50_00n, amountCents: 300_00n, payMethod: 2 }),
    }),
  );

const query = <T extends object>(text: string): Promise<readonly T[]> => testbed.server.database.asSuperuser<T>(text);

test('the newest day comes first, then the others from the oldest', async () => {
  const parts = await inSystem(testbed.server.database, (tx) => openParts(tx, 1));
  expect(parts.map(({ day }) => day)).toEqual(['2026-03-09', '2026-03-07', '2026-03-08']);
  expect(await inSystem(testbed.server.database, isPastBeingEntered)).toBe(false);
});

test('charges that are over become settled orders of their time', async () => {
  const entered = await enter('2026-03-09');
  expect(entered?.refused).toEqual([]);
  expect(await inSystem(testbed.server.database, pastProgress)).toEqual({ entered: 6, total: 18 });
  expect(await inSystem(testbed.server.database, isPastBeingEntered)).toBe(true);
  const orders =
    await query(`select order_state, order_category, start_result, stop_reason, billing_amount::int4 as billed, charging_elec::int4 as energy, shortfall_amount::int4 as owed,
      charge_day::text as day, create_time = start_time - interval '12 seconds' as is_of_its_time, billing_time - stop_time < interval '1 minute' as is_settled_then, start_source
    from charging_order order by charging_order_id`);
  // 30 kWh at 1.00 for electricity and 0.50 for service.
  const charged = { order_category: 1, start_result: 0, billed: 45_00, energy: 300_000, owed: 0, day: '2026-03-09', is_settled_then: true };
  expect(orders).toEqual([
    { ...charged, order_state: 4, stop_reason: 9, is_of_its_time: true, start_source: 16 },
    { ...charged, order_state: 4, start_result: 163, stop_reason: null, billed: 0, energy: 0, is_of_its_time: null, start_source: 4 },
    { ...charged, order_state: 5, stop_reason: 9, is_of_its_time: true, start_source: 16 },
    { ...charged, order_state: 4, stop_reason: 161, is_of_its_time: true, start_source: 4 },
    { ...charged, order_state: 4, stop_reason: 9, is_of_its_time: true, start_source: 16 },
    { ...charged, order_state: 4, stop_reason: 9, is_of_its_time: true, start_source: 4 },
  ]);
});

test('a part is entered once', async () => {
  const before = await query('select count(*)::int4 as count from charging_order');
  expect(await enter('2026-03-09')).toBeUndefined();
  const entered = { day: '2026-03-09', stationId: testbed.ids.stationId, firstOrderId: 1n };
  expect(await enterOpen(entered, 100n)).toEqual({ orders: [], refused: [] });
  expect(await query('select count(*)::int4 as count from charging_order')).toEqual(before);
});

test('an earlier day has the prices of its time, and lower ids', async () => {
  await enter('2026-03-07', 80n);
  const [sums] =
    await query(`select count(distinct billing_amount) filter (where billing_amount > 0)::int4 as bills, max(billing_amount)::int4 as billed,
    max(charging_order_id) < (select min(charging_order_id) from charging_order where charge_day = '2026-03-09') as is_lower
    from charging_order where charge_day = '2026-03-07'`);
  expect(sums).toEqual({ bills: 1, billed: 42_00, is_lower: true });
});

test('the facts of an order give its row, and its bill can be computed again', async () => {
  const orders = await query<{ id: string; state: number; billed: string }>(
    `select charging_order_id::text as id, order_state::int4 as state, billing_amount::text as billed from charging_order where energy_known(charging_elec)`.replace(
      'energy_known(charging_elec)',
      'charging_elec > 0',
    ),
  );
  expect(orders.length).toBe(10);
  for (const { id, state, billed } of orders) {
    const again = await inSystem(testbed.server.database, async (tx) => {
      const order = await readOrder(tx, { orderId: id });
      const view = order && project(order.facts);
      return view && { state: view.state, bill: await computeBill(tx, order.row, view) };
    });
    expect(again?.state).toBe(state);
    expect(again?.bill?.bill.billingAmountCents).toBe(BigInt(billed));
  }
});

test('the books, their records and the sums of charges are right', async () => {
  expect(await testbed.brokenInvariants()).toEqual([]);
  const proofs = await query<{ invariant: string; broken: bigint }>(
    'select invariant, checked > 0 as checked, broken from money_proof_of_recharge() union all select invariant, checked > 0, broken from money_proof_of_consume()',
  );
  // The money that the testbed gave the card has no record of a recharge.
  expect(proofs).toEqual([
    { invariant: 'R1', checked: true, broken: 0n },
    { invariant: 'R2', checked: true, broken: 0n },
  ]);
  expect(await query(`select charge_sum_differences(${testbed.ids.stationId}, '2026-03-01', '2026-03-31')::int4 as differences`)).toEqual([
    { differences: 0 },
  ]);
  expect(
    await query(
      `select period::date::text as day, charging_count::int4 as count, billing_amount::int4 as billed from charge_sum where subject = 0 and unit = 2 order by 1`,
    ),
  ).toEqual([
    { day: '2026-03-07', count: 6, billed: 5 * 42_00 },
    { day: '2026-03-09', count: 6, billed: 5 * 45_00 },
  ]);
});

test('wallets were filled before they were empty, and what was booked took effect in its time', async () => {
  const [wallet] = await query(
    `select min(posted_after) >= 5000 as has_enough, bool_and(j.effective_at < now() - interval '${Math.floor((Date.now() - noonMs('2026-03-11')) / DAY_MS)} days') as is_past
     from ledger.movement m join ledger.journal j using (journal_id) join ledger.account a using (account_id) where a.code = 'wallet:card:${testbed.ids.icCardId}' and j.actor = 'demo'`,
  );
  expect(wallet).toEqual({ has_enough: true, is_past: true });
  expect(await query(`select count(*)::int4 as count, sum(refund_amount)::int4 as given from refund_order`)).toEqual([
    { count: 2, given: 9_00 + 8_40 },
  ]);
});
