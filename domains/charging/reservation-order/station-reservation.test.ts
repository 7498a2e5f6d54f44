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
/** The pile has answered the commands so far. */
const answered = (result: number, remark: string | null = null) =>
  testbed.server.database.asSuperuser(
    `update device_command set stat = 2, result = ${result}, remark = ${remark === null ? 'null' : `'${remark}'`}, sent_at = now(), completed_at = now() where stat = 0 and cmd in ('reserve', 'cancelReservation')`,
  );
const toldState = async (croId: string) => (await testbed.server.ok(testbed.anna, reservationOrderApi.queryById, { id: croId })).toldState;
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

test('it is told who comes and until when, and of the end, whichever that is; what was not sent is withdrawn', async () => {
  const { croId, chargingOrderNo } = await make();
  const { transaction_id: reservationId, id_tag: idTag } = await testbed.orderRow(chargingOrderNo);
  const [reserve] = await told();
  expect(reserve).toMatchObject({ cmd: 'reserve', payload: { gunNumber: 1, reservationId, idTag, parentIdTag: `#c${testbed.ids.icCardId}` } });
  expect(reserve?.deadline.getTime()).toBe(reserve?.payload['untilMs']);
  expect(await toldState(croId)).toBe(1);
  await answered(0);
  expect(await toldState(croId)).toBe(2);
  await testbed.server.ok(testbed.anna, reservationOrderApi.cancel, { id: croId });
  expect((await told()).slice(1)).toMatchObject([{ cmd: 'cancelReservation', payload: { reservationId } }]);
  expect(await toldState(croId)).toBe(5);
  // The pile may have ended it already, by its own clock.
  await answered(3);
  expect(await toldState(croId)).toBe(6);

  const unsent = await make();
  await testbed.server.ok(testbed.anna, reservationOrderApi.cancel, { id: unsent.croId });
  expect((await told()).map(({ cmd }) => cmd)).toEqual(['reserve', 'cancelReservation', 'reserve']);
  expect(await toldState(unsent.croId)).toBe(0);

  const later = await make();
  await answered(1, 'Faulted');
  expect(await toldState(later.croId)).toBe(3);
  testbed.advance(31 * 60_000);
  await testbed.charging.handlers.accountQuery(testbed.pile, { kind: 'accountQuery', accountType: 1, account: CARD, gunNumber: 1 });
  expect(await testbed.server.ok(testbed.anna, reservationOrderApi.queryById, { id: later.croId })).toMatchObject({ state: 4 });
  expect((await told()).map(({ cmd }) => cmd)).toEqual(['reserve', 'cancelReservation', 'reserve', 'reserve', 'cancelReservation']);
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
