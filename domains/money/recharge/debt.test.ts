import { idempotencyHeader } from '#kit/test/idempotency-key.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCar, addCard, brokenInvariants, nextNumber, rechargeCard, settleOrderOnCard, startMoneyTestbed } from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { rechargeApi, walletApi } from '../resources.ts';

let testbed: MoneyTestbed;
beforeAll(async () => {
  testbed = await startMoneyTestbed();
});
afterAll(() => testbed.server.close());

const walletOf = (icCardId: string) => testbed.server.ok(testbed.tenantStaff, walletApi.balance, { mainPartType: 2, mainPartId: icCardId });
const recharging = (icCardId: string, rrMoney: string, more = {}) =>
  testbed.server.call(testbed.tenantStaff, rechargeApi.add, { mainPartType: 2, mainPartId: icCardId, rrMoney, payMethod: 0, ...more });
const reversing = (rechargRecordId: string, more = {}) =>
  testbed.server.call(testbed.tenantStaff, rechargeApi.reverse, { rechargRecordId, reason: 'typed wrong', ...more });
const linesOf = (journalId: string) =>
  testbed.server.database.asSuperuser(
    `SELECT d.code AS debit, c.code AS credit, amount::int FROM ledger.posting JOIN ledger.account d ON d.account_id = debit_id
       JOIN ledger.account c ON c.account_id = credit_id WHERE journal_id = $1 ORDER BY seq`,
    [journalId],
  );
/** A card with a debt. */
const owing = async (cents: bigint) => {
  const card = await addCard(testbed, testbed.tenantStaff);
  await settleOrderOnCard(testbed, { icCardId: card.icCardId, icCardNo: card.icCardNo, billingCents: cents });
  return card;
};

describe('a recharge of a party that owes', () => {
  test('pays the debt first, in the one booking, and says how much of it did', async () => {
    const { icCardId } = await owing(30_00n);
    const first = await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '10' });
    expect(first).toMatchObject({ rrMoney: '10.00', debtPaidMoney: '10.00', rrBeforeMoney: '0.00', rrAfterMoney: '0.00', receivableMoney: '0.00' });
    expect(await walletOf(icCardId)).toMatchObject({ balance: '0.00', owedBal: '20.00' });
    const { result: second } = await recharging(icCardId, '50.01', { payMethod: 2 });
    expect(second).toMatchObject({ rrMoney: '50.01', debtPaidMoney: '20.00', rrBeforeMoney: '0.00', rrAfterMoney: '30.01' });
    expect(await linesOf(second.journalId)).toEqual([
      { debit: 'psp:wechat', credit: `receivable:card:${icCardId}`, amount: 20_00 },
      { debit: 'psp:wechat', credit: `wallet:card:${icCardId}`, amount: 30_01 },
    ]);
    expect((await recharging(icCardId, '1')).result).toMatchObject({ debtPaidMoney: '0.00', rrAfterMoney: '31.01' });
    expect(await walletOf(icCardId)).toMatchObject({ balance: '31.01', owedBal: '0.00' });
    const { records } = await testbed.server.ok(testbed.tenantStaff, walletApi.statement, { mainPartType: 2, mainPartId: icCardId });
    expect(records.map(({ rrMoney, debtPaidMoney }) => [rrMoney, debtPaidMoney])).toEqual([
      ['1.00', '0.00'],
      ['30.01', '20.00'],
    ]);
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('of eight at once pays it once', async () => {
    for (const debt of [25_00n, 80_00n, 3n]) {
      const { icCardId } = await owing(debt);
      const answers = await Promise.all(Array.from({ length: 8 }, () => recharging(icCardId, '10')));
      const paid = answers.map(({ result }) => Math.round(Number(result.debtPaidMoney) * 100)).reduce((sum, cents) => sum + cents, 0);
      expect(paid).toBe(Number(debt));
      const left = (80 - Number(debt) / 100).toFixed(2);
      expect(await walletOf(icCardId)).toMatchObject({ balance: left, owedBal: '0.00' });
    }
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('is told in the sums of the list, which a reversal takes back', async () => {
    const { icCardId } = await owing(30_00n);
    await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '12' });
    const second = await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '40' });
    const sums = async () => (await testbed.server.ok(testbed.tenantStaff, rechargeApi.dealConsume, { mainPartId: icCardId })).byCurrency;
    expect(await sums()).toMatchObject([{ rechargeAllMoney: '52.00', debtPaidAllMoney: '30.00', receivableAllMoney: '0.00', netAllMoney: '52.00' }]);
    await reversing(second.rechargRecordId);
    expect(await sums()).toMatchObject([{ reverseAllMoney: '40.00', debtPaidAllMoney: '12.00', receivableAllMoney: '0.00', netAllMoney: '12.00' }]);
    expect(await testbed.server.ok(testbed.tenantStaff, rechargeApi.list, { mainPartId: icCardId })).toMatchObject({
      records: [{ debtPaidMoney: '-18.00' }, { debtPaidMoney: '18.00' }, { debtPaidMoney: '12.00' }],
    });
  });

  test('and its sheet are the same', async () => {
    const { writeXlsx } = await import('hucre/xlsx');
    const car = await addCar(testbed, testbed.tenantStaff);
    const card = await owing(5_00n);
    const rows = [
      ['Party type', 'Account', 'Amount', 'Paid by'],
      ['IC card', card.icCardNo, 8, 'Cash'],
      ['Vehicle VIN', car.carVin, 8, 'Cash'],
    ];
    const form = new FormData();
    form.append('files[]', new Blob([new Uint8Array(await writeXlsx({ sheets: [{ name: 's', rows }] }))]), `r${nextNumber()}.xlsx`);
    const headers = idempotencyHeader(rechargeApi.importExcel);
    const answer = await testbed.server.fetch(testbed.tenantStaff, rechargeApi.importExcel.path, { method: 'POST', body: form, headers });
    expect(await answer.json()).toMatchObject({ result: { successCount: 2 } });
    expect(await walletOf(card.icCardId)).toMatchObject({ balance: '3.00', owedBal: '0.00' });
  });
});

describe('a reversal of a recharge that paid a debt', () => {
  test('takes back the rest and lets the debt be owed again', async () => {
    const { icCardId } = await owing(30_00n);
    const first = await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '100' });
    const { result } = await reversing(first.rechargRecordId);
    expect(result).toMatchObject({
      rrMoney: '-100.00',
      debtPaidMoney: '-30.00',
      receivableMoney: '0.00',
      rrBeforeMoney: '70.00',
      rrAfterMoney: '0.00',
    });
    expect(await walletOf(icCardId)).toMatchObject({ balance: '0.00', owedBal: '30.00' });
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('asks the wallet only for what it got; what is spent of that may be owed besides', async () => {
    const card = await owing(30_00n);
    const all = await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '30' });
    expect((await reversing(all.rechargRecordId)).result).toMatchObject({ debtPaidMoney: '-30.00', rrBeforeMoney: '0.00', rrAfterMoney: '0.00' });
    expect(await walletOf(card.icCardId)).toMatchObject({ owedBal: '30.00' });
    const first = await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '100' });
    await settleOrderOnCard(testbed, { icCardId: card.icCardId, icCardNo: card.icCardNo, billingCents: 25_00n });
    expect((await reversing(first.rechargRecordId)).message).toBe('Only 45.00 CNY is left to take back 70.00 CNY');
    expect((await reversing(first.rechargRecordId, { toReceivable: 1 })).result).toMatchObject({ debtPaidMoney: '-30.00', receivableMoney: '25.00' });
    expect(await walletOf(card.icCardId)).toMatchObject({ balance: '0.00', owedBal: '55.00' });
    expect(await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '60' })).toMatchObject({
      debtPaidMoney: '55.00',
      rrAfterMoney: '5.00',
    });
    expect(await brokenInvariants(testbed)).toEqual([]);
  });
});
