import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargingOrderApi } from '../../resources.ts';
import { startAdjustmentTestbed } from './adjust.fixture.ts';
import type { AdjustmentTestbed } from './adjust.fixture.ts';

let testbed: AdjustmentTestbed;
beforeAll(async () => {
  testbed = await startAdjustmentTestbed();
});
afterAll(() => testbed.close());

const RUNS = Number(process.env['LAW_RUNS'] ?? 4);
const STEPS_MAX = 10;

const energyDwh = fc.integer({ min: 1, max: 6 }).map((kWh) => kWh * 10_000);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('late' as const), energyDwh, minutes: fc.integer({ min: 4, max: 9 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('adopt' as const), nth: fc.nat() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('decide' as const), book: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('recharge' as const), cents: fc.integer({ min: 1, max: 600 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('spend' as const), leftCents: fc.integer({ min: 0, max: 200 }) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'reapply' } as const) },
);
type ModelStep = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface AdjustmentCase {
  readonly order: { readonly orderNo: string; readonly startAtMs: number };
  readonly records: string[];
  /** The card that the order's has become. */
  icCardId: string;
  /** The ledger follows the valid record, unless an operator declined the difference. */
  hasDeclined: boolean;
}

const take = async (course: AdjustmentCase, now: ModelStep): Promise<void> => {
  const { server, worker, anna } = testbed;
  const { orderNo } = course.order;
  switch (now.do) {
    case 'late':
      course.records.push(await testbed.reportLate(course.order, now));
      return;
    case 'adopt': {
      const digest = course.records[now.nth % Math.max(course.records.length, 1)];
      if (digest === undefined) return;
      const adopted = await server.call(anna, chargingOrderApi.adoptRecord, { chargingOrderNo: orderNo, digest, reason: 'as the meter says' });
      if (adopted.success) course.hasDeclined = false;
      testbed.advance(1_000);
      await worker.poll();
      return;
    }
    case 'decide': {
      const { adjustment } = await server.ok(anna, chargingOrderApi.detail, { id: await testbed.idOf(orderNo) });
      if (!adjustment) return;
      const input = { chargingOrderNo: orderNo, digest: adjustment.digest, book: now.book ? 1 : 0, reason: 'agreed on the phone' };
      await server.ok(anna, chargingOrderApi.adjust, input);
      course.hasDeclined = !now.book;
      testbed.advance(1_000);
      return;
    }
    case 'recharge':
      await testbed.recharge(course.icCardId, (now.cents / 100).toFixed(2));
      return;
    case 'spend':
      await testbed.leaveInWallet(`card:${course.icCardId}`, BigInt(now.leftCents));
      return;
    case 'reapply':
      course.icCardId = await testbed.reapply(course.icCardId);
  }
};

/** Nothing waits and nothing was declined, so the bill calculated now equals the booked one. */
const expectBillOfTheRecord = async ({ order: { orderNo }, hasDeclined }: AdjustmentCase): Promise<void> => {
  const { server, anna } = testbed;
  const id = await testbed.idOf(orderNo);
  const { adjustment } = await server.ok(anna, chargingOrderApi.detail, { id });
  const { isEqual, calculation, booked } = await server.ok(anna, chargingOrderApi.billingDetail, { id });
  if (!hasDeclined && adjustment === null) expect([isEqual, calculation?.totals.billingAmount]).toEqual([true, booked?.billingAmount]);
  // A waiting difference is a charge to the customer.
  if (adjustment !== null) expect(Number(adjustment.difference)).toBeGreaterThan(0);
};

test(
  'whatever late and adopted records, decisions, recharges and new cards follow a settlement: row, books and records agree, and the books prove',
  { timeout: 600_000 },
  async () => {
    let icCardId = testbed.ids.icCardId;
    await fc.assert(
      fc.asyncProperty(
        energyDwh,
        fc.integer({ min: 100, max: 1_500 }),
        fc.array(step, { minLength: 5, maxLength: STEPS_MAX }),
        async (energy, funds, steps) => {
          const card = `card:${icCardId}`;
          // A party with a debt from an earlier order cannot start.
          const [, owed] = await testbed.balanceAndDebt(card);
          if (owed > 0n) await testbed.recharge(icCardId, (Number(owed) / 100).toFixed(2));
          await testbed.fund(card, BigInt(funds));
          await testbed.leaveInWallet(card, BigInt(funds));
          const course: AdjustmentCase = { order: await testbed.chargeAndSettle(energy), records: [], icCardId, hasDeclined: false };
          for (const now of steps) {
            await take(course, now);
            icCardId = course.icCardId;
            expect(await testbed.disagreements(course.order.orderNo)).toEqual([]);
            await expectBillOfTheRecord(course);
          }
          expect(await testbed.brokenProofs()).toEqual([]);
          expect(await testbed.orderRow(course.order.orderNo)).toMatchObject({ order_state: 4, retry_at: null });
        },
      ),
      { numRuns: RUNS },
    );
  },
);
