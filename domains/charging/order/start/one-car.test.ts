import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerApi } from '#domains/customer/resources.ts';
import { startOperatorTestbed } from '../../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../../operator-testbed.fixture.ts';
import { chargingOrderApi } from '../../resources.ts';
import { CARD, PILE } from '../../charging-testbed.fixture.ts';

let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed();
});
afterAll(() => testbed.close());

const PHONE = '13812345678';
const customer = async (custName: string, custPhone: string, custType: 1 | 2): Promise<string> => {
  const { custId } = await testbed.server.ok(testbed.anna, customerApi.add, { custName, custPhone, custType, useFundsPool: 0 });
  await testbed.fund(`customer:${custId}`, 500_00n);
  return custId;
};
const ask = (accountType: 1 | 4, account: string, gunNumber: number) =>
  testbed.charging.handlers.startRequest(testbed.pile, {
    kind: 'startRequest',
    gunNumber,
    accountType,
    account,
    strategyType: 1,
    strategyValE2: 0,
    atMs: testbed.now(),
  });
/** The pile could not start it after all. */
const fail = (chargingOrderNo: string, gunNumber: number) =>
  testbed.charging.handlers.startResult(testbed.pile, {
    kind: 'startResult',
    chargingOrderNo,
    gunNumber,
    startResult: 161,
    startSource: 17,
    startAtMs: testbed.now(),
    startMeterDwh: 0,
    fromStore: false,
  });
const plugBoth = async (): Promise<void> => {
  await testbed.plug(1, 3);
  await testbed.plug(2, 3);
};

test('a person with a phone charges one car at a time', async () => {
  await customer('Phone One', PHONE, 1);
  await plugBoth();
  const first = await ask(4, PHONE, 1);
  expect(first.result).toBe(0);
  expect(await ask(4, PHONE, 2)).toMatchObject({ result: 8, chargingOrderNo: '' });
  await fail(first.chargingOrderNo, 1);
  await plugBoth();
  const second = await ask(4, PHONE, 2);
  expect(second.result).toBe(0);
  await fail(second.chargingOrderNo, 2);
});

test.each([
  [1, CARD],
  [4, PHONE],
] as const)('nor does an account of type %i at two guns at the same moment', async (accountType, account) => {
  await plugBoth();
  const both = await Promise.all([ask(accountType, account, 1), ask(accountType, account, 2)]);
  expect(both.map(({ result }) => result).toSorted((a, b) => a - b)).toEqual([0, 8]);
  for (const [place, { chargingOrderNo }] of both.entries()) if (chargingOrderNo !== '') await fail(chargingOrderNo, place + 1);
});

test('a company charges as many as it has', async () => {
  const mainPartId = await customer('Fleet Co', '02188880001', 2);
  await plugBoth();
  for (const gunNumber of [1, 2]) {
    const input = { cpCode: PILE, gunNumber, mainPartType: 3, mainPartId, chargingStrategyType: 1 } as const;
    expect(await testbed.server.call(testbed.anna, chargingOrderApi.remoteStart, input)).toMatchObject({ success: true });
  }
});
