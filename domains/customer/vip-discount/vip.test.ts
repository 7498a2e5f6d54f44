import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { customerApi, vipDiscountApi, vipLevelApi } from '../resources.ts';
import { addCustomer, startWorld, timeless } from '../customer-testbed.fixture.ts';
import type { CustomerTestbed } from '../customer-testbed.fixture.ts';

let world: CustomerTestbed;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.server.close());

let ranks = 0;
const addLevel = (viewer: Viewer, vipLevelName: string) => world.server.ok(viewer, vipLevelApi.add, { vipLevelName, vipLevelVal: ++ranks });

test('a level has one discount for each fee item', async () => {
  const { vipLevelId } = await addLevel(world.tenantStaff, 'Gold');
  const discount = await world.server.ok(world.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 2, vipDiscount: 90 });
  expect(discount).toMatchObject({
    tenantId: world.tenantId,
    vipLevelId_dictText: 'Gold',
    vipLevelName: 'Gold',
    rateType_dictText: 'Service',
    vipDiscount: 90,
  });
  await world.server.ok(world.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 1, vipDiscount: 100 });
  const twin = await world.server.call(world.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 2, vipDiscount: 80 });
  expect(twin).toMatchObject({ success: false });
  expect(
    await world.server.ok(world.tenantStaff, vipDiscountApi.edit, { vipDiscountId: discount.vipDiscountId, vipDiscount: 85, rateType: 3 }),
  ).toMatchObject({ vipDiscount: 85, rateType: 2 });
  for (const vipDiscount of [101, -1, 89.5, 'cheap'])
    expect(await world.server.call(world.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 3, vipDiscount })).toMatchObject({ status: 400 });
  expect(await world.server.call(world.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 5, vipDiscount: 50 })).toMatchObject({ status: 400 });
});

test('name and rank are taken once in a tenant', async () => {
  await addLevel(world.tenantStaff, 'Silver');
  const rank = ranks;
  expect((await world.server.call(world.tenantStaff, vipLevelApi.add, { vipLevelName: 'Silver', vipLevelVal: 90 })).message).toBe(
    'Level name exists already',
  );
  expect((await world.server.call(world.tenantStaff, vipLevelApi.add, { vipLevelName: 'Other', vipLevelVal: rank })).message).toBe(
    'Rank exists already',
  );
  await world.server.ok(world.foreignStaff, vipLevelApi.add, { vipLevelName: 'Silver', vipLevelVal: rank });
});

test('levels stand by rank', async () => {
  await world.server.ok(world.tenantStaff, vipLevelApi.add, { vipLevelName: 'Top', vipLevelVal: 99 });
  const ranksOf = async (query: object) => (await world.server.ok(world.tenantStaff, vipLevelApi.list, query)).records.map((row) => row.vipLevelVal);
  const found = await ranksOf({});
  expect(found).toEqual(found.toSorted((a, b) => a - b));
  expect((await ranksOf({ column: 'vipLevelVal', order: 'desc' }))[0]).toBe(99);
});

test('a level in use stays; one that goes takes its discounts along', async () => {
  const { vipLevelId } = await addLevel(world.tenantStaff, 'Bronze');
  await world.server.ok(world.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 1, vipDiscount: 95 });
  const { custId } = await addCustomer(world, world.tenantStaff, { vipInfoId: vipLevelId });
  expect((await world.server.call(world.tenantStaff, vipLevelApi.delete, { id: vipLevelId })).message).toBe(
    '1 customers still have VIP level Bronze; it cannot be deleted',
  );
  await world.server.ok(world.tenantStaff, customerApi.edit, { custId, vipInfoId: null });
  await world.server.ok(world.tenantStaff, vipLevelApi.delete, { id: vipLevelId });
  expect((await world.server.ok(world.tenantStaff, vipDiscountApi.list, { vipLevelId })).total).toBe(0);
});

test('agents and stations of the tenant read them; another tenant finds nothing, as with an absent id', async () => {
  const { vipLevelId } = await addLevel(world.tenantStaff, 'Platinum');
  const { vipDiscountId } = await world.server.ok(world.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 1, vipDiscount: 50 });
  const sees = async (viewer: Viewer) => [
    (await world.server.ok(viewer, vipLevelApi.list, { vipLevelName: 'Platinum' })).total,
    (await world.server.ok(viewer, vipDiscountApi.list, { vipLevelId })).total,
  ];
  for (const viewer of [world.platform, world.tenantStaff, world.agentStaff, world.stationStaff]) expect(await sees(viewer)).toEqual([1, 1]);
  expect(await sees(world.foreignStaff)).toEqual([0, 0]);
  const places = (level: string, discount: string) =>
    Promise.all([
      world.server.call(world.foreignStaff, vipLevelApi.queryById, { id: level }),
      world.server.call(world.foreignStaff, vipLevelApi.edit, { vipLevelId: level, vipLevelName: 'Mine' }),
      world.server.call(world.foreignStaff, vipLevelApi.delete, { id: level }),
      world.server.call(world.foreignStaff, vipDiscountApi.queryById, { id: discount }),
      world.server.call(world.foreignStaff, vipDiscountApi.edit, { vipDiscountId: discount, vipDiscount: 0 }),
      world.server.call(world.foreignStaff, vipDiscountApi.deleteBatch, { ids: discount }),
      world.server.call(world.foreignStaff, vipDiscountApi.add, { vipLevelId: level, rateType: 4, vipDiscount: 0 }),
    ]);
  const foreign = (await places(vipLevelId, vipDiscountId)).map(timeless);
  expect(foreign).toEqual((await places('99999999', '99999999')).map(timeless));
  expect(foreign.at(-1)).toMatchObject({ success: false, message: 'The chosen VIP level does not exist' });
});
