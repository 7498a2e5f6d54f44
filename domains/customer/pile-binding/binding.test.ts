import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '#kit/db/index.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { carApi, carStationApi, cardApi, cardStationApi, pileBindingApi, reapplyCardEndpoint } from '../resources.ts';
import { partyById } from '../server.ts';
import { addCar, addCard, startCustomerTestbed, withoutTimestamp } from '../customer-testbed.fixture.ts';
import type { CustomerTestbed } from '../customer-testbed.fixture.ts';

let testbed: CustomerTestbed;
beforeAll(async () => {
  testbed = await startCustomerTestbed();
});
afterAll(() => testbed.server.close());

const stationsOf = async (viewer: Viewer, icCardId: string) =>
  (await testbed.server.ok(viewer, cardStationApi.list, { icCardId })).records.map((row) => row.stationName).toSorted();

describe('stations', () => {
  test('are bound to several cards at once, only once each, and freed again', async () => {
    const [one, two] = [await addCard(testbed, testbed.tenantStaff), await addCard(testbed, testbed.tenantStaff)];
    const input = { icCardIds: `${one.icCardId},${two.icCardId},`, stationIds: `${testbed.stationId},${testbed.otherStationId}` };
    await testbed.server.ok(testbed.tenantStaff, cardStationApi.bind, input);
    await testbed.server.ok(testbed.tenantStaff, cardStationApi.bind, input);
    const links = (await testbed.server.ok(testbed.tenantStaff, cardStationApi.list, { icCardId: one.icCardId })).records;
    expect(links.map((row) => `${row.stationId_dictText}, ${row.agentId_dictText}, ${row.icCardId_dictText}`).toSorted()).toEqual([
      `North Gate, Agent One, ${one.icCardNo}`,
      `South Gate, Agent Two, ${one.icCardNo}`,
    ]);
    await testbed.server.ok(testbed.tenantStaff, cardStationApi.deleteBatch, { ids: links.map((row) => row.icCardStationId).join(',') });
    expect(await stationsOf(testbed.tenantStaff, one.icCardId)).toEqual([]);
    expect(await stationsOf(testbed.tenantStaff, two.icCardId)).toEqual(['North Gate', 'South Gate']);
    await testbed.server.ok(testbed.tenantStaff, cardStationApi.bind, { icCardIds: one.icCardId, stationIds: testbed.stationId });
    expect(await stationsOf(testbed.tenantStaff, one.icCardId)).toEqual(['North Gate']);
  });

  test('are bound to cars in the same way', async () => {
    const { carId } = await addCar(testbed, testbed.agentStaff);
    await testbed.server.ok(testbed.agentStaff, carStationApi.bind, { carIds: carId, stationIds: testbed.stationId });
    const { records } = await testbed.server.ok(testbed.agentStaff, carStationApi.list, { carId });
    expect(records).toMatchObject([{ stationName: 'North Gate', carId }]);
    await testbed.server.ok(testbed.agentStaff, carStationApi.delete, { id: records[0]!.carStationId });
    expect((await testbed.server.ok(testbed.agentStaff, carStationApi.list, { carId })).total).toBe(0);
  });

  test('refuse cards of different tenants, switched-off ones, and stations of another tenant', async () => {
    const [mine, far] = [await addCard(testbed, testbed.tenantStaff), await addCard(testbed, testbed.foreignStaff)];
    const bind = (viewer: Viewer, input: { icCardIds: string; stationIds: string }) => testbed.server.call(viewer, cardStationApi.bind, input);
    expect((await bind(testbed.platform, { icCardIds: `${mine.icCardId},${far.icCardId}`, stationIds: testbed.stationId })).message).toBe(
      'Cards or cars of different tenants cannot be selected together',
    );
    expect((await bind(testbed.platform, { icCardIds: mine.icCardId, stationIds: testbed.foreignStationId })).message).toBe(
      'The station or pile belongs to another tenant than the cards or cars',
    );
    const off = [await addCard(testbed, testbed.tenantStaff), await addCard(testbed, testbed.tenantStaff)];
    await testbed.server.ok(testbed.tenantStaff, cardApi.changeState, { entityId: off[0]!.icCardId, setState: 0 });
    await testbed.server.ok(testbed.tenantStaff, cardApi.changeState, { entityId: off[1]!.icCardId, setState: -1 });
    const refused = await bind(
      { ...testbed.tenantStaff, language: 'zh_CN' },
      { icCardIds: [mine, ...off].map((row) => row.icCardId).join(','), stationIds: testbed.stationId },
    );
    expect(refused.message).toMatch(/^停用或作废的卡和车辆不能添加：CARD\d+, CARD\d+$/);
    expect(await stationsOf(testbed.tenantStaff, mine.icCardId)).toEqual([]);
    const locked = await addCard(testbed, testbed.tenantStaff);
    await testbed.server.ok(testbed.tenantStaff, cardApi.changeState, { entityId: locked.icCardId, setState: 2 });
    expect((await bind(testbed.tenantStaff, { icCardIds: locked.icCardId, stationIds: testbed.stationId })).success).toBe(true);
  });
});

describe('piles', () => {
  test('are tied to cards and cars from their own side, and listed from every side', async () => {
    const [card, car] = [await addCard(testbed, testbed.tenantStaff, { cardPeople: 'Han Mei' }), await addCar(testbed, testbed.tenantStaff)];
    await testbed.server.ok(testbed.tenantStaff, pileBindingApi.bind, { cpCode: testbed.cpCode, icCardIds: card.icCardId, carIds: car.carId });
    await testbed.server.ok(testbed.tenantStaff, pileBindingApi.bind, { cpCode: testbed.cpCode, icCardIds: card.icCardId });
    const { records } = await testbed.server.ok(testbed.tenantStaff, pileBindingApi.list, {
      cpCode: testbed.cpCode,
      column: 'createTime',
      order: 'asc',
    });
    expect(records).toMatchObject([
      { mainPartType_dictText: 'IC card', account: card.icCardNo, holder: 'Han Mei', stationId: testbed.stationId, cpCode_dictText: testbed.cpCode },
      { mainPartType_dictText: 'Vehicle VIN', account: car.carVin, holder: car.carNum },
    ]);
    expect((await testbed.server.ok(testbed.tenantStaff, pileBindingApi.list, { icCardId: card.icCardId })).total).toBe(1);
    expect((await testbed.server.ok(testbed.stationStaff, pileBindingApi.list, {})).total).toBe(2);
    expect((await testbed.server.ok(testbed.otherAgentStaff, pileBindingApi.list, {})).total).toBe(0);
    await testbed.server.ok(testbed.tenantStaff, pileBindingApi.deleteBatch, { ids: records.map((row) => row.pileBindingId).join(',') });
    expect((await testbed.server.ok(testbed.tenantStaff, pileBindingApi.list, { cpCode: testbed.cpCode })).total).toBe(0);
  });

  test('refuse nothing at all, mixed tenants and switched-off cars', async () => {
    const [card, farCar, off] = [
      await addCard(testbed, testbed.tenantStaff),
      await addCar(testbed, testbed.foreignStaff),
      await addCar(testbed, testbed.tenantStaff),
    ];
    await testbed.server.ok(testbed.tenantStaff, carApi.changeState, { entityId: off.carId, setState: 0 });
    const bind = async (input: object) =>
      (await testbed.server.call(testbed.platform, pileBindingApi.bind, { cpCode: testbed.cpCode, ...input })).message;
    expect(await bind({})).toBe('Select at least one card or car');
    expect(await bind({ icCardIds: card.icCardId, carIds: farCar.carId })).toBe('Cards or cars of different tenants cannot be selected together');
    expect(await bind({ carIds: farCar.carId })).toBe('The station or pile belongs to another tenant than the cards or cars');
    expect(await bind({ carIds: off.carId })).toBe(`Disabled or disused cards and cars cannot be added: ${off.carNum}`);
  });
});

test('of a void card or a disused car stay as they were', async () => {
  const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff);
  const { carId, carNum } = await addCar(testbed, testbed.tenantStaff);
  await testbed.server.ok(testbed.tenantStaff, cardStationApi.bind, { icCardIds: icCardId, stationIds: testbed.stationId });
  await testbed.server.ok(testbed.tenantStaff, carStationApi.bind, { carIds: carId, stationIds: testbed.stationId });
  await testbed.server.ok(testbed.tenantStaff, pileBindingApi.bind, { cpCode: testbed.cpCode, icCardIds: icCardId, carIds: carId });
  await testbed.server.ok(testbed.tenantStaff, cardApi.changeState, { entityId: icCardId, setState: -1 });
  await testbed.server.ok(testbed.tenantStaff, carApi.changeState, { entityId: carId, setState: -1 });
  const [cardSays, carSays] = [`Card ${icCardNo} is void and cannot be operated`, `Car ${carNum} is disused and cannot be operated`];
  const [link] = (await testbed.server.ok(testbed.tenantStaff, cardStationApi.list, { icCardId })).records;
  expect((await testbed.server.call(testbed.tenantStaff, cardStationApi.delete, { id: link!.icCardStationId })).message).toBe(cardSays);
  const [carLink] = (await testbed.server.ok(testbed.tenantStaff, carStationApi.list, { carId })).records;
  expect((await testbed.server.call(testbed.tenantStaff, carStationApi.deleteBatch, { ids: carLink!.carStationId })).message).toBe(carSays);
  for (const [of, says] of [
    [{ icCardId }, cardSays],
    [{ carId }, carSays],
  ] as const) {
    const [tied] = (await testbed.server.ok(testbed.tenantStaff, pileBindingApi.list, of)).records;
    expect((await testbed.server.call(testbed.tenantStaff, pileBindingApi.delete, { id: tied!.pileBindingId })).message).toBe(says);
  }
});

test('a card that takes over keeps every binding, also those its agent cannot see', async () => {
  const card = await addCard(testbed, testbed.agentStaff);
  await testbed.server.ok(testbed.tenantStaff, cardStationApi.bind, { icCardIds: card.icCardId, stationIds: testbed.otherStationId });
  await testbed.server.ok(testbed.tenantStaff, pileBindingApi.bind, { cpCode: testbed.cpCode, icCardIds: card.icCardId });
  expect(await stationsOf(testbed.agentStaff, card.icCardId)).toEqual([]);
  const next = await testbed.server.ok(testbed.agentStaff, reapplyCardEndpoint, {
    icCardId: card.icCardId,
    newIcCardNo: 'TAKEOVER1',
    csrReason: 'broken',
  });
  expect(await stationsOf(testbed.tenantStaff, next.icCardId)).toEqual(['South Gate']);
  const party = await inSystem(testbed.server.database, (tx) => partyById(tx, 2, next.icCardId));
  expect(party).toMatchObject({ boundStationIds: [testbed.otherStationId], boundPileCodes: [testbed.cpCode] });
});

test('nobody copies bindings across the border of a tenant', async () => {
  const { appPool } = testbed.server.database;
  const client = await appPool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL app.tenants = '${testbed.tenantId}'`);
    await expect(client.query('SELECT copy_card_bindings($1, 1, 2)', [testbed.foreignTenantId])).rejects.toThrow('outside the scope');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('a foreign id in any place answers exactly as an absent one', async () => {
  const [card, far, farCar, car] = [
    await addCard(testbed, testbed.agentStaff),
    await addCard(testbed, testbed.foreignStaff),
    await addCar(testbed, testbed.foreignStaff),
    await addCar(testbed, testbed.agentStaff),
  ];
  await testbed.server.ok(testbed.foreignStaff, cardStationApi.bind, { icCardIds: far.icCardId, stationIds: testbed.foreignStationId });
  await testbed.server.ok(testbed.foreignStaff, carStationApi.bind, { carIds: farCar.carId, stationIds: testbed.foreignStationId });
  await testbed.server.ok(testbed.foreignStaff, pileBindingApi.bind, { cpCode: testbed.foreignCpCode, icCardIds: far.icCardId });
  const link = (await testbed.server.ok(testbed.foreignStaff, cardStationApi.list, {})).records[0]!.icCardStationId;
  const carLink = (await testbed.server.ok(testbed.foreignStaff, carStationApi.list, {})).records[0]!.carStationId;
  const tied = (await testbed.server.ok(testbed.foreignStaff, pileBindingApi.list, {})).records[0]!.pileBindingId;
  const places = (foreign: boolean) => {
    const pick = (id: string) => (foreign ? id : '999999999');
    const as = testbed.agentStaff;
    return Promise.all([
      testbed.server.call(as, cardStationApi.bind, { icCardIds: pick(far.icCardId), stationIds: testbed.stationId }),
      testbed.server.call(as, cardStationApi.bind, { icCardIds: `${card.icCardId},${pick(far.icCardId)}`, stationIds: testbed.stationId }),
      testbed.server.call(as, cardStationApi.bind, { icCardIds: card.icCardId, stationIds: pick(testbed.foreignStationId) }),
      testbed.server.call(as, cardStationApi.bind, { icCardIds: card.icCardId, stationIds: pick(testbed.otherStationId) }),
      testbed.server.call(as, carStationApi.bind, { carIds: pick(farCar.carId), stationIds: testbed.stationId }),
      testbed.server.call(as, pileBindingApi.bind, { cpCode: foreign ? testbed.foreignCpCode : 'NOSUCHPILE', icCardIds: card.icCardId }),
      testbed.server.call(as, pileBindingApi.bind, { cpCode: testbed.cpCode, icCardIds: pick(far.icCardId) }),
      testbed.server.call(as, pileBindingApi.bind, { cpCode: testbed.cpCode, carIds: `${car.carId},${pick(farCar.carId)}` }),
      testbed.server.call(as, cardStationApi.delete, { id: pick(link) }),
      testbed.server.call(as, carStationApi.delete, { id: pick(carLink) }),
      testbed.server.call(as, pileBindingApi.delete, { id: pick(tied) }),
      testbed.server.call(as, pileBindingApi.deleteBatch, { ids: pick(tied) }),
      testbed.server.call(as, cardStationApi.list, { icCardId: pick(far.icCardId) }),
      testbed.server.call(as, pileBindingApi.list, { cpCode: foreign ? testbed.foreignCpCode : 'NOSUCHPILE' }),
    ]);
  };
  const foreign = (await places(true)).map(withoutTimestamp);
  expect(foreign).toEqual((await places(false)).map(withoutTimestamp));
  expect(foreign.slice(0, 12).every((answer) => (answer as { status?: number }).status === 404)).toBe(true);
});

test('keys that are none are refused, not broken on', async () => {
  for (const icCardIds of ['abc', '1;drop table car', '99999999999999999999', '-1', '1,,x']) {
    const answer = await testbed.server.call(testbed.tenantStaff, cardStationApi.bind, { icCardIds, stationIds: testbed.stationId });
    expect(answer.success, icCardIds).toBe(false);
    expect(answer.status, icCardIds).toBeLessThan(500);
    expect((await testbed.server.call(testbed.tenantStaff, cardApi.deleteBatch, { ids: icCardIds })).status, icCardIds).toBe(404);
    expect((await testbed.server.call(testbed.tenantStaff, cardApi.changeStatBatch, { ids: icCardIds, stat: 0 })).status, icCardIds).toBe(404);
    expect(await testbed.server.ok(testbed.tenantStaff, cardApi.queryList, { ids: icCardIds }), icCardIds).toEqual([]);
  }
  const { icCardId } = await addCard(testbed, testbed.tenantStaff);
  const later = await testbed.server.call(testbed.tenantStaff, cardStationApi.bind, { icCardIds: icCardId, stationIds: 'x' });
  expect(later.status).toBeLessThan(500);
});
