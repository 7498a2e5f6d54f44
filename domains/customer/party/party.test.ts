import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mainPartType as engineParts } from '#engines/order/codes.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import {
  cardApi,
  cardOperateApi,
  carApi,
  cardStationApi,
  customerApi,
  mainPartType,
  pileBindingApi,
  vipDiscountApi,
  vipLevelApi,
} from '../resources.ts';
import { countWrongPassword, findParty, mayChargeAt, partyById, provePassword } from '../server.ts';
import { addCar, addCard, addCustomer, startCustomerTestbed } from '../customer-testbed.fixture.ts';
import type { CustomerTestbed } from '../customer-testbed.fixture.ts';
import { stateOf } from './party.rules.ts';

let testbed: CustomerTestbed;
beforeAll(async () => {
  testbed = await startCustomerTestbed();
});
afterAll(() => testbed.server.close());

const system = <T>(work: (tx: Tx) => Promise<T>) => inSystem(testbed.server.database, work);
const find = (accountType: number, account: string, more: { readonly tenantId?: string; readonly vin?: string } = {}) =>
  system((tx) => findParty(tx, { tenantId: testbed.tenantId, accountType, account, ...more }));

describe('a party is found', () => {
  test('by card number in any case, with customer, VIP discounts and wallet', async () => {
    const { vipLevelId } = await testbed.server.ok(testbed.tenantStaff, vipLevelApi.add, { vipLevelName: 'Gold', vipLevelVal: 1 });
    await testbed.server.ok(testbed.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 1, vipDiscount: 95 });
    await testbed.server.ok(testbed.tenantStaff, vipDiscountApi.add, { vipLevelId, rateType: 2, vipDiscount: 80 });
    const { custId } = await addCustomer(testbed, testbed.tenantStaff, { custName: 'Taxi Co', custType: 2, vipInfoId: vipLevelId });
    const card = await addCard(testbed, testbed.tenantStaff, {
      icCardNo: 'DEADBEEF',
      custId,
      cardPeople: 'Han Mei',
      cardPhone: '13900000000',
      cardCarNo: 'A-1',
    });
    const party = await find(1, 'deadbeef');
    expect(party).toEqual({
      mainPartType: 2,
      mainPartId: card.icCardId,
      tenantId: testbed.tenantId,
      custId,
      custName: 'Taxi Co',
      userName: 'Han Mei',
      userMobile: '13900000000',
      icCardId: card.icCardId,
      icCardNo: 'DEADBEEF',
      carVin: null,
      carNum: 'A-1',
      carPileType: null,
      state: 'ok',
      isLockedByErrors: false,
      isExpired: false,
      validUntil: null,
      groupTag: `#${custId}`,
      sealedPassword: null,
      vipLevelId,
      vipLevelName: 'Gold',
      vipDiscounts: { 1: 95, 2: 80 },
      canDiscount: true,
      currency: 'CNY',
      boundStationIds: [],
      boundPileCodes: [],
      wallet: { ownerType: 'card', ownerId: card.icCardId },
    });
    expect(await system((tx) => partyById(tx, 2, card.icCardId))).toEqual(party);
    await testbed.server.ok(testbed.tenantStaff, cardApi.edit, { icCardId: card.icCardId, canDiscount: 0 });
    expect(await find(3, 'DEADBEEF')).toMatchObject({ canDiscount: false, vipDiscounts: {} });
    await testbed.server.ok(testbed.tenantStaff, customerApi.edit, { custId, useFundsPool: 1 });
    expect((await find(1, 'DEADBEEF'))?.wallet).toEqual({ ownerType: 'customer', ownerId: custId });
  });

  test('by VIN, told as the account or by the car itself', async () => {
    const { custId } = await addCustomer(testbed, testbed.tenantStaff, { custName: 'Fleet', custType: 2 });
    const car = await addCar(testbed, testbed.tenantStaff, {
      carVin: 'WVWZZZ1JZXW000099',
      carNum: 'B-99',
      custId,
      carDriver: 'Li',
      carPhone: '13700000001',
    });
    const party = await find(2, 'wvwzzz1jzxw000099');
    expect(party).toMatchObject({
      mainPartType: 4,
      mainPartId: car.carId,
      carVin: 'WVWZZZ1JZXW000099',
      carNum: 'B-99',
      userName: 'Li',
      userMobile: '13700000001',
      custName: 'Fleet',
      wallet: { ownerType: 'car', ownerId: car.carId },
    });
    expect(await find(2, '', { vin: 'WVWZZZ1JZXW000099' })).toEqual(party);
    expect(await find(0, '', { vin: 'WVWZZZ1JZXW000099' })).toEqual(party);
    expect(await find(0, '')).toBeUndefined();
    expect(await system((tx) => partyById(tx, 4, car.carId))).toEqual(party);
  });

  test('by phone, when it is a person; a company by its id alone', async () => {
    const person = await addCustomer(testbed, testbed.tenantStaff, { custName: 'Li Lei', custPhone: '13600000001' });
    const company = await addCustomer(testbed, testbed.tenantStaff, { custName: 'Fleet Two', custPhone: '13600000002', custType: 2 });
    expect(await find(4, '136 0000 0001')).toMatchObject({
      mainPartType: 1,
      mainPartId: person.custId,
      custName: 'Li Lei',
      userMobile: '13600000001',
      wallet: { ownerType: 'customer', ownerId: person.custId },
    });
    expect(await find(4, '13600000002')).toBeUndefined();
    const abroad = await addCustomer(testbed, testbed.tenantStaff, { custPhone: '+86 136 0000 0003' });
    for (const typed of ['13600000003', '+8613600000003'])
      expect(await find(4, typed)).toMatchObject({ mainPartId: abroad.custId, userMobile: '13600000003' });
    expect(await system((tx) => partyById(tx, 3, company.custId))).toMatchObject({ mainPartType: 3, custName: 'Fleet Two' });
    expect(await system((tx) => partyById(tx, 1, company.custId))).toBeUndefined();
    expect(await system((tx) => partyById(tx, 3, person.custId))).toBeUndefined();
  });

  test("within its tenant only, and a phone user's car draws on its owner's pool", async () => {
    const { icCardNo } = await addCard(testbed, testbed.foreignStaff, { icCardNo: 'ONLYFAR1' });
    expect(await find(1, icCardNo)).toBeUndefined();
    expect(await find(1, icCardNo, { tenantId: testbed.foreignTenantId })).toMatchObject({ tenantId: testbed.foreignTenantId, currency: 'EUR' });
    const { custId } = await addCustomer(testbed, testbed.tenantStaff, { useFundsPool: 1 });
    const car = await addCar(testbed, testbed.tenantStaff, { phoneUserId: custId });
    expect(await find(2, car.carVin)).toMatchObject({ custId, wallet: { ownerType: 'customer', ownerId: custId } });
  });

  test('under the scope of a handler, an agent finds only its own', async () => {
    const [mine, other] = [await addCard(testbed, testbed.agentStaff), await addCard(testbed, testbed.otherAgentStaff)];
    const { inScope } = await import('#kit/db/index.ts');
    const scope = { tenants: [BigInt(testbed.tenantId)], agents: [BigInt(testbed.agentId)] };
    const [one, two] = await inScope(testbed.server.database, scope, async (tx) => [
      await partyById(tx, 2, mine.icCardId),
      await partyById(tx, 2, other.icCardId),
    ]);
    expect(one).toMatchObject({ icCardNo: mine.icCardNo });
    expect(two).toBeUndefined();
  });
});

describe('the state of a party', () => {
  test('is that of the card, and of its customer', async () => {
    const { custId } = await addCustomer(testbed, testbed.tenantStaff, { custType: 2 });
    const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff, { custId });
    const state = async () => (await find(1, icCardNo))?.state;
    const set = (setState: number) => testbed.server.ok(testbed.tenantStaff, cardApi.changeState, { entityId: icCardId, setState });
    expect(await state()).toBe('ok');
    await set(2);
    expect(await find(1, icCardNo)).toMatchObject({ state: 'locked', isLockedByErrors: false });
    await set(0);
    expect(await state()).toBe('disabled');
    await set(1);
    await testbed.server.ok(testbed.tenantStaff, customerApi.changeState, { entityId: custId, setState: 0 });
    expect(await state()).toBe('disabled');
    await testbed.server.ok(testbed.tenantStaff, customerApi.changeState, { entityId: custId, setState: 1 });
    await set(-1);
    expect(await state()).toBe('disabled');
    await testbed.server.ok(testbed.tenantStaff, cardApi.delete, { id: icCardId });
    expect(await find(1, icCardNo)).toBeUndefined();
    expect(await system((tx) => partyById(tx, 2, icCardId))).toMatchObject({ icCardNo, state: 'disabled' });
  });

  test('of a car is its own', async () => {
    const { carId, carVin } = await addCar(testbed, testbed.tenantStaff);
    await testbed.server.ok(testbed.tenantStaff, carApi.changeState, { entityId: carId, setState: 0 });
    expect((await find(2, carVin))?.state).toBe('disabled');
  });

  test('off is stronger than locked', () => {
    expect(stateOf({ ownState: 'locked', isCustomerOff: true })).toBe('disabled');
    expect(stateOf({ ownState: 'locked', isCustomerOff: false })).toBe('locked');
  });
});

test('bindings say where a party may charge', async () => {
  const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff);
  const here = { stationId: testbed.stationId, cpCode: testbed.cpCode, cpType: 1 };
  expect(mayChargeAt((await find(1, icCardNo))!, here)).toBe(true);
  await testbed.server.ok(testbed.tenantStaff, cardStationApi.bind, { icCardIds: icCardId, stationIds: testbed.otherStationId });
  expect(await find(1, icCardNo)).toMatchObject({ boundStationIds: [testbed.otherStationId] });
  expect(mayChargeAt((await find(1, icCardNo))!, here)).toBe(false);
  await testbed.server.ok(testbed.tenantStaff, pileBindingApi.bind, { cpCode: testbed.cpCode, icCardIds: icCardId });
  expect(mayChargeAt((await find(1, icCardNo))!, here)).toBe(true);
  expect(mayChargeAt((await find(1, icCardNo))!, { ...here, cpCode: 'OTHER' })).toBe(false);
});

describe('a password', () => {
  const digest = (pin: string, cpCode: string) => createHash('sha256').update(`${pin}${cpCode}`).digest('hex');
  const prove = async (icCardNo: string, typed: string | undefined, { cpCode = testbed.cpCode, isNumberTyped = false } = {}) => {
    const party = await find(1, icCardNo);
    const at = new Date('2026-03-01T08:00:00Z');
    return system((tx) => provePassword(tx, testbed.secrets, { party: party!, isNumberTyped, digest: typed, cpCode, at }));
  };

  test('is proven by what a pile makes of it, at any pile, and by nothing else', async () => {
    const { icCardNo } = await addCard(testbed, testbed.tenantStaff, { cardPwd: '135790' });
    expect(await prove(icCardNo, digest('135790', testbed.cpCode))).toBe('right');
    expect(await prove(icCardNo, digest('135790', testbed.cpCode).toUpperCase())).toBe('right');
    expect(await prove(icCardNo, digest('135790', 'PILE0002'), { cpCode: 'PILE0002' })).toBe('right');
    expect(await prove(icCardNo, digest('135790', 'PILE0002'))).toBe('wrong');
    expect(await prove(icCardNo, digest('135791', testbed.cpCode))).toBe('wrong');
    expect(await prove(icCardNo, 'not hex')).toBe('wrong');
  });

  test('is asked of a card that has one, and of any whose number was typed; what was not compared is not counted', async () => {
    const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff, { cardPwd: '135790' });
    const plain = await addCard(testbed, testbed.tenantStaff);
    for (let times = 0; times < 6; times += 1) expect(await prove(icCardNo, undefined)).toBe('wrong');
    expect(await prove(plain.icCardNo, digest('135790', testbed.cpCode))).toBe('unasked');
    for (const typed of [undefined, digest('135790', testbed.cpCode)])
      expect(await prove(plain.icCardNo, typed, { isNumberTyped: true })).toBe('wrong');
    expect(await prove(icCardNo, digest('135790', testbed.cpCode), { isNumberTyped: true })).toBe('right');
    for (const id of [icCardId, plain.icCardId])
      expect(await testbed.server.ok(testbed.tenantStaff, cardApi.queryById, { id })).toMatchObject({ errorCount: 0, cardState: 1 });
  });

  test('locks the card at the fifth wrong one in a row, on record; a right one in between starts anew', async () => {
    const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff, { cardPwd: '135790' });
    const [good, bad] = [digest('135790', testbed.cpCode), digest('000000', testbed.cpCode)];
    for (let guess = 0; guess < 4; guess += 1) expect(await prove(icCardNo, bad)).toBe('wrong');
    expect(await prove(icCardNo, good)).toBe('right');
    for (let guess = 0; guess < 5; guess += 1) expect(await prove(icCardNo, bad)).toBe('wrong');
    expect(await prove(icCardNo, good)).toBe('locked');
    expect(await find(1, icCardNo)).toMatchObject({ state: 'locked', isLockedByErrors: true });
    expect(await testbed.server.ok(testbed.tenantStaff, cardApi.queryById, { id: icCardId })).toMatchObject({
      cardState: 2,
      errorCount: 5,
      lastErrorTime: '2026-03-01T08:00:00.000Z',
    });
    const log = (await testbed.server.ok(testbed.tenantStaff, cardOperateApi.list, { icCardId, csrFlag: '8' })).records;
    expect(log).toMatchObject([{ csrFlag_dictText: 'Locked by wrong passwords', createBy: 'system' }]);
    await testbed.server.ok(testbed.tenantStaff, cardApi.changeState, { entityId: icCardId, setState: 1 });
    expect(await testbed.server.ok(testbed.tenantStaff, cardApi.queryById, { id: icCardId })).toMatchObject({ cardState: 1, errorCount: 0 });
    expect(await prove(icCardNo, good)).toBe('right');
  });

  test('is guessed five times at most, however many piles ask at once', async () => {
    const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff, { cardPwd: '135790' });
    const answers = await Promise.all(Array.from({ length: 12 }, (_unused, place) => prove(icCardNo, digest(`00000${place}`, testbed.cpCode))));
    expect(answers.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'locked'), ...Array.from({ length: 5 }, () => 'wrong')]);
    expect(await testbed.server.ok(testbed.tenantStaff, cardApi.queryById, { id: icCardId })).toMatchObject({ cardState: 2, errorCount: 5 });
  });

  test('that is new ends a lock by errors, but not the lock of a lost card', async () => {
    const byErrors = await addCard(testbed, testbed.tenantStaff, { cardPwd: '135790' });
    for (let guess = 0; guess < 5; guess += 1) await prove(byErrors.icCardNo, digest('0', testbed.cpCode));
    await testbed.server.ok(testbed.tenantStaff, cardApi.resetPwd, { icCardId: byErrors.icCardId, cardPwd: '246802' });
    expect(await prove(byErrors.icCardNo, digest('246802', testbed.cpCode))).toBe('right');
    const lost = await addCard(testbed, testbed.tenantStaff, { cardPwd: '135790' });
    await testbed.server.ok(testbed.tenantStaff, cardApi.changeState, { entityId: lost.icCardId, setState: 2 });
    await testbed.server.ok(testbed.tenantStaff, cardApi.resetPwd, { icCardId: lost.icCardId, cardPwd: '246802' });
    expect(await prove(lost.icCardNo, digest('246802', testbed.cpCode))).toBe('locked');
  });

  test('counted by itself tells the count', async () => {
    const { icCardId } = await addCard(testbed, testbed.tenantStaff);
    const counts = await Promise.all(Array.from({ length: 6 }, () => system((tx) => countWrongPassword(tx, icCardId, new Date()))));
    expect(counts.map(({ errorCount }) => errorCount).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(counts.filter(({ isLocked }) => isLocked)).toHaveLength(2);
  });
});

test('the words of main part types are those the order engine counts with', () => {
  expect(valuesOf(mainPartType)).toEqual(engineParts);
});

test.each([
  [1, [true, false, false]],
  [2, [false, true, true]],
  [3, [true, true, true]],
])('a car for piles of type %s charges at direct, single-phase and three-phase current: %j', async (carPileType, admitted) => {
  const { carVin } = await addCar(testbed, testbed.tenantStaff, { carPileType });
  const party = (await find(2, carVin))!;
  const place = { stationId: testbed.stationId, cpCode: testbed.cpCode };
  expect([1, 2, 3].map((cpType) => mayChargeAt(party, { ...place, cpType }))).toEqual(admitted);
});
