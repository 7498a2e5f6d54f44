import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardApi, customerApi } from '#domains/customer/resources.ts';
import type { Viewer } from '#kit/server/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import { addCar, addCard, addCompany, addPerson, broken, holdOn, rechargeCard, spend, startWorld, timeless } from '../money.fixture.ts';
import type { World } from '../money.fixture.ts';
import { rechargeApi, walletApi } from '../resources.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.server.close());

const balanceOf = async (icCardId: string) => (await world.server.ok(world.tenantStaff, cardApi.queryById, { id: icCardId })).cardBalance;
const walletOf = (icCardId: string) => world.server.ok(world.tenantStaff, walletApi.balance, { mainPartType: 2, mainPartId: icCardId });

describe('a recharge', () => {
  test('of each kind of party lands in its own wallet, with the balance before and after', async () => {
    const [person, company] = [await addPerson(world, world.agentStaff), await addCompany(world, world.agentStaff, { custName: 'Taxi Co' })];
    const card = await addCard(world, world.agentStaff, { custId: company.custId, cardPeople: 'Han Mei' });
    const car = await addCar(world, world.agentStaff, { phoneUserId: person.custId });
    const parties = [
      [1, person.custId, person.custPhone, person.custName, person.custId],
      [2, card.icCardId, card.icCardNo, 'Han Mei', company.custId],
      [3, company.custId, 'Taxi Co', 'Taxi Co', company.custId],
      [4, car.carId, car.carVin, person.custName, person.custId],
    ];
    for (const [mainPartType, mainPartId, mainPartNo, mainPartName, custId] of parties) {
      const add = { mainPartType, mainPartId, rrMoney: '100.50', payMethod: 1, invoiceCode: '011002000311', invoiceNumber: '12345678' };
      const first = await world.server.ok(world.tenantStaff, rechargeApi.add, add);
      expect(first).toMatchObject({
        mainPartType,
        mainPartId,
        mainPartNo,
        mainPartName,
        custId,
        tenantId: world.tenantId,
        agentId: world.agentId,
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
        rechargeBy: world.tenantStaff.username,
      });
      const second = await world.server.ok(world.tenantStaff, rechargeApi.add, { ...add, rrMoney: '0.01' });
      expect(second).toMatchObject({ rrBeforeMoney: '100.50', rrAfterMoney: '100.51' });
    }
    expect(await world.server.ok(world.tenantStaff, customerApi.queryById, { id: company.custId })).toMatchObject({ custBalance: '100.51' });
    expect(await balanceOf(card.icCardId)).toBe('100.51');
    expect(await broken(world)).toEqual([]);
  });

  test('may name the number people know instead of the id, and both only when they mean one', async () => {
    const person = await addPerson(world, world.tenantStaff, { custPhone: '139 0000 7777' });
    const company = await addCompany(world, world.tenantStaff, { custName: 'Bus Co' });
    const card = await addCard(world, world.tenantStaff, { icCardNo: 'AB1000' });
    const car = await addCar(world, world.tenantStaff);
    const byNo = (
      mainPartType: number,
      mainPartNo: string,
      { viewer = world.tenantStaff, ...more }: { readonly viewer?: Viewer; readonly mainPartId?: string } = {},
    ) => world.server.call(viewer, rechargeApi.add, { mainPartType, mainPartNo, rrMoney: '1', payMethod: 0, ...more });
    expect((await byNo(1, '13900007777')).result).toMatchObject({ mainPartId: person.custId });
    expect((await byNo(2, 'ab1000')).result).toMatchObject({ mainPartId: card.icCardId, mainPartNo: 'AB1000' });
    expect((await byNo(3, 'Bus Co')).result).toMatchObject({ mainPartId: company.custId });
    expect((await byNo(4, car.carVin.toLowerCase())).result).toMatchObject({ mainPartId: car.carId });
    expect((await byNo(2, 'AB1000', { mainPartId: card.icCardId })).success).toBe(true);
    expect(await byNo(2, 'AB1000', { mainPartId: (await addCard(world, world.tenantStaff)).icCardId })).toMatchObject({
      success: false,
      message: expect.stringContaining('is not that of party'),
    });
    expect(await byNo(2, 'NOBODY')).toMatchObject({
      success: false,
      message: 'No IC card has the account NOBODY',
      result: { fields: { mainPartNo: 'No IC card has the account NOBODY' } },
    });
    expect(await byNo(3, person.custName)).toMatchObject({ success: false });
    expect(await world.server.call(world.tenantStaff, rechargeApi.add, { mainPartType: 2, rrMoney: '1', payMethod: 0 })).toMatchObject({
      success: false,
      message: 'Say who is recharged',
    });
    await addCompany(world, world.tenantStaff, { custName: 'Bus Co' });
    expect(await byNo(3, 'Bus Co')).toMatchObject({
      success: false,
      message: 'More than one Company customer has the account Bus Co; give the party id',
    });
    expect(await byNo(2, 'AB1000', { viewer: world.platform })).toMatchObject({
      success: false,
      message: 'Choose a tenant in the header before recharging by account',
    });
    const narrowed = await world.server.call(
      world.platform,
      rechargeApi.add,
      { mainPartType: 2, mainPartNo: 'AB1000', rrMoney: '1', payMethod: 0 },
      { 'tenant-id': world.tenantId },
    );
    expect(narrowed.result).toMatchObject({ mainPartId: card.icCardId });
  });

  test('is not given to what is void or closed, nor to a wallet that nobody draws on', async () => {
    const card = await addCard(world, world.tenantStaff, { cardPeople: 'Li Lei' });
    await world.server.ok(world.tenantStaff, cardApi.changeState, { entityId: card.icCardId, setState: 2 });
    await rechargeCard(world, world.tenantStaff, { icCardId: card.icCardId, rrMoney: '1' });
    const gone = await addCard(world, world.tenantStaff, { cardPeople: 'Li Lei' });
    await world.server.ok(world.tenantStaff, cardApi.changeState, { entityId: gone.icCardId, setState: -1 });
    const refused = await world.server.call(world.tenantStaff, rechargeApi.add, {
      mainPartType: 2,
      mainPartId: gone.icCardId,
      rrMoney: '1',
      payMethod: 0,
    });
    expect(refused).toMatchObject({ status: 200, success: false, message: 'Li Lei is void or closed and cannot be recharged' });
    const company = await addCompany(world, world.tenantStaff, { custName: 'Pool Co', useFundsPool: 1 });
    const pooled = await addCard(world, world.tenantStaff, { custId: company.custId, cardPeople: 'Driver' });
    const other = await world.server.call({ ...world.tenantStaff, language: 'zh_CN' }, rechargeApi.add, {
      mainPartType: 2,
      mainPartId: pooled.icCardId,
      rrMoney: '1',
      payMethod: 0,
    });
    expect(other.message).toBe('“Driver”使用客户“Pool Co”的资金池，请为该客户充值');
    // A person is no company, whatever the id.
    expect(
      await world.server.call(world.tenantStaff, rechargeApi.add, { mainPartType: 1, mainPartId: company.custId, rrMoney: '1', payMethod: 0 }),
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
    [{ mainPartType: 5 }, 400, 'Recharged is not one of the allowed values'],
    [{ mainPartId: '1 or 1=1' }, 400, 'Party id is not a valid reference'],
  ])('with %o is refused and moves nothing', async (bad, status, message) => {
    const { icCardId } = await addCard(world, world.tenantStaff);
    const answer = await world.server.call(world.tenantStaff, rechargeApi.add, {
      mainPartType: 2,
      mainPartId: icCardId,
      rrMoney: '1',
      payMethod: 0,
      ...bad,
    });
    expect(answer).toMatchObject({ status, success: false, message });
    expect(await balanceOf(icCardId)).toBe('0.00');
    expect(await broken(world)).toEqual([]);
  });

  test('takes neither a balance nor a name from the form', async () => {
    const { icCardId } = await addCard(world, world.tenantStaff, { cardPeople: 'Real Name' });
    const sly = {
      rrBeforeMoney: '500',
      rrAfterMoney: '999',
      hasReverse: 1,
      mainPartName: 'Sly',
      currency: 'USD',
      tenantId: world.foreignTenantId,
      journalId: '1',
    };
    const row = await world.server.ok(world.tenantStaff, rechargeApi.add, {
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
      tenantId: world.tenantId,
    });
  });
});

describe('twice at once', () => {
  const together = (viewer: Viewer, input: Readonly<Record<string, unknown>>, key: string) =>
    Promise.all([1, 2, 3, 4].map(() => world.server.call(viewer, rechargeApi.add, input, { 'idempotency-key': key })));

  test('one press of the button recharges once and answers all alike', async () => {
    const { icCardId } = await addCard(world, world.tenantStaff);
    const input = { mainPartType: 2, mainPartId: icCardId, rrMoney: '50', payMethod: 0 };
    const answers = await together(world.tenantStaff, input, 'press-1');
    expect(new Set(answers.map(({ result }) => result.rechargRecordId)).size).toBe(1);
    expect(await balanceOf(icCardId)).toBe('50.00');
    const other = await world.server.call(world.tenantStaff, rechargeApi.add, { ...input, rrMoney: '60' }, { 'idempotency-key': 'press-1' });
    expect(other).toMatchObject({ success: false, message: 'This request was already made with other values' });
    expect(await balanceOf(icCardId)).toBe('50.00');
  });

  test('twenty presses of different people chain their balances without a gap', async () => {
    const { icCardId } = await addCard(world, world.tenantStaff);
    const add = { mainPartType: 2, mainPartId: icCardId, rrMoney: '1.25', payMethod: 0 };
    const rows = await Promise.all(Array.from({ length: 20 }, () => world.server.ok(world.tenantStaff, rechargeApi.add, add)));
    const befores = rows.map((row) => Number(row.rrBeforeMoney)).toSorted((a, b) => a - b);
    expect(befores).toEqual(Array.from({ length: 20 }, (_unused, index) => index * 1.25));
    expect(await balanceOf(icCardId)).toBe('25.00');
    expect(await broken(world)).toEqual([]);
  });
});

describe('a reversal', () => {
  const reversing = (viewer: Viewer, rechargRecordId: string, more = {}) =>
    world.server.call(viewer, rechargeApi.reverse, { rechargRecordId, reason: 'typed wrong', ...more });

  test('is a record of its own, marks the first one, and happens once', async () => {
    const { icCardId } = await addCard(world, world.tenantStaff);
    await rechargeCard(world, world.tenantStaff, { icCardId, rrMoney: '5' });
    const first = await rechargeCard(world, world.tenantStaff, { icCardId, rrMoney: '70' });
    const { result } = await reversing(world.tenantStaff, first.rechargRecordId);
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
    expect(await world.server.ok(world.tenantStaff, rechargeApi.queryById, { id: first.rechargRecordId })).toMatchObject({
      hasReverse: 1,
      rrMoney: '70.00',
    });
    expect(await reversing(world.tenantStaff, first.rechargRecordId)).toMatchObject({
      status: 200,
      success: false,
      message: 'This recharge has been reversed already',
    });
    expect(await reversing(world.tenantStaff, result.rechargRecordId)).toMatchObject({ success: false, message: 'This record is a reversal itself' });
    expect(await balanceOf(icCardId)).toBe('5.00');
    expect(await broken(world)).toEqual([]);
  });

  test('of eight at once happens once, with one key or with eight', async () => {
    for (const keyOf of [(at: number) => `reverse-${at}`, () => 'reverse-same']) {
      const { icCardId } = await addCard(world, world.tenantStaff);
      const first = await rechargeCard(world, world.tenantStaff, { icCardId, rrMoney: '30' });
      await rechargeCard(world, world.tenantStaff, { icCardId, rrMoney: '300' });
      const input = { rechargRecordId: first.rechargRecordId, reason: 'typed wrong' };
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_unused, at) =>
          world.server.call(world.tenantStaff, rechargeApi.reverse, input, { 'idempotency-key': keyOf(at) }),
        ),
      );
      const ids = answers.flatMap(({ success, result }) => (success ? [result.rechargRecordId] : []));
      expect(new Set(ids).size).toBe(1);
      expect(ids.length).toBe(keyOf(0) === keyOf(1) ? 8 : 1);
      expect(await balanceOf(icCardId)).toBe('300.00');
    }
    expect(await broken(world)).toEqual([]);
  });

  test('is refused when the money was spent or is held, unless somebody may let the rest be owed', async () => {
    const card = await addCard(world, world.tenantStaff);
    const first = await rechargeCard(world, world.tenantStaff, { icCardId: card.icCardId, rrMoney: '100' });
    await spend(world, { icCardId: card.icCardId, icCardNo: card.icCardNo, billingCents: 60_00n });
    await holdOn(world, { icCardId: card.icCardId, amountCents: 15_00n });
    expect(await reversing(world.tenantStaff, first.rechargRecordId)).toMatchObject({
      success: false,
      message: 'Only 25.00 CNY is left to take back 100.00 CNY',
    });
    const limited = viewers.limited(world.tenantStaff, ['recharge:list', 'recharge:reverse']);
    expect(await reversing(limited, first.rechargRecordId, { toReceivable: 1 })).toMatchObject({
      status: 403,
      message: 'No access: recharge:receivable',
    });
    expect(await balanceOf(card.icCardId)).toBe('40.00');
    const { result } = await reversing(world.tenantStaff, first.rechargRecordId, { toReceivable: 1 });
    expect(result).toMatchObject({ rrMoney: '-100.00', rrBeforeMoney: '40.00', rrAfterMoney: '15.00', receivableMoney: '75.00' });
    expect(await walletOf(card.icCardId)).toMatchObject({ balance: '15.00', heldBal: '15.00', availableBal: '0.00', owedBal: '75.00' });
    expect(await broken(world)).toEqual([]);
  });

  test('of money that is all gone leaves the wallet alone and owes everything', async () => {
    const card = await addCard(world, world.tenantStaff);
    const first = await rechargeCard(world, world.tenantStaff, { icCardId: card.icCardId, rrMoney: '10' });
    await spend(world, { icCardId: card.icCardId, icCardNo: card.icCardNo, billingCents: 10_00n });
    const { result } = await reversing(world.tenantStaff, first.rechargRecordId, { toReceivable: 1 });
    expect(result).toMatchObject({ rrMoney: '-10.00', rrBeforeMoney: '0.00', rrAfterMoney: '0.00', receivableMoney: '10.00' });
    expect(await broken(world)).toEqual([]);
  });

  test('needs a reason, in whole', async () => {
    const { icCardId } = await addCard(world, world.tenantStaff);
    const { rechargRecordId } = await rechargeCard(world, world.tenantStaff, { icCardId, rrMoney: '1' });
    expect(await reversing(world.tenantStaff, rechargRecordId, { reason: ' ' })).toMatchObject({ status: 400, message: 'Reason is required' });
    expect(await reversing(viewers.limited(world.tenantStaff, ['recharge:list', 'recharge:add']), rechargRecordId)).toMatchObject({
      status: 403,
      message: 'No access: recharge:reverse',
    });
  });
});

test('the database refuses a record that is changed, deleted or made up', async () => {
  const { icCardId } = await addCard(world, world.tenantStaff);
  await rechargeCard(world, world.tenantStaff, { icCardId, rrMoney: '1' });
  const client = await world.server.database.appPool.connect();
  try {
    const tried = async (statement: string) => {
      await client.query("begin; set local app.tenants = '*'; set local app.agents = '*'");
      const outcome = await client.query(statement).then(
        () => 'done',
        (error: unknown) => (error as { code: string }).code,
      );
      await client.query('rollback');
      return outcome;
    };
    expect(await tried('update recharge_record set rr_money = 5')).toBe('42501');
    expect(await tried('delete from recharge_record')).toBe('42501');
    const made = (
      money: number,
      after: number,
    ) => `insert into recharge_record (tenant_id, main_part_type, main_part_id, main_part_no, main_part_name, currency, rr_money, rr_before_money,
      rr_after_money, pay_method, recharge_by, recharge_time, journal_id) values (${world.tenantId}, 2, ${icCardId}, 'x', 'x', 'CNY', ${money}, 0, ${after}, 0, 'x', now(), 99999)`;
    expect(await tried(made(-5, -5))).toBe('23514');
    expect(await tried(made(5, 6))).toBe('23514');
    // One that fits all constraints but no booking is found by the proof.
    await world.server.database.asSuperuser(made(5, 5));
    expect(await broken(world)).toEqual([expect.stringMatching(/^R1 recharge \d+$/)]);
  } finally {
    client.release();
    await world.server.database.asSuperuser('DELETE FROM recharge_record WHERE journal_id = 99999');
  }
});

describe('list, totals and export', () => {
  test('are of the same rows, whatever the filter, and totals tell what came in and what went back', async () => {
    const card = await addCard(world, world.agentStaff, { cardPeople: 'Totals One' });
    const other = await addCard(world, world.agentStaff, { cardPeople: 'Totals Two' });
    await rechargeCard(world, world.tenantStaff, { icCardId: card.icCardId, rrMoney: '10.10' });
    const wrong = await rechargeCard(world, world.tenantStaff, { icCardId: card.icCardId, rrMoney: '20.20' });
    await rechargeCard(world, world.tenantStaff, { icCardId: other.icCardId, rrMoney: '5' });
    await spend(world, { icCardId: card.icCardId, icCardNo: card.icCardNo, billingCents: 25_00n });
    await world.server.ok(world.tenantStaff, rechargeApi.reverse, { rechargRecordId: wrong.rechargRecordId, reason: 'x', toReceivable: 1 });
    const asked = { mainPartName: 'Totals One' };
    expect(await world.server.ok(world.tenantStaff, rechargeApi.dealConsume, asked)).toMatchObject({
      rechargeAllMoney: '30.30',
      reverseAllMoney: '20.20',
      receivableAllMoney: '14.90',
      netAllMoney: '10.10',
      totalsCapped: false,
      byCurrency: [{ currency: 'CNY', rowCount: 3 }],
    });
    const list = await world.server.ok(world.tenantStaff, rechargeApi.list, asked);
    expect(list.records.map((row) => row.rrMoney)).toEqual(['-20.20', '20.20', '10.10']);
    const { readXlsx } = await import('hucre/xlsx');
    const response = await world.server.fetch(world.tenantStaff, `${rechargeApi.exportXls.path}?mainPartName=Totals%20One`);
    const rows = (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets[0]?.rows ?? [];
    expect(rows).toHaveLength(4);
    expect(rows[0]).toEqual(expect.arrayContaining(['Balance before', 'Balance after']));
    for (const filter of [
      { hasReverse: 1 },
      { payMethod: '1,2' },
      { mainPartType: 2 },
      { mainPartId: card.icCardId },
      { mainPartNo: card.icCardNo },
      { reverseRecordId: wrong.rechargRecordId },
      { rechargeTime_begin: '2020-01-01' },
    ]) {
      const [rowsOf, sums] = [
        await world.server.ok(world.tenantStaff, rechargeApi.list, { ...filter, pageSize: 100 }),
        await world.server.ok(world.tenantStaff, rechargeApi.dealConsume, filter),
      ];
      const listed = rowsOf.records.reduce((sum, row) => sum + Math.round(Number(row.rrMoney) * 100), 0);
      expect(rowsOf.total).toBeLessThanOrEqual(100);
      expect(Math.round(Number(sums.netAllMoney) * 100)).toBe(listed);
    }
  });

  test('of an empty list are zero; amounts of different currencies are not added', async () => {
    expect(await world.server.ok(world.tenantStaff, rechargeApi.dealConsume, { mainPartName: 'nobody at all' })).toMatchObject({
      netAllMoney: '0.00',
      byCurrency: [],
    });
    const far = await addCard(world, world.foreignStaff);
    await rechargeCard(world, world.foreignStaff, { icCardId: far.icCardId, rrMoney: '7' });
    const both = await world.server.ok(world.platform, rechargeApi.dealConsume, {});
    expect(both.netAllMoney).toBeUndefined();
    expect(both.byCurrency.map(({ currency }) => currency)).toEqual(['CNY', 'EUR']);
    expect(await world.server.ok(world.foreignStaff, rechargeApi.dealConsume, {})).toMatchObject({ netAllMoney: '7.00' });
  });

  test.each([{ column: 'rrMoney' }, { payMethod: '9' }, { rechargeTime_begin: 'yesterday' }, { mainPartId: 'x' }])(
    '%o is refused alike',
    async (query) => {
      for (const endpoint of [rechargeApi.list, rechargeApi.dealConsume])
        expect((await world.server.call(world.tenantStaff, endpoint, query)).status).toBe(400);
    },
  );
});

describe('four viewers', () => {
  test('see the recharges of their own customers, in list and totals; station staff see none', async () => {
    const mine = await addCompany(world, world.agentStaff, { custName: 'Scope Mine' });
    const other = await addCompany(world, world.otherAgentStaff, { custName: 'Scope Other' });
    const far = await addCompany(world, world.foreignStaff, { custName: 'Scope Far' });
    for (const { custId } of [mine, other, far])
      await world.server.ok(world.platform, rechargeApi.add, { mainPartType: 3, mainPartId: custId, rrMoney: '3', payMethod: 0 });
    const seen = async (viewer: Viewer) => {
      const { records } = await world.server.ok(viewer, rechargeApi.list, { mainPartName: 'Scope' });
      const { byCurrency } = await world.server.ok(viewer, rechargeApi.dealConsume, { mainPartName: 'Scope' });
      expect(byCurrency.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBe(records.length);
      return records.map((row) => row.mainPartName).toSorted();
    };
    expect(await seen(world.platform)).toEqual(['Scope Far', 'Scope Mine', 'Scope Other']);
    expect(await seen(world.tenantStaff)).toEqual(['Scope Mine', 'Scope Other']);
    expect(await seen(world.agentStaff)).toEqual(['Scope Mine']);
    expect(await seen(world.otherAgentStaff)).toEqual(['Scope Other']);
    expect(await seen(world.stationStaff)).toEqual([]);
    expect(await seen(world.foreignStaff)).toEqual(['Scope Far']);
    expect(await seen(viewers.customer(world.tenantId, mine.custId))).toEqual(['Scope Mine']);
  });

  test('a foreign id answers exactly as an absent one, wherever it stands', async () => {
    const far = await addCard(world, world.foreignStaff);
    const farRecord = await rechargeCard(world, world.foreignStaff, { icCardId: far.icCardId, rrMoney: '3' });
    const others = await addCard(world, world.otherAgentStaff);
    const othersRecord = await rechargeCard(world, world.otherAgentStaff, { icCardId: others.icCardId, rrMoney: '3' });
    const places = (viewer: Viewer, { record, card }: { readonly record: string; readonly card: string }) =>
      Promise.all([
        world.server.call(viewer, rechargeApi.queryById, { id: record }),
        world.server.call(viewer, rechargeApi.reverse, { rechargRecordId: record, reason: 'x' }),
        world.server.call(viewer, rechargeApi.reverse, { rechargRecordId: record, reason: 'x', toReceivable: 1 }),
        world.server.call(viewer, rechargeApi.list, { rechargRecordId: record }),
        world.server.call(viewer, rechargeApi.list, { mainPartId: card }),
        world.server.call(viewer, rechargeApi.dealConsume, { mainPartId: card }),
        world.server.call(viewer, rechargeApi.list, { custId: card }),
        world.server.call(viewer, walletApi.balance, { mainPartType: 2, mainPartId: card }),
        world.server.call(viewer, walletApi.statement, { mainPartType: 2, mainPartId: card }),
        world.server.call(viewer, rechargeApi.add, { mainPartType: 2, mainPartId: card, rrMoney: '1', payMethod: 0 }),
      ]);
    const blank = (answers: readonly object[], card: string) => answers.map((answer) => JSON.stringify(timeless(answer)).replaceAll(card, '#'));
    const absent = { record: '999999999', card: '888888888' };
    for (const [viewer, foreign] of [
      [world.tenantStaff, { record: farRecord.rechargRecordId, card: far.icCardId }],
      [world.agentStaff, { record: farRecord.rechargRecordId, card: far.icCardId }],
      [world.agentStaff, { record: othersRecord.rechargRecordId, card: others.icCardId }],
      [world.stationStaff, { record: othersRecord.rechargRecordId, card: others.icCardId }],
    ] as const) {
      const answers = await places(viewer, foreign);
      expect(blank(answers, foreign.card)).toEqual(blank(await places(viewer, absent), absent.card));
      expect(answers.slice(0, 3).every(({ status }) => status === 404)).toBe(true);
      expect(answers[9]).toMatchObject({ success: false });
    }
    const theirs = await world.server.call(world.agentStaff, rechargeApi.add, {
      mainPartType: 2,
      mainPartNo: others.icCardNo,
      rrMoney: '1',
      payMethod: 0,
    });
    expect(theirs).toMatchObject({ success: false, message: `No IC card has the account ${others.icCardNo}` });
    expect(await broken(world)).toEqual([]);
  });

  test('no session 401, no permission 403 by name', async () => {
    expect(await world.server.call(undefined, rechargeApi.list, {})).toMatchObject({ status: 401 });
    const reader = viewers.limited(world.tenantStaff, ['recharge:list']);
    expect(await world.server.call(reader, rechargeApi.add, { rrMoney: '1' })).toMatchObject({ status: 403, message: 'No access: recharge:add' });
    expect((await world.server.fetch(reader, rechargeApi.importExcel.path, { method: 'POST' })).status).toBe(403);
    expect((await world.server.fetch(reader, rechargeApi.exportXls.path)).status).toBe(403);
  });
});

describe('Excel', () => {
  const sheet = async (rows: readonly (readonly (string | number)[])[]) => {
    const { writeXlsx } = await import('hucre/xlsx');
    return writeXlsx({ sheets: [{ name: 's', rows: rows.map((row) => [...row]) }] });
  };
  const upload = async (viewer: Viewer, bytes: Uint8Array, key = '') => {
    const form = new FormData();
    form.append('files[]', new Blob([new Uint8Array(bytes)]), 'recharges.xlsx');
    const headers = key === '' ? {} : { 'idempotency-key': key };
    return (await (await world.server.fetch(viewer, rechargeApi.importExcel.path, { method: 'POST', body: form, headers })).json()) as {
      code: number;
      success: boolean;
      message: string;
      result: { successCount: number; errorCount: number; fileUrl?: string };
    };
  };

  test('recharges many at once by the numbers people know; bad rows move nothing and come back with their reason', async () => {
    const [one, two] = [await addCard(world, world.tenantStaff), await addCard(world, world.tenantStaff)];
    const person = await addPerson(world, world.tenantStaff);
    const template = await world.server.fetch(world.tenantStaff, rechargeApi.exportTemplate.path);
    const { readXlsx } = await import('hucre/xlsx');
    const header = (await readXlsx(new Uint8Array(await template.arrayBuffer()))).sheets[0]?.rows[0] ?? [];
    expect(header).toEqual(['Recharged *', 'Party id', 'Account', 'Amount *', 'Paid by *', 'Invoice code', 'Invoice number']);
    const bytes = await sheet([
      header.map(String),
      ['IC card', '', one.icCardNo, '12.50', 'Cash'],
      ['IC card', two.icCardId, '', 20, 'WeChat', '0110', '777'],
      ['Phone user', '', person.custPhone, '7.00', 'Cash'],
      ['IC card', '', 'NO-SUCH', '5', 'Cash'],
      ['IC card', '', one.icCardNo, '-5', 'Cash'],
      ['IC card', '', one.icCardNo, '1.234', 'Cash'],
      ['IC card', '', one.icCardNo, '0', 'Cash'],
      ['IC card', '', one.icCardNo, '99999999999', 'Cash'],
    ]);
    const answers = await Promise.all([upload(world.tenantStaff, bytes, 'sheet-1'), upload(world.tenantStaff, bytes, 'sheet-1')]);
    for (const answer of answers) expect(answer).toMatchObject({ code: 201, success: true, result: { successCount: 3, errorCount: 5 } });
    expect([await balanceOf(one.icCardId), await balanceOf(two.icCardId)]).toEqual(['12.50', '20.00']);
    const [file] = await world.server.database.asSuperuser<{ body: Buffer }>('SELECT body FROM made_file WHERE name = $1', [
      answers[0]?.result.fileUrl?.split('/').at(-1),
    ]);
    const reasons = (await readXlsx(new Uint8Array(file?.body ?? Buffer.alloc(0)))).sheets[0]?.rows.slice(1).map((row) => row.slice(0, 2));
    expect(reasons).toEqual([
      [5, 'No IC card has the account NO-SUCH'],
      [6, 'Amount cannot be less than 0'],
      [7, 'Amount may have 2 decimals at most'],
      [8, 'The amount must be above zero'],
      [9, 'Amount cannot be more than 10000000'],
    ]);
    expect(await broken(world)).toEqual([]);
  });

  test('what is no workbook is refused and changes nothing', async () => {
    expect(await upload(world.tenantStaff, Buffer.from('not a workbook'))).toMatchObject({ success: false });
    expect(await upload(world.tenantStaff, Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2_000, 7)]))).toMatchObject({ success: false });
  });
});
