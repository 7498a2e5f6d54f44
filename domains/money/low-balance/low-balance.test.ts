import { afterAll, beforeAll, expect, test } from 'vitest';
import { carApi, cardApi, customerApi } from '#domains/customer/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import { addCar, addCard, addCompany, addPerson, rechargeCard, settleOrderOnCard, startMoneyTestbed } from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { rechargeApi } from '../resources.ts';
import { lowBalanceJob } from './low-balance.server.ts';

let testbed: MoneyTestbed;
beforeAll(async () => {
  testbed = await startMoneyTestbed();
});
afterAll(() => testbed.server.close());

const [LOW_CUSTOMER, LOW_CARD, LOW_CAR] = [8, 9, 10];
const compare = () => inSystem(testbed.server.database, (tx) => lowBalanceJob.run({ tx, now: new Date(), params: {} }));
const recharge = async (mainPartType: number, mainPartId: string, rrMoney: string) => {
  await testbed.server.ok(testbed.tenantStaff, rechargeApi.add, { mainPartType, mainPartId, rrMoney, payMethod: 0 });
};
/** The conditions of an owner: code, whether it is present, what it says, and the agent to whom it is shown. */
const conditionsOf = async (subject: string): Promise<readonly unknown[]> => {
  const rows = await testbed.server.database.asSuperuser<Record<string, unknown>>(
    'select exception_code as code, is_present, detail, agent_id::text, is_pile from condition where tenant_id = $1 and subject = $2 order by 1',
    [testbed.tenantId, subject],
  );
  return rows.map((row) => Object.values(row));
};

test('the balance of a customer is low below its mark and not at it', async () => {
  const { custId } = await addCompany(testbed, testbed.agentStaff, { custName: 'North Fleet', alarmAmount: '100.00' });
  expect(await compare()).toEqual({ low: 1, over: 0 });
  const said = (balance: string) => [[LOW_CUSTOMER, true, `North Fleet: ${balance} < 100.00 CNY`, testbed.agentId, false]];
  expect(await conditionsOf(custId)).toEqual(said('0.00'));
  await recharge(3, custId, '99.99');
  expect(await compare()).toEqual({ low: 0, over: 0 });
  await recharge(3, custId, '0.01');
  expect(await compare()).toEqual({ low: 0, over: 1 });
  expect(await conditionsOf(custId)).toMatchObject([[LOW_CUSTOMER, false, expect.any(String), testbed.agentId, false]]);
  // A higher mark is as good as a lower balance.
  await testbed.server.ok(testbed.tenantStaff, customerApi.edit, { custId, alarmAmount: '100.01' });
  expect(await compare()).toEqual({ low: 1, over: 0 });
  expect(await conditionsOf(custId)).toEqual([[LOW_CUSTOMER, true, 'North Fleet: 100.00 < 100.01 CNY', testbed.agentId, false]]);
  await testbed.server.ok(testbed.tenantStaff, customerApi.edit, { custId, alarmAmount: null });
  expect(await compare()).toEqual({ low: 0, over: 1 });
});

test('a car is named by its VIN, and what its owner pools or has disused is not looked at', async () => {
  const { custId: phoneUserId } = await addPerson(testbed, testbed.tenantStaff);
  const own = await addCar(testbed, testbed.tenantStaff, { phoneUserId, carAlarmMoney: '20.00' });
  expect(await compare()).toEqual({ low: 1, over: 0 });
  expect(await conditionsOf(own.carVin)).toEqual([[LOW_CAR, true, `${own.carNum}: 0.00 < 20.00 CNY`, null, false]]);
  await recharge(4, own.carId, '20.00');
  expect(await compare()).toEqual({ low: 0, over: 1 });
  const disused = await addCar(testbed, testbed.tenantStaff, { carAlarmMoney: '20.00' });
  await testbed.server.ok(testbed.tenantStaff, carApi.changeState, { entityId: disused.carId, setState: -1 });
  expect(await compare()).toEqual({ low: 0, over: 0 });

  const { custId } = await addCompany(testbed, testbed.tenantStaff);
  const car = await addCar(testbed, testbed.tenantStaff, { custId, carAlarmMoney: '20.00' });
  const card = await addCard(testbed, testbed.tenantStaff, { custId, cardAlarmMoney: '20.00' });
  expect(await compare()).toEqual({ low: 2, over: 0 });
  await testbed.server.ok(testbed.tenantStaff, customerApi.edit, { custId, useFundsPool: 1 });
  expect(await compare()).toEqual({ low: 0, over: 2 });
  expect(await conditionsOf(car.carVin)).toMatchObject([[LOW_CAR, false, expect.any(String), null, false]]);
  expect(await conditionsOf(card.icCardNo)).toMatchObject([[LOW_CARD, false, expect.any(String), null, false]]);
  await testbed.server.ok(testbed.tenantStaff, customerApi.edit, { custId, useFundsPool: 0 });
  expect(await compare()).toEqual({ low: 2, over: 0 });
});

test('a bill that leaves a card below its mark is told, and removing the card ends it', async () => {
  const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff, { cardPeople: 'Li Na', cardAlarmMoney: '50.00' });
  await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '80.00' });
  expect(await compare()).toEqual({ low: 0, over: 0 });
  await settleOrderOnCard(testbed, { icCardId, icCardNo, billingCents: 30_01n });
  expect(await compare()).toEqual({ low: 1, over: 0 });
  expect(await conditionsOf(icCardNo)).toEqual([[LOW_CARD, true, 'Li Na: 49.99 < 50.00 CNY', null, false]]);
  await settleOrderOnCard(testbed, { icCardId, icCardNo, billingCents: 49_99n });
  expect(await compare()).toEqual({ low: 0, over: 0 });
  await testbed.server.ok(testbed.tenantStaff, cardApi.delete, { id: icCardId });
  expect(await compare()).toEqual({ low: 0, over: 1 });
});
