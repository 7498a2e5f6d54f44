import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPaymentWorker, createPrepaidOrder } from '#domains/charging/server.ts';
import { chargePaid, startWithPayments, usual } from '#domains/charging/prepaid-order/prepaid-testbed.fixture.ts';
import { createPaymentProviders } from '#domains/money/server.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { startStandIn } from './stand-in.ts';
import type { RunningStandIn } from './stand-in.ts';

/** Prepaid orders over the real wires of the providers: signed calls, and notifications that come to the door by themselves. */

let standIn: RunningStandIn;
let bed: Awaited<ReturnType<typeof startWithPayments>> | undefined;
let worker: PollingWorker;
beforeAll(async () => {
  // A charge moves the clock of the testbed, and the providers go by the same clock.
  const clock = (): number => bed?.base.now() ?? Date.now();
  standIn = await startStandIn({ clock, timeFactor: 100 });
  const { wechat, alipay, stripe } = standIn.keys.merchants;
  const origins = { wechat: standIn.origin, alipay: standIn.origin, stripe: standIn.origin };
  bed = await startWithPayments(() => ({
    providers: createPaymentProviders({ origins, clock }),
    accounts: { '1': alipay, '2': wechat, '3': stripe },
  }));
  worker = startPaymentWorker(bed.deps);
  standIn.stripeWebhookUrl = `${bed.base.server.url}/notify/stripe/3`;
});
afterAll(async () => {
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

test.each([
  ['wechat', '2', 'qr'],
  ['alipay', '1', 'qr'],
  ['stripe', '3', 'card'],
] as const)('%s: paid, told, asked, charged, settled, and the rest refunded', async (_name, payConfId, scene) => {
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
