import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { viewers } from '#kit/test/server.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { carApi, carTypeApi, customerApi } from '../resources.ts';
import { addCar, addCustomer, recharge, startCustomerTestbed, withoutTimestamp } from '../customer-testbed.fixture.ts';
import type { CustomerTestbed } from '../customer-testbed.fixture.ts';

let testbed: CustomerTestbed;
beforeAll(async () => {
  testbed = await startCustomerTestbed();
});
afterAll(() => testbed.server.close());

const plates = async (viewer: Viewer, query: Readonly<Record<string, unknown>> = {}) =>
  (await testbed.server.ok(viewer, carApi.list, query)).records.map((row) => row.carNum).toSorted();
const draft = { carNum: 'B 12345', carVin: 'WVWZZZ1JZXW000001', carPileType: 1, isDiscount: 1 };

describe('a car type', () => {
  test('is named by brand and model, and kept while cars are of it', async () => {
    const type = await testbed.server.ok(testbed.tenantStaff, carTypeApi.add, {
      carBrandName: 'Nova',
      carModel: 'E5',
      electricType: 3,
      chargeVoltage: '400.5',
      chargeCurrent: '250',
    });
    expect(type).toMatchObject({
      carTypeName: 'Nova E5',
      electricType_dictText: 'Lithium iron phosphate',
      chargeVoltage: '400.5',
      chargeCurrent: '250.0',
    });
    const car = await addCar(testbed, testbed.agentStaff, { carTypeId: type.carTypeId });
    expect(car).toMatchObject({ carTypeId_dictText: 'Nova E5', agentId: testbed.agentId });
    const refused = await testbed.server.call(testbed.tenantStaff, carTypeApi.delete, { id: type.carTypeId });
    expect(refused).toMatchObject({ success: false, message: '1 car is of type Nova E5; it cannot be deleted' });
    await testbed.server.ok(testbed.tenantStaff, carApi.delete, { id: car.carId });
    await testbed.server.ok(testbed.tenantStaff, carTypeApi.delete, { id: type.carTypeId });
    expect(await testbed.server.call(testbed.tenantStaff, carTypeApi.add, { carBrandName: 'Nova', carModel: 'E9', electricType: 9 })).toMatchObject({
      status: 400,
    });
  });

  test('is shared by all of a tenant and unknown outside it', async () => {
    const { carTypeId } = await testbed.server.ok(testbed.tenantStaff, carTypeApi.add, { carBrandName: 'Shared', carModel: 'One' });
    const company = await addCustomer(testbed, testbed.agentStaff, { custType: 2 });
    const sees = async (viewer: Viewer) => (await testbed.server.ok(viewer, carTypeApi.list, { carTypeName: 'Shared' })).total;
    expect([
      await sees(testbed.platform),
      await sees(testbed.agentStaff),
      await sees(testbed.stationStaff),
      await sees(viewers.customer(testbed.tenantId, company.custId)),
      await sees(testbed.foreignStaff),
    ]).toEqual([1, 1, 1, 1, 0]);
    for (const id of [carTypeId, '99999999'])
      expect((await testbed.server.call(testbed.foreignStaff, carTypeApi.queryById, { id })).status).toBe(404);
    const twin = await testbed.server.call(testbed.tenantStaff, carTypeApi.add, { carBrandName: 'Shared', carModel: 'One' });
    expect(twin).toMatchObject({ success: false });
  });
});

describe('a car', () => {
  test('is an account under its VIN, in capitals, once in a tenant', async () => {
    const row = await addCar(testbed, testbed.tenantStaff, { carVin: 'lsvau2180n2999999' });
    expect(row).toMatchObject({ carVin: 'LSVAU2180N2999999', state: 1, currency: 'CNY', carBalance: '0.00', useFundsPool: 0 });
    expect(await testbed.server.call(testbed.tenantStaff, carApi.add, { ...draft, carVin: 'LSVAU2180N2999999' })).toMatchObject({
      success: false,
      message: 'VIN exists already',
    });
    await addCar(testbed, testbed.foreignStaff, { carVin: 'LSVAU2180N2999999' });
    await testbed.server.ok(testbed.tenantStaff, carApi.edit, { carId: row.carId, carVin: 'lsvau2180n2999998' });
    expect(await plates(testbed.tenantStaff, { carVin: 'LSVAU2180N2999998' })).toEqual([row.carNum]);
  });

  test.each([
    [{ carVin: 'LSVAU2180N299999' }, 'carVin', 'VIN needs at least 17 characters'],
    [{ carVin: 'LSVAU2180N299999O' }, 'carVin', 'VIN has a wrong format'],
    [{ carNum: '' }, 'carNum', 'Licence plate is required'],
    [{ carPileType: 7 }, 'carPileType', 'Charges at is not one of the allowed values'],
  ])('%o names the field', async (bad, field, message) => {
    expect(await testbed.server.call(testbed.tenantStaff, carApi.add, { ...draft, ...bad })).toMatchObject({
      status: 400,
      result: { fields: { [field]: message } },
    });
  });

  test('belongs to a company or to a phone user, each of its kind', async () => {
    const company = await addCustomer(testbed, testbed.agentStaff, { custName: 'Fleet', custType: 2, useFundsPool: 1 });
    const person = await addCustomer(testbed, testbed.tenantStaff, { custName: 'Driver', custType: 1 });
    expect(await addCar(testbed, testbed.tenantStaff, { custId: company.custId })).toMatchObject({
      custId_dictText: 'Fleet',
      useFundsPool: 1,
      agentId: testbed.agentId,
    });
    const own = await addCar(testbed, testbed.tenantStaff, { phoneUserId: person.custId });
    expect(own).toMatchObject({ phoneUserId_dictText: 'Driver', useFundsPool: 0, agentId: null });
    const add = (owners: object) => testbed.server.call(testbed.tenantStaff, carApi.add, { ...draft, ...owners });
    expect((await add({ custId: company.custId, phoneUserId: person.custId })).message).toBe('Choose either a company or a phone user, not both');
    expect((await add({ custId: person.custId })).message).toBe('Customer Driver is of the other type');
    expect((await add({ phoneUserId: company.custId })).message).toBe('Customer Fleet is of the other type');
    expect((await testbed.server.call(testbed.tenantStaff, carApi.edit, { carId: own.carId, custId: company.custId })).message).toContain('not both');
    expect(await testbed.server.ok(testbed.tenantStaff, carApi.edit, { carId: own.carId, custId: company.custId, phoneUserId: null })).toMatchObject({
      agentId: testbed.agentId,
    });
    await testbed.server.ok(testbed.tenantStaff, customerApi.changeState, { entityId: person.custId, setState: -1 });
    expect((await add({ phoneUserId: person.custId })).message).toBe('Customer Driver is closed; no car can be added');
  });

  test('is disused or deleted only when its wallet is empty, and stays so', async () => {
    const { carId, carNum } = await addCar(testbed, testbed.tenantStaff);
    await recharge(testbed, { tenantId: testbed.tenantId, code: `wallet:car:${carId}` }, 2_000);
    expect(await testbed.server.ok(testbed.tenantStaff, carApi.queryById, { id: carId })).toMatchObject({
      carBalance: '20.00',
      availableBal: '20.00',
    });
    expect((await testbed.server.call(testbed.tenantStaff, carApi.changeState, { entityId: carId, setState: -1 })).message).toBe(
      `Car ${carNum} still holds 20.00 CNY; refund it first`,
    );
    expect((await testbed.server.call(testbed.tenantStaff, carApi.delete, { id: carId })).success).toBe(false);
    await testbed.server.ok(testbed.tenantStaff, carApi.changeStatBatch, { ids: carId, stat: 0 });
    const empty = await addCar(testbed, testbed.tenantStaff);
    await testbed.server.ok(testbed.tenantStaff, carApi.changeState, { entityId: empty.carId, setState: -1 });
    for (const answer of [
      await testbed.server.call(testbed.tenantStaff, carApi.changeState, { entityId: empty.carId, setState: 1 }),
      await testbed.server.call(testbed.tenantStaff, carApi.edit, { carId: empty.carId, carDriver: 'X' }),
    ])
      expect(answer).toMatchObject({ success: false, message: `Car ${empty.carNum} is disused and cannot be operated` });
  });
});

describe('four viewers', () => {
  test('see their own cars; a big customer those of its company', async () => {
    const company = await addCustomer(testbed, testbed.agentStaff, { custType: 2 });
    await addCar(testbed, testbed.agentStaff, { carNum: 'SC-1', custId: company.custId });
    await addCar(testbed, testbed.tenantStaff, { carNum: 'SC-2' });
    await addCar(testbed, testbed.tenantStaff, { carNum: 'SC-3', agentId: testbed.otherAgentId });
    await addCar(testbed, testbed.foreignStaff, { carNum: 'SC-4' });
    const asked = { carNum: 'SC-' };
    expect(await plates(testbed.platform, asked)).toEqual(['SC-1', 'SC-2', 'SC-3', 'SC-4']);
    expect(await plates(testbed.tenantStaff, asked)).toEqual(['SC-1', 'SC-2', 'SC-3']);
    expect(await plates(testbed.agentStaff, asked)).toEqual(['SC-1']);
    expect(await plates(testbed.stationStaff, asked)).toEqual([]);
    expect(await plates(viewers.customer(testbed.tenantId, company.custId))).toEqual(['SC-1']);
  });

  test('a foreign id answers exactly as an absent one', async () => {
    const { carId } = await addCar(testbed, testbed.foreignStaff);
    const far = await addCustomer(testbed, testbed.foreignStaff, { custType: 2 });
    const places = (viewer: Viewer, id: string) =>
      Promise.all([
        testbed.server.call(viewer, carApi.queryById, { id }),
        testbed.server.call(viewer, carApi.edit, { carId: id, carNum: 'Stolen' }),
        testbed.server.call(viewer, carApi.delete, { id }),
        testbed.server.call(viewer, carApi.changeState, { entityId: id, setState: 0 }),
        testbed.server.call(viewer, carApi.changeStatBatch, { ids: id, stat: 0 }),
        testbed.server.call(viewer, carApi.list, { carId: id }),
      ]);
    const foreign = (await places(testbed.agentStaff, carId)).map(withoutTimestamp);
    expect(foreign).toEqual((await places(testbed.agentStaff, '999999999')).map(withoutTimestamp));
    expect(foreign.slice(0, 5).every((answer) => (answer as { status?: number }).status === 404)).toBe(true);
    const [one, two] = await Promise.all(
      [far.custId, '999999'].map((custId) => testbed.server.call(testbed.agentStaff, carApi.add, { ...draft, custId })),
    );
    expect(one).toMatchObject({ success: false });
    expect(withoutTimestamp(one!)).toEqual(withoutTimestamp(two!));
  });
});
