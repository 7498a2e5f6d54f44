import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '#kit/db/index.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { carApi, carStationApi, cardApi, cardStationApi, pileBindingApi, reapplyCardEndpoint } from '../resources.ts';
import { partyById } from '../server.ts';
import { addCar, addCard, startWorld, timeless } from '../customer-testbed.fixture.ts';
import type { CustomerTestbed } from '../customer-testbed.fixture.ts';

let world: CustomerTestbed;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.server.close());

const stationsOf = async (viewer: Viewer, icCardId: string) =>
  (await world.server.ok(viewer, cardStationApi.list, { icCardId })).records.map((row) => row.stationName).toSorted();

describe('stations', () => {
  test('are bound to several cards at once, only once each, and freed again', async () => {
    const [one, two] = [await addCard(world, world.tenantStaff), await addCard(world, world.tenantStaff)];
    const input = { icCardIds: `${one.icCardId},${two.icCardId},`, stationIds: `${world.stationId},${world.otherStationId}` };
    await world.server.ok(world.tenantStaff, cardStationApi.bind, input);
    await world.server.ok(world.tenantStaff, cardStationApi.bind, input);
    const links = (await world.server.ok(world.tenantStaff, cardStationApi.list, { icCardId: one.icCardId })).records;
    expect(links.map((row) => `${row.stationId_dictText}, ${row.agentId_dictText}, ${row.icCardId_dictText}`).toSorted()).toEqual([
      `North Gate, Agent One, ${one.icCardNo}`,
      `South Gate, Agent Two, ${one.icCardNo}`,
    ]);
    await world.server.ok(world.tenantStaff, cardStationApi.deleteBatch, { ids: links.map((row) => row.icCardStationId).join(',') });
    expect(await stationsOf(world.tenantStaff, one.icCardId)).toEqual([]);
    expect(await stationsOf(world.tenantStaff, two.icCardId)).toEqual(['North Gate', 'South Gate']);
    await world.server.ok(world.tenantStaff, cardStationApi.bind, { icCardIds: one.icCardId, stationIds: world.stationId });
    expect(await stationsOf(world.tenantStaff, one.icCardId)).toEqual(['North Gate']);
  });

  test('are bound to cars in the same way', async () => {
    const { carId } = await addCar(world, world.agentStaff);
    await world.server.ok(world.agentStaff, carStationApi.bind, { carIds: carId, stationIds: world.stationId });
    const { records } = await world.server.ok(world.agentStaff, carStationApi.list, { carId });
    expect(records).toMatchObject([{ stationName: 'North Gate', carId }]);
    await world.server.ok(world.agentStaff, carStationApi.delete, { id: records[0]!.carStationId });
    expect((await world.server.ok(world.agentStaff, carStationApi.list, { carId })).total).toBe(0);
  });

  test('refuse cards of different tenants, switched-off ones, and stations of another tenant', async () => {
    const [mine, far] = [await addCard(world, world.tenantStaff), await addCard(world, world.foreignStaff)];
    const bind = (viewer: Viewer, input: { icCardIds: string; stationIds: string }) => world.server.call(viewer, cardStationApi.bind, input);
    expect((await bind(world.platform, { icCardIds: `${mine.icCardId},${far.icCardId}`, stationIds: world.stationId })).message).toBe(
      'Cards or cars of different tenants cannot be selected together',
    );
    expect((await bind(world.platform, { icCardIds: mine.icCardId, stationIds: world.foreignStationId })).message).toBe(
      'The station or pile belongs to another tenant than the cards or cars',
    );
    const off = [await addCard(world, world.tenantStaff), await addCard(world, world.tenantStaff)];
    await world.server.ok(world.tenantStaff, cardApi.changeState, { entityId: off[0]!.icCardId, setState: 0 });
    await world.server.ok(world.tenantStaff, cardApi.changeState, { entityId: off[1]!.icCardId, setState: -1 });
    const refused = await bind(
      { ...world.tenantStaff, language: 'zh_CN' },
      { icCardIds: [mine, ...off].map((row) => row.icCardId).join(','), stationIds: world.stationId },
    );
    expect(refused.message).toMatch(/^停用或作废的卡和车辆不能添加：CARD\d+, CARD\d+$/);
    expect(await stationsOf(world.tenantStaff, mine.icCardId)).toEqual([]);
    const locked = await addCard(world, world.tenantStaff);
    await world.server.ok(world.tenantStaff, cardApi.changeState, { entityId: locked.icCardId, setState: 2 });
    expect((await bind(world.tenantStaff, { icCardIds: locked.icCardId, stationIds: world.stationId })).success).toBe(true);
  });
});

describe('piles', () => {
  test('are tied to cards and cars from their own side, and listed from every side', async () => {
    const [card, car] = [await addCard(world, world.tenantStaff, { cardPeople: 'Han Mei' }), await addCar(world, world.tenantStaff)];
    await world.server.ok(world.tenantStaff, pileBindingApi.bind, { cpCode: world.cpCode, icCardIds: card.icCardId, carIds: car.carId });
    await world.server.ok(world.tenantStaff, pileBindingApi.bind, { cpCode: world.cpCode, icCardIds: card.icCardId });
    const { records } = await world.server.ok(world.tenantStaff, pileBindingApi.list, { cpCode: world.cpCode, column: 'createTime', order: 'asc' });
    expect(records).toMatchObject([
      { mainPartType_dictText: 'IC card', account: card.icCardNo, holder: 'Han Mei', stationId: world.stationId, cpCode_dictText: world.cpCode },
      { mainPartType_dictText: 'Vehicle VIN', account: car.carVin, holder: car.carNum },
    ]);
    expect((await world.server.ok(world.tenantStaff, pileBindingApi.list, { icCardId: card.icCardId })).total).toBe(1);
    expect((await world.server.ok(world.stationStaff, pileBindingApi.list, {})).total).toBe(2);
    expect((await world.server.ok(world.otherAgentStaff, pileBindingApi.list, {})).total).toBe(0);
    await world.server.ok(world.tenantStaff, pileBindingApi.deleteBatch, { ids: records.map((row) => row.pileBindingId).join(',') });
    expect((await world.server.ok(world.tenantStaff, pileBindingApi.list, { cpCode: world.cpCode })).total).toBe(0);
  });

  test('refuse nothing at all, mixed tenants and switched-off cars', async () => {
    const [card, farCar, off] = [
      await addCard(world, world.tenantStaff),
      await addCar(world, world.foreignStaff),
      await addCar(world, world.tenantStaff),
    ];
    await world.server.ok(world.tenantStaff, carApi.changeState, { entityId: off.carId, setState: 0 });
    const bind = async (input: object) => (await world.server.call(world.platform, pileBindingApi.bind, { cpCode: world.cpCode, ...input })).message;
    expect(await bind({})).toBe('Select at least one card or car');
    expect(await bind({ icCardIds: card.icCardId, carIds: farCar.carId })).toBe('Cards or cars of different tenants cannot be selected together');
    expect(await bind({ carIds: farCar.carId })).toBe('The station or pile belongs to another tenant than the cards or cars');
    expect(await bind({ carIds: off.carId })).toBe(`Disabled or disused cards and cars cannot be added: ${off.carNum}`);
  });
});

test('of a void card or a disused car stay as they were', async () => {
  const { icCardId, icCardNo } = await addCard(world, world.tenantStaff);
  const { carId, carNum } = await addCar(world, world.tenantStaff);
  await world.server.ok(world.tenantStaff, cardStationApi.bind, { icCardIds: icCardId, stationIds: world.stationId });
  await world.server.ok(world.tenantStaff, carStationApi.bind, { carIds: carId, stationIds: world.stationId });
  await world.server.ok(world.tenantStaff, pileBindingApi.bind, { cpCode: world.cpCode, icCardIds: icCardId, carIds: carId });
  await world.server.ok(world.tenantStaff, cardApi.changeState, { entityId: icCardId, setState: -1 });
  await world.server.ok(world.tenantStaff, carApi.changeState, { entityId: carId, setState: -1 });
  const [cardSays, carSays] = [`Card ${icCardNo} is void and cannot be operated`, `Car ${carNum} is disused and cannot be operated`];
  const [link] = (await world.server.ok(world.tenantStaff, cardStationApi.list, { icCardId })).records;
  expect((await world.server.call(world.tenantStaff, cardStationApi.delete, { id: link!.icCardStationId })).message).toBe(cardSays);
  const [carLink] = (await world.server.ok(world.tenantStaff, carStationApi.list, { carId })).records;
  expect((await world.server.call(world.tenantStaff, carStationApi.deleteBatch, { ids: carLink!.carStationId })).message).toBe(carSays);
  for (const [of, says] of [
    [{ icCardId }, cardSays],
    [{ carId }, carSays],
  ] as const) {
    const [tied] = (await world.server.ok(world.tenantStaff, pileBindingApi.list, of)).records;
    expect((await world.server.call(world.tenantStaff, pileBindingApi.delete, { id: tied!.pileBindingId })).message).toBe(says);
  }
});

test('a card that takes over keeps every binding, also those its agent cannot see', async () => {
  const card = await addCard(world, world.agentStaff);
  await world.server.ok(world.tenantStaff, cardStationApi.bind, { icCardIds: card.icCardId, stationIds: world.otherStationId });
  await world.server.ok(world.tenantStaff, pileBindingApi.bind, { cpCode: world.cpCode, icCardIds: card.icCardId });
  expect(await stationsOf(world.agentStaff, card.icCardId)).toEqual([]);
  const next = await world.server.ok(world.agentStaff, reapplyCardEndpoint, {
    icCardId: card.icCardId,
    newIcCardNo: 'TAKEOVER1',
    csrReason: 'broken',
  });
  expect(await stationsOf(world.tenantStaff, next.icCardId)).toEqual(['South Gate']);
  const party = await inSystem(world.server.database, (tx) => partyById(tx, 2, next.icCardId));
  expect(party).toMatchObject({ boundStationIds: [world.otherStationId], boundPileCodes: [world.cpCode] });
});

test('nobody copies bindings across the border of a tenant', async () => {
  const { appPool } = world.server.database;
  const client = await appPool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL app.tenants = '${world.tenantId}'`);
    await expect(client.query('SELECT copy_card_bindings($1, 1, 2)', [world.foreignTenantId])).rejects.toThrow('outside the scope');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('a foreign id in any place answers exactly as an absent one', async () => {
  const [card, far, farCar, car] = [
    await addCard(world, world.agentStaff),
    await addCard(world, world.foreignStaff),
    await addCar(world, world.foreignStaff),
    await addCar(world, world.agentStaff),
  ];
  await world.server.ok(world.foreignStaff, cardStationApi.bind, { icCardIds: far.icCardId, stationIds: world.foreignStationId });
  await world.server.ok(world.foreignStaff, carStationApi.bind, { carIds: farCar.carId, stationIds: world.foreignStationId });
  await world.server.ok(world.foreignStaff, pileBindingApi.bind, { cpCode: world.foreignCpCode, icCardIds: far.icCardId });
  const link = (await world.server.ok(world.foreignStaff, cardStationApi.list, {})).records[0]!.icCardStationId;
  const carLink = (await world.server.ok(world.foreignStaff, carStationApi.list, {})).records[0]!.carStationId;
  const tied = (await world.server.ok(world.foreignStaff, pileBindingApi.list, {})).records[0]!.pileBindingId;
  const places = (foreign: boolean) => {
    const pick = (id: string) => (foreign ? id : '999999999');
    const as = world.agentStaff;
    return Promise.all([
      world.server.call(as, cardStationApi.bind, { icCardIds: pick(far.icCardId), stationIds: world.stationId }),
      world.server.call(as, cardStationApi.bind, { icCardIds: `${card.icCardId},${pick(far.icCardId)}`, stationIds: world.stationId }),
      world.server.call(as, cardStationApi.bind, { icCardIds: card.icCardId, stationIds: pick(world.foreignStationId) }),
      world.server.call(as, cardStationApi.bind, { icCardIds: card.icCardId, stationIds: pick(world.otherStationId) }),
      world.server.call(as, carStationApi.bind, { carIds: pick(farCar.carId), stationIds: world.stationId }),
      world.server.call(as, pileBindingApi.bind, { cpCode: foreign ? world.foreignCpCode : 'NOSUCHPILE', icCardIds: card.icCardId }),
      world.server.call(as, pileBindingApi.bind, { cpCode: world.cpCode, icCardIds: pick(far.icCardId) }),
      world.server.call(as, pileBindingApi.bind, { cpCode: world.cpCode, carIds: `${car.carId},${pick(farCar.carId)}` }),
      world.server.call(as, cardStationApi.delete, { id: pick(link) }),
      world.server.call(as, carStationApi.delete, { id: pick(carLink) }),
      world.server.call(as, pileBindingApi.delete, { id: pick(tied) }),
      world.server.call(as, pileBindingApi.deleteBatch, { ids: pick(tied) }),
      world.server.call(as, cardStationApi.list, { icCardId: pick(far.icCardId) }),
      world.server.call(as, pileBindingApi.list, { cpCode: foreign ? world.foreignCpCode : 'NOSUCHPILE' }),
    ]);
  };
  const foreign = (await places(true)).map(timeless);
  expect(foreign).toEqual((await places(false)).map(timeless));
  expect(foreign.slice(0, 12).every((answer) => (answer as { status?: number }).status === 404)).toBe(true);
});

test('keys that are none are refused, not broken on', async () => {
  for (const icCardIds of ['abc', '1;drop table car', '99999999999999999999', '-1', '1,,x']) {
    const answer = await world.server.call(world.tenantStaff, cardStationApi.bind, { icCardIds, stationIds: world.stationId });
    expect(answer.success, icCardIds).toBe(false);
    expect(answer.status, icCardIds).toBeLessThan(500);
    expect((await world.server.call(world.tenantStaff, cardApi.deleteBatch, { ids: icCardIds })).status, icCardIds).toBe(404);
    expect((await world.server.call(world.tenantStaff, cardApi.changeStatBatch, { ids: icCardIds, stat: 0 })).status, icCardIds).toBe(404);
    expect(await world.server.ok(world.tenantStaff, cardApi.queryList, { ids: icCardIds }), icCardIds).toEqual([]);
  }
  const { icCardId } = await addCard(world, world.tenantStaff);
  const later = await world.server.call(world.tenantStaff, cardStationApi.bind, { icCardIds: icCardId, stationIds: 'x' });
  expect(later.status).toBeLessThan(500);
});
