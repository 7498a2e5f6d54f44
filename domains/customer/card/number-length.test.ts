import { afterAll, beforeAll, expect, test } from 'vitest';
import { pileApi } from '#domains/network/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import { addCard, startCustomerTestbed } from '../customer-testbed.fixture.ts';
import type { CustomerTestbed } from '../customer-testbed.fixture.ts';
import { cardApi, cardStationApi, pileBindingApi, reapplyCardEndpoint } from '../resources.ts';
import { findParty } from '../server.ts';

/** A tenant with a native pile at one station and an OCPP pile at another; the foreign tenant has OCPP piles only. */
let testbed: CustomerTestbed;
beforeAll(async () => {
  testbed = await startCustomerTestbed();
  const pile = { cpCode: 'OCPP0001', cpName: 'O', cpType: 1, protocol: 2, gunCount: 1, cpPower: '120', accountMinAmount: '1.00' };
  await testbed.server.ok(testbed.platform, pileApi.add, { ...pile, stationId: testbed.otherStationId });
  await testbed.server.database.asSuperuser(`update pile set protocol = 2 where cp_code = '${testbed.foreignCpCode}'`);
});
afterAll(() => testbed.server.close());

const LONG = 'DE-8AA-CA2B3C4D5.E-12';

test('a card has the letters of an identifier string, and is found by them', async () => {
  const card = await addCard(testbed, testbed.tenantStaff, { icCardNo: 'de-8aa-ca2b3c4d5-1' });
  expect(card.icCardNo).toBe('DE-8AA-CA2B3C4D5-1');
  const each = await addCard(testbed, testbed.tenantStaff, { icCardNo: '*-_=:+|@.a' });
  expect(each.icCardNo).toBe('*-_=:+|@.A');
  const party = await inSystem(testbed.server.database, (tx) =>
    findParty(tx, { tenantId: testbed.tenantId, accountType: 1, account: 'DE-8AA-CA2B3C4D5-1' }),
  );
  expect(party).toMatchObject({ icCardId: card.icCardId });
});

test('a number of 21 characters is taken where a native pile may read it, and refused for the OCPP piles it is bound to', async () => {
  const { icCardId } = await addCard(testbed, testbed.tenantStaff, { icCardNo: LONG });
  await testbed.server.ok(testbed.tenantStaff, pileBindingApi.bind, { cpCode: testbed.cpCode, icCardIds: icCardId });
  await testbed.server.ok(testbed.tenantStaff, cardStationApi.bind, { icCardIds: icCardId, stationIds: testbed.stationId });
  const { message } = await testbed.server.call(testbed.tenantStaff, pileBindingApi.bind, { cpCode: 'OCPP0001', icCardIds: icCardId });
  expect(message).toBe(`OCPP0001 cannot send a card number of more than 20 characters: ${LONG}`);
  const atStation = await testbed.server.call({ ...testbed.tenantStaff, language: 'zh_CN' }, cardStationApi.bind, {
    icCardIds: icCardId,
    stationIds: `${testbed.stationId},${testbed.otherStationId}`,
  });
  expect(atStation).toMatchObject({ success: false, message: `South Gate只能识别20位以内的卡号：${LONG}` });
  const short = await addCard(testbed, testbed.tenantStaff, { icCardNo: LONG.slice(0, 20) });
  await testbed.server.ok(testbed.tenantStaff, pileBindingApi.bind, { cpCode: 'OCPP0001', icCardIds: short.icCardId });
  await testbed.server.ok(testbed.tenantStaff, cardStationApi.bind, { icCardIds: short.icCardId, stationIds: testbed.otherStationId });
  const again = { icCardId: short.icCardId, newIcCardNo: `${LONG}3`, csrReason: 'lost' };
  expect((await testbed.server.call(testbed.tenantStaff, reapplyCardEndpoint, again)).message).toMatch(/may only be used at OCPP piles/);
});

test('a tenant whose piles all speak OCPP adds no card that none of them can send', async () => {
  const answer = await testbed.server.call(testbed.foreignStaff, cardApi.add, { icCardNo: LONG, canDiscount: 1 });
  expect(answer).toMatchObject({
    success: false,
    message: `Card number ${LONG} has more than 20 characters, and the card may only be used at OCPP piles, which cannot send it`,
  });
  await addCard(testbed, testbed.foreignStaff, { icCardNo: LONG.slice(0, 20) });
});
