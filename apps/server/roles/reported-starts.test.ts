import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { charging, chargingOrderApi } from '#domains/charging/resources.ts';
import { chargingRoutes } from '#domains/charging/server.ts';
import { partsOf } from '#apps/gateway/ocpp/testing/test-gateway.ts';
import { cardApi } from '#domains/customer/resources.ts';
import { CARD, startPileTestbed } from '../testing/pile-world.ts';
import type { PileTestbed } from '../testing/pile-world.ts';

/** Starts that an OCPP station reports after they have happened. */
const MINUTE_MS = 60_000;
const OTHER_CARD = 'CARD0002';
const POOR_CARD = 'CARD0003';

let piles: PileTestbed;
let station: Awaited<ReturnType<PileTestbed['station']>>;
let meterWh = 100_000;
const addCard = async (icCardNo: string, cents: bigint): Promise<string> => {
  const { server, staff, fund } = piles.world;
  const { icCardId } = await server.ok(staff, cardApi.add, { icCardNo, canDiscount: 1 });
  if (cents > 0n) await fund(`card:${icCardId}`, cents);
  return icCardId;
};
beforeAll(async () => {
  piles = await startPileTestbed({ domains: [charging], routes: chargingRoutes, protocol: 2 });
  await piles.world.fund(`card:${piles.world.ids.icCardId}`, 900_00n);
  await addCard(OTHER_CARD, 900_00n);
  await addCard(POOR_CARD, 0n);
});
afterAll(() => piles.close());
const connect = async (): Promise<void> => {
  const connected = await piles.station();
  station = connected;
  // The station does not know any command other than starts and stops.
  connected.ws.on('message', (data) => {
    const [kind, id, action] = partsOf(Buffer.isBuffer(data) ? data.toString('utf8') : '[]');
    if (kind === 2 && !String(action).startsWith('Remote')) connected.say([4, id, 'NotSupported', '', {}]);
  });
  await station.call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
};
const hangUp = async (): Promise<void> => {
  station.ws.terminate();
  await station.closed;
};
beforeEach(async () => {
  await connect();
  for (const connectorId of [1, 2]) await status('Available', piles.now(), connectorId);
});
afterEach(hangUp);

const at = (ms: number): string => new Date(ms).toISOString();
const answer = async (action: string, payload: object): Promise<unknown> => {
  const [kind, , body, text] = await station.call(action, payload);
  if (kind !== 3) throw new Error(`${action}: ${String(body)} ${String(text)}`);
  return body;
};
const status = (word: string, atMs = piles.now(), connectorId = 1) =>
  answer('StatusNotification', { connectorId, errorCode: 'NoError', status: word, timestamp: at(atMs) });
const pass = (ms: number): void => piles.advance(ms);

interface StartOptions {
  readonly idTag?: string;
  readonly atMs?: number;
  readonly connectorId?: number;
}
const start = async ({ idTag = CARD, atMs = piles.now(), connectorId = 1 }: StartOptions = {}) => {
  const body = await answer('StartTransaction', { connectorId, idTag, meterStart: meterWh, timestamp: at(atMs) });
  return body as { readonly transactionId: number; readonly idTagInfo: { readonly status: string } };
};
const sample = (transactionId: number, wh: number, connectorId = 1) =>
  answer('MeterValues', {
    connectorId,
    transactionId,
    meterValue: [
      {
        timestamp: at(piles.now()),
        sampledValue: [
          { value: String(meterWh + wh), measurand: 'Energy.Active.Import.Register' },
          { value: '100', measurand: 'Current.Import' },
        ],
      },
    ],
  });
const stop = async (transactionId: number, wh: number, more: object = {}): Promise<void> => {
  await answer('StopTransaction', { transactionId, meterStop: meterWh + wh, timestamp: at(piles.now()), reason: 'Local', ...more });
  meterWh += wh;
  await piles.world.worker.poll();
};
const order = async (transactionId: number) => {
  const [row] = await piles.queryRows<Record<string, unknown>>(`select * from charging_order where transaction_id = ${transactionId}`);
  return row ?? {};
};

test.each([['Charging'], ['SuspendedEV'], ['SuspendedEVSE'], ['Finishing'], ['Faulted'], ['Unavailable']])(
  'a start is taken although its gun has told %s before it',
  async (word) => {
    await status('Preparing');
    await status(word);
    pass(2_000);
    const { transactionId, idTagInfo } = await start();
    expect(idTagInfo).toMatchObject({ status: 'Accepted' });
    if (word !== 'Charging') await status('Charging');
    for (let minute = 1; minute <= 2; minute++) {
      pass(MINUTE_MS);
      await sample(transactionId, minute * 1_000);
    }
    pass(MINUTE_MS);
    await stop(transactionId, 3_000);
    // 3 kWh at 1.00 and 0.50.
    expect(await order(transactionId)).toMatchObject({ order_state: 4, charging_elec: 30_000n, billing_amount: 450n });
  },
);

test.each([['Charging'], ['SuspendedEV']])('a start of half an hour ago is taken from a station that comes back and is %s', async (word) => {
  const startMs = piles.now();
  pass(30 * MINUTE_MS);
  await hangUp();
  await connect();
  await status(word);
  const { transactionId, idTagInfo } = await start({ atMs: startMs });
  expect(idTagInfo).toMatchObject({ status: 'Accepted' });
  pass(MINUTE_MS);
  await sample(transactionId, 9_000);
  pass(MINUTE_MS);
  await stop(transactionId, 10_000);
  const row = await order(transactionId);
  expect(row).toMatchObject({ order_state: 4, charging_elec: 100_000n, billing_amount: 1500n });
  expect(row['start_time']).toEqual(new Date(startMs));
});

test('nor is its instant a wrong clock where the gun has been seen charging since', async () => {
  const startMs = piles.now();
  await status('Charging');
  pass(30 * MINUTE_MS);
  const { transactionId, idTagInfo } = await start({ atMs: startMs });
  expect(idTagInfo).toMatchObject({ status: 'Accepted' });
  pass(MINUTE_MS);
  await stop(transactionId, 10_000);
  const row = await order(transactionId);
  expect(row).toMatchObject({ order_state: 4, charging_elec: 100_000n, billing_amount: 1500n });
  expect(row['start_time']).toEqual(new Date(startMs));
});

test('only a live order of another party on that gun stands in its way', async () => {
  await status('Charging');
  const first = await start();
  pass(MINUTE_MS);
  await sample(first.transactionId, 1_000);
  const second = await start({ idTag: OTHER_CARD });
  expect(second.idTagInfo).toEqual({ status: 'ConcurrentTx' });
  await stop(first.transactionId, 2_000);
  expect(await order(first.transactionId)).toMatchObject({ order_state: 4, billing_amount: 300n });
});

const assign = async (transactionId: number, cardId = piles.world.ids.icCardId): Promise<void> => {
  const chargingOrderNo = String((await order(transactionId))['charging_order_no']);
  const { server, staff } = piles.world;
  await server.ok(staff, chargingOrderApi.assignParty, { chargingOrderNo, mainPartType: 2, mainPartId: cardId, reason: 'He came and paid' });
  await piles.world.worker.poll();
};

describe('the next driver', () => {
  /** Charges for two minutes at a gun and reports no end. */
  const chargeOn = async (idTag = CARD): Promise<number> => {
    await status('Charging');
    const { transactionId, idTagInfo } = await start({ idTag });
    expect(idTagInfo).toMatchObject({ status: 'Accepted' });
    for (let minute = 1; minute <= 2; minute++) {
      pass(MINUTE_MS);
      await sample(transactionId, minute * 500);
    }
    return transactionId;
  };
  const statesOf = async (...transactions: readonly number[]) =>
    (await Promise.all(transactions.map(order))).map((row) => [row['order_state'], row['abnormal_reason']]);

  test.each([
    ['a gun that is available without a stop', ['Finishing', 'Available', 'Preparing']],
    ['a gun that is available at once', ['Available']],
    ['a gun that is plugged in anew', ['Finishing', 'Preparing']],
  ])('is taken at %s, and a late stop settles the order before', async (_name, words) => {
    const first = await chargeOn();
    const firstWh = meterWh;
    for (const word of words) {
      pass(1_000);
      await status(word);
    }
    pass(1_000);
    meterWh += 1_500;
    const second = await start({ idTag: OTHER_CARD });
    expect(second.idTagInfo).toMatchObject({ status: 'Accepted' });
    expect(await statesOf(first, second.transactionId)).toEqual([
      [9, 'endMissing'],
      [2, null],
    ]);
    pass(MINUTE_MS);
    await sample(second.transactionId, 500);
    // The last sample comes with the stop and has the instant at which the first gun came to rest.
    const stopped = at(piles.now() - MINUTE_MS - 1_000);
    const transactionData = [{ timestamp: stopped, sampledValue: [{ value: String(firstWh + 1_500), context: 'Transaction.End' }] }];
    await answer('StopTransaction', {
      transactionId: first,
      meterStop: firstWh + 1_500,
      timestamp: stopped,
      reason: 'EVDisconnected',
      transactionData,
    });
    await piles.world.worker.poll();
    expect(await order(first)).toMatchObject({ order_state: 4, charging_elec: 15_000n, billing_amount: 225n });
    await stop(second.transactionId, 1_000);
    expect(await order(second.transactionId)).toMatchObject({ order_state: 4, billing_amount: 150n });
    expect(await piles.world.brokenInvariants()).toEqual([]);
  });

  test('is taken after a power cut, and the stop of the order before settles it', async () => {
    const first = await chargeOn();
    const firstWh = meterWh;
    const cutMs = piles.now();
    await hangUp();
    pass(MINUTE_MS);
    await connect();
    meterWh += 1_000;
    const second = await start({ idTag: OTHER_CARD });
    expect(second.idTagInfo).toMatchObject({ status: 'Accepted' });
    expect(await statesOf(first, second.transactionId)).toEqual([
      [9, 'endMissing'],
      [2, null],
    ]);
    await answer('StopTransaction', { transactionId: first, meterStop: firstWh + 1_000, timestamp: at(cutMs), reason: 'PowerLoss' });
    await stop(second.transactionId, 0);
    expect(await order(first)).toMatchObject({ order_state: 4, billing_amount: 150n });
  });

  test('may be the same one, who begins anew on that gun', async () => {
    const first = await chargeOn();
    const second = await start();
    expect(second.idTagInfo).toMatchObject({ status: 'Accepted' });
    expect(await statesOf(first, second.transactionId)).toEqual([
      [9, 'endMissing'],
      [2, null],
    ]);
    await stop(second.transactionId, 0);
    await stop(first, 1_000);
    expect(await statesOf(first, second.transactionId)).toEqual([
      [4, null],
      [4, null],
    ]);
  });

  test('may be started by an operator', async () => {
    const first = await chargeOn();
    for (const word of ['Finishing', 'Available', 'Preparing']) {
      pass(1_000);
      await status(word);
    }
    const { server, staff, pile } = piles.world;
    const payer = { mainPartType: 2, mainPartId: piles.world.ids.icCardId, chargingStrategyType: 1 } as const;
    const { chargingOrderNo } = await server.ok(staff, chargingOrderApi.remoteStart, { cpCode: pile.cpCode, gunNumber: 1, ...payer });
    const call = await station.next((frame) => frame[0] === 2 && frame[2] === 'RemoteStartTransaction');
    station.say([3, call[1], { status: 'Accepted' }]);
    const { idTag } = call[3] as { readonly idTag: string };
    meterWh += 1_500;
    const second = await start({ idTag });
    expect(await order(second.transactionId)).toMatchObject({ charging_order_no: chargingOrderNo, order_state: 2 });
    await stop(second.transactionId, 0);
    meterWh -= 1_500;
    await stop(first, 1_500);
    expect(await statesOf(first)).toEqual([[4, null]]);
  });

  test('need not come: half a minute after its gun is free an order lacks its end', async () => {
    const first = await chargeOn();
    await status('Finishing');
    await status('Available');
    pass(29_000);
    await piles.world.worker.poll();
    expect(await statesOf(first)).toEqual([[2, null]]);
    pass(2_000);
    await piles.world.worker.poll();
    expect(await statesOf(first)).toEqual([[9, 'endMissing']]);
    await stop(first, 1_000);
    expect(await statesOf(first)).toEqual([[4, null]]);
  });

  test('waits while the car of another is still charging', async () => {
    const first = await chargeOn();
    await hangUp();
    station = await piles.station();
    expect((await start({ idTag: OTHER_CARD })).idTagInfo).toEqual({ status: 'ConcurrentTx' });
    expect(await statesOf(first)).toEqual([[2, null]]);
    await stop(first, 1_000);
  });
});

describe('a start that was refused', () => {
  test.each([
    ['of an unknown card', 'NOBODY01', 'Invalid'],
    ['of a card without money', POOR_CARD, 'Blocked'],
  ])('%s is kept with all it told, and is billed once a person has found who pays', async (_name, idTag, answered) => {
    await status('Preparing');
    const startMs = piles.now();
    const startWh = meterWh;
    const { transactionId, idTagInfo } = await start({ idTag });
    expect(idTagInfo).toEqual({ status: answered });
    expect(await order(transactionId)).toMatchObject({
      order_state: 9,
      abnormal_reason: 'startRefused',
      cp_code: piles.world.pile.cpCode,
      gun_number: 1,
      ic_card_no: idTag,
      main_part_type: null,
      start_time: new Date(startMs),
      start_meter: BigInt(startWh * 10),
    });
    pass(MINUTE_MS);
    await sample(transactionId, 1_000);
    pass(MINUTE_MS);
    await stop(transactionId, 2_000, { idTag, reason: 'DeAuthorized' });
    expect(await order(transactionId)).toMatchObject({
      order_state: 9,
      abnormal_reason: 'startRefused',
      charging_elec: 20_000n,
      main_part_type: null,
    });
    await assign(transactionId);
    // 2 kWh at 1.00 and 0.50.
    expect(await order(transactionId)).toMatchObject({ order_state: 4, charging_elec: 20_000n, billing_amount: 300n, main_part_type: 2 });
    expect(await piles.world.brokenInvariants()).toEqual([]);
  });

  test('that is told again is the same start, refused for the same reason', async () => {
    const atMs = piles.now();
    const first = await start({ idTag: 'NOBODY02', atMs });
    expect(await start({ idTag: 'NOBODY02', atMs })).toEqual(first);
    await stop(first.transactionId, 0);
  });

  test('and brought no energy settles by itself', async () => {
    const { transactionId } = await start({ idTag: 'NOBODY03' });
    pass(5_000);
    await stop(transactionId, 0, { reason: 'DeAuthorized' });
    expect(await order(transactionId)).toMatchObject({ order_state: 4, billing_amount: 0n, main_part_type: null });
  });

  test('and charges all the same is stopped, until a person has found who pays', async () => {
    const { transactionId } = await start({ idTag: 'NOBODY04' });
    pass(MINUTE_MS);
    await status('Charging');
    await sample(transactionId, 1_000);
    const call = await station.next((frame) => frame[0] === 2 && frame[2] === 'RemoteStopTransaction');
    expect(call[3]).toEqual({ transactionId });
    station.say([3, call[1], { status: 'Rejected' }]);
    await assign(transactionId);
    expect(await order(transactionId)).toMatchObject({ order_state: 2, main_part_type: 2 });
    pass(MINUTE_MS);
    await sample(transactionId, 2_000);
    pass(MINUTE_MS);
    await stop(transactionId, 3_000);
    expect(await order(transactionId)).toMatchObject({ order_state: 4, billing_amount: 450n });
  });

  test('beside another order on its gun hinders that one in nothing', async () => {
    await status('Charging');
    const first = await start();
    pass(MINUTE_MS);
    await sample(first.transactionId, 1_000);
    const second = await start({ idTag: OTHER_CARD });
    expect(second.idTagInfo).toEqual({ status: 'ConcurrentTx' });
    pass(MINUTE_MS);
    await sample(first.transactionId, 2_000);
    expect(await order(first.transactionId)).toMatchObject({ order_state: 2 });
    await stop(second.transactionId, 0);
    await stop(first.transactionId, 3_000);
    expect(await order(first.transactionId)).toMatchObject({ order_state: 4, billing_amount: 450n });
  });

  test('is shown with its card and the reason in its log', async () => {
    const { transactionId } = await start({ idTag: 'NOBODY05' });
    const { server, staff } = piles.world;
    const id = String((await order(transactionId))['charging_order_id']);
    const log = await server.ok({ ...staff, language: 'en_US' }, chargingOrderApi.orderLog, { id });
    expect(log.map(({ title, detail }) => `${title}: ${detail}`)).toEqual(
      expect.arrayContaining(['A doubt arose: The start was refused · NOBODY05: The account is not recorded']),
    );
    await stop(transactionId, 0);
  });

  test('makes few orders in an hour; beyond them only what it told is kept', async () => {
    // The database dates its rows by its own clock.
    piles.world.clockOffset.ms = 0;
    const answers = [];
    for (let place = 0; place < 25; place++) answers.push(await start({ idTag: `FLOOD${place}`, connectorId: 2 }));
    expect(answers.every(({ idTagInfo }) => idTagInfo.status === 'Invalid')).toBe(true);
    expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(25);
    expect(await piles.queryRows(`select 1 from charging_order where abnormal_reason = 'startRefused'`)).toHaveLength(20);
    expect(await piles.queryRows(`select detail from device_event where kind = 'startRefused' and detail like '%FLOOD24%'`)).toHaveLength(1);
  });
});
