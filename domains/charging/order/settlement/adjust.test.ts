import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cardApi, customerApi } from '#domains/customer/resources.ts';
import { rechargeApi } from '#domains/money/resources.ts';
import { viewers } from '#kit/test/server.ts';
import { refundOrderApi } from '../../refund-order/refund-order.ts';
import { chargingOrderApi } from '../../resources.ts';
import { CARD } from '../../charging-testbed.fixture.ts';
import { startAdjustmentTestbed } from './adjust.fixture.ts';
import type { AdjustmentTestbed } from './adjust.fixture.ts';

let testbed: AdjustmentTestbed;
let card = '';
beforeAll(async () => {
  testbed = await startAdjustmentTestbed();
  card = `card:${testbed.ids.icCardId}`;
});
afterAll(() => testbed.close());
beforeEach(() => testbed.fund(card, 100_00n));

const row = (orderNo: string) => testbed.orderRow(orderNo);
const expectBooksProven = async (orderNo: string) => {
  expect(await testbed.disagreements(orderNo)).toEqual([]);
  expect(await testbed.brokenProofs()).toEqual([]);
};

test('an adjustment books the difference of every account and stage, offers too', async () => {
  const order = await testbed.chargeAndSettle(60_000);
  expect(await row(order.orderNo)).toMatchObject({ order_amount: 1100n, vip_offer: 300n, elec_amount: 300n, srv_amount: 500n, billing_amount: 800n });
  await expectBooksProven(order.orderNo);
  await testbed.reportLate(order, { energyDwh: 40_000, minutes: 5 });
  expect(await row(order.orderNo)).toMatchObject({
    order_amount: 900n,
    vip_offer: 200n,
    elec_amount: 200n,
    billing_amount: 700n,
    charging_elec: 40_000n,
  });
  await expectBooksProven(order.orderNo);
});

test('one fee up and another down with an empty wallet: the one pays for the other', async () => {
  const order = await testbed.chargeAndSettle(60_000);
  await testbed.leaveInWallet(card, 0n);
  await testbed.reportLate(order, { energyDwh: 20_000, minutes: 6 });
  expect(await row(order.orderNo)).toMatchObject({
    elec_amount: 100n,
    srv_amount: 600n,
    billing_amount: 700n,
    shortfall_amount: 0n,
    adjust_due: null,
  });
  expect(await testbed.balanceAndDebt(card)).toEqual([100n, 0n]);
  await expectBooksProven(order.orderNo);
});

test('what is unpaid stays unpaid, and a refund pays it before it fills the wallet', async () => {
  await testbed.leaveInWallet(card, 5_00n);
  const order = await testbed.chargeAndSettle(60_000);
  expect(await row(order.orderNo)).toMatchObject({ billing_amount: 800n, shortfall_amount: 300n });
  await testbed.reportLate(order, { energyDwh: 60_000, minutes: 5 });
  expect(await row(order.orderNo)).toMatchObject({ billing_amount: 800n, shortfall_amount: 300n });
  await expectBooksProven(order.orderNo);
  await testbed.recharge(testbed.ids.icCardId, '3');
  expect(await testbed.balanceAndDebt(card)).toEqual([0n, 0n]);

  await testbed.fund(card, 5_00n);
  const second = await testbed.chargeAndSettle(60_000);
  expect(await testbed.balanceAndDebt(card)).toEqual([0n, 300n]);
  await testbed.reportLate(second, { energyDwh: 10_000, minutes: 3 });
  // Less by 4.50: 3.00 are no longer owed, 1.50 come back.
  expect(await row(second.orderNo)).toMatchObject({ billing_amount: 350n, shortfall_amount: 0n });
  expect(await testbed.balanceAndDebt(card)).toEqual([150n, 0n]);
  await expectBooksProven(second.orderNo);
});

test('what was given back as goodwill is not given back again by a lower bill', async () => {
  const give = (chargingOrderNo: string, amount: string) =>
    testbed.server.ok(testbed.staff, refundOrderApi.goodwill, { chargingOrderNo, amount, reason: 'the display was broken' });
  const little = await testbed.chargeAndSettle(60_000);
  await give(little.orderNo, '3.00');
  await testbed.reportLate(little, { energyDwh: 10_000, minutes: 3 });
  expect(await row(little.orderNo)).toMatchObject({ billing_amount: 350n, adjust_due: null });

  const much = await testbed.chargeAndSettle(60_000);
  await give(much.orderNo, '7.50');
  const digest = await testbed.reportLate(much, { energyDwh: 10_000, minutes: 3 });
  expect(await row(much.orderNo)).toMatchObject({ billing_amount: 800n, adjust_due: digest });
  const decide = (book: number) =>
    testbed.server.call(testbed.staff, chargingOrderApi.adjust, { chargingOrderNo: much.orderNo, digest, book, reason: 'the meter was exchanged' });
  expect(await decide(1)).toMatchObject({ refusal: 'refund.coversAdjustment' });
  expect(await decide(0)).toMatchObject({ success: true });
  expect(await testbed.brokenProofs()).toEqual([]);
});

const api = () => testbed.server;
const detail = async (orderNo: string) => api().ok(testbed.anna, chargingOrderApi.detail, { id: await testbed.idOf(orderNo) });
const because = async (orderNo: string, action: string) => (await detail(orderNo)).may.find((each) => each.action === action)?.because;

test('a difference against the customer waits, is seen, and is booked with a reason', async () => {
  const order = await testbed.chargeAndSettle(20_000);
  const { orderNo } = order;
  expect(await because(orderNo, 'adjust')).toBe('No adjustment is due');
  expect(await because(orderNo, 'adoptRecord')).toBe('There is no other end record');
  const digest = await testbed.reportLate(order, { energyDwh: 60_000, minutes: 5 });
  // Unbooked energy is neither shown as delivered nor summed.
  expect(await row(orderNo)).toMatchObject({ billing_amount: 600n, charging_elec: 20_000n, charging_elec_flat: 20_000n, adjust_waits: 1 });
  expect((await api().ok(testbed.anna, chargingOrderApi.list, { adjustWaits: 1 })).records.map((each) => each.chargingOrderNo)).toEqual([orderNo]);
  expect((await detail(orderNo)).adjustment).toEqual({
    digest,
    bookedAmount: '6.00',
    newAmount: '8.00',
    difference: '2.00',
    bookedEnergy: '2.0000',
    newEnergy: '6.0000',
  });
  expect(await because(orderNo, 'adjust')).toBeNull();
  const input = { chargingOrderNo: orderNo, digest, book: 1, reason: 'the driver agreed' };
  expect((await api().call(testbed.anna, chargingOrderApi.adjust, { ...input, reason: ' ' })).message).toBe('Give a reason');
  expect((await api().call(testbed.anna, chargingOrderApi.adjust, { ...input, digest: 'another' })).message).toBe('No adjustment is due');
  expect((await api().call(testbed.anna, chargingOrderApi.adjust, input)).message).toBe('The difference is booked');
  expect(await row(orderNo)).toMatchObject({ billing_amount: 800n, charging_elec: 60_000n, charging_elec_flat: 60_000n, adjust_waits: 0 });
  expect((await api().ok(testbed.anna, chargingOrderApi.billingDetail, { id: await testbed.idOf(orderNo) })).isEqual).toBe(true);
  await expectBooksProven(orderNo);
  const log = await api().ok(testbed.anna, chargingOrderApi.orderLog, { id: await testbed.idOf(orderNo) });
  expect(log.find(({ name }) => name === 'adjustmentDue')).toMatchObject({
    title: 'A difference waits for a decision',
    detail: 'The customer would pay 2.00 CNY more; an operator has to decide, and say why',
  });
  expect(log.find(({ name }) => name === 'adjusted')).toMatchObject({ detail: '+2.00 CNY booked', by: 'anna', reason: 'the driver agreed' });
});

test('it may be declined, and an adopted record goes its own way', async () => {
  const order = await testbed.chargeAndSettle(20_000);
  const { orderNo } = order;
  const first = await testbed.reportLate(order, { energyDwh: 60_000, minutes: 5 });
  await api().ok(testbed.anna, chargingOrderApi.adjust, { chargingOrderNo: orderNo, digest: first, book: 0, reason: 'our mistake' });
  expect(await row(orderNo)).toMatchObject({ billing_amount: 600n, charging_elec: 20_000n, adjust_due: null, adjust_waits: 0 });
  const second = await testbed.reportLate(order, { energyDwh: 10_000, minutes: 5 });
  expect((await detail(orderNo)).records.map(({ digest, isAdopted, energy }) => [digest, isAdopted, energy])).toEqual([
    [first, true, '6.0000'],
    [second, false, '1.0000'],
  ]);
  const adopt = { chargingOrderNo: orderNo, digest: second, reason: 'the meter says so' };
  expect((await api().call(testbed.anna, chargingOrderApi.adoptRecord, adopt)).message).toBe('This record counts now');
  await testbed.worker.poll();
  // To the customer's benefit it is booked by itself, and against what is booked, not what was declined.
  expect(await row(orderNo)).toMatchObject({ billing_amount: 550n, charging_elec: 10_000n, adjust_due: null });
  expect((await api().call(testbed.anna, chargingOrderApi.adoptRecord, adopt)).message).toBe('There is no other end record');
  await expectBooksProven(orderNo);
  const log = await api().ok({ ...testbed.anna, language: 'zh_CN' }, chargingOrderApi.orderLog, { id: await testbed.idOf(orderNo) });
  expect(log.filter(({ name }) => name === 'adjusted').map(({ detail: said, by }) => [said, by])).toEqual([
    ['+2.00 CNY 不入账', 'anna'],
    ['-0.50 CNY 已入账', null],
  ]);
  expect(log.find(({ name }) => name === 'recordAdopted')).toMatchObject({ by: 'anna', reason: 'the meter says so' });
});

test('typed amounts keep the energies that were measured', async () => {
  const orderNo = await testbed.startCharging({ energyDwh: 50_000 });
  await testbed.sendEndRecord(orderNo, 50_000, { checkCode: 'wrong', startMeterDwh: 1_000_000, stopMeterDwh: 1_050_000 });
  await testbed.worker.poll();
  const typed = { elecAmount: '2', srvAmount: '1', other1Amount: '0', other2Amount: '0', orderAmount: '3' };
  await api().ok(testbed.anna, chargingOrderApi.manualSettle, { chargingOrderNo: orderNo, reason: 'as agreed', ...typed });
  const settled = await row(orderNo);
  expect(settled).toMatchObject({ billing_amount: 300n, charging_elec: 50_000n, charging_elec_flat: 50_000n });
  expect(Object.values(settled['charging_elec_json'] ?? {}).reduce((sum: number, each) => sum + Number(each), 0)).toBe(50_000);
  await expectBooksProven(orderNo);
});

test('who may not, and who is elsewhere, adjusts nothing; an agent’s staff adjust the order of a card that they do not see', async () => {
  const order = await testbed.chargeAndSettle(20_000);
  const { orderNo } = order;
  const digest = await testbed.reportLate(order, { energyDwh: 60_000, minutes: 5 });
  const input = { chargingOrderNo: orderNo, digest, book: 1, reason: 'the driver agreed' };
  const { tenantId, agentId } = testbed.ids;
  const guard = { ...testbed.anna, permissions: new Set(['chargingOrder:list']) };
  expect((await api().call(guard, chargingOrderApi.adjust, input)).status).toBe(403);
  expect((await api().call(viewers.customer(tenantId, '4711'), chargingOrderApi.adjust, input)).success).toBe(false);
  await api().ok(viewers.agent(tenantId, agentId), chargingOrderApi.adjust, input);
  expect(await row(orderNo)).toMatchObject({ billing_amount: 800n });
  await expectBooksProven(orderNo);
});

test('what an order gives back pays its debt in the pool that its card has joined since, and the rest is the pool’s', async () => {
  const { server, ids } = testbed;
  await testbed.leaveInWallet(card, 5_00n);
  const order = await testbed.chargeAndSettle(60_000);
  expect(await testbed.balanceAndDebt(card)).toEqual([0n, 300n]);
  const { custId } = await server.ok(testbed.anna, cardApi.queryById, { id: ids.icCardId });
  await server.ok(testbed.anna, customerApi.edit, { custId, useFundsPool: 1 });
  expect([await testbed.balanceAndDebt(card), await testbed.balanceAndDebt(`customer:${custId}`)]).toEqual([
    [0n, 0n],
    [0n, 300n],
  ]);
  await testbed.reportLate(order, { energyDwh: 10_000, minutes: 3 });
  expect(await row(order.orderNo)).toMatchObject({ billing_amount: 350n, shortfall_amount: 0n });
  expect([await testbed.balanceAndDebt(card), await testbed.balanceAndDebt(`customer:${custId}`)]).toEqual([
    [0n, 0n],
    [150n, 0n],
  ]);
  await expectBooksProven(order.orderNo);
  await server.ok(testbed.anna, customerApi.edit, { custId, useFundsPool: 0 });
});

test('a replaced card’s stragglers go to its successor: settlement, adjustment, and the reversal of a recharge', async () => {
  const { icCardId } = testbed.ids;
  await testbed.leaveInWallet(card, 0n);
  const recharged = await testbed.recharge(icCardId, '50');
  const order = await testbed.chargeAndSettle(60_000);
  // Charged while the pile was offline, so nothing was held; held up by a doubt when the card is replaced.
  const offline = `L${testbed.now()}`;
  const startAtMs = testbed.now() - 5 * 60_000;
  const account = { accountType: 1, account: CARD } as const;
  await testbed.sendEndRecord(offline, 20_000, {
    orderType: 2,
    fromStore: true,
    startAtMs,
    stopAtMs: startAtMs + 60_000,
    account,
    checkCode: 'wrong',
  });
  await testbed.worker.poll();
  const newCard = await testbed.reapply(icCardId);
  expect(await testbed.balanceAndDebt(`card:${newCard}`)).toEqual([4200n, 0n]);
  await testbed.reportLate(order, { energyDwh: 40_000, minutes: 5 });
  expect(await row(order.orderNo)).toMatchObject({ billing_amount: 700n, adjust_due: null });
  expect(await testbed.balanceAndDebt(`card:${newCard}`)).toEqual([4300n, 0n]);
  await expectBooksProven(order.orderNo);

  expect(await testbed.server.call(testbed.anna, rechargeApi.reverse, { rechargRecordId: recharged, reason: 'x' })).toMatchObject({
    message: 'Only 43.00 CNY is left to take back 50.00 CNY',
  });
  await testbed.recharge(newCard, '10');
  await testbed.server.ok(testbed.anna, rechargeApi.reverse, { rechargRecordId: recharged, reason: 'x' });
  expect([await testbed.balanceAndDebt(card), await testbed.balanceAndDebt(`card:${newCard}`)]).toEqual([
    [0n, 0n],
    [300n, 0n],
  ]);
  expect(await testbed.brokenProofs()).toEqual([]);

  const clear = { chargingOrderNo: offline, abnormalReason: 'checkCode', reason: 'seen the meter' };
  await testbed.server.ok(testbed.anna, chargingOrderApi.clearFlag, clear);
  await testbed.worker.poll();
  expect(await row(offline)).toMatchObject({ order_state: 4, billing_amount: 200n, shortfall_amount: 0n });
  expect(await testbed.balanceAndDebt(`card:${newCard}`)).toEqual([100n, 0n]);
  await expectBooksProven(offline);
});
