import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cardApi } from '#domains/customer/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import { sql } from 'kysely';
import { prepaidOrderApi, refundOrderApi } from '../resources.ts';
import { heldPrepaymentsJob, payNotifyRetentionJob } from './prepaid-jobs.server.ts';
import { runFaultySeed } from './random-faults.fixture.ts';
import { startPrepaidTestbed } from './prepaid-testbed.fixture.ts';
import type { PrepaidTestbed } from './prepaid-testbed.fixture.ts';

let bed: PrepaidTestbed;
beforeAll(async () => {
  bed = await startPrepaidTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  Object.assign(bed.provider.told, { fault: () => 'none', fate: () => 'now', closesForReal: true });
  bed.provider.outbox.splice(0);
  await bed.plug();
});

const recordProof = async () =>
  (
    await inSystem(bed.server.database, (tx) =>
      sql<{ invariant: string; broken: bigint; subject: string | null }>`select invariant, broken, subject from money_record_proof()`.execute(tx),
    )
  ).rows.filter(({ broken }) => broken !== 0n);
/** The books and the provider agree to the cent, and every proof holds. */
const expectAgreement = async () => {
  const { provider, inTransit, prepaid } = await bed.books();
  expect(provider).toBe(bed.provider.balanceCents());
  expect(await bed.brokenInvariants()).toEqual([]);
  expect(await recordProof()).toEqual([]);
  return { inTransit, prepaid };
};
const paid = async (more: Parameters<PrepaidTestbed['create']>[0] = {}) => {
  const { billId } = await bed.create(more);
  expect(bed.provider.pay(billId)).toBe(true);
  await bed.deliverAll();
  await bed.work();
  return billId;
};

test('a driver pays, charges up to what was paid, and gets the rest back; the order is then refunded', async () => {
  const { billId, action, prePayOrderId } = await bed.create();
  expect(action).toMatchObject({ type: 'qr', data: { url: `fake://${billId}` } });
  expect(await bed.row(billId)).toMatchObject({ pay_state: 0, actual_pay_amount: null, charging_order_id: null });
  bed.provider.pay(billId);
  // Told three times, and asked once.
  const [told] = bed.provider.outbox.splice(0);
  bed.provider.calls.splice(0);
  for (const copy of [told, told, told]) expect(copy && (await bed.deliver(copy))).toBe(200);
  await bed.work();
  expect(bed.provider.calls).toEqual(['query']);
  expect(await bed.row(billId)).toMatchObject({ pay_state: 1, actual_pay_amount: 5000n, trade_no: `T${billId}`, start_refusal: null });
  const orderNo = await bed.chargePaid(billId, 20_000);
  const order = await bed.orderRow(orderNo);
  expect(order).toMatchObject({
    start_source: 1,
    billing_amount: 300n,
    wallet_owner: `prepaid:${prePayOrderId}`,
    charging_strategy_val: 5000n,
  });
  await bed.work();
  expect(await bed.refundRows(billId)).toMatchObject([
    { refund_order_no: `${billId}R1`, refund_amount: 4700n, refund_kind: 1, refund_state: 2, refund_count: 1 },
  ]);
  expect((await bed.orderRow(orderNo))['order_state']).toBe(5);
  expect(await bed.row(billId)).toMatchObject({ refund_stat: 2, refund_amount: 4700n, next_step_at: null });
  expect(await expectAgreement()).toEqual({ inTransit: 0n, prepaid: 0n });
  // The notification of the refund changes nothing any more.
  await bed.deliverAll();
  await bed.work();
  expect(bed.provider.refundedCents(billId)).toBe(4700n);
  expect((await bed.server.ok(bed.anna, prepaidOrderApi.list, { billId })).records).toMatchObject([
    {
      payState: 1,
      refundStat: 2,
      orderAmount: '50.00',
      actualPayAmount: '50.00',
      refundAmount: '47.00',
      userMobile: '137****0001',
      chargingOrderNo: orderNo,
      orderState: 5,
    },
  ]);
  expect((await bed.server.ok(bed.anna, refundOrderApi.list, { refundOrderNo: `${billId}R1` })).records).toMatchObject([
    { refundState: 2, refundAmount: '47.00', billId, chargingOrderNo: orderNo },
  ]);
});

test('nothing is created for a gun that could not start, or for an amount that is too small or too large', async () => {
  await expect(bed.create({ amountCents: 99n })).rejects.toThrow('prepaid.tooLittle');
  await expect(bed.create({ amountCents: 200_001n })).rejects.toThrow('prepaid.tooMuch');
  await expect(bed.create({ gunNumber: 3 })).rejects.toThrow('missing');
  await expect(bed.create({ payConfId: '8' })).rejects.toThrow('missing');
  await expect(bed.create({ custId: '99999' })).rejects.toThrow('missing');
  await bed.plug(1, 9);
  await expect(bed.create()).rejects.toThrow('gun.fault');
});

test('a lost notification is found by asking; a payment that never comes is closed after a question', async () => {
  const { billId } = await bed.create();
  bed.provider.pay(billId);
  bed.advance(5_000);
  await bed.work();
  expect(await bed.row(billId)).toMatchObject({ pay_state: 1 });
  await bed.chargePaid(billId, 10_000);
  await bed.work();
  await bed.plug();
  const { billId: unpaid } = await bed.create();
  bed.advance(299_000);
  await bed.work();
  expect(await bed.row(unpaid)).toMatchObject({ pay_state: 0 });
  bed.provider.calls.splice(0);
  bed.advance(1_000);
  await bed.work();
  expect(bed.provider.calls).toEqual(['query', 'close']);
  expect(await bed.row(unpaid)).toMatchObject({ pay_state: 2 });
  expect(bed.provider.pay(unpaid)).toBe(false);
  bed.advance(600_000);
  await bed.work();
  expect(await bed.row(unpaid)).toMatchObject({ pay_state: 2, next_step_at: null });
  await expectAgreement();
});

test('money that comes after the order was closed starts nothing and goes back whole', async () => {
  bed.provider.told.closesForReal = false;
  const { billId } = await bed.create();
  bed.advance(300_000);
  await bed.work();
  expect(await bed.row(billId)).toMatchObject({ pay_state: 2 });
  bed.provider.pay(billId);
  await bed.deliverAll();
  await bed.work();
  expect(await bed.row(billId)).toMatchObject({ pay_state: 3, charging_order_id: null, refund_amount: 5000n });
  expect(await bed.refundRows(billId)).toMatchObject([{ refund_kind: 3, refund_amount: 5000n, refund_state: 2 }]);
  expect(await expectAgreement()).toEqual({ inTransit: 0n, prepaid: 0n });
});

test('a payment of another amount is never taken as paid, and an exception says so', async () => {
  const { billId } = await bed.create();
  bed.provider.pay(billId, { amountCents: 1n });
  await bed.deliverAll();
  await bed.work();
  expect(await bed.row(billId)).toMatchObject({
    pay_state: 4,
    problem: 'amount',
    actual_pay_amount: null,
    charging_order_id: null,
    next_step_at: null,
  });
  expect(
    await bed.server.database.asSuperuser(`select exception_type, exception_code, detail from condition_event where detail = $1`, [billId]),
  ).toEqual([{ exception_type: 7, exception_code: 11, detail: billId }]);
  // What lies at the provider for it is nobody's yet: the books know only what was asked for.
  bed.provider.payments.delete(billId);
  await expectAgreement();
});

test('a payment of another amount goes back to its payer, or is accepted; above the limit two people decide', async () => {
  const quarantined = async (amountCents: bigint) => {
    const { billId, prePayOrderId: id } = await bed.create();
    bed.provider.pay(billId, { amountCents });
    await bed.deliverAll();
    await bed.work();
    const decide = (decision: 1 | 2, more: object = {}) =>
      bed.server.call(bed.anna, prepaidOrderApi.decide, { id, decision, remark: 'the payer changed it', ...more });
    const confirm = (viewer: typeof bed.anna) => bed.server.call(viewer, prepaidOrderApi.decideConfirm, { id, agree: 1 });
    return { billId, decide, confirm };
  };
  const small = await quarantined(49_00n);
  expect(await bed.row(small.billId)).toMatchObject({ pay_state: 4, told_amount: 4900n });
  expect(await small.decide(1)).toMatchObject({ result: { pending: 0 } });
  expect(await small.decide(1)).toMatchObject({ refusal: 'prepaid.notQuarantined' });
  const large = await quarantined(60_00n);
  expect(await large.decide(1)).toMatchObject({ refusal: 'order.secondPersonNeeded' });
  expect(await large.decide(1, { askSecond: 1 })).toMatchObject({ result: { pending: 1 } });
  expect(await large.confirm(bed.anna)).toMatchObject({ refusal: 'order.secondPersonSame' });
  expect(await large.confirm(bed.bert)).toMatchObject({ success: true });
  await bed.work();
  for (const [{ billId }, cents] of [
    [small, 4900n],
    [large, 6000n],
  ] as const) {
    expect(await bed.row(billId)).toMatchObject({ pay_state: 3, actual_pay_amount: cents, refund_amount: cents, charging_order_id: null });
    expect(bed.provider.refundedCents(billId)).toBe(cents);
  }
  const accepted = await quarantined(1n);
  expect(await accepted.decide(2, { remark: '' })).toMatchObject({ success: false });
  expect(await accepted.decide(2)).toMatchObject({ result: { pending: 0 } });
  expect(await bed.row(accepted.billId)).toMatchObject({ pay_state: 4, handle_by: 'anna', actual_pay_amount: null });
  bed.provider.payments.delete(accepted.billId);
  await expectAgreement();
});

test('a forged, unknown or foreign notification changes nothing', async () => {
  const { billId } = await bed.create();
  const body = JSON.stringify({ kind: 'payment', payNo: billId });
  expect(await bed.deliver(bed.provider.forged(body))).toBe(401);
  expect(bed.disbelieved).toEqual(['wrongSignature']);
  expect((await bed.server.fetch(undefined, '/notify/wechat/8', { method: 'POST', body })).status).toBe(404);
  expect((await bed.server.fetch(undefined, '/notify/alipay/7', { method: 'POST', body })).status).toBe(404);
  expect((await bed.server.fetch(undefined, '/notify/wechat/7', { method: 'POST', body: 'x'.repeat(70_000) })).status).toBe(413);
  await bed.work();
  expect(await bed.row(billId)).toMatchObject({ pay_state: 0, woken_at: null });
  // Somebody who keeps on sending them is put off before any key is opened, and a provider is heard again a minute later.
  await Promise.all(Array.from({ length: 60 }, () => bed.deliver(bed.provider.forged(body))));
  expect(await bed.deliver(bed.provider.forged(body))).toBe(429);
  bed.advance(300_000);
  await bed.work();
});

test('a charge that cannot begin gives everything back at once', async () => {
  const { billId } = await bed.create();
  await bed.plug(1, 9);
  bed.provider.pay(billId);
  await bed.deliverAll();
  await bed.work();
  expect(await bed.row(billId)).toMatchObject({ pay_state: 1, start_refusal: 'gun.fault', charging_order_id: null, refund_amount: 5000n });
  expect(await bed.refundRows(billId)).toMatchObject([{ refund_kind: 2, refund_reason: 'gun.fault' }]);
  await bed.plug();
  // Paid, but found too late: a charge would begin behind the driver's back.
  const { billId: late } = await bed.create();
  bed.provider.pay(late);
  bed.provider.outbox.splice(0);
  bed.advance(120_000);
  await bed.work();
  expect(await bed.row(late)).toMatchObject({ start_refusal: 'tooLate', refund_amount: 5000n });
  expect(await expectAgreement()).toEqual({ inTransit: 0n, prepaid: 0n });
});

test('two drivers pay for one gun: the first charges, the second gets the money back', async () => {
  const { billId: first } = await bed.create();
  const { billId: second } = await bed.create({ userMobile: '13700000002' });
  for (const billId of [first, second]) {
    bed.provider.pay(billId);
    await bed.deliverAll();
    await bed.work();
  }
  expect(await bed.row(second)).toMatchObject({ start_refusal: 'gun.starting', refund_amount: 5000n });
  await bed.chargePaid(first, 400_000);
  await bed.work();
  // 40 kWh cost 60.00; more than was paid is borne by the operator.
  expect(await bed.row(first)).toMatchObject({ refund_stat: 0, refund_amount: 0n });
  expect(await expectAgreement()).toEqual({ inTransit: 0n, prepaid: 0n });
});

test('a refund whose answer was lost is asked about, and paid once', async () => {
  const billId = await paid();
  bed.provider.calls.splice(0);
  // The worker may be woken by the settlement itself.
  bed.provider.told.fault = () => 'answerLost';
  await bed.chargePaid(billId, 20_000);
  await bed.work();
  expect(await bed.refundRows(billId)).toMatchObject([{ refund_state: 6, refund_result: 'timeout', refund_count: 1 }]);
  expect(await bed.books()).toMatchObject({ inTransit: 4700n, prepaid: 0n });
  bed.provider.told.fault = () => 'none';
  bed.advance(5_000);
  await bed.work();
  expect(await bed.refundRows(billId)).toMatchObject([{ refund_state: 2, refund_count: 2 }]);
  expect(bed.provider.calls.filter((call) => call === 'refund').length).toBe(1);
  expect(await expectAgreement()).toEqual({ inTransit: 0n, prepaid: 0n });
});

test('a retry keeps the number, a closed refund gets a new one, and an operator may give the rest back by hand', async () => {
  bed.provider.told.fate = () => 'refused';
  const billId = await paid();
  await bed.chargePaid(billId, 20_000);
  await bed.work();
  const [refused] = await bed.refundRows(billId);
  expect(refused).toMatchObject({ refund_state: 7, refund_result: 'TRADE_ERROR the account of the payer is frozen' });
  expect(await bed.row(billId)).toMatchObject({ refund_stat: 3 });
  const { prePayOrderId: id = '' } = (await bed.server.ok(bed.anna, prepaidOrderApi.list, { billId })).records[0] ?? {};
  const byHand = (amount: string) => bed.server.call(bed.anna, prepaidOrderApi.refund, { id, amount, reason: 'asked for' });
  expect((await byHand('1.00')).message).toBe('Another refund is on its way');
  bed.provider.told.fate = () => 'closed';
  const retry = (refundId: unknown) => bed.server.call(bed.anna, refundOrderApi.retry, { id: String(refundId) });
  expect(await retry(refused?.['refund_id'])).toMatchObject({ success: true });
  await bed.work();
  expect(await bed.refundRows(billId)).toMatchObject([{ refund_state: 1, refund_order_no: `${billId}R1` }]);
  bed.provider.settleRefunds();
  await bed.deliverAll();
  await bed.work();
  expect(await bed.refundRows(billId)).toMatchObject([{ refund_state: 4 }]);
  expect(await bed.books()).toMatchObject({ inTransit: 0n, prepaid: 4700n });
  expect((await byHand('47.01')).message).toBe('This is more than is left');
  bed.provider.told.fate = () => 'now';
  expect(await byHand('7.00')).toMatchObject({ success: true, message: 'The refund is on its way' });
  expect((await retry(refused?.['refund_id'])).message).toBe('This refund needs no retry');
  bed.advance(61_000);
  await bed.work();
  // After a refund that succeeded, what is left goes back by itself again.
  bed.advance(61_000);
  await bed.work();
  expect(await bed.refundRows(billId)).toMatchObject([
    { refund_state: 4 },
    { refund_state: 2, refund_order_no: `${billId}R2`, refund_kind: 4, refund_amount: 700n },
    { refund_state: 2, refund_order_no: `${billId}R3`, refund_kind: 1, refund_amount: 4000n },
  ]);
  expect(await expectAgreement()).toEqual({ inTransit: 0n, prepaid: 0n });
});

test('goodwill goes back to where the prepayment came from, also after the rest; above the limit a second person confirms it', async () => {
  const billId = await paid({ amountCents: 150_00n });
  const orderNo = await bed.chargePaid(billId, 800_000);
  await bed.work();
  const give = (amount: string, more: object = {}, viewer = bed.anna) =>
    bed.server.call(viewer, refundOrderApi.goodwill, { chargingOrderNo: orderNo, amount, reason: 'the display was broken', ...more });
  // 80 kWh cost 120.00, and 30.00 went back.
  expect((await give('120.01', { askSecond: 1 })).message).toBe('This is more than the order has paid and not got back');
  expect((await give('50.01')).message).toBe('This amount needs a second operator to confirm');
  expect(await give('20.00')).toMatchObject({ success: true, result: { pending: 0 } });
  expect((await give('20.00')).message).toBe('Another refund is on its way');
  bed.advance(61_000);
  await bed.work();
  // Small refunds count together.
  expect((await give('40.00')).message).toBe('This amount needs a second operator to confirm');
  expect(await give('40.00', { askSecond: 1 })).toMatchObject({ result: { pending: 1 } });
  const confirm = (viewer: typeof bed.anna) => bed.server.call(viewer, refundOrderApi.goodwillConfirm, { chargingOrderNo: orderNo, agree: 1 });
  expect((await confirm(bed.anna)).message).toBe('The second person must be another person');
  expect(await confirm(bed.bert)).toMatchObject({ success: true });
  bed.advance(61_000);
  await bed.work();
  expect(await bed.refundRows(billId)).toMatchObject([
    { refund_kind: 1, refund_amount: 3000n, refund_state: 2 },
    { refund_kind: 5, refund_amount: 2000n, refund_state: 2, create_by: 'anna', second_by: null },
    { refund_kind: 5, refund_amount: 4000n, refund_state: 2, second_by: 'bert' },
  ]);
  expect(bed.provider.refundedCents(billId)).toBe(9000n);
  expect(await expectAgreement()).toEqual({ inTransit: 0n, prepaid: 0n });
});

test('goodwill of an order that a wallet paid goes into the wallet, and the order is refunded at once', async () => {
  const orderNo = await bed.charge(20_000);
  const id = bed.ids.icCardId;
  const balance = async () => (await bed.server.ok(bed.anna, cardApi.queryById, { id })).cardBalance;
  expect(await balance()).toBe('97.00');
  const give = (amount: string) => bed.server.call(bed.anna, refundOrderApi.goodwill, { chargingOrderNo: orderNo, amount, reason: 'a slow charge' });
  expect((await give('3.01')).message).toBe('The refund 3.01 CNY exceeds what can be given back, 3.00 CNY');
  expect(await give('1.00')).toMatchObject({ success: true });
  expect(await balance()).toBe('98.00');
  expect((await bed.orderRow(orderNo))['order_state']).toBe(5);
  expect(await give('2.00')).toMatchObject({ success: true });
  expect((await give('0.01')).success).toBe(false);
  expect(
    await bed.server.database.asSuperuser('select is_refund, rr_money from consume_record where charging_order_no = $1 order by consume_record_id', [
      orderNo,
    ]),
  ).toEqual([
    { is_refund: 0, rr_money: 300n },
    { is_refund: 1, rr_money: 100n },
    { is_refund: 1, rr_money: 200n },
  ]);
  await expectAgreement();
});

/** `FAULT_SEEDS=1000 npx vitest run …` runs more of them. */
const SEEDS = Number(process.env['FAULT_SEEDS'] ?? 16);

test(`random faults, ${SEEDS} seeds: the books equal the provider's to the cent, and nobody pays or is refunded twice`, async () => {
  let paidCount = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const billId = await runFaultySeed(bed, seed);
    const payment = billId === undefined ? undefined : bed.provider.payments.get(billId);
    const row = billId === undefined ? {} : await bed.row(billId);
    const [order] = await bed.server.database.asSuperuser<{ billed: bigint | null }>(
      'select sum(o.billing_amount)::int8 as billed from charging_order o join prepaid_order p using (pre_pay_order_id) where p.bill_id = $1',
      [billId ?? ''],
    );
    const refundedCents = bed.provider.refundedCents(billId ?? '');
    // What was paid is what was billed and what went back; nothing else is possible.
    expect([seed, payment?.paidCents ?? 0n]).toEqual([seed, (order?.billed ?? 0n) + refundedCents]);
    expect([seed, row['refund_amount'] ?? 0n]).toEqual([seed, refundedCents]);
    if (payment?.state === 'paid') paidCount += 1;
  }
  expect(paidCount).toBeGreaterThan(SEEDS / 3);
  expect(await expectAgreement()).toEqual({ inTransit: 0n, prepaid: 0n });
}, 1_200_000);

test('money that a charge holds for more than a day is an exception until the charge is settled; old notifications are dropped', async () => {
  const billId = await paid();
  const setState = (state: number, reason: string | null) =>
    bed.server.database.asSuperuser(
      `update charging_order o set order_state = $2, abnormal_reason = $3
        from prepaid_order p where p.charging_order_id = o.charging_order_id and p.bill_id = $1`,
      [billId, state, reason],
    );
  const run = (ms: number) => inSystem(bed.server.database, (tx) => heldPrepaymentsJob.run({ tx, now: new Date(bed.now() + ms), params: {} }));
  await setState(9, 'endMissing');
  expect(await run(23 * 3_600_000)).toEqual({ held: 0, over: 0 });
  expect(await run(25 * 3_600_000)).toEqual({ held: 1, over: 0 });
  expect(await run(26 * 3_600_000)).toEqual({ held: 0, over: 0 });
  await setState(2, null);
  expect(await run(27 * 3_600_000)).toEqual({ held: 0, over: 1 });
  const drop = (keepDays: number) =>
    inSystem(bed.server.database, (tx) => payNotifyRetentionJob.run({ tx, now: new Date(bed.now()), params: { keepDays } }));
  expect(await drop(10_000)).toEqual({ dropped: 0 });
  expect((await drop(0))['dropped']).toBeGreaterThan(0);
});
