import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardApi, customerApi } from '#domains/customer/resources.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { addCar, addCard, addCompany, addPerson, brokenInvariants, rechargeCard, startMoneyTestbed } from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { rechargeApi } from '../resources.ts';

let testbed: MoneyTestbed;
beforeAll(async () => {
  testbed = await startMoneyTestbed();
});
afterAll(() => testbed.server.close());

const balanceOf = async (icCardId: string) => (await testbed.server.ok(testbed.tenantStaff, cardApi.queryById, { id: icCardId })).cardBalance;

describe('a recharge', () => {
  test('of each kind of party lands in its own wallet, with the balance before and after', async () => {
    const [person, company] = [await addPerson(testbed, testbed.agentStaff), await addCompany(testbed, testbed.agentStaff, { custName: 'Taxi Co' })];
    const card = await addCard(testbed, testbed.agentStaff, { custId: company.custId, cardPeople: 'Han Mei' });
    const car = await addCar(testbed, testbed.agentStaff, { phoneUserId: person.custId });
    const parties = [
      [1, person.custId, person.custPhone, person.custName, person.custId],
      [2, card.icCardId, card.icCardNo, 'Han Mei', company.custId],
      [3, company.custId, 'Taxi Co', 'Taxi Co', company.custId],
      [4, car.carId, car.carVin, person.custName, person.custId],
    ];
    for (const [mainPartType, mainPartId, mainPartNo, mainPartName, custId] of parties) {
      const add = { mainPartType, mainPartId, rrMoney: '100.50', payMethod: 1, invoiceCode: '011002000311', invoiceNumber: '12345678' };
      const first = await testbed.server.ok(testbed.tenantStaff, rechargeApi.add, add);
      expect(first).toMatchObject({
        mainPartType,
        mainPartId,
        mainPartNo,
        mainPartName,
        custId,
        tenantId: testbed.tenantId,
        agentId: testbed.agentId,
        agentId_dictText: 'Agent One',
        currency: 'CNY',
        payMethod_dictText: 'Alipay',
        rrMoney: '100.50',
        rrBeforeMoney: '0.00',
        rrAfterMoney: '100.50',
        receivableMoney: '0.00',
        hasReverse: 0,
        reverseRecordId: null,
        invoiceCode: '011002000311',
        invoiceNumber: '12345678',
        rechargeBy: testbed.tenantStaff.username,
      });
      const second = await testbed.server.ok(testbed.tenantStaff, rechargeApi.add, { ...add, rrMoney: '0.01' });
      expect(second).toMatchObject({ rrBeforeMoney: '100.50', rrAfterMoney: '100.51' });
    }
    expect(await testbed.server.ok(testbed.tenantStaff, customerApi.queryById, { id: company.custId })).toMatchObject({ custBalance: '100.51' });
    expect(await balanceOf(card.icCardId)).toBe('100.51');
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('may name the number people know instead of the id, and both only when they mean one', async () => {
    const person = await addPerson(testbed, testbed.tenantStaff, { custPhone: '139 0000 7777' });
    const company = await addCompany(testbed, testbed.tenantStaff, { custName: 'Bus Co' });
    const card = await addCard(testbed, testbed.tenantStaff, { icCardNo: 'AB1000' });
    const car = await addCar(testbed, testbed.tenantStaff);
    const byNo = (
      mainPartType: number,
      mainPartNo: string,
      { viewer = testbed.tenantStaff, ...more }: { readonly viewer?: Viewer; readonly mainPartId?: string } = {},
    ) => testbed.server.call(viewer, rechargeApi.add, { mainPartType, mainPartNo, rrMoney: '1', payMethod: 0, ...more });
    expect((await byNo(1, '13900007777')).result).toMatchObject({ mainPartId: person.custId });
    expect((await byNo(2, 'ab1000')).result).toMatchObject({ mainPartId: card.icCardId, mainPartNo: 'AB1000' });
    expect((await byNo(3, 'Bus Co')).result).toMatchObject({ mainPartId: company.custId });
    expect((await byNo(4, car.carVin.toLowerCase())).result).toMatchObject({ mainPartId: car.carId });
    expect((await byNo(2, 'AB1000', { mainPartId: card.icCardId })).success).toBe(true);
    expect(await byNo(2, 'AB1000', { mainPartId: (await addCard(testbed, testbed.tenantStaff)).icCardId })).toMatchObject({
      success: false,
      message: expect.stringContaining('is not that of party'),
    });
    expect(await byNo(2, 'NOBODY')).toMatchObject({
      success: false,
      message: 'No IC card has the account NOBODY',
      result: { fields: { mainPartNo: 'No IC card has the account NOBODY' } },
    });
    expect(await byNo(3, person.custName)).toMatchObject({ success: false });
    expect(await testbed.server.call(testbed.tenantStaff, rechargeApi.add, { mainPartType: 2, rrMoney: '1', payMethod: 0 })).toMatchObject({
      success: false,
      message: 'Say who is recharged',
    });
    await addCompany(testbed, testbed.tenantStaff, { custName: 'Bus Co' });
    expect(await byNo(3, 'Bus Co')).toMatchObject({
      success: false,
      message: 'More than one Company customer has the account Bus Co; give the id as party',
    });
    expect(await byNo(2, 'AB1000', { viewer: testbed.platform })).toMatchObject({
      success: false,
      message: 'Choose a tenant in the header before recharging by account',
    });
    const narrowed = await testbed.server.call(
      testbed.platform,
      rechargeApi.add,
      { mainPartType: 2, mainPartNo: 'AB1000', rrMoney: '1', payMethod: 0 },
      { 'tenant-id': testbed.tenantId },
    );
    expect(narrowed.result).toMatchObject({ mainPartId: card.icCardId });
  });

  test('is not given to what is void or closed, nor to a wallet that nobody draws on', async () => {
    const card = await addCard(testbed, testbed.tenantStaff, { cardPeople: 'Li Lei' });
    await testbed.server.ok(testbed.tenantStaff, cardApi.changeState, { entityId: card.icCardId, setState: 2 });
    await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '1' });
    const voidCard = await addCard(testbed, testbed.tenantStaff, { cardPeople: 'Li Lei' });
    await testbed.server.ok(testbed.tenantStaff, cardApi.changeState, { entityId: voidCard.icCardId, setState: -1 });
    const refused = await testbed.server.call(testbed.tenantStaff, rechargeApi.add, {
      mainPartType: 2,
      mainPartId: voidCard.icCardId,
      rrMoney: '1',
      payMethod: 0,
    });
    expect(refused).toMatchObject({ status: 200, success: false, message: 'Li Lei is void or closed and cannot be recharged' });
    const company = await addCompany(testbed, testbed.tenantStaff, { custName: 'Pool Co', useFundsPool: 1 });
    const pooled = await addCard(testbed, testbed.tenantStaff, { custId: company.custId, cardPeople: 'Driver' });
    const other = await testbed.server.call({ ...testbed.tenantStaff, language: 'zh_CN' }, rechargeApi.add, {
      mainPartType: 2,
      mainPartId: pooled.icCardId,
      rrMoney: '1',
      payMethod: 0,
    });
    expect(other.message).toBe('“Driver”使用客户“Pool Co”的资金池，请为该客户充值');
    // A person is not a company, even with the same id.
    expect(
      await testbed.server.call(testbed.tenantStaff, rechargeApi.add, { mainPartType: 1, mainPartId: company.custId, rrMoney: '1', payMethod: 0 }),
    ).toMatchObject({ success: false });
  });

  test.each([
    [{ rrMoney: '-1' }, 400, 'Amount cannot be less than 0'],
    [{ rrMoney: '0' }, 200, 'The amount must be above zero'],
    [{ rrMoney: '0.001' }, 400, 'Amount may have 2 decimals at most'],
    [{ rrMoney: '10000000.01' }, 400, 'Amount cannot be more than 10000000'],
    [{ rrMoney: '99999999999999999999' }, 400, 'Amount must be a number'],
    [{ rrMoney: '1e3' }, 400, 'Amount must be a number'],
    [{ rrMoney: '' }, 400, 'Amount is required'],
    [{ payMethod: 4 }, 400, 'Paid by is not one of the allowed values'],
    [{ mainPartType: 5 }, 400, 'Party type is not one of the allowed values'],
    [{ mainPartId: '1 or 1=1' }, 400, 'Party is not a valid reference'],
  ])('with %o is refused and moves nothing', async (bad, status, message) => {
    const { icCardId } = await addCard(testbed, testbed.tenantStaff);
    const answer = await testbed.server.call(testbed.tenantStaff, rechargeApi.add, {
      mainPartType: 2,
      mainPartId: icCardId,
      rrMoney: '1',
      payMethod: 0,
      ...bad,
    });
    expect(answer).toMatchObject({ status, success: false, message });
    expect(await balanceOf(icCardId)).toBe('0.00');
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('takes neither a balance nor a name from the form', async () => {
    const { icCardId } = await addCard(testbed, testbed.tenantStaff, { cardPeople: 'Real Name' });
    const sly = {
      rrBeforeMoney: '500',
      rrAfterMoney: '999',
      hasReverse: 1,
      mainPartName: 'Sly',
      currency: 'USD',
      tenantId: testbed.foreignTenantId,
      journalId: '1',
    };
    const row = await testbed.server.ok(testbed.tenantStaff, rechargeApi.add, {
      mainPartType: 2,
      mainPartId: icCardId,
      rrMoney: '1',
      payMethod: 0,
      ...sly,
    });
    expect(row).toMatchObject({
      rrBeforeMoney: '0.00',
      rrAfterMoney: '1.00',
      hasReverse: 0,
      mainPartName: 'Real Name',
      currency: 'CNY',
      tenantId: testbed.tenantId,
    });
  });
});

describe('twice at once', () => {
  const together = (viewer: Viewer, input: Readonly<Record<string, unknown>>, key: string) =>
    Promise.all([1, 2, 3, 4].map(() => testbed.server.call(viewer, rechargeApi.add, input, { 'idempotency-key': key })));

  test('one press of the button recharges once and answers all alike', async () => {
    const { icCardId } = await addCard(testbed, testbed.tenantStaff);
    const input = { mainPartType: 2, mainPartId: icCardId, rrMoney: '50', payMethod: 0 };
    const answers = await together(testbed.tenantStaff, input, 'press-1');
    expect(new Set(answers.map(({ result }) => result.rechargRecordId)).size).toBe(1);
    expect(await balanceOf(icCardId)).toBe('50.00');
    const other = await testbed.server.call(testbed.tenantStaff, rechargeApi.add, { ...input, rrMoney: '60' }, { 'idempotency-key': 'press-1' });
    expect(other).toMatchObject({ status: 422, success: false, message: 'This request was already made with other values' });
    expect(await balanceOf(icCardId)).toBe('50.00');
  });

  test('no money moves without a key that tells presses apart', async () => {
    const { icCardId } = await addCard(testbed, testbed.tenantStaff);
    const input = { mainPartType: 2, mainPartId: icCardId, rrMoney: '50', payMethod: 0 };
    for (const key of ['', 'two words', 'x'.repeat(201)]) {
      const answer = await testbed.server.call(testbed.tenantStaff, rechargeApi.add, input, { 'idempotency-key': key });
      expect(answer).toMatchObject({ status: 400, success: false, refusal: 'keyNeeded' });
    }
    expect(await balanceOf(icCardId)).toBe('0.00');
  });

  test('twenty presses of different people chain their balances without a gap', async () => {
    const { icCardId } = await addCard(testbed, testbed.tenantStaff);
    const add = { mainPartType: 2, mainPartId: icCardId, rrMoney: '1.25', payMethod: 0 };
    const rows = await Promise.all(Array.from({ length: 20 }, () => testbed.server.ok(testbed.tenantStaff, rechargeApi.add, add)));
    const befores = rows.map((row) => Number(row.rrBeforeMoney)).toSorted((a, b) => a - b);
    expect(befores).toEqual(Array.from({ length: 20 }, (_unused, index) => index * 1.25));
    expect(await balanceOf(icCardId)).toBe('25.00');
    expect(await brokenInvariants(testbed)).toEqual([]);
  });
});

test('the database refuses a record that is changed, deleted or made up', async () => {
  const { icCardId } = await addCard(testbed, testbed.tenantStaff);
  await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '1' });
  const client = await testbed.server.database.appPool.connect();
  try {
    const errorCodeOf = async (statement: string) => {
      await client.query("begin; set local app.tenants = '*'; set local app.agents = '*'");
      const outcome = await client.query(statement).then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      );
      await client.query('rollback');
      return outcome;
    };
    expect(await errorCodeOf('update recharge_record set rr_money = 5')).toBe('42501');
    expect(await errorCodeOf('delete from recharge_record')).toBe('42501');
    const insertOf = (
      money: number,
      after: number,
    ) => `insert into recharge_record (tenant_id, main_part_type, main_part_id, main_part_no, main_part_name, currency, rr_money, rr_before_money,
      rr_after_money, pay_method, recharge_by, recharge_time, journal_id) values (${testbed.tenantId}, 2, ${icCardId}, 'x', 'x', 'CNY', ${money}, 0, ${after}, 0, 'x', now(), 99999)`;
    expect(await errorCodeOf(insertOf(-5, -5))).toBe('23514');
    expect(await errorCodeOf(insertOf(5, 6))).toBe('23514');
    // The record satisfies all constraints but has no booking, which the proof detects.
    await testbed.server.database.asSuperuser(insertOf(5, 5));
    expect(await brokenInvariants(testbed)).toEqual([expect.stringMatching(/^R1 recharge \d+$/)]);
  } finally {
    client.release();
    await testbed.server.database.asSuperuser('DELETE FROM recharge_record WHERE journal_id = 99999');
  }
});
