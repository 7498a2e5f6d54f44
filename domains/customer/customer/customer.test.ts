import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { carApi, cardApi, customerApi, vipLevelApi } from '../resources.ts';
import { addCar, addCard, addCustomer, recharge, startWorld, timeless } from '../customer-testbed.fixture.ts';
import type { CustomerTestbed } from '../customer-testbed.fixture.ts';

let world: CustomerTestbed;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.server.close());

const names = async (viewer: Viewer, query: Readonly<Record<string, unknown>> = {}) =>
  (await world.server.ok(viewer, customerApi.list, query)).records.map((row) => row.custName).toSorted();

describe('a customer', () => {
  test("of an agent is the agent's, with the currency of the tenant and an empty wallet", async () => {
    const row = await addCustomer(world, world.agentStaff, { custName: 'Li Lei', custPhone: '138 0000-9999', alarmAmount: '50.00' });
    expect(row).toMatchObject({
      tenantId: world.tenantId,
      agentId: world.agentId,
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
    const own = await addCustomer(world, world.tenantStaff);
    await recharge(world, { tenantId: world.tenantId, code: `wallet:customer:${own.custId}` }, 12_345);
    expect(await world.server.ok(world.tenantStaff, customerApi.queryById, { id: own.custId })).toMatchObject({
      custBalance: '123.45',
      availableBal: '123.45',
    });
    const foreign = await addCustomer(world, world.foreignStaff);
    await recharge(world, { tenantId: world.foreignTenantId, code: `wallet:customer:${foreign.custId}`, currency: 'EUR' }, 700);
    expect(await world.server.ok(world.foreignStaff, customerApi.queryById, { id: foreign.custId })).toMatchObject({
      custBalance: '7.00',
      currency: 'EUR',
    });
  });

  test('is a phone account once in a tenant; companies may share a number, and so may other tenants', async () => {
    const custPhone = '13900001111';
    await addCustomer(world, world.tenantStaff, { custPhone });
    for (const written of ['139-0000-1111', '+86 139 0000 1111', '008613900001111']) {
      const twin = { custName: 'Twin', custPhone: written, custType: 1, useFundsPool: 0 };
      const told = { success: false, message: 'Phone exists already', result: { fields: { custPhone: 'Phone exists already' } } };
      expect(await world.server.call(world.tenantStaff, customerApi.add, twin)).toMatchObject(told);
    }
    await addCustomer(world, world.tenantStaff, { custPhone, custType: 2 });
    await addCustomer(world, world.tenantStaff, { custPhone, custType: 2 });
    await addCustomer(world, world.foreignStaff, { custPhone });
  });

  test('who changes the agent takes cards and cars along', async () => {
    const company = await addCustomer(world, world.tenantStaff, { custType: 2, agentId: world.agentId });
    const [card, car] = [
      await addCard(world, world.tenantStaff, { custId: company.custId }),
      await addCar(world, world.tenantStaff, { custId: company.custId }),
    ];
    expect([card.agentId, car.agentId]).toEqual([world.agentId, world.agentId]);
    await world.server.ok(world.tenantStaff, customerApi.edit, { custId: company.custId, agentId: world.otherAgentId });
    expect((await world.server.ok(world.otherAgentStaff, cardApi.queryById, { id: card.icCardId })).agentId).toBe(world.otherAgentId);
    expect((await world.server.ok(world.otherAgentStaff, carApi.queryById, { id: car.carId })).agentId).toBe(world.otherAgentId);
    expect((await world.server.call(world.agentStaff, cardApi.queryById, { id: card.icCardId })).status).toBe(404);
  });

  test('is closed or deleted only with an empty wallet and nobody left, and closed is final', async () => {
    const { custId } = await addCustomer(world, world.tenantStaff, { custName: 'Leaving', custType: 2 });
    const { icCardId } = await addCard(world, world.tenantStaff, { custId });
    await recharge(world, { tenantId: world.tenantId, code: `wallet:customer:${custId}` }, 100);
    const close = () => world.server.call(world.tenantStaff, customerApi.changeState, { entityId: custId, setState: -1 });
    expect((await close()).message).toBe('Customer Leaving still has 1.00 CNY; settle the balance first');
    expect((await world.server.call(world.tenantStaff, customerApi.delete, { id: custId })).message).toContain('still has 1.00 CNY');
    await recharge(world, { tenantId: world.tenantId, code: `wallet:customer:${custId}` }, 100);
    await world.server.ok(world.tenantStaff, customerApi.changeStatBatch, { ids: custId, stat: 0 });

    const empty = await addCustomer(world, world.tenantStaff, { custName: 'Empty', custType: 2 });
    await world.server.ok(world.tenantStaff, cardApi.edit, { icCardId, custId: empty.custId });
    const closeEmpty = () => world.server.call(world.tenantStaff, customerApi.changeState, { entityId: empty.custId, setState: -1 });
    expect((await closeEmpty()).message).toBe('Customer Empty still has 1 cards and 0 cars');
    await world.server.ok(world.tenantStaff, cardApi.changeState, { entityId: icCardId, setState: -1 });
    expect((await closeEmpty()).success).toBe(true);
    const again = await world.server.call({ ...world.tenantStaff, language: 'zh_CN' }, customerApi.changeState, {
      entityId: empty.custId,
      setState: 1,
    });
    expect(again).toMatchObject({ success: false, message: '客户“Empty”已销户，不能再变更' });
    for (const change of [{ custName: 'Reborn' }, { useFundsPool: 1 as const }])
      expect((await world.server.call(world.tenantStaff, customerApi.edit, { custId: empty.custId, ...change })).message).toBe(
        'Customer Empty is closed and cannot be changed any more',
      );
  });

  test('has a VIP level of its own tenant', async () => {
    const mine = await world.server.ok(world.tenantStaff, vipLevelApi.add, { vipLevelName: 'Own Gold', vipLevelVal: 31 });
    const foreign = await world.server.ok(world.foreignStaff, vipLevelApi.add, { vipLevelName: 'Far Gold', vipLevelVal: 31 });
    expect(await addCustomer(world, world.agentStaff, { vipInfoId: mine.vipLevelId })).toMatchObject({ vipInfoId_dictText: 'Own Gold' });
    const input = { custName: 'Sneaky', custPhone: '13100000000', custType: 1, useFundsPool: 0 };
    const [far, absent] = await Promise.all(
      [foreign.vipLevelId, '99999999'].map((vipInfoId) => world.server.call(world.agentStaff, customerApi.add, { ...input, vipInfoId })),
    );
    expect(far).toMatchObject({ success: false, message: 'The chosen VIP level does not exist' });
    expect(timeless(far!)).toEqual(timeless(absent!));
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
    const answer = await world.server.call(world.tenantStaff, customerApi.add, {
      custName: 'Fine',
      custPhone: '13700000000',
      custType: 1,
      useFundsPool: 0,
      ...bad,
    });
    expect(answer).toMatchObject({ status: 400, success: false, result: { fields: { [field]: message } } });
  });

  test("balance, state and currency are not the form's to say", async () => {
    const row = await addCustomer(world, world.tenantStaff, { custBalance: '1000000', custState: -1, currency: 'USD' });
    expect(row).toMatchObject({ custBalance: '0.00', custState: 1, currency: 'CNY' });
    const edited = await world.server.ok(world.tenantStaff, customerApi.edit, {
      custId: row.custId,
      custBalance: '5',
      tenantId: world.foreignTenantId,
      custType: 2,
      custMemo: 'x',
    });
    expect(edited).toMatchObject({ custBalance: '0.00', tenantId: world.tenantId, custType: 1, custMemo: 'x' });
  });
});

describe('four viewers', () => {
  test('see their own and nothing else; station staff see none; a big customer sees itself', async () => {
    const mine = await addCustomer(world, world.agentStaff, { custName: 'Scope Mine' });
    await addCustomer(world, world.tenantStaff, { custName: 'Scope Tenant' });
    await addCustomer(world, world.tenantStaff, { custName: 'Scope Other', agentId: world.otherAgentId });
    await addCustomer(world, world.foreignStaff, { custName: 'Scope Far' });
    const asked = { custName: 'Scope' };
    expect(await names(world.platform, asked)).toEqual(['Scope Far', 'Scope Mine', 'Scope Other', 'Scope Tenant']);
    expect(await names(world.tenantStaff, asked)).toEqual(['Scope Mine', 'Scope Other', 'Scope Tenant']);
    expect(await names(world.agentStaff, asked)).toEqual(['Scope Mine']);
    expect(await names(world.stationStaff, asked)).toEqual([]);
    expect(await names(world.foreignStaff, asked)).toEqual(['Scope Far']);
    expect(await names(viewers.customer(world.tenantId, mine.custId))).toEqual(['Scope Mine']);
    expect((await world.server.ok(world.agentStaff, customerApi.queryList, { keyword: 'Scope' })).map((row) => row.text)).toEqual(['Scope Mine']);
    expect(await world.server.ok(world.stationStaff, customerApi.queryList, {})).toEqual([]);
  });

  test('an agent cannot give a customer away, nor add one for another', async () => {
    const { custId } = await addCustomer(world, world.agentStaff);
    for (const agentId of [world.otherAgentId, '999999']) {
      expect(await world.server.call(world.agentStaff, customerApi.edit, { custId, agentId })).toMatchObject({
        success: false,
        message: 'The chosen Agent does not exist',
      });
      expect(
        await world.server.call(world.agentStaff, customerApi.add, {
          custName: 'X',
          custPhone: '13711110000',
          custType: 1,
          useFundsPool: 0,
          agentId,
        }),
      ).toMatchObject({ success: false });
    }
    expect(await world.server.call(world.agentStaff, customerApi.edit, { custId, agentId: null })).toMatchObject({ success: false });
  });

  test('a foreign id answers exactly as an absent one', async () => {
    const { custId } = await addCustomer(world, world.foreignStaff);
    const places = (viewer: Viewer, id: string) =>
      Promise.all([
        world.server.call(viewer, customerApi.queryById, { id }),
        world.server.call(viewer, customerApi.edit, { custId: id, custName: 'Stolen' }),
        world.server.call(viewer, customerApi.delete, { id }),
        world.server.call(viewer, customerApi.deleteBatch, { ids: id }),
        world.server.call(viewer, customerApi.changeState, { entityId: id, setState: 0 }),
        world.server.call(viewer, customerApi.changeStatBatch, { ids: id, stat: 0 }),
        world.server.call(viewer, customerApi.list, { custId: id }),
        world.server.call(viewer, cardApi.list, { custId: id }),
      ]);
    for (const viewer of [world.tenantStaff, world.agentStaff]) {
      const foreign = (await places(viewer, custId)).map(timeless);
      expect(foreign).toEqual((await places(viewer, '999999999')).map(timeless));
      expect(foreign.slice(0, 6).every((answer) => (answer as { status?: number }).status === 404)).toBe(true);
    }
  });
});

test('an export holds what the list holds', async () => {
  const { readXlsx } = await import('hucre/xlsx');
  await addCustomer(world, world.agentStaff, { custName: 'Sheet Customer' });
  const response = await world.server.fetch(world.agentStaff, `${customerApi.exportXls.path}?custName=Sheet`);
  const rows = (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets[0]?.rows ?? [];
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain('Balance');
  expect(rows[1]).toContain('Sheet Customer');
});
