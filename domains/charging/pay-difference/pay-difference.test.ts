import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { BillLine } from '#engines/payment/payment.ts';
import { inSystem } from '#kit/db/index.ts';
import { viewers } from '#kit/test/server.ts';
import { startPrepaidTestbed } from '../prepaid-order/prepaid-testbed.fixture.ts';
import type { PrepaidTestbed } from '../prepaid-order/prepaid-testbed.fixture.ts';
import { payBillDayApi, payDifferenceApi } from '../resources.ts';

const DAY_MS = 86_400_000;
let bed: PrepaidTestbed;
beforeAll(async () => {
  bed = await startPrepaidTestbed();
});
afterAll(() => bed.close());
const NOON_MS = 4 * 3_600_000;
/** It is noon in Beijing, when the bill of the day before has been there for a while. */
const toNoon = () => bed.advance(DAY_MS - ((bed.now() - NOON_MS) % DAY_MS));
beforeEach(async () => {
  toNoon();
  await bed.reconcile();
  bed.provider.told.bill = (lines) => lines;
  await bed.plug();
});

/** A payment that could not begin a charge and went back whole: it stands in the bill twice. */
const paidBack = async (): Promise<string> => {
  await bed.plug(1, 3);
  const { billId } = await bed.create();
  await bed.plug(1, 9);
  bed.provider.pay(billId);
  await bed.deliverAll();
  await bed.work();
  await bed.plug(1, 3);
  return billId;
};
const days = async () => (await bed.server.ok(bed.anna, payBillDayApi.list, {})).records;
const lastDay = async () => (await days())[0] ?? expect.fail('no day was compared');
const differences = async () =>
  (await bed.server.ok(bed.anna, payDifferenceApi.list, {})).records.filter(({ differenceState }) => differenceState < 2);
const condition = async () =>
  (
    await bed.server.database.asSuperuser<{ isPresent: boolean; detail: string }>(
      'select is_present as "isPresent", detail from condition where exception_type = 7 and exception_code = 13',
    )
  )[0];
const brokenProofs = async () =>
  (
    await inSystem(bed.server.database, (tx) =>
      sql<{ invariant: string; broken: bigint; subject: string | null }>`select invariant, broken, subject from money_record_proof()`.execute(tx),
    )
  ).rows.filter(({ broken }) => broken !== 0n);
/** The next day is over, and its bill is there. */
const nextBill = async (change: (lines: readonly BillLine[]) => readonly BillLine[] | undefined = (lines) => lines) => {
  bed.provider.told.bill = change;
  toNoon();
  return bed.reconcile();
};

test('a day without differences agrees, with the counts and amounts of both sides and the fees', async () => {
  await paidBack();
  await nextBill();
  const compared = (await days()).find(({ paymentCount }) => paymentCount === 1);
  expect(compared).toMatchObject({
    billState: 1,
    matchedCount: 2,
    paymentAmount: '50.00',
    ownPaymentAmount: '50.00',
    refundAmount: '50.00',
    ownRefundAmount: '50.00',
    feeAmount: '0.00',
    differenceCount: 0,
    unexplainedAmount: '0.00',
  });
  expect(await condition()).toBeUndefined();
  // Nothing is due any more, and the days are not noted twice.
  expect(await bed.reconcile()).toMatchObject({ days: 0 });
  expect((await bed.server.ok(viewers.tenant('999'), payBillDayApi.list, {})).records).toEqual([]);
});

test('a bill that is not there is asked for until it is; days that were missed come with it', async () => {
  const before = (await days()).length;
  // The provider is asked at 10:20 in Beijing for the first time, and a day later the bill is overdue.
  await nextBill(() => undefined);
  expect(await lastDay()).toMatchObject({ billState: 0, tryCount: 1, problem: 'NO_BILL' });
  bed.advance(3 * DAY_MS);
  await bed.reconcile();
  const waiting = await bed.server.database.asSuperuser('select from pay_bill_day where bill_state = 0');
  expect(waiting.length).toBe(4);
  expect(await bed.server.database.asSuperuser('select from condition where exception_code = 14 and is_present')).toHaveLength(1);
  bed.provider.told.bill = (lines) => lines;
  bed.advance(3 * 3_600_000);
  await bed.reconcile();
  expect((await days()).slice(0, 4).map(({ billState }) => billState)).toEqual([1, 1, 1, 1]);
  expect((await days()).length).toBe(before + 4);
  expect(await bed.server.database.asSuperuser('select from condition where exception_code = 14 and is_present')).toEqual([]);
});

test('lost, doubled, added and changed lines are found, told of once, and explained to the last cent', async () => {
  const [lost, doubled, changed] = [await paidBack(), await paidBack(), await paidBack()];
  const stranger = 'STRANGER01';
  const isPayment = (line: BillLine, payNo: string): boolean => line.kind === 'payment' && line.payNo === payNo;
  await nextBill((lines) =>
    lines.length === 0
      ? lines
      : lines.flatMap((line) => {
          if (isPayment(line, lost)) return [];
          if (isPayment(line, doubled)) return [line, line];
          return isPayment(line, changed)
            ? [
                { ...line, amountCents: 5_001n },
                { ...line, payNo: stranger, tradeNo: 'T1', amountCents: 100_00n },
              ]
            : [line];
        }),
  );
  const found = await differences();
  expect(
    found.map(({ entryNo, differenceKind, differenceAmount, differenceState }) => [entryNo, differenceKind, differenceAmount, differenceState]),
  ).toEqual(
    expect.arrayContaining([
      [lost, 1, '-50.00', 0],
      [doubled, 4, '50.00', 0],
      [changed, 3, '0.01', 0],
      [stranger, 2, '100.00', 0],
    ]),
  );
  expect(found).toHaveLength(4);
  const day = (await days()).find(({ differenceCount }) => differenceCount === 4);
  expect(day).toMatchObject({ billState: 2, unexplainedAmount: '200.01', paymentAmount: '250.01', ownPaymentAmount: '150.00' });
  expect(await condition()).toMatchObject({ isPresent: true });
  const idOf = (no: string) => found.find(({ entryNo }) => entryNo === no)?.payDifferenceId ?? '';
  const mend = (no: string, how: 1 | 2, more: object = {}) =>
    bed.server.call(bed.anna, payDifferenceApi.mend, { id: idOf(no), mend: how, remark: 'seen in the console', ...more });
  expect(await mend(changed, 1)).toMatchObject({ success: true, result: { pending: 0 } });
  // Small differences of a day count together.
  expect(await mend(lost, 1)).toMatchObject({ refusal: 'order.secondPersonNeeded' });
  expect(await mend(changed, 1)).toMatchObject({ refusal: 'difference.handled' });
  expect(await mend(stranger, 1, { remark: '' })).toMatchObject({ success: false });
  for (const [no, how] of [
    [lost, 1],
    [doubled, 2],
    [stranger, 1],
  ] as const) {
    expect(await mend(no, how, { askSecond: 1 })).toMatchObject({ result: { pending: 1 } });
    expect(await mend(no, how, { askSecond: 1 })).toMatchObject({ refusal: 'second.open' });
    const confirm = (viewer: typeof bed.anna) => bed.server.call(viewer, payDifferenceApi.confirm, { id: idOf(no), agree: 1 });
    expect(await confirm(bed.anna)).toMatchObject({ refusal: 'order.secondPersonSame' });
    expect(await confirm(bed.bert)).toMatchObject({ success: true });
  }
  expect(await differences()).toEqual([]);
  expect((await days()).find(({ payBillDayId }) => payBillDayId === day?.payBillDayId)).toMatchObject({ billState: 3, unexplainedAmount: '0.00' });
  expect(await condition()).toMatchObject({ isPresent: false });
  // The account follows the bill: 0.01 and 100.00 more, and 50.00 less, than the payments that went back.
  expect(await bed.books()).toMatchObject({ provider: 50_01n });
  expect(await brokenProofs()).toEqual([]);
  expect(await bed.brokenInvariants()).toEqual([]);
  expect(await bed.server.call(viewers.tenant('999'), payDifferenceApi.mend, { id: idOf(lost), mend: 2, remark: 'x' })).toMatchObject({
    status: 404,
  });
  // A bill that is corrected afterwards takes back what was booked for the wrong one.
  bed.provider.told.bill = (lines) => lines;
  await bed.server.ok(bed.anna, payBillDayApi.fetch, { id: day?.payBillDayId ?? '' });
  await bed.reconcile();
  expect(await bed.books()).toMatchObject({ provider: 0n });
  expect(await brokenProofs()).toEqual([]);
});

test('a payment that we never heard of is taken over when the provider is asked; an abandoned one is told as it is', async () => {
  await bed.plug(1, 3);
  const { billId } = await bed.create();
  bed.provider.told.closesForReal = false;
  bed.advance(300_000);
  await bed.work();
  bed.advance(601_000);
  await bed.work();
  // It was closed here, and paid all the same; the notification was lost.
  bed.provider.pay(billId);
  bed.provider.outbox.splice(0);
  await nextBill();
  const [found] = await differences();
  expect(found).toMatchObject({ entryNo: billId, differenceKind: 2, billAmount: '50.00', ownAmount: null });
  await bed.server.ok(bed.anna, payDifferenceApi.ask, { id: found?.payDifferenceId ?? '' });
  await bed.reconcile();
  expect((await differences())[0]).toMatchObject({ providerAnswer: `paid 50.00 T${billId}` });
  await bed.work();
  bed.advance(61_000);
  await bed.work();
  await bed.reconcile();
  expect(await differences()).toEqual([]);
  expect(await bed.row(billId)).toMatchObject({ pay_state: 3, refund_amount: 5000n });
  await nextBill();
  expect(await differences()).toEqual([]);
  expect(await bed.books()).toEqual({ provider: 0n, inTransit: 0n, prepaid: 0n });
});

test('a payment that has no order goes back to its payer, by two people above the limit, and the next bill agrees', async () => {
  const before = (await bed.books()).provider;
  const payNo = 'OTHERSHOP0001';
  bed.provider.payments.set(payNo, {
    payNo,
    amountCents: 80_00n,
    currency: 'CNY',
    state: 'paid',
    paidCents: 80_00n,
    paidAt: new Date(bed.now()),
  });
  await nextBill();
  const [found] = await differences();
  expect(found).toMatchObject({ entryNo: payNo, differenceKind: 2, differenceAmount: '80.00' });
  const id = found?.payDifferenceId ?? '';
  bed.provider.told.fate = () => 'refused';
  const giveBack = { id, mend: 3 as const, remark: 'paid to the wrong shop', askSecond: 1 as const };
  expect(await bed.server.call(bed.anna, payDifferenceApi.mend, giveBack)).toMatchObject({ result: { pending: 1 } });
  expect(await bed.server.call(bed.bert, payDifferenceApi.confirm, { id, agree: 1 })).toMatchObject({ success: true });
  await bed.reconcile();
  const row = () => bed.server.ok(bed.anna, payDifferenceApi.queryById, { id });
  expect(await row()).toMatchObject({
    differenceState: 3,
    giveBackState: 7,
    giveBackNo: `${payNo}U1`,
    giveBackResult: 'TRADE_ERROR the account of the payer is frozen',
  });
  expect((await bed.books()).provider).toBe(before + 80_00n);
  bed.provider.told.fate = () => 'now';
  await bed.server.ok(bed.anna, payDifferenceApi.ask, { id });
  await bed.reconcile();
  expect(await row()).toMatchObject({ giveBackState: 2, secondBy: 'bert' });
  expect(await bed.server.call(bed.anna, payDifferenceApi.ask, { id })).toMatchObject({ refusal: 'refund.notRetryable' });
  expect(bed.provider.refundedCents(payNo)).toBe(80_00n);
  await nextBill();
  expect(await differences()).toEqual([]);
  expect((await bed.books()).provider).toBe(before);
  expect(await brokenProofs()).toEqual([]);
  expect(await bed.brokenInvariants()).toEqual([]);
});
