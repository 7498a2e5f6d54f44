import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardApi, customerApi } from '#domains/customer/resources.ts';
import { CARD, startChargingTestbed } from '../../charging-testbed.fixture.ts';
import type { ChargingTestbed } from '../../charging-testbed.fixture.ts';

/** What an OCPP station is told of a card: its company, its validity, and whether it may stop the charge of another one. */
let testbed: ChargingTestbed;
let company: string;
beforeAll(async () => {
  testbed = await startChargingTestbed({ protocol: 2 });
  const { server, staff, ids } = testbed;
  company = (await server.ok(staff, customerApi.add, { custName: 'Fleet', custPhone: '13812345678', custType: 2, agentId: ids.agentId })).custId;
  for (const icCardNo of ['FLEET1', 'FLEET2']) {
    const { icCardId } = await server.ok(staff, cardApi.add, { icCardNo, custId: company });
    await testbed.fund(`card:${icCardId}`, 50_00n);
  }
});
afterAll(() => testbed.close());

const ask = (account: string) =>
  testbed.charging.handlers.accountQuery(testbed.pile, { kind: 'accountQuery', accountType: 1, account, gunNumber: 0 });
const setValidity = async (icCardNo: string, validUntil: Date | null) => {
  const { server, staff } = testbed;
  const [row] = (await server.ok(staff, cardApi.list, { icCardNo })).records;
  await server.ok(staff, cardApi.edit, { icCardId: row?.icCardId ?? '', validUntil: validUntil?.toISOString() ?? null });
};
/** A charge of a minute, which began `agoMs` ago. */
const charge = async (idTag: string, stopTag?: string, agoMs = 0) => {
  const startAtMs = testbed.deps.clock().getTime() - agoMs;
  const started = await testbed.charging.handlers.transactionStarted(testbed.pile, {
    kind: 'transactionStarted',
    gunNumber: 1,
    idTag,
    startAtMs,
    startMeterDwh: 1_000_000,
  });
  testbed.clockOffset.ms += 60_000;
  const stopped = await testbed.charging.handlers.endRecord(testbed.pile, {
    kind: 'endRecord',
    transactionId: started.transactionId,
    gunNumber: 0,
    orderType: 1,
    stopAtMs: startAtMs + 60_000,
    stopMeterDwh: 1_001_000,
    stopReason: 1,
    checkCode: 'absent',
    fromStore: false,
    digest: `${started.transactionId}`.padEnd(64, 'a'),
    ...(stopTag !== undefined && { account: { accountType: 1, account: stopTag } }),
  });
  await testbed.worker.poll();
  return { started, stopped };
};
const othersStops = () =>
  testbed.server.database.asSuperuser<{ detail: string }>(`select detail from device_event where kind = 'stoppedByOther' order by 1`);

test('an accepted card comes with its company and its date; a refused one tells neither', async () => {
  const validUntil = new Date(testbed.deps.clock().getTime() + 86_400_000);
  await setValidity('FLEET1', validUntil);
  expect(await ask('FLEET1')).toMatchObject({ result: 0, tag: { groupTag: `#${company}`, expiresAtMs: validUntil.getTime() } });
  expect((await ask(CARD)).tag).toEqual({ groupTag: `#c${testbed.ids.icCardId}` });
  await setValidity('FLEET1', new Date(Date.now() - 1_000));
  expect(await ask('FLEET1')).toMatchObject({ result: 5, tag: { isExpired: true } });
  await setValidity('FLEET1', null);
  expect(await ask('FLEET1')).toMatchObject({ result: 0 });
});

test('a card of the same company stops a charge; any other one is told to the operators', async () => {
  const own = await charge('FLEET1', 'fleet1');
  expect(own.started).toMatchObject({ accepted: true, tag: { groupTag: `#${company}` } });
  expect(own.stopped).toMatchObject({ result: 0, tag: { mayStop: true } });
  expect((await charge('FLEET1', 'FLEET2')).stopped).toMatchObject({ result: 0, tag: { mayStop: true, groupTag: `#${company}` } });
  expect((await charge('FLEET1')).stopped).toEqual({ result: 0 });
  expect(await othersStops()).toEqual([]);
  expect((await charge('FLEET1', CARD)).stopped).toMatchObject({ result: 0, tag: { mayStop: false } });
  expect((await charge('FLEET2', 'NOBODY')).stopped).toMatchObject({ result: 0, tag: { mayStop: false } });
  expect(await othersStops()).toEqual([{ detail: CARD }, { detail: 'NOBODY' }]);
});

test('a start by an expired card is refused, and the charge that has begun is kept, as one that a station reports after hours offline', async () => {
  await setValidity('FLEET2', new Date(Date.now() - 1_000));
  const orderOf = async (transactionId: number) => {
    const [row] = await testbed.server.database.asSuperuser<{ state: number; reason: string | null; payer: string | null }>(
      `select order_state as state, abnormal_reason as reason, main_part_id::text as payer from charging_order where transaction_id = ${transactionId}`,
    );
    return row;
  };
  const refused = { accepted: false, reason: 5, tag: { isExpired: true } };
  const online = await charge('FLEET2');
  expect(online.started).toMatchObject(refused);
  expect(await orderOf(online.started.transactionId)).toMatchObject({ state: 9, reason: 'startRefused' });
  // The list of the station had the card when it started; the record is judged by the card as it is now.
  testbed.clockOffset.ms += 3 * 3_600_000;
  const offline = await charge('FLEET2', undefined, 2 * 3_600_000);
  expect(offline.started).toMatchObject(refused);
  expect(await orderOf(offline.started.transactionId)).toMatchObject({ state: 9, reason: 'startRefused' });
  await setValidity('FLEET2', null);
  const later = await charge('FLEET2', undefined, 3_600_000);
  expect(later.started).toMatchObject({ accepted: true });
  expect(await orderOf(later.started.transactionId)).toMatchObject({ reason: null, payer: expect.any(String) });
});
