import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { prove } from '../ledger/ledger.server.ts';
import { addCard, rechargeCard, settleOrderOnCard, startMoneyTestbed } from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { proofApi, rechargeApi } from '../resources.ts';

let testbed: MoneyTestbed;
beforeAll(async () => {
  testbed = await startMoneyTestbed();
  const card = await addCard(testbed, testbed.tenantStaff);
  await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '100' });
  await settleOrderOnCard(testbed, { icCardId: card.icCardId, icCardNo: card.icCardNo, billingCents: 130_00n, orderCents: 140_00n });
  const wrong = await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '7' });
  await testbed.server.ok(testbed.tenantStaff, rechargeApi.reverse, { rechargRecordId: wrong.rechargRecordId, reason: 'x' });
  const far = await addCard(testbed, testbed.foreignStaff);
  await rechargeCard(testbed, testbed.foreignStaff, { icCardId: far.icCardId, rrMoney: '9' });
});
afterAll(() => testbed.server.close());

describe('the proof', () => {
  test('of the platform is that of the ledger itself, and of the records', async () => {
    const { lines, isProven, trialBalance } = await testbed.server.ok(testbed.platform, proofApi.proof, {});
    expect(isProven).toBe(true);
    expect(lines.map(({ invariant, broken }) => [invariant, broken])).toEqual(
      ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'R1', 'R2', 'R4', 'R5', 'R6', 'R7', 'R8', 'R9', 'R10', 'R11'].map((name) => [name, 0]),
    );
    const ledger = await inSystem(testbed.server.database, prove);
    expect(lines.slice(0, 6).map(({ invariant, checked, broken }) => [invariant, checked, broken])).toEqual(
      ledger.map(({ invariant, checked, broken }) => [invariant, Number(checked), Number(broken)]),
    );
    expect(lines.slice(6).map(({ checked }) => checked)).toEqual([4, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(trialBalance.map(({ currency, group, side, money }) => [currency, group, side, money])).toEqual([
      ['CNY', 'cash', 'debit', '100.00'],
      ['CNY', 'receivable', 'debit', '30.00'],
      ['CNY', 'wallet', 'credit', '0.00'],
      ['CNY', 'fee', 'credit', '140.00'],
      ['CNY', 'vip_offer', 'debit', '10.00'],
      ['EUR', 'cash', 'debit', '9.00'],
      ['EUR', 'wallet', 'credit', '9.00'],
    ]);
  });

  test('of a tenant is of its own books only, in its own language', async () => {
    const { lines, trialBalance } = await testbed.server.ok({ ...testbed.foreignStaff, language: 'zh_CN' }, proofApi.proof, {});
    expect(lines.map(({ checked }) => checked)).toEqual([1, 2, 2, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(lines[0]?.says).toBe('每张凭证借贷平衡，且属于同一租户和币种');
    expect(trialBalance).toEqual([
      { currency: 'EUR', group: 'cash', groupText: '现金', side: 'debit', money: '9.00' },
      { currency: 'EUR', group: 'wallet', groupText: '客户钱包', side: 'credit', money: '9.00' },
    ]);
  });

  test('turns red for whoever the fault belongs to, and for nobody else', async () => {
    const tamper = (by: number) =>
      testbed.server.database.asSuperuser(
        `UPDATE ledger.balance SET posted = posted + ${by} WHERE account_id = (SELECT account_id FROM ledger.account WHERE tenant_id = ${testbed.tenantId} AND code LIKE 'wallet:%' LIMIT 1)`,
      );
    await tamper(1);
    const red = async (viewer: typeof testbed.platform) =>
      (await testbed.server.ok(viewer, proofApi.proof, {})).lines.filter(({ broken }) => broken > 0).map(({ invariant }) => invariant);
    expect(await red(testbed.platform)).toEqual(['I2', 'I6']);
    expect(await red(testbed.tenantStaff)).toEqual(['I2', 'I6']);
    expect(await red(testbed.foreignStaff)).toEqual([]);
    await tamper(-1);
    expect(await red(testbed.platform)).toEqual([]);
  });

  test('is for those who see whole books, with the permission, and one at a time', async () => {
    for (const viewer of [testbed.agentStaff, testbed.stationStaff, viewers.customer(testbed.tenantId, '1')])
      expect(await testbed.server.call(viewer, proofApi.proof, {})).toMatchObject({
        status: 403,
        success: false,
        message: 'Books are proven as a whole, by the tenant or the platform',
      });
    expect(await testbed.server.call(viewers.limited(testbed.tenantStaff, ['recharge:list']), proofApi.proof, {})).toMatchObject({
      status: 403,
      message: 'No access: money:proof',
    });
    const client = await testbed.server.database.systemPool.connect();
    try {
      await client.query('begin; select pg_advisory_xact_lock(713)');
      expect(await testbed.server.call(testbed.tenantStaff, proofApi.proof, {})).toMatchObject({
        success: false,
        message: 'A proof is running already; please try again in a moment',
      });
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect((await testbed.server.call(testbed.tenantStaff, proofApi.proof, {})).success).toBe(true);
  });
});
