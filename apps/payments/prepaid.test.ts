import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargingJobs, createPrepaidOrder, startBillWorker, startPaymentWorker } from '#domains/charging/server.ts';
import { chargePaid, startWithPayments, usual } from '#domains/charging/prepaid-order/prepaid-testbed.fixture.ts';
import { inSystem } from '#kit/db/index.ts';
import { createPaymentProviders } from '#domains/money/server.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { startStandIn } from './stand-in.ts';
import type { RunningStandIn } from './stand-in.ts';

/** Prepaid orders over the real wires of the providers: signed calls, and notifications that come to the door by themselves. */

let standIn: RunningStandIn;
let bed: Awaited<ReturnType<typeof startWithPayments>> | undefined;
let worker: PollingWorker;
let bills: PollingWorker;
beforeAll(async () => {
  // A charge moves the clock of the testbed, and the providers go by the same clock.
  const clock = (): number => bed?.base.now() ?? Date.now();
  standIn = await startStandIn({ clock, timeFactor: 100 });
  const { wechat, alipay, stripe } = standIn.keys.merchants;
  const origins = { wechat: standIn.origin, alipay: standIn.origin, stripe: standIn.origin, invoices: standIn.origin };
  bed = await startWithPayments(() => ({
    providers: createPaymentProviders({ origins, clock }),
    accounts: { '1': alipay, '2': wechat, '3': stripe },
  }));
  worker = startPaymentWorker(bed.deps);
  bills = startBillWorker(bed.deps);
  standIn.stripeWebhookUrl = `${bed.base.server.url}/notify/stripe/3`;
});
afterAll(async () => {
  await bills?.stop();
  await worker?.stop();
  await bed?.base.close();
  await standIn?.close();
});

const running = () => bed ?? expect.fail('the testbed has not started');
const rowOf = async (billId: string) =>
  (
    await running().base.server.database.asSuperuser<{ isCharging: boolean; refundAmount: bigint }>(
      'select charging_order_id is not null as "isCharging", refund_amount as "refundAmount" from prepaid_order where bill_id = $1',
      [billId],
    )
  )[0];

const providers = [
  ['wechat', '2', 'qr'],
  ['alipay', '1', 'qr'],
  ['stripe', '3', 'card'],
] as const;

test.each(providers)('%s: paid, told, asked, charged, settled, and the rest refunded', async (_name, payConfId, scene) => {
  const { base, deps, disbelieved } = running();
  await base.plug();
  const { billId, action } = await createPrepaidOrder(deps, { ...usual, payConfId, scene });
  expect(action).toMatchObject({ type: scene === 'card' ? 'clientSecret' : 'qr' });
  const payment = standIn.books.payments.find(({ payNo }) => payNo === billId);
  expect(payment && standIn.pay(payment)).toBe(true);
  // Nobody asks before the notification has come: the first question is due after five seconds.
  await expect.poll(async () => (await rowOf(billId))?.isCharging, { timeout: 4_000 }).toBe(true);
  await chargePaid(base, billId, 20_000);
  await expect.poll(async () => (await rowOf(billId))?.refundAmount, { timeout: 4_000 }).toBe(4700n);
  expect(payment?.refunds).toMatchObject([{ refundNo: `${billId}R1`, amountCents: 4700 }]);
  expect(disbelieved).toEqual([]);
});

const DAY_MS = 86_400_000;
/** Noon in Beijing: the bills of the day before are there. */
const NOON_MS = 4 * 3_600_000;
const toNoon = (): void => {
  const { base } = running();
  base.advance(DAY_MS - ((base.now() - NOON_MS) % DAY_MS));
};
/** Notes the days whose bills are there, and fetches and compares them. */
const reconcile = async (): Promise<void> => {
  const { base, deps } = running();
  const job = chargingJobs(deps).find(({ kind }) => kind.name === 'payBills') ?? expect.fail('there is no such job');
  await inSystem(base.server.database, (tx) => job.run({ tx, now: deps.clock(), params: { keepDays: 400 } }));
  await bills.poll();
};

test.each(providers)(
  '%s: a bill that loses, doubles, adds and changes lines is read over the wire and found out',
  async (_name, payConfId, scene) => {
    const { base, deps } = running();
    const found = () =>
      base.server.database.asSuperuser<{ kind: number; no: string; amount: string }>(
        `select difference_kind as kind, entry_no as no, difference_amount::text as amount from pay_difference where pay_conf_id = $1 and difference_state < 2
        order by difference_kind`,
        [payConfId],
      );
    // The payments of the tests before stand in bills that are right.
    toNoon();
    toNoon();
    await reconcile();
    expect(await found()).toEqual([]);
    await base.plug();
    const made: string[] = [];
    for (let place = 0; place < 4; place += 1) made.push((await createPrepaidOrder(deps, { ...usual, payConfId, scene })).billId);
    for (const billId of made) {
      const payment = standIn.books.payments.find(({ payNo }) => payNo === billId);
      expect(payment && standIn.pay(payment)).toBe(true);
      const isDone = async () => {
        const row = await rowOf(billId);
        return row !== undefined && (row.isCharging || row.refundAmount === 5000n);
      };
      await expect.poll(isDone, { timeout: 4_000 }).toBe(true);
    }
    const [charged = ''] = made;
    await chargePaid(base, charged, 20_000);
    await expect.poll(async () => (await rowOf(charged))?.refundAmount, { timeout: 4_000 }).toBe(4700n);
    standIn.faults.bills = ['lost', 'doubled', 'added', 'changed'];
    toNoon();
    await reconcile();
    const [lost, doubled, added, changed] = made;
    expect(await found()).toEqual([
      { kind: 1, no: lost, amount: '-5000' },
      { kind: 2, no: `STRANGER${added}`, amount: '5000' },
      { kind: 3, no: changed, amount: '1' },
      { kind: 4, no: doubled, amount: '5000' },
    ]);
    // A bill that the provider corrects explains all of it.
    standIn.faults.bills = [];
    await base.server.database.asSuperuser('update pay_bill_day set wants_bill = true, next_step_at = now() where pay_conf_id = $1', [payConfId]);
    await bills.poll();
    expect(await found()).toEqual([]);
  },
);
