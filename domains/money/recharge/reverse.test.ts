import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardApi } from '#domains/customer/resources.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import { addCard, brokenInvariants, holdOnCard, rechargeCard, settleOrderOnCard, startMoneyTestbed } from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { rechargeApi, walletApi } from '../resources.ts';

let testbed: MoneyTestbed;
beforeAll(async () => {
  testbed = await startMoneyTestbed();
});
afterAll(() => testbed.server.close());

const balanceOf = async (icCardId: string) => (await testbed.server.ok(testbed.tenantStaff, cardApi.queryById, { id: icCardId })).cardBalance;
const walletOf = (icCardId: string) => testbed.server.ok(testbed.tenantStaff, walletApi.balance, { mainPartType: 2, mainPartId: icCardId });

describe('a reversal', () => {
  const reversing = (viewer: Viewer, rechargRecordId: string, more = {}) =>
    testbed.server.call(viewer, rechargeApi.reverse, { rechargRecordId, reason: 'typed wrong', ...more });

  test('is a record of its own, marks the first one, and happens once', async () => {
    const { icCardId } = await addCard(testbed, testbed.tenantStaff);
    await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '5' });
    const first = await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '70' });
    const { result } = await reversing(testbed.tenantStaff, first.rechargRecordId);
    expect(result).toMatchObject({
      rrMoney: '-70.00',
      rrBeforeMoney: '75.00',
      rrAfterMoney: '5.00',
      receivableMoney: '0.00',
      hasReverse: 0,
      reverseRecordId: first.rechargRecordId,
      reverseReason: 'typed wrong',
      mainPartNo: first.mainPartNo,
      payMethod: 0,
    });
    expect(await testbed.server.ok(testbed.tenantStaff, rechargeApi.queryById, { id: first.rechargRecordId })).toMatchObject({
      hasReverse: 1,
      rrMoney: '70.00',
    });
    expect(await reversing(testbed.tenantStaff, first.rechargRecordId)).toMatchObject({
      status: 200,
      success: false,
      message: 'This recharge has been reversed already',
    });
    expect(await reversing(testbed.tenantStaff, result.rechargRecordId)).toMatchObject({
      success: false,
      message: 'This record is a reversal itself',
    });
    expect(await balanceOf(icCardId)).toBe('5.00');
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('of eight at once happens once, with one key or with eight', async () => {
    for (const keyOf of [(at: number) => `reverse-${at}`, () => 'reverse-same']) {
      const { icCardId } = await addCard(testbed, testbed.tenantStaff);
      const first = await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '30' });
      await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '300' });
      const input = { rechargRecordId: first.rechargRecordId, reason: 'typed wrong' };
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_unused, at) =>
          testbed.server.call(testbed.tenantStaff, rechargeApi.reverse, input, { 'idempotency-key': keyOf(at) }),
        ),
      );
      const ids = answers.flatMap(({ success, result }) => (success ? [result.rechargRecordId] : []));
      expect(new Set(ids).size).toBe(1);
      expect(ids.length).toBe(keyOf(0) === keyOf(1) ? 8 : 1);
      expect(await balanceOf(icCardId)).toBe('300.00');
    }
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('is refused when the money was spent or is held, unless somebody may let the rest be owed', async () => {
    const card = await addCard(testbed, testbed.tenantStaff);
    const first = await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '100' });
    await settleOrderOnCard(testbed, { icCardId: card.icCardId, icCardNo: card.icCardNo, billingCents: 60_00n });
    await holdOnCard(testbed, { icCardId: card.icCardId, amountCents: 15_00n });
    expect(await reversing(testbed.tenantStaff, first.rechargRecordId)).toMatchObject({
      success: false,
      message: 'Only 25.00 CNY is left to take back 100.00 CNY',
    });
    const limited = viewers.limited(testbed.tenantStaff, ['recharge:list', 'recharge:reverse']);
    expect(await reversing(limited, first.rechargRecordId, { toReceivable: 1 })).toMatchObject({
      status: 403,
      message: 'No access: recharge:receivable',
    });
    expect(await balanceOf(card.icCardId)).toBe('40.00');
    const { result } = await reversing(testbed.tenantStaff, first.rechargRecordId, { toReceivable: 1 });
    expect(result).toMatchObject({ rrMoney: '-100.00', rrBeforeMoney: '40.00', rrAfterMoney: '15.00', receivableMoney: '75.00' });
    expect(await walletOf(card.icCardId)).toMatchObject({ balance: '15.00', heldBal: '15.00', availableBal: '0.00', owedBal: '75.00' });
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('of money that is all gone leaves the wallet alone and owes everything', async () => {
    const card = await addCard(testbed, testbed.tenantStaff);
    const first = await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '10' });
    await settleOrderOnCard(testbed, { icCardId: card.icCardId, icCardNo: card.icCardNo, billingCents: 10_00n });
    const { result } = await reversing(testbed.tenantStaff, first.rechargRecordId, { toReceivable: 1 });
    expect(result).toMatchObject({ rrMoney: '-10.00', rrBeforeMoney: '0.00', rrAfterMoney: '0.00', receivableMoney: '10.00' });
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('needs a reason, in whole', async () => {
    const { icCardId } = await addCard(testbed, testbed.tenantStaff);
    const { rechargRecordId } = await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '1' });
    expect(await reversing(testbed.tenantStaff, rechargRecordId, { reason: ' ' })).toMatchObject({ status: 400, message: 'Reason is required' });
    expect(await reversing(viewers.limited(testbed.tenantStaff, ['recharge:list', 'recharge:add']), rechargRecordId)).toMatchObject({
      status: 403,
      message: 'No access: recharge:reverse',
    });
  });

  test('of what a driver paid online is refused: it goes back through its provider', async () => {
    const { icCardId } = await addCard(testbed, testbed.tenantStaff);
    const { rechargRecordId, tenantId } = await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '5' });
    const { database } = testbed.server;
    await database.asSuperuser(`insert into pay_conf (pay_conf_id, tenant_id, conf_name, pay_type, seal_id) values (1, $1, 'Alipay', 1, 1)`, [
      tenantId,
    ]);
    await database.asSuperuser(`update recharge_record set pay_conf_id = 1, pay_no = '261127PAY' where recharg_record_id = $1`, [rechargRecordId]);
    expect(await reversing(testbed.tenantStaff, rechargRecordId, { toReceivable: 1 })).toMatchObject({
      success: false,
      message: 'A recharge that a driver paid online is not reversed; refund its payment among the prepaid orders',
    });
    expect(await testbed.server.ok(testbed.tenantStaff, rechargeApi.queryById, { id: rechargRecordId })).toMatchObject({
      payNo: '261127PAY',
      hasReverse: 0,
    });
    const found = async (payNo: string) => (await testbed.server.ok(testbed.tenantStaff, rechargeApi.list, { payNo })).records;
    expect(await found('261127PAY')).toMatchObject([{ rechargRecordId }]);
    expect(await found('261127PA')).toEqual([]);
  });
});
