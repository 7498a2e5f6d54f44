import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardApi } from '#domains/customer/resources.ts';
import { pileApi, reservationConfApi } from '#domains/network/resources.ts';
import { CARD, PILE } from '../charging-testbed.fixture.ts';
import { startOperatorTestbed } from '../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../operator-testbed.fixture.ts';
import { reservationOrderApi } from '../resources.ts';

/** Reservations of an OCPP station are told to it. */
let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed({ protocol: 2 });
  const { server, anna } = testbed;
  const details = [{ startMinute: 0, reservationDuration: 60, occupyFeeUnit: '0.00' }];
  const { crcId } = await server.ok(anna, reservationConfApi.add, { crcName: 'Usual', details });
  await server.ok(anna, reservationConfApi.changeState, { entityId: crcId, setState: 1 });
  await server.ok(anna, pileApi.edit, { cpCode: PILE, canBeReservation: 1, crcId });
  const { icCardId } = await server.ok(anna, cardApi.add, { icCardNo: 'CARD0009' });
  await testbed.fund(`card:${icCardId}`, 50_00n);
});
afterAll(() => testbed.close());

const told = () =>
  testbed.server.database.asSuperuser<{ cmd: string; payload: Record<string, unknown>; deadline: Date }>(
    `select cmd, payload, deadline from device_command where cmd in ('reserve', 'cancelReservation') order by create_time`,
  );
const make = () =>
  testbed.server.ok(testbed.anna, reservationOrderApi.make, {
    cpCode: PILE,
    gunNum: 1,
    mainPartType: 2,
    mainPartId: testbed.ids.icCardId,
    minutes: 30,
  });
const ask = (account: string) =>
  testbed.charging.handlers.accountQuery(testbed.pile, { kind: 'accountQuery', accountType: 1, account, gunNumber: 0 });

test('it is told who comes and until when, and of a cancellation, but not of a reservation that has run out', async () => {
  const { croId, chargingOrderNo } = await make();
  const { transaction_id: reservationId, id_tag: idTag } = await testbed.orderRow(chargingOrderNo);
  const [reserve] = await told();
  expect(reserve).toMatchObject({ cmd: 'reserve', payload: { gunNumber: 1, reservationId, idTag, parentIdTag: `#c${testbed.ids.icCardId}` } });
  expect(reserve?.deadline.getTime()).toBe(reserve?.payload['untilMs']);
  await testbed.server.ok(testbed.anna, reservationOrderApi.cancel, { id: croId });
  expect((await told()).slice(1)).toMatchObject([{ cmd: 'cancelReservation', payload: { reservationId } }]);

  const later = await make();
  testbed.advance(31 * 60_000);
  await testbed.charging.handlers.accountQuery(testbed.pile, { kind: 'accountQuery', accountType: 1, account: CARD, gunNumber: 1 });
  expect(await testbed.server.ok(testbed.anna, reservationOrderApi.queryById, { id: later.croId })).toMatchObject({ state: 4 });
  expect((await told()).map(({ cmd }) => cmd)).toEqual(['reserve', 'cancelReservation', 'reserve']);
});

test('a pile with one gun, which is reserved, accepts nobody else by Authorize', async () => {
  const { croId } = await make();
  expect(await ask('CARD0009')).toMatchObject({ result: 0 });
  await testbed.server.database.asSuperuser(`update pile set gun_count = 1 where cp_code = '${PILE}'`);
  expect(await ask('CARD0009')).toMatchObject({ result: 6 });
  expect(await ask(CARD)).toMatchObject({ result: 0 });
  await testbed.server.ok(testbed.anna, reservationOrderApi.cancel, { id: croId });
  expect(await ask('CARD0009')).toMatchObject({ result: 0 });
});
