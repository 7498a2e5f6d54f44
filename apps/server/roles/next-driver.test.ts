import { afterAll, beforeAll, expect, test } from 'vitest';
import { endRecordMessage } from '#engines/protocol/native/client.ts';
import { chargingInfo, gunInfo, startRequest, startResult } from '#engines/protocol/native/testing/plain-messages.ts';
import { cardApi } from '#domains/customer/resources.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { CARD, startPileTestbed } from '../testing/pile-world.ts';
import type { PileTestbed } from '../testing/pile-world.ts';

/** A native pile that reports its gun as free without having sent the end record of the last charge. */
const MINUTE_MS = 60_000;
const OTHER_CARD = 'CARD0002';

let piles: PileTestbed;
beforeAll(async () => {
  piles = await startPileTestbed({ protocol: 1 });
  const { server, staff, fund } = piles.world;
  const { icCardId } = await server.ok(staff, cardApi.add, { icCardNo: OTHER_CARD, canDiscount: 1 });
  await fund(`card:${icCardId}`, 100_00n);
});
afterAll(() => piles.close());

const seconds = (): number => Math.floor(piles.now() / 1_000);

test('the next driver starts there, and a late record settles the order before', async () => {
  const pile = await piles.pile();
  const ask = async (card: string): Promise<{ readonly result: number; readonly chargingOrderNo: string }> => {
    const { message } = await pile.sendRequest(startRequest(card));
    return message.type === '0104' ? message.body : { result: -1, chargingOrderNo: '' };
  };
  await pile.sendRequest(gunInfo(3));
  const startTime = seconds();
  const { chargingOrderNo: first } = await ask(CARD);
  await pile.sendRequest(startResult({ chargingOrderNo: first, startTime, startMeter: 1_000_000 }));
  piles.advance(MINUTE_MS);
  await pile.sendRequest(chargingInfo({ chargingOrderNo: first, time: seconds(), chargingElec: 5_000, meter: 1_005_000 }));
  expect(await ask(OTHER_CARD)).toMatchObject({ result: 8 });
  for (const state of [6, 7, 2, 3] as const) {
    piles.advance(2_000);
    await pile.sendRequest(gunInfo(state, state === 6 ? first : ''));
  }
  const second = await ask(OTHER_CARD);
  expect(second.result).toBe(0);
  expect(await piles.world.orderRow(first)).toMatchObject({ order_state: 9, abnormal_reason: 'endMissing' });
  await pile.sendRequest(startResult({ chargingOrderNo: second.chargingOrderNo, startTime: seconds(), startMeter: 1_010_000 }));
  const record = {
    chargingOrderNo: first,
    gunNumber: 1,
    orderType: 1,
    startSource: 16,
    accountType: 1,
    account: CARD,
    vin: '',
    startTime,
    stopTime: seconds() - 8,
    startSoc: 40,
    stopSoc: 50,
    startMeter: 1_000_000,
    stopMeter: 1_010_000,
    chargingElec: 10_000,
    elecTip: 0,
    elecPeak: 0,
    elecFlat: 10_000,
    elecValley: 0,
    slots: Array.from({ length: 48 }, (_, slot) => (slot === 0 ? 10_000 : 0)),
    elecAmount: 0,
    srvAmount: 0,
    other1Amount: 0,
    other2Amount: 0,
    orderAmount: 0,
    stopReason: 3,
    rateRuleNo: '',
  } as const;
  expect((await pile.sendRequest(endRecordMessage(pile.link, record, nodeCrypto))).message).toMatchObject({ type: '0115', body: { result: 0 } });
  await piles.world.worker.poll();
  expect(await piles.world.orderRow(first)).toMatchObject({ order_state: 4, abnormal_reason: null, billing_amount: 150n });
  expect(await piles.world.orderRow(second.chargingOrderNo)).toMatchObject({ order_state: 2 });
});
