import { afterAll, beforeAll, expect, test } from 'vitest';
import { carApi, cardApi, customerApi } from '#domains/customer/resources.ts';
import type { WalletOwner } from '#domains/customer/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import { accounts } from '../ledger/ledger.ts';
import { openAccounts, post } from '../ledger/ledger.server.ts';
import { addCar, addCard, addCompany, brokenInvariants, settleOrderOnCard, startMoneyTestbed } from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { rechargeApi } from '../resources.ts';
import { partyCode } from './balance.server.ts';
import { lockParty } from './party-lock.server.ts';

let testbed: MoneyTestbed;
beforeAll(async () => {
  testbed = await startMoneyTestbed();
});
afterAll(() => testbed.server.close());

const recharging = (mainPartType: 3, mainPartId: string) =>
  testbed.server.call(testbed.tenantStaff, rechargeApi.add, { mainPartType, mainPartId, rrMoney: '9', payMethod: 0 });

/** Recharges a party; before the transaction commits, the party leaves, which has to wait. */
const asMoneyComes = async (owner: WalletOwner, leave: () => Promise<{ readonly message: string }>): Promise<string> => {
  const { leaving } = await inSystem(testbed.server.database, async (tx) => {
    await lockParty(tx, owner);
    const books = { tenantId: BigInt(testbed.tenantId), currency: 'CNY', actor: 'test' };
    const [wallet = 0n, cash = 0n] = await openAccounts(tx, books, [accounts.wallet(partyCode(owner)), accounts.cash()]);
    await post(tx, books, {
      kind: 'opening',
      source: { type: 'test', id: partyCode(owner) },
      lines: [{ debit: cash, credit: wallet, amountCents: 9_00n }],
    });
    const waits = { leaving: leave() };
    await expect.poll(waiting).toBe(1);
    return waits;
  });
  return (await leaving).message;
};

const waiting = async (): Promise<number> => {
  const [row] = await testbed.server.database.asSuperuser<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.n ?? 0;
};

test.each(['void', 'delete'] as const)('nobody leaves by %s with money that comes at the same moment', async (how) => {
  const leave = (api: typeof carApi | typeof cardApi | typeof customerApi, id: string) => () =>
    how === 'void'
      ? testbed.server.call(testbed.tenantStaff, api.changeState, { entityId: id, setState: -1 })
      : testbed.server.call(testbed.tenantStaff, api.delete, { id });
  const { icCardId } = await addCard(testbed, testbed.tenantStaff);
  const { carId } = await addCar(testbed, testbed.tenantStaff);
  const { custId } = await addCompany(testbed, testbed.tenantStaff);
  expect(await asMoneyComes({ ownerType: 'card', ownerId: icCardId }, leave(cardApi, icCardId))).toContain('still holds 9.00 CNY');
  expect(await asMoneyComes({ ownerType: 'car', ownerId: carId }, leave(carApi, carId))).toContain('still holds 9.00 CNY');
  expect(await asMoneyComes({ ownerType: 'customer', ownerId: custId }, leave(customerApi, custId))).toContain('still has 9.00 CNY');
});

test('who owes neither leaves nor is deleted until it is paid', async () => {
  const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff);
  await settleOrderOnCard(testbed, { icCardId, icCardNo, billingCents: 9_00n });
  const leave = () => testbed.server.call(testbed.tenantStaff, cardApi.changeState, { entityId: icCardId, setState: -1 });
  const message = `Card ${icCardNo} still owes 9.00 CNY; recharge it or write the debt off first`;
  expect((await leave()).message).toBe(message);
  expect((await testbed.server.call(testbed.tenantStaff, cardApi.delete, { id: icCardId })).message).toBe(message);
  const { custId } = await addCompany(testbed, testbed.tenantStaff, { custName: 'Owing Co', useFundsPool: 1 });
  await testbed.server.ok(testbed.tenantStaff, cardApi.edit, { icCardId, custId });
  expect((await leave()).success).toBe(true);
  const close = () => testbed.server.call(testbed.tenantStaff, customerApi.changeState, { entityId: custId, setState: -1 });
  const owes = 'Customer Owing Co still owes 9.00 CNY; recharge the account or write the debt off first';
  expect((await close()).message).toBe(owes);
  expect((await testbed.server.call(testbed.tenantStaff, customerApi.delete, { id: custId })).message).toBe(owes);
  expect((await recharging(3, custId)).success).toBe(true);
  expect((await close()).success).toBe(true);
  expect(await brokenInvariants(testbed)).toEqual([]);
});
