import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endRecordMessage } from '#engines/protocol/native/client.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { charging, chargingOrderApi } from '#domains/charging/resources.ts';
import { chargingRoutes } from '#domains/charging/server.ts';
import { CARD, startPileTestbed } from '../testing/pile-world.ts';
import type { PileTestbed } from '../testing/pile-world.ts';

/** A pile that stops unknown transactions creates few orders, is slowed down, and none of its messages is lost. */
let piles: PileTestbed;
const worldOf = (protocol: 1 | 2): void => {
  beforeAll(async () => {
    piles = await startPileTestbed({ domains: [charging], routes: chargingRoutes, protocol });
  });
  afterAll(() => piles.close());
};

const MOST = 20;
const BEYOND = 3;
const SLOW_MS = 2_000;
const HOUR_MS = 3_600_000;

const stop = (transactionId: number, idTag?: string) => ({
  transactionId,
  meterStop: 5_000 + transactionId,
  timestamp: new Date(piles.now()).toISOString(),
  ...(idTag !== undefined && { idTag }),
});
const orders = () => piles.queryRows<{ no: string; state: number }>('select charging_order_no as no, order_state as state from charging_order');
const kept = () =>
  piles.queryRows<{ raw: string; no: string }>(`select raw, charging_order_no as no from end_record where refusal = 'record.tooMany' order by raw`);

describe('over OCPP', () => {
  worldOf(2);
  test('the first make an order each, the others are kept with those, and the pile is slowed', async () => {
    const station = await piles.station();
    const beganMs = performance.now();
    // A known card does not make a stop without a start worth an order either.
    const answers = Array.from({ length: MOST + BEYOND }, (_, n) =>
      station.call('StopTransaction', stop(9_000_001 + n, n % 2 === 0 ? CARD : undefined)),
    );
    const quick = await Promise.all(answers.slice(0, MOST));
    const all = await Promise.all(answers);
    expect(performance.now() - beganMs).toBeGreaterThan(BEYOND * SLOW_MS);
    expect([...quick, ...all].every(([said]) => said === 3)).toBe(true);
    expect(await orders()).toHaveLength(MOST);
    const records = await kept();
    expect(records.map(({ raw }) => /900\d{4}/.exec(raw)?.[0])).toEqual(['9000021', '9000022', '9000023']);

    // An operator who opens an order with further end records sees them there, with the reason.
    const { server, staff } = piles.world;
    const no = records[0]?.no ?? '';
    const [found] = (await server.ok(staff, chargingOrderApi.list, { chargingOrderNo: no })).records;
    const id = found?.chargingOrderId ?? '';
    expect(await server.ok(staff, chargingOrderApi.endRecords, { id })).toMatchObject([
      { refusal: null },
      { refusal: 'Too many records of unknown orders: kept here, no order was made of it', raw: expect.stringContaining('9000021') },
    ]);
    expect(await piles.queryRows(`select detail from device_event where charging_order_no = '${no}' and kind = 'record.tooMany'`)).toHaveLength(1);

    // A record that is repeated when the pile may create orders again creates one.
    piles.advance(HOUR_MS);
    const [again] = records;
    const repeated: unknown = JSON.parse(again?.raw ?? '[]');
    station.say(Array.isArray(repeated) ? [2, 'again', repeated[2], repeated[3]] : repeated);
    expect(await station.next((frame) => frame[1] === 'again')).toMatchObject([3, 'again', { idTagInfo: { status: 'Accepted' } }]);
    expect([(await orders()).length, (await kept()).length]).toEqual([MOST + 1, BEYOND - 1]);

    // A refused record creates no order; it is reported as often, and then as slowly.
    const secondMs = performance.now();
    const refused = Array.from({ length: MOST + 1 }, (_, n) => station.call('StopTransaction', { ...stop(9_100_001 + n), meterStop: -5 }));
    expect((await Promise.all(refused)).every(([said]) => said === 4)).toBe(true);
    expect(performance.now() - secondMs).toBeGreaterThan(SLOW_MS);
    expect(await piles.queryRows(`select from device_event where kind = 'value.invalid'`)).toHaveLength(MOST);
    expect(await piles.queryRows(`select from end_record where refusal = 'value.invalid'`)).toHaveLength(MOST + 1);
    expect(await orders()).toHaveLength(MOST + 1);
    station.ws.close();
  });
});

describe('over the native protocol', () => {
  worldOf(1);
  test('the same, and what can be billed is taken all the while', async () => {
    const pile = await piles.pile();
    const tell = async (chargingOrderNo: string, account: string) => {
      const seconds = Math.floor(piles.now() / 1_000);
      const facts = { ...ended, chargingOrderNo, account, startTime: seconds - 600, stopTime: seconds };
      const { message } = await pile.sendRequest(endRecordMessage(pile.link, facts, nodeCrypto));
      expect(message).toMatchObject({ type: '0115', body: { result: 0 } });
    };
    for (let n = 1; n <= MOST; n++) await tell(`L${n}`, 'NOBODY');
    const beganMs = performance.now();
    await tell('LBEYOND', 'NOBODY');
    expect(performance.now() - beganMs).toBeGreaterThan(SLOW_MS);
    await tell('LKNOWN', CARD);
    await piles.world.worker.poll();
    expect(await orders()).toHaveLength(MOST + 1);
    expect(await piles.world.orderRow('LKNOWN')).toMatchObject({ order_state: 4, billing_amount: 750n });
    expect(await kept()).toHaveLength(1);
    pile.socket.destroy();
  });
});

const ENERGY_DWH = 50_000;
const ended = {
  gunNumber: 1,
  orderType: 2,
  startSource: 19,
  accountType: 1,
  vin: '',
  startSoc: 40,
  stopSoc: 50,
  startMeter: 1_000_000,
  stopMeter: 1_000_000 + ENERGY_DWH,
  chargingElec: ENERGY_DWH,
  elecTip: 0,
  elecPeak: 0,
  elecFlat: ENERGY_DWH,
  elecValley: 0,
  slots: Array.from({ length: 48 }, (_, slot) => (slot === 0 ? ENERGY_DWH : 0)),
  elecAmount: 0,
  srvAmount: 0,
  other1Amount: 0,
  other2Amount: 0,
  orderAmount: 0,
  stopReason: 3,
  rateRuleNo: '',
} as const;
