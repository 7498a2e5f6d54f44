import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { carApi, cardApi } from '#domains/customer/resources.ts';
import type { BmsReport } from '#engines/protocol/device.ts';
import { startOperatorTestbed } from '../../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../../operator-testbed.fixture.ts';
import { chargingOrderApi, monitorApi } from '../../resources.ts';
import { PILE } from '../../charging-testbed.fixture.ts';

const [PAID, OTHER] = ['WVWZZZ1JZXW000777', 'LVIN0000000000001'] as const;
let testbed: OperatorTestbed;
const ids = { car: '' };
beforeAll(async () => {
  testbed = await startOperatorTestbed();
  ids.car = (await testbed.server.ok(testbed.anna, carApi.add, { carVin: PAID, carNum: 'B-777', isDiscount: 1 })).carId;
  await testbed.fund(`car:${ids.car}`, 50_00n);
});
afterAll(() => testbed.close());
beforeEach(async () => {
  await testbed.plug(1, 2);
  await testbed.plug();
});

const start = { cpCode: PILE, gunNumber: 1, mainPartType: 4, chargingStrategyType: 1 } as const;
const refused = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const answer = await testbed.server.call(testbed.anna, chargingOrderApi.remoteStart, {
    ...start,
    mainPartId: ids.car,
    rateRuleNo: 'RR-OLD',
    ...more,
  });
  return answer.message;
};
/** Every start names an old rate rule, so that none begins: the VIN is compared before it. */
const REST = 'The rate rule shown RR-OLD does not match';
const tell = (stage: BmsReport['stage'], values: BmsReport['values'], { chargingOrderNo = '', pile = testbed.pile } = {}) =>
  testbed.device.handle(pile, { kind: 'bmsReport', stage, chargingOrderNo, gunNumber: 1, values, atMs: testbed.now() });
const shownCar = async () =>
  (await testbed.server.ok(testbed.anna, monitorApi.guns, { stationId: testbed.ids.stationId })).find(({ gunNumber }) => gunNumber === 1)?.car;
const unknown = { vin: null, socPercent: null };
const MISMATCH = `The account's VIN ${PAID} does not match the car's VIN ${OTHER}`;

test('the VIN of the handshake before a start is compared with that of the paying car', async () => {
  expect(await shownCar()).toEqual(unknown);
  expect(await refused()).toContain(REST);
  await tell('handshake', { vin: OTHER.toLowerCase() });
  expect(await shownCar()).toEqual({ vin: OTHER, socPercent: null });
  expect(await refused()).toBe(MISMATCH);
  expect(await refused({ chargingStrategyType: 7 })).toBe(MISMATCH);
  // A card has no VIN to compare.
  expect(await refused({ mainPartType: 2, mainPartId: testbed.ids.icCardId })).toContain(REST);
  await tell('handshake', { vin: PAID });
  expect(await refused()).toContain(REST);
});

test('a target is compared with the state of charge that the battery reported', async () => {
  await tell('parameter', { soc: '45.3' });
  expect(await shownCar()).toEqual({ vin: null, socPercent: 45 });
  const bySoc = (value: string) => refused({ chargingStrategyType: 4, chargingStrategyVal: value, rateRuleNo: null });
  expect(await bySoc('45')).toBe('The target SOC 45% must be greater than the present SOC 45%');
  expect(await bySoc('20')).toBe('The target SOC 20% must be greater than the present SOC 45%');
  expect(await refused({ chargingStrategyType: 4, chargingStrategyVal: '46' })).toContain(REST);
});

test('a car for piles of another type is refused, by name for an operator, and at the pile itself', async () => {
  const { server, anna, pile, now } = testbed;
  const setType = (carPileType: number) => server.ok(anna, carApi.edit, { carId: ids.car, carPileType });
  await setType(2);
  expect(await refused()).toBe('Car B-777 cannot charge at a pile of this type');
  const ask = { kind: 'startRequest', gunNumber: 1, accountType: 2, account: PAID, strategyType: 1, strategyValE2: 0, atMs: now() } as const;
  expect((await testbed.charging.handlers.startRequest(pile, ask)).result).not.toBe(0);
  await setType(1);
  expect(await refused()).toContain(REST);
});

test('what says nothing of the car at this gun is not compared', async () => {
  await tell('handshake', { vin: '0'.repeat(17) });
  await tell('handshake', { vin: 'SHORT' });
  await tell('handshake', { vin: OTHER }, { chargingOrderNo: 'AN-OLD-ORDER' });
  await tell('handshake', { vin: OTHER }, { pile: { ...testbed.pile, epoch: testbed.pile.epoch - 1 } });
  await tell('parameter', { soc: '250.0' });
  await tell('charging', { soc: 77 });
  expect(await shownCar()).toEqual(unknown);
  expect(await refused()).toContain(REST);
});

test('a car that is unplugged, has charged, or was reported before the pile connected anew is forgotten', async () => {
  await tell('handshake', { vin: OTHER });
  await testbed.plug(1, 2);
  await testbed.plug();
  expect(await shownCar()).toEqual(unknown);
  await tell('handshake', { vin: OTHER });
  await testbed.plug(1, 7);
  await testbed.plug();
  expect(await shownCar()).toEqual(unknown);
  // The report arrives between the last report of the idle gun and the first of the plugged one.
  await testbed.plug(1, 2);
  await tell('handshake', { vin: OTHER });
  await testbed.plug();
  expect(await shownCar()).toEqual({ vin: OTHER, socPercent: null });
  testbed.advance(1_000);
  await testbed.server.database.asSuperuser('update pile_state set online_since = $1 where cp_code = $2', [new Date(testbed.now()), PILE]);
  expect(await shownCar()).toEqual(unknown);
  expect(await refused()).toContain(REST);
});

test('a pile names the VIN when it asks for a start, even if that is refused', async () => {
  const ask = { kind: 'startRequest', gunNumber: 1, accountType: 2, account: OTHER, strategyType: 1, strategyValE2: 0, atMs: testbed.now() } as const;
  const { result } = await testbed.charging.handlers.startRequest(testbed.pile, ask);
  expect(result).not.toBe(0);
  expect(await refused()).toBe(MISMATCH);
});

test('the strategy by VIN needs a car as the payer', async () => {
  const card = { mainPartType: 2, mainPartId: testbed.ids.icCardId, rateRuleNo: null };
  expect(await refused({ ...card, chargingStrategyType: 7 })).toBe('The strategy “by VIN” needs a car as the payer');
  const refusal = await refused({ ...card, chargingStrategyType: 9, rateRuleNo: 'RR-OLD' });
  expect(refusal).toContain(REST);
  await tell('handshake', { vin: PAID });
  const started = await testbed.server.ok(testbed.anna, chargingOrderApi.remoteStart, {
    ...start,
    mainPartId: ids.car,
    chargingStrategyType: 7,
  });
  const order = await testbed.server.ok(testbed.anna, chargingOrderApi.queryById, { id: started.chargingOrderId });
  expect(order).toMatchObject({ chargingStrategyType: 7, carVin: PAID });
});

test('a start by VIN that the pile asks for is paid by the car at the gun and by nothing else', async () => {
  const { charging, pile, server, anna, fund } = testbed;
  const vin = 'LSVAA4182E2184847';
  const { carId } = await server.ok(anna, carApi.add, { carVin: vin, carNum: 'B-778', isDiscount: 1 });
  await fund(`car:${carId}`, 50_00n);
  await testbed.plug(2);
  const { icCardNo } = await server.ok(anna, cardApi.queryById, { id: testbed.ids.icCardId });
  const ask = { kind: 'startRequest', gunNumber: 2, strategyType: 7, strategyValE2: 0, atMs: testbed.now() } as const;
  const byCard = { ...ask, accountType: 1, account: icCardNo } as const;
  const byVin = { ...ask, accountType: 2, account: vin } as const;
  const answer = async (request: typeof byCard | typeof byVin, vinAtGun: string) =>
    charging.handlers.startRequest(pile, { ...request, vin: vinAtGun });
  expect((await answer(byCard, '')).result).toBe(13);
  expect((await answer(byCard, vin)).result).toBe(13);
  expect((await answer(byVin, OTHER)).result).toBe(13);
  const allowed = await answer(byVin, vin.toLowerCase());
  expect(allowed.result).toBe(0);
  const { records } = await server.ok(anna, chargingOrderApi.list, { chargingOrderNo: allowed.chargingOrderNo });
  expect(records).toMatchObject([{ mainPartType: 4, mainPartId: carId, chargingStrategyType: 7, startSource: 18 }]);
});
