import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOperatorTestbed } from '../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../operator-testbed.fixture.ts';
import { rateAliasApi } from '#domains/tariff/resources.ts';
import { chargingOrderApi } from '../resources.ts';

let testbed: OperatorTestbed;
const orders: { settled: string; running: string } = { settled: '', running: '' };
beforeAll(async () => {
  testbed = await startOperatorTestbed();
  orders.settled = await testbed.charge(80_000);
});
afterAll(() => testbed.close());

const call = () => testbed.server;

test('an order that was charged and settled is listed as it was booked', async () => {
  const { records, total } = await call().ok(testbed.anna, chargingOrderApi.list, { chargingOrderNo: orders.settled });
  expect(total).toBe(1);
  expect(records[0]).toMatchObject({
    orderState: 4,
    orderState_dictText: 'Settled',
    stationId_dictText: 'Charging Station',
    agentId_dictText: 'Agent',
    tenantId_dictText: 'Charging Tenant',
    rateRuleId_dictText: 'Rule',
    startSource_dictText: 'Card',
    stopReason: 3,
    stopReason_dictText: 'Remote',
    icCardNo: 'CARD0001',
    chargingElec: '8.0000',
    chargingElecFlat: '8.0000',
    orderAmount: '12.00',
    billingAmount: '12.00',
    elecAmount: '8.00',
    srvAmount: '4.00',
    startSoc: 40,
    stopSoc: 60,
    currency: 'CNY',
    settleMethod: 1,
    isDelete: 0,
    stationTimezone: 'Asia/Shanghai',
  });
});

test('the bill is computed anew from the frozen tariff, step by step, and equals what was booked', async () => {
  const bill = await call().ok(testbed.anna, chargingOrderApi.billingDetail, { id: await testbed.idOf(orders.settled) });
  expect(bill).toMatchObject({ because: null, isEqual: true, booked: { settleMethod: 1, billingAmount: '12.00', by: null } });
  expect(bill.calculation?.items).toEqual([
    {
      rateType: 1,
      rateType_dictText: 'Electricity',
      rateStage: 3,
      rateStage_dictText: 'Flat',
      rateDiscount: 100,
      rateAmount: '8.00',
      listAmount: '8.000000000',
      vipLevelName: null,
      vipDiscount: 100,
      expenseDetails: [
        {
          startTime: '00:00',
          endTime: '24:00',
          quantity: '8.0000',
          unit: 'kWh',
          rate: '1.00000',
          rateDiscount: 100,
          listAmount: '8.000000000',
          tariffAmount: '8.000000000',
        },
      ],
      amounts: {
        orderAmount: '8.00',
        tariffOffer: '0.00',
        vipOffer: '0.00',
        cardCreditAmount: '0.00',
        couponCreditAmount: '0.00',
        overrunAmount: '0.00',
        pointCreditAmount: '0.00',
        billingAmount: '8.00',
      },
    },
    expect.objectContaining({ rateType: 2, rateStage: 0, rateAmount: '4.00' }),
  ]);
  expect(bill.calculation).toMatchObject({ basis: 'samples', energy: '8.0000', capAmount: null });
  expect(bill.calculation?.steps).toEqual([{ step: 'orderAmount', exact: '12.000000000', takenOff: '0.00', remains: '12.00' }]);
  expect(bill.calculation?.stages.map(({ rateStage, energy, billingAmount }) => [rateStage, energy, billingAmount])).toEqual([
    [0, '0.0000', '4.00'],
    [3, '8.0000', '8.00'],
  ]);
  const used = bill.calculation?.halfHours.filter(({ energy }) => Number(energy) > 0) ?? [];
  expect(bill.calculation?.halfHours).toHaveLength(48);
  expect(used.reduce((sum, { energy }) => sum + Number(energy), 0)).toBeCloseTo(8);
  expect(used.reduce((sum, { listAmount }) => sum + Number(listAmount), 0)).toBeCloseTo(12);
});

test('a sample that comes after the settlement does not change what the bill was made of', async () => {
  await testbed.sample(orders.settled, 70_000, { atMs: testbed.now() - 30_000 });
  const bill = await call().ok(testbed.anna, chargingOrderApi.billingDetail, { id: await testbed.idOf(orders.settled) });
  expect(bill.isEqual).toBe(true);
});

test('the bill has the names that the fee items had at the start, and no name changes an amount', async () => {
  const { ids, anna } = testbed;
  const save = (aliases: readonly object[]) => call().ok(anna, rateAliasApi.saveAlias, { stationId: ids.stationId, aliases });
  const namesOf = async (orderNo: string) => {
    const { calculation, booked } = await call().ok(anna, chargingOrderApi.billingDetail, { id: await testbed.idOf(orderNo) });
    const items = calculation?.items.map((item) => item['rateType_dictText']);
    return { items, fees: calculation?.fees.map((fee) => fee.rateType_dictText), amount: booked?.billingAmount };
  };
  await save([{ dictValue: 2, alias: 'Hall fee' }]);
  const orderNo = await testbed.charge(80_000);
  await save([{ dictValue: 2, alias: 'Later fee' }]);
  expect(await namesOf(orderNo)).toEqual({
    items: ['Electricity', 'Hall fee'],
    fees: ['Electricity', 'Hall fee', 'Other 1', 'Other 2'],
    amount: '12.00',
  });
  expect((await namesOf(orders.settled)).items).toEqual(['Electricity', 'Service']);
});
