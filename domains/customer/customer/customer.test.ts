import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { carApi, cardApi, customerApi, vipLevelApi } from '../resources.ts';
import { addCar, addCard, addCustomer, recharge, startCustomerTestbed, withoutTimestamp } from '../customer-testbed.fixture.ts';
import type { CustomerTestbed } from '../customer-testbed.fixture.ts';

let testbed: CustomerTestbed;
beforeAll(async () => {
  testbed = await startCustomerTestbed();
});
afterAll(() => testbed.server.close());

const names = async (viewer: Viewer, query: Readonly<Record<string, unknown>> = {}) =>
  (await testbed.server.ok(viewer, customerApi.list, query)).records.map((row) => row.custName).toSorted();

describe('a customer', () => {
  test("of an agent is the agent's, with the currency of the tenant and an empty wallet", async () => {
    const row = await addCustomer(testbed, testbed.agentStaff, { custName: 'Li Lei', custPhone: '138 0000-9999', alarmAmount: '50.00' });
    expect(row).toMatchObject({
      tenantId: testbed.tenantId,
      agentId: testbed.agentId,
      agentId_dictText: 'Agent One',
      custState: 1,
      custState_dictText: 'Active',
      custType_dictText: 'Person',
      custPhone: '138****9999',
      currency: 'CNY',
      custBalance: '0.00',
      availableBal: '0.00',
      alarmAmount: '50.00',
    });
  });

  test("shows what the books hold, in the tenant's currency", async () => {
    const own = await addCustomer(testbed, testbed.tenantStaff);
    await recharge(testbed, { tenantId: testbed.tenantId, code: `wallet:customer:${own.custId}` }, 12_345);
    expect(await testbed.server.ok(testbed.tenantStaff, customerApi.queryById, { id: own.custId })).toMatchObject({
      custBalance: '123.45',
      availableBal: '123.45',
    });
    const foreign = await addCustomer(testbed, testbed.foreignStaff);
    await recharge(testbed, { tenantId: testbed.foreignTenantId, code: `wallet:customer:${foreign.custId}`, currency: 'EUR' }, 700);
    expect(await testbed.server.ok(testbed.foreignStaff, customerApi.queryById, { id: foreign.custId })).toMatchObject({
      custBalance: '7.00',
      currency: 'EUR',
    });
  });

  test('is a phone account once in a tenant; companies may share a number, and so may other tenants', async () => {
    const custPhone = '13900001111';
    await addCustomer(testbed, testbed.tenantStaff, { custPhone });
    for (const written of ['139-0000-1111', '+86 139 0000 1111', '008613900001111']) {
      const twin = { custName: 'Twin', custPhone: written, custType: 1, useFundsPool: 0 };
      const told = { success: false, message: 'Phone exists already', result: { fields: { custPhone: 'Phone exists already' } } };
      expect(await testbed.server.call(testbed.tenantStaff, customerApi.add, twin)).toMatchObject(told);
    }
    await addCustomer(testbed, testbed.tenantStaff, { custPhone, custType: 2 });
    await addCustomer(testbed, testbed.tenantStaff, { custPhone, custType: 2 });
    await addCustomer(testbed, testbed.foreignStaff, { custPhone });
  });

  test('who changes the agent takes cards and cars along', async () => {
    const company = await addCustomer(testbed, testbed.tenantStaff, { custType: 2, agentId: testbed.agentId });
    const [card, car] = [
      await addCard(testbed, testbed.tenantStaff, { custId: company.custId }),
      await addCar(testbed, testbed.tenantStaff, { custId: company.custId }),
    ];
    expect([card.agentId, car.agentId]).toEqual([testbed.agentId, testbed.agentId]);
    await testbed.server.ok(testbed.tenantStaff, customerApi.edit, { custId: company.custId, agentId: testbed.otherAgentId });
    expect((await testbed.server.ok(testbed.otherAgentStaff, cardApi.queryById, { id: card.icCardId })).agentId).toBe(testbed.otherAgentId);
    expect((await testbed.server.ok(testbed.otherAgentStaff, carApi.queryById, { id: car.carId })).agentId).toBe(testbed.otherAgentId);
    expect((await testbed.server.call(testbed.agentStaff, cardApi.queryById, { id: card.icCardId })).status).toBe(404);
  });

  test('is closed or deleted only with an empty wallet and nobody left, and closed is final', async () => {
    const { custId } = await addCustomer(testbed, testbed.tenantStaff, { custName: 'Leaving', custType: 2 });
    const { icCardId } = await addCard(testbed, testbed.tenantStaff, { custId });
    await recharge(testbed, { tenantId: testbed.tenantId, code: `wallet:customer:${custId}` }, 100);
    const close = () => testbed.server.call(testbed.tenantStaff, customerApi.changeState, { entityId: custId, setState: -1 });
    expect((await close()).message).toBe('Customer Leaving still has 1.00 CNY; settle the balance first');
    expect((await testbed.server.call(testbed.tenantStaff, customerApi.delete, { id: custId })).message).toContain('still has 1.00 CNY');
    await recharge(testbed, { tenantId: testbed.tenantId, code: `wallet:customer:${custId}` }, 100);
    await testbed.server.ok(testbed.tenantStaff, customerApi.changeStatBatch, { ids: custId, stat: 0 });

    const empty = await addCustomer(testbed, testbed.tenantStaff, { custName: 'Empty', custType: 2 });
    await testbed.server.ok(testbed.tenantStaff, cardApi.edit, { icCardId, custId: empty.custId });
    const closeEmpty = () => testbed.server.call(testbed.tenantStaff, customerApi.changeState, { entityId: empty.custId, setState: -1 });
    expect((await closeEmpty()).message).toBe('Customer Empty still has 1 card and 0 cars');
    await testbed.server.ok(testbed.tenantStaff, cardApi.changeState, { entityId: icCardId, setState: -1 });
    expect((await closeEmpty()).success).toBe(true);
    const again = await testbed.server.call({ ...testbed.tenantStaff, language: 'zh_CN' }, customerApi.changeState, {
      entityId: empty.custId,
      setState: 1,
    });
    expect(again).toMatchObject({ success: false, message: '客户“Empty”已销户，不能再变更' });
    for (const change of [{ custName: 'Reborn' }, { useFundsPool: 1 as const }])
      expect((await testbed.server.call(testbed.tenantStaff, customerApi.edit, { custId: empty.custId, ...change })).message).toBe(
        'Customer Empty is closed and cannot be changed any more',
      );
  });

  test('has a VIP level of its own tenant', async () => {
    const mine = await testbed.server.ok(testbed.tenantStaff, vipLevelApi.add, { vipLevelName: 'Own Gold', vipLevelVal: 31 });
    const foreign = await testbed.server.ok(testbed.foreignStaff, vipLevelApi.add, { vipLevelName: 'Far Gold', vipLevelVal: 31 });
    expect(await addCustomer(testbed, testbed.agentStaff, { vipInfoId: mine.vipLevelId })).toMatchObject({ vipInfoId_dictText: 'Own Gold' });
    const input = { custName: 'Sneaky', custPhone: '13100000000', custType: 1, useFundsPool: 0 };
    const [far, absent] = await Promise.all(
      [foreign.vipLevelId, '99999999'].map((vipInfoId) => testbed.server.call(testbed.agentStaff, customerApi.add, { ...input, vipInfoId })),
    );
    expect(far).toMatchObject({ success: false, message: 'The chosen VIP level does not exist' });
    expect(withoutTimestamp(far!)).toEqual(withoutTimestamp(absent!));
  });
});

describe('bad input', () => {
  test.each([
    [{ custName: '' }, 'custName', 'Name is required'],
    [{ custPhone: 'call me' }, 'custPhone', 'Phone is not a valid phone number'],
    [{ custType: 9 }, 'custType', 'Type is not one of the allowed values'],
    [{ alarmAmount: '-1' }, 'alarmAmount', 'Low-balance mark cannot be less than 0'],
    [{ alarmAmount: '1.005' }, 'alarmAmount', 'Low-balance mark may have 2 decimals at most'],
  ])('%o names the field', async (bad, field, message) => {
    const answer = await testbed.server.call(testbed.tenantStaff, customerApi.add, {
      custName: 'Fine',
      custPhone: '13700000000',
      custType: 1,
      useFundsPool: 0,
      ...bad,
    });
    expect(answer).toMatchObject({ status: 400, success: false, result: { fields: { [field]: message } } });
  });

  test("balance, state and currency are not the form's to say", async () => {
    const row = await addCustomer(testbed, testbed.tenantStaff, { custBalance: '1000000', custState: -1, currency: 'USD' });
    expect(row).toMatchObject({ custBalance: '0.00', custState: 1, currency: 'CNY' });
    const edited = await testbed.server.ok(testbed.tenantStaff, customerApi.edit, {
      custId: row.custId,
      custBalance: '5',
      tenantId: testbed.foreignTenantId,
      custType: 2,
      custMemo: 'x',
    });
    expect(edited).toMatchObject({ custBalance: '0.00', tenantId: testbed.tenantId, custType: 1, custMemo: 'x' });
  });
});

describe('four viewers', () => {
  test('see their own and nothing else; station staff see none; a big customer sees itself', async () => {
    const mine = await addCustomer(testbed, testbed.agentStaff, { custName: 'Scope Mine' });
    await addCustomer(testbed, testbed.tenantStaff, { custName: 'Scope Tenant' });
    await addCustomer(testbed, testbed.tenantStaff, { custName: 'Scope Other', agentId: testbed.otherAgentId });
    await addCustomer(testbed, testbed.foreignStaff, { custName: 'Scope Far' });
    const asked = { custName: 'Scope' };
    expect(await names(testbed.platform, asked)).toEqual(['Scope Far', 'Scope Mine', 'Scope Other', 'Scope Tenant']);
    expect(await names(testbed.tenantStaff, asked)).toEqual(['Scope Mine', 'Scope Other', 'Scope Tenant']);
    expect(await names(testbed.agentStaff, asked)).toEqual(['Scope Mine']);
    expect(await names(testbed.stationStaff, asked)).toEqual([]);
    expect(await names(testbed.foreignStaff, asked)).toEqual(['Scope Far']);
    expect(await names(viewers.customer(testbed.tenantId, mine.custId))).toEqual(['Scope Mine']);
    expect((await testbed.server.ok(testbed.agentStaff, customerApi.queryList, { keyword: 'Scope' })).map((row) => row.text)).toEqual(['Scope Mine']);
    expect(await testbed.server.ok(testbed.stationStaff, customerApi.queryList, {})).toEqual([]);
  });

  test('an agent cannot give a customer away, nor add one for another', async () => {
    const { custId } = await addCustomer(testbed, testbed.agentStaff);
    for (const agentId of [testbed.otherAgentId, '999999']) {
      expect(await testbed.server.call(testbed.agentStaff, customerApi.edit, { custId, agentId })).toMatchObject({
        success: false,
        message: 'The chosen Agent does not exist',
      });
      expect(
        await testbed.server.call(testbed.agentStaff, customerApi.add, {
          custName: 'X',
          custPhone: '13711110000',
          custType: 1,
          useFundsPool: 0,
          agentId,
        }),
      ).toMatchObject({ success: false });
    }
    expect(await testbed.server.call(testbed.agentStaff, customerApi.edit, { custId, agentId: null })).toMatchObject({ success: false });
  });

  test('a foreign id answers exactly as an absent one', async () => {
    const { custId } = await addCustomer(testbed, testbed.foreignStaff);
    const places = (viewer: Viewer, id: string) =>
      Promise.all([
        testbed.server.call(viewer, customerApi.queryById, { id }),
        testbed.server.call(viewer, customerApi.edit, { custId: id, custName: 'Stolen' }),
        testbed.server.call(viewer, customerApi.delete, { id }),
        testbed.server.call(viewer, customerApi.deleteBatch, { ids: id }),
        testbed.server.call(viewer, customerApi.changeState, { entityId: id, setState: 0 }),
        testbed.server.call(viewer, customerApi.changeStatBatch, { ids: id, stat: 0 }),
        testbed.server.call(viewer, customerApi.list, { custId: id }),
        testbed.server.call(viewer, cardApi.list, { custId: id }),
      ]);
    for (const viewer of [testbed.tenantStaff, testbed.agentStaff]) {
      const foreign = (await places(viewer, custId)).map(withoutTimestamp);
      expect(foreign).toEqual((await places(viewer, '999999999')).map(withoutTimestamp));
      expect(foreign.slice(0, 6).every((answer) => (answer as { status?: number }).status === 404)).toBe(true);
    }
  });
});

test('an export holds what the list holds', async () => {
  const { readXlsx } = await import('hucre/xlsx');
  await addCustomer(testbed, testbed.agentStaff, { custName: 'Sheet Customer' });
  const response = await testbed.server.fetch(testbed.agentStaff, `${customerApi.exportXls.path}?custName=Sheet`);
  const rows = (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets[0]?.rows ?? [];
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain('Balance');
  expect(rows[1]).toContain('Sheet Customer');
});
