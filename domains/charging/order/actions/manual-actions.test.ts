import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configApi, system } from '#domains/system/resources.ts';
import { configRoutes } from '#domains/system/server.ts';
import type { EndRecord } from '#engines/protocol/device.ts';
import { startOperatorTestbed } from '../../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../../operator-testbed.fixture.ts';
import { chargingOrderApi } from '../../resources.ts';

let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed({ domains: [system], routes: ({ secrets }) => configRoutes({ secrets }) });
  await testbed.fund(`card:${testbed.ids.icCardId}`, 5_000_00n);
});
afterAll(() => testbed.close());

const api = () => testbed.server;
const REASON = 'the driver called';
const MINUTE_MS = 60_000;

/** The pile goes silent: its gun is idle, and it has sent nothing for long enough. */
const fallSilent = async () => {
  testbed.advance(6 * MINUTE_MS);
  await testbed.plug(1, 2);
};
/** An order that has ended and is held at 9 by a doubt. */
const doubtful = async (energyDwh: number, more: Partial<EndRecord> = {}, begin: Parameters<OperatorTestbed['startCharging']>[0] = {}) => {
  const orderNo = await testbed.startCharging({ energyDwh, ...begin });
  await testbed.sendEndRecord(orderNo, energyDwh, { checkCode: 'wrong', ...more });
  await testbed.worker.poll();
  expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 9, abnormal_reason: 'checkCode' });
  return orderNo;
};
const fees = (elecAmount: string, srvAmount: string, orderAmount: string) => ({
  elecAmount,
  srvAmount,
  other1Amount: '0',
  other2Amount: '0',
  orderAmount,
});
const because = async (orderNo: string, action: string) =>
  (await api().ok(testbed.anna, chargingOrderApi.detail, { id: await testbed.idOf(orderNo) })).may.find((each) => each.action === action)?.because;

describe('ending by hand', () => {
  test('a gun that charges is stopped, not declared ended; a silent one is ended with its last sample', async () => {
    const orderNo = await testbed.startCharging({ energyDwh: 40_000 });
    await testbed.plug(1, 6);
    const busy = await api().call(testbed.anna, chargingOrderApi.manualEnd, { chargingOrderNo: orderNo, reason: REASON });
    expect(busy.message).toMatch(/^The gun reported charging at \d{4}-\d\d-\d\d \d\d:\d\d \(Asia\/Shanghai\); stop it first$/);
    expect(await because(orderNo, 'manualEnd')).toBe(busy.message);
    await fallSilent();
    expect(await because(orderNo, 'manualEnd')).toBeNull();
    expect((await api().call(testbed.anna, chargingOrderApi.manualEnd, { chargingOrderNo: orderNo, reason: '  ' })).message).toBe('Give a reason');
    expect(await api().ok(testbed.anna, chargingOrderApi.manualEnd, { chargingOrderNo: orderNo, reason: REASON })).toMatchObject({ pending: 0 });
    await testbed.worker.poll();
    expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 4, charging_elec: 40_000n, billing_amount: 600n, settle_method: 1 });
    expect((await api().call(testbed.anna, chargingOrderApi.manualEnd, { chargingOrderNo: orderNo, reason: REASON })).message).toBe(
      'The order has ended already',
    );
    const log = await api().ok(testbed.anna, chargingOrderApi.orderLog, { id: await testbed.idOf(orderNo) });
    expect(log.find((entry) => entry.name === 'manualEnd')).toMatchObject({
      by: 'anna',
      reason: REASON,
      title: 'Ended by hand',
      detail: '4.0000 kWh · SOC 44%',
    });
    expect(await testbed.brokenInvariants()).toEqual([]);
  });

  test('a dear order needs a second person, who is another one', async () => {
    const orderNo = await testbed.startCharging({ energyDwh: 20_000 });
    testbed.advance(180 * MINUTE_MS);
    // 350 kWh at 1.50.
    await testbed.sample(orderNo, 3_500_000);
    await fallSilent();
    const input = { chargingOrderNo: orderNo, reason: REASON };
    expect((await api().call(testbed.anna, chargingOrderApi.manualEnd, input)).message).toBe('This amount needs a second operator to confirm');
    expect(await api().ok(testbed.anna, chargingOrderApi.manualEnd, { ...input, askSecond: 1 })).toMatchObject({ pending: 1 });
    expect((await api().call(testbed.bert, chargingOrderApi.manualEnd, { ...input, askSecond: 1 })).message).toBe(
      'anna has asked already; a second operator has to confirm',
    );
    expect((await api().ok(testbed.anna, chargingOrderApi.detail, { id: await testbed.idOf(orderNo) })).second).toMatchObject({
      verb: 'end',
      isMine: true,
      amounts: null,
    });
    const agree = { chargingOrderNo: orderNo, agree: 1 };
    expect((await api().call(testbed.anna, chargingOrderApi.manualEndConfirm, agree)).message).toBe('The second person must be another person');
    await api().ok(testbed.bert, chargingOrderApi.manualEndConfirm, { ...agree, agree: 0 });
    expect((await api().call(testbed.bert, chargingOrderApi.manualEndConfirm, agree)).message).toBe('Nothing waits for a second person');
    await api().ok(testbed.anna, chargingOrderApi.manualEnd, { ...input, askSecond: 1 });
    await api().ok(testbed.bert, chargingOrderApi.manualEndConfirm, agree);
    await testbed.worker.poll();
    expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 4, billing_amount: 52_500n });
    const log = await api().ok(testbed.anna, chargingOrderApi.orderLog, { id: await testbed.idOf(orderNo) });
    expect(log.filter((entry) => entry.source === 'second').map(({ title, by }) => [title, by])).toEqual([
      ['Asked to end by hand', 'anna'],
      ['The second person declined', 'bert'],
      ['Asked to end by hand', 'anna'],
      ['The second person agreed', 'bert'],
    ]);
    expect(log.find((entry) => entry.name === 'manualEnd')).toMatchObject({ by: 'anna', secondBy: 'bert' });
  });
});

describe('settling by hand', () => {
  test('the rules of the amounts, in the order in which a person would mend them', async () => {
    const orderNo = await doubtful(20_000, {}, { strategyType: 2, strategyValE2: 2_000 });
    const refusal = async (amounts: Readonly<Record<string, string>>, reason: string | null = REASON) =>
      (await api().call(testbed.anna, chargingOrderApi.manualSettle, { chargingOrderNo: orderNo, reason, ...amounts })).message;
    expect(await refusal(fees('-1', '2', '1'))).toBe('Electricity cannot be negative: -1.00 CNY');
    expect(await refusal(fees('2', '1', '-3'))).toBe('The total cannot be negative: -3.00 CNY');
    expect(await refusal(fees('2', '1', '3.01'))).toBe('The total 3.01 CNY is not the sum of the four fees 3.00 CNY');
    expect(await refusal(fees('20', '0.01', '20.01'))).toBe('The total 20.01 CNY cannot exceed the 20.00 CNY set by the charging strategy');
    expect(await refusal(fees('3.31', '0', '3.31'))).toBe(
      'The total 3.31 CNY is above 110 % of what the tariff gives (3.30 CNY); a second operator has to confirm',
    );
    expect(await refusal(fees('3', '0', '3'), null)).toBe('Give a reason');
    expect(
      (
        await api().call({ ...testbed.anna, language: 'zh_CN' }, chargingOrderApi.manualSettle, {
          chargingOrderNo: orderNo,
          reason: REASON,
          ...fees('2', '1', '4'),
        })
      ).message,
    ).toBe('总金额4.00 CNY与四项费用之和3.00 CNY不一致');
    expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 9, billing_amount: 0n });

    expect(
      await api().ok(testbed.anna, chargingOrderApi.manualSettle, { chargingOrderNo: orderNo, reason: REASON, ...fees('2.5', '0.8', '3.30') }),
    ).toMatchObject({ pending: 0 });
    expect(await testbed.orderRow(orderNo)).toMatchObject({
      order_state: 4,
      settle_method: 2,
      elec_amount: 250n,
      srv_amount: 80n,
      billing_amount: 330n,
      order_amount: 330n,
    });
    expect(await testbed.brokenInvariants()).toEqual([]);
    const bill = await api().ok(testbed.anna, chargingOrderApi.billingDetail, { id: await testbed.idOf(orderNo) });
    expect(bill).toMatchObject({
      isEqual: false,
      booked: { settleMethod: 2, by: 'anna', secondBy: null, reason: REASON, billingAmount: '3.30' },
      calculation: { totals: { billingAmount: '3.00' }, capAmount: '20.00' },
    });
    expect(await refusal(fees('1', '0', '1'))).toBe('The order is settled already');
  });

  test('above 110 % two persons settle', async () => {
    const orderNo = await doubtful(20_000);
    const input = { chargingOrderNo: orderNo, reason: REASON, ...fees('9', '1', '10') };
    expect(await api().ok(testbed.anna, chargingOrderApi.manualSettle, { ...input, askSecond: 1 })).toMatchObject({ pending: 1 });
    const { second } = await api().ok(testbed.bert, chargingOrderApi.detail, { id: await testbed.idOf(orderNo) });
    expect(second).toMatchObject({
      verb: 'settle',
      askedBy: 'anna',
      isMine: false,
      reason: REASON,
      amounts: { elecAmount: '9.00', srvAmount: '1.00', orderAmount: '10.00' },
    });
    expect((await api().call(testbed.anna, chargingOrderApi.manualSettleConfirm, { chargingOrderNo: orderNo, agree: 1 })).message).toBe(
      'The second person must be another person',
    );
    await api().ok(testbed.bert, chargingOrderApi.manualSettleConfirm, { chargingOrderNo: orderNo, agree: 1 });
    expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 4, billing_amount: 1_000n });
    const log = await api().ok(testbed.anna, chargingOrderApi.orderLog, { id: await testbed.idOf(orderNo) });
    expect(log.find((entry) => entry.name === 'settled')).toMatchObject({
      by: 'anna',
      secondBy: 'bert',
      reason: REASON,
      detail: 'By hand · total 10.00 CNY',
    });
    expect(await testbed.brokenInvariants()).toEqual([]);
  });

  test('two persons are two only when nobody could have been both', async () => {
    const orderNo = await doubtful(20_000);
    const input = { chargingOrderNo: orderNo, reason: REASON, ...fees('9', '1', '10') };
    await api().ok(testbed.anna, chargingOrderApi.manualSettle, { ...input, askSecond: 1 });
    const { database } = testbed.server;
    const [anna, bert, carl] = [testbed.anna.userId, testbed.bert.userId, '78'];
    const account = (id: string, username: string, by: string) =>
      database.asSuperuser(
        `insert into sys_user (id, username, password, realname, role_id, create_by) select ${id}, '${username}', 'x', 'x', id, '${by}' from sys_role limit 1`,
      );
    await database.asSuperuser(`insert into sys_role (role_code, role_name, role_level) values ('clerk', 'Clerk', 100)`);
    const confirm = async (): Promise<string> =>
      (await api().call(testbed.bert, chargingOrderApi.manualSettleConfirm, { chargingOrderNo: orderNo, agree: 1 })).message;
    const later = () => database.asSuperuser(`update sys_user_control set at = now() - interval '8 days'`);
    const bothBy = (name: string): string =>
      `${name} has set up the account, password, phone or rights of you both within the last 7 days; somebody else has to confirm`;

    // The requester has created the account of the second person.
    await account(anna, 'anna', 'system');
    await account(bert, 'bert', 'anna');
    expect(await confirm()).toBe(bothBy('anna'));
    await later();
    // A third makes both, one of them through the other's rights.
    await account(carl, 'carl', 'system');
    await database.asSuperuser(`update sys_user set phone = '13800000078', update_by = 'carl' where id = ${anna}`);
    await database.asSuperuser(`update sys_role set permissions = '["recharge:add"]', update_by = 'carl'`);
    expect(await confirm()).toBe(bothBy('carl'));
    await later();
    // Through a role group, and through a third person.
    await account('79', 'dora', 'anna');
    await database.asSuperuser(
      `insert into sys_role_group (group_name, role_ids, user_ids, create_by) select 'all', id || ',', '${bert},', 'dora' from sys_role limit 1`,
    );
    expect(await confirm()).toBe(bothBy('anna'));
    await later();
    // Changes that users make to their own account do not count.
    await database.asSuperuser(`update sys_user set password = 'y', phone = '13800000077', update_by = 'bert' where id = ${bert}`);
    expect(await confirm()).toBe('The order was settled by hand');
    expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 4, billing_amount: 1_000n });
  });

  test('an order that runs, or settles by itself, is not settled by hand', async () => {
    const orderNo = await testbed.startCharging();
    const settle = async () =>
      (await api().call(testbed.anna, chargingOrderApi.manualSettle, { chargingOrderNo: orderNo, reason: REASON, ...fees('1', '0', '1') })).message;
    expect(await settle()).toBe('The order has not ended');
    await testbed.sendEndRecord(orderNo, 20_000);
    await testbed.worker.poll();
    expect(await settle()).toBe('The order is settled already');
  });
});

test('a doubt that was looked into is cleared, and the order settles by itself', async () => {
  const orderNo = await doubtful(20_000);
  const clear = async (abnormalReason: string) =>
    (await api().call(testbed.anna, chargingOrderApi.clearFlag, { chargingOrderNo: orderNo, abnormalReason, reason: REASON })).message;
  expect(await clear('noTariff')).toBe('This doubt is not open');
  expect(await clear('checkCode')).toBe('Cleared; the order settles by itself');
  await testbed.worker.poll();
  expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 4, billing_amount: 300n, settle_method: 1, order_category: 4 });
});

test('what is doubtful is said in the reader’s language, with amounts in the order’s currency', async () => {
  const orderNo = await testbed.startCharging();
  await testbed.sendEndRecord(orderNo, 20_000, { deviceAmountE4: [120_000, 0, 0, 0, 120_000] });
  await testbed.worker.poll();
  expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 9, abnormal_reason: 'amountDiffers' });
  const said = async (language: 'zh_CN' | 'en_US') => {
    const log = await api().ok({ ...testbed.anna, language }, chargingOrderApi.orderLog, { id: await testbed.idOf(orderNo) });
    return log.filter(({ name }) => name === 'flagOpened' || name === 'amountDiffers').map(({ detail }) => detail);
  };
  expect(await said('zh_CN')).toEqual([expect.stringMatching(/桩计12.0000 CNY，平台计3.00 CNY$/), '电量 2.0000 kWh']);
  expect(await said('en_US')).toEqual([expect.stringMatching(/the pile says 12.0000 CNY, we say 3.00 CNY$/), 'at 2.0000 kWh']);
});

test('an order of nobody gets a payer and is billed', async () => {
  const orderNo = `L${testbed.now()}`;
  await testbed.sendEndRecord(orderNo, 5_000, {
    orderType: 2,
    fromStore: true,
    startAtMs: testbed.now() - 10 * MINUTE_MS,
    account: { accountType: 1, account: 'NOBODY' },
  });
  await testbed.worker.poll();
  expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 9, abnormal_reason: 'orphan' });
  const { icCardId } = testbed.ids;
  const assign = (mainPartId: string) =>
    api().call(testbed.anna, chargingOrderApi.assignParty, { chargingOrderNo: orderNo, mainPartType: 2, mainPartId, reason: REASON });
  expect((await assign('99999999')).message).toBe('The chosen Paid by does not exist');
  expect((await assign(icCardId)).message).toBe('The payer is named');
  await testbed.worker.poll();
  expect(await testbed.orderRow(orderNo)).toMatchObject({
    order_state: 4,
    billing_amount: 75n,
    ic_card_no: 'CARD0001',
    wallet_owner: `card:${icCardId}`,
  });
  expect((await assign(icCardId)).message).toBe('The order has a payer already');
  expect(await testbed.brokenInvariants()).toEqual([]);
});

test('a settled order can be deleted, and its books stay', async () => {
  const running = await testbed.startCharging();
  const id = await testbed.idOf(running);
  expect((await api().call(testbed.anna, chargingOrderApi.delete, { id })).message).toBe('The order is not in a state for this');
  await testbed.sendEndRecord(running, 20_000);
  await testbed.worker.poll();
  await api().ok(testbed.anna, chargingOrderApi.delete, { id });
  expect((await api().ok(testbed.anna, chargingOrderApi.list, { chargingOrderNo: running })).records).toEqual([]);
  expect((await api().call(testbed.anna, chargingOrderApi.queryById, { id })).status).toBe(404);
  expect(await testbed.orderRow(running)).toMatchObject({ is_delete: true, billing_amount: 300n });
});

test('how dear an order must be for a second person is the tenant’s own setting', async () => {
  const orderNo = await testbed.startCharging({ energyDwh: 20_000 });
  testbed.advance(60 * MINUTE_MS);
  await testbed.sample(orderNo, 40_000);
  await fallSilent();
  await api().ok(testbed.anna, configApi.edit, { key: 'order.twoPersonsAbove', value: '5' });
  const input = { chargingOrderNo: orderNo, reason: REASON };
  // 4 kWh at 1.50 are above 5 and far below the default.
  expect((await api().call(testbed.anna, chargingOrderApi.manualEnd, input)).message).toBe('This amount needs a second operator to confirm');
  expect(await api().ok(testbed.anna, chargingOrderApi.manualEnd, { ...input, askSecond: 1 })).toMatchObject({ pending: 1 });
  await api().ok(testbed.bert, chargingOrderApi.manualEndConfirm, { chargingOrderNo: orderNo, agree: 1 });
});
