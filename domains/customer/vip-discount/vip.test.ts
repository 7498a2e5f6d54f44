import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { customerApi, vipDiscountApi, vipLevelApi } from '../resources.ts';
import { addCustomer, startCustomerTestbed, withoutTimestamp } from '../customer-testbed.fixture.ts';
import type { CustomerTestbed } from '../customer-testbed.fixture.ts';

let testbed: CustomerTestbed;
beforeAll(async () => {
  testbed = await startCustomerTestbed();
});
afterAll(() => testbed.server.close());

let ranks = 0;
const addLevel = (viewer: Viewer, vipLevelName: string) => testbed.server.ok(viewer, vipLevelApi.add, { vipLevelName, vipLevelVal: ++ranks });

test('a level has one discount for each fee item', async () => {
  const { vipLevelId } = await addLevel(testbed.tenantStaff, 'Gold');
  const discount = await testbed.server.ok(testbed.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 2, vipDiscount: 90 });
  expect(discount).toMatchObject({
    tenantId: testbed.tenantId,
    vipLevelId_dictText: 'Gold',
    vipLevelName: 'Gold',
    rateType_dictText: 'Service',
    vipDiscount: 90,
  });
  await testbed.server.ok(testbed.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 1, vipDiscount: 100 });
  const twin = await testbed.server.call(testbed.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 2, vipDiscount: 80 });
  expect(twin).toMatchObject({ success: false });
  expect(
    await testbed.server.ok(testbed.tenantStaff, vipDiscountApi.edit, { vipDiscountId: discount.vipDiscountId, vipDiscount: 85, rateType: 3 }),
  ).toMatchObject({ vipDiscount: 85, rateType: 2 });
  for (const vipDiscount of [101, -1, 89.5, 'cheap'])
    expect(await testbed.server.call(testbed.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 3, vipDiscount })).toMatchObject({
      status: 400,
    });
  expect(await testbed.server.call(testbed.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 5, vipDiscount: 50 })).toMatchObject({
    status: 400,
  });
});

test('name and rank are taken once in a tenant', async () => {
  await addLevel(testbed.tenantStaff, 'Silver');
  const rank = ranks;
  expect((await testbed.server.call(testbed.tenantStaff, vipLevelApi.add, { vipLevelName: 'Silver', vipLevelVal: 90 })).message).toBe(
    'Level name exists already',
  );
  expect((await testbed.server.call(testbed.tenantStaff, vipLevelApi.add, { vipLevelName: 'Other', vipLevelVal: rank })).message).toBe(
    'Rank exists already',
  );
  await testbed.server.ok(testbed.foreignStaff, vipLevelApi.add, { vipLevelName: 'Silver', vipLevelVal: rank });
});

test('levels stand by rank', async () => {
  await testbed.server.ok(testbed.tenantStaff, vipLevelApi.add, { vipLevelName: 'Top', vipLevelVal: 99 });
  const ranksOf = async (query: object) =>
    (await testbed.server.ok(testbed.tenantStaff, vipLevelApi.list, query)).records.map((row) => row.vipLevelVal);
  const found = await ranksOf({});
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect((await ranksOf({ column: 'vipLevelVal', order: 'desc' }))[0]).toBe(99);
});

test('a level in use stays; one that goes takes its discounts along', async () => {
  const { vipLevelId } = await addLevel(testbed.tenantStaff, 'Bronze');
  await testbed.server.ok(testbed.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 1, vipDiscount: 95 });
  const { custId } = await addCustomer(testbed, testbed.tenantStaff, { vipInfoId: vipLevelId });
  expect((await testbed.server.call(testbed.tenantStaff, vipLevelApi.delete, { id: vipLevelId })).message).toBe(
    '1 customer still has VIP level Bronze; it cannot be deleted',
  );
  await testbed.server.ok(testbed.tenantStaff, customerApi.edit, { custId, vipInfoId: null });
  await testbed.server.ok(testbed.tenantStaff, vipLevelApi.delete, { id: vipLevelId });
  expect((await testbed.server.ok(testbed.tenantStaff, vipDiscountApi.list, { vipLevelId })).total).toBe(0);
});

test('agents and stations of the tenant read them; another tenant finds nothing, as with an absent id', async () => {
  const { vipLevelId } = await addLevel(testbed.tenantStaff, 'Platinum');
  const { vipDiscountId } = await testbed.server.ok(testbed.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 1, vipDiscount: 50 });
  const sees = async (viewer: Viewer) => [
    (await testbed.server.ok(viewer, vipLevelApi.list, { vipLevelName: 'Platinum' })).total,
    (await testbed.server.ok(viewer, vipDiscountApi.list, { vipLevelId })).total,
  ];
  for (const viewer of [testbed.platform, testbed.tenantStaff, testbed.agentStaff, testbed.stationStaff]) expect(await sees(viewer)).toEqual([1, 1]);
  expect(await sees(testbed.foreignStaff)).toEqual([0, 0]);
  const places = (level: string, discount: string) =>
    Promise.all([
      testbed.server.call(testbed.foreignStaff, vipLevelApi.queryById, { id: level }),
      testbed.server.call(testbed.foreignStaff, vipLevelApi.edit, { vipLevelId: level, vipLevelName: 'Mine' }),
      testbed.server.call(testbed.foreignStaff, vipLevelApi.delete, { id: level }),
      testbed.server.call(testbed.foreignStaff, vipDiscountApi.queryById, { id: discount }),
      testbed.server.call(testbed.foreignStaff, vipDiscountApi.edit, { vipDiscountId: discount, vipDiscount: 0 }),
      testbed.server.call(testbed.foreignStaff, vipDiscountApi.deleteBatch, { ids: discount }),
      testbed.server.call(testbed.foreignStaff, vipDiscountApi.add, { vipLevelId: level, rateType: 4, vipDiscount: 0 }),
    ]);
  const foreign = (await places(vipLevelId, vipDiscountId)).map(withoutTimestamp);
  expect(foreign).toEqual((await places('99999999', '99999999')).map(withoutTimestamp));
  expect(foreign.at(-1)).toMatchObject({ success: false, message: 'The chosen VIP level does not exist' });
});
