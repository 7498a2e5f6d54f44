import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargingJobs, createPrepaidOrder, startBillWorker, startPaymentWorker } from '#domains/charging/server.ts';
import { chargePaid, startWithPayments, usual } from '#domains/charging/prepaid-order/prepaid-testbed.fixture.ts';
import { refundOrderApi } from '#domains/charging/resources.ts';
import { refundMendStat, refundMendWay, refundOrderState } from '#engines/payment/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { createPaymentProviders } from '#domains/money/server.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { startStandIn } from './stand-in.ts';
import type { RunningStandIn } from './stand-in.ts';
import { testKeys } from './test-keys.fixture.ts';

/** Prepaid orders over the real wires of the providers: signed calls, and notifications that come to the door by themselves. */

let standIn: RunningStandIn;
let bed: Awaited<ReturnType<typeof startWithPayments>> | undefined;
let worker: PollingWorker;
let bills: PollingWorker;
beforeAll(async () => {
  // A charge moves the clock of the testbed, and the providers go by the same clock.
  const clock = (): number => bed?.base.now() ?? Date.now();
  standIn = await startStandIn({ clock, timeFactor: 100, keys: testKeys() });
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
  await expect.poll(async () => (await rowOf(billId))?.isCharging).toBe(true);
  await chargePaid(base, billId, 20_000);
  await expect.poll(async () => (await rowOf(billId))?.refundAmount).toBe(4700n);
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
      await expect.poll(isDone).toBe(true);
    }
    const [charged = ''] = made;
    await chargePaid(base, charged, 20_000);
    await expect.poll(async () => (await rowOf(charged))?.refundAmount).toBe(4700n);
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

describe('an abnormal refund of WeChat Pay', () => {
  const card = { bankType: 'ICBC_DEBIT', bankAccount: '6222020200112233', realName: '王小明', remark: 'the card was closed' };
  /** A payment whose rest the provider could not pay; returns its number and the id of the refund. */
  const abnormal = async (amountCents: bigint) => {
    const { base, deps } = running();
    await base.plug();
    const { billId } = await createPrepaidOrder(deps, { ...usual, amountCents, payConfId: '2', scene: 'qr' });
    const payment = standIn.books.payments.find(({ payNo }) => payNo === billId) ?? expect.fail('no payment');
    standIn.books.refundFates.push('abnormal');
    expect(standIn.pay(payment)).toBe(true);
    await expect.poll(async () => (await rowOf(billId))?.isCharging).toBe(true);
    await chargePaid(base, billId, 20_000);
    await expect.poll(async () => (await refundOf(billId)).refundState).toBe(refundOrderState.abnormal);
    return { billId, id: (await refundOf(billId)).refundId, payment };
  };
  const refundOf = async (billId: string) => {
    const { base } = running();
    const { records } = await base.server.ok(base.anna, refundOrderApi.list, { refundOrderNo: `${billId}R1` });
    return records[0] ?? expect.fail('no refund');
  };
  const mend = (input: InputOf<typeof refundOrderApi.mendAbnormal>) =>
    running().base.server.call(running().base.anna, refundOrderApi.mendAbnormal, input);
  const stored = async (id: string) =>
    running().base.server.database.asSuperuser<{ stat: number; sealed: string | null; said: string | null }>(
      'select mend_stat as stat, receiver_sealed as sealed, mend_result as said from refund_mend where refund_id = $1 order by 1',
      [id],
    );

  test('goes to another card of the payer, once the provider takes it, and its end is that of any refund', async () => {
    const { billId, id, payment } = await abnormal(50_00n);
    const input = { id, mendWay: refundMendWay.payerCard, ...card };
    expect((await mend({ ...input, realName: '' })).message).toBe('The bank, the card number and the name of its holder are needed');
    // A card that the provider refuses: the refund stays abnormal, and nothing keeps the number.
    expect(await mend({ ...input, bankAccount: 'none' })).toMatchObject({ success: true });
    await expect.poll(() => stored(id)).toEqual([{ stat: refundMendStat.refused, sealed: null, said: 'PARAMERROR PARAM_ERROR' }]);
    expect(await refundOf(billId)).toMatchObject({ refundState: refundOrderState.abnormal, mendStat: refundMendStat.refused });
    standIn.books.refundFates.push('slow');
    expect(await mend(input)).toMatchObject({ success: true });
    await expect.poll(async () => (await refundOf(billId)).refundState).toBe(refundOrderState.processing);
    expect((await mend(input)).message).toBe('This refund is not abnormal');
    const [refund] = payment.refunds;
    expect(refund && standIn.completeRefund(payment, refund)).toBe(true);
    await expect.poll(async () => (await rowOf(billId))?.refundAmount).toBe(4700n);
    expect(await refundOf(billId)).toMatchObject({ refundState: refundOrderState.succeeded, refundResult: 'ICBC_DEBIT 2233 王小明' });
    expect((await stored(id)).map(({ sealed }) => sealed)).toEqual([null, null]);
    expect(payment.refunds).toHaveLength(1);
  });

  test('above the limit a second person agrees first; one that was mended meanwhile is not mended again', async () => {
    const { billId, id, payment } = await abnormal(60_00n);
    const { base } = running();
    const input = { id, mendWay: refundMendWay.merchantAccount, remark: 'handed over at the counter' };
    const confirm = (viewer: typeof base.anna) => base.server.call(viewer, refundOrderApi.mendConfirm, { id, agree: 1 });
    expect((await mend(input)).message).toBe('This amount needs a second operator to confirm');
    expect(await mend({ ...input, askSecond: 1 })).toMatchObject({ result: { pending: 1 } });
    expect((await mend({ ...input, askSecond: 1 })).success).toBe(false);
    expect((await confirm(base.anna)).message).toBe('The second person must be another person');
    expect(payment.refunds).toMatchObject([{ state: 'abnormal' }]);
    // The provider has done it, and its notification is lost: the agreed call finds that and does nothing.
    standIn.faults.notifications.push('lost');
    const [refund] = payment.refunds;
    expect(refund && standIn.completeRefund(payment, refund)).toBe(true);
    expect(await confirm(base.bert)).toMatchObject({ success: true });
    await expect.poll(async () => (await rowOf(billId))?.refundAmount).toBe(5700n);
    expect(refund).toMatchObject({ state: 'succeeded' });
    expect(refund?.receivedBy).toBeUndefined();
    expect(await stored(id)).toMatchObject([{ stat: refundMendStat.taken, sealed: null }]);
    expect((await confirm(base.bert)).message).toBe('This refund is not abnormal');
  });

  test('goes to the merchant’s account, as another person has agreed', async () => {
    const { billId, id, payment } = await abnormal(60_00n);
    const { base } = running();
    expect((await mend({ id, mendWay: refundMendWay.merchantAccount, remark: 'cash', askSecond: 1 })).success).toBe(true);
    expect(await base.server.call(base.bert, refundOrderApi.mendConfirm, { id, agree: 1 })).toMatchObject({ success: true });
    await expect.poll(async () => (await rowOf(billId))?.refundAmount).toBe(5700n);
    expect(payment.refunds).toMatchObject([{ state: 'succeeded', receivedBy: '商户银行账户' }]);
  });
});
