import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PileEvent } from '#engines/protocol/device-backend.ts';
import type { ReceiptContext } from '#engines/protocol/native/to-event.ts';
import type { RecordRequest } from '#engines/protocol/native/records/messages.ts';
import { bySlot } from '#engines/protocol/native/records/messages/9004-order.ts';
import { NO_MEMORY, toEvents } from '#engines/protocol/native/records/to-events.ts';
import { slotOf } from '#engines/time/slots.ts';
import { startOperatorTestbed } from '../../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../../operator-testbed.fixture.ts';
import { chargingOrderApi } from '../../resources.ts';

let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed();
  await testbed.fund(`card:${testbed.ids.icCardId}`, 5_000_00n);
});
afterAll(() => testbed.close());

const MINUTE_MS = 60_000;
const ENERGY_DWH = 45_000;
const START_METER_DWH = 1_000_000;

/** Processes a record as the gateway does; returns the results of its events. */
const send = async (message: Exclude<RecordRequest, { type: '0000' }>, digest = 'aa'): Promise<readonly number[]> => {
  const received: ReceiptContext = { receivedMs: testbed.now(), fromStore: false, digest, raw: JSON.stringify(message.body), checkCode: 'ok' };
  const results: number[] = [];
  for (const event of toEvents(message, received, NO_MEMORY).events) results.push((await handle(event)).result);
  return results;
};
const handle = async (event: PileEvent): Promise<{ readonly result: number }> => {
  const { pile, charging, device } = testbed;
  switch (event.kind) {
    case 'chargingSample':
      return charging.handlers.chargingSample(pile, event);
    case 'endRecord':
      return charging.handlers.endRecord(pile, event);
    case 'recordReport':
      return device.handle(pile, event);
    default:
      throw new Error(event.kind);
  }
};
const seconds = (): number => Math.floor(testbed.now() / 1_000);
const endInfo = (orderNo: string, startMeter = START_METER_DWH): Exclude<RecordRequest, { type: '0000' }> => ({
  type: '9003',
  body: {
    orderNo,
    gunNumber: 1,
    stopTime: seconds(),
    stopMeter: startMeter + ENERGY_DWH,
    stopSoc: 80,
    stopReason: 9,
    periodJson: [{ start: seconds() - 600, end: seconds(), stage: 3, energy: ENERGY_DWH, elecAmount: 1, srvAmount: 1 }],
  },
});

test('9003 ends and bills nothing; if 9004 never comes, a manual end has the reading that 9003 told', async () => {
  const orderNo = await testbed.startCharging({ energyDwh: 40_000 });
  testbed.advance(MINUTE_MS);
  const told = endInfo(orderNo);
  expect(await send(told)).toEqual([0, 0]);
  expect(await send(told)).toEqual([0, 0]);
  await testbed.worker.poll();
  expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 2, stop_time: null });
  testbed.advance(6 * MINUTE_MS);
  await testbed.plug(1, 2);
  await testbed.server.ok(testbed.anna, chargingOrderApi.manualEnd, { chargingOrderNo: orderNo, reason: 'no order record came' });
  await testbed.worker.poll();
  expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 4, charging_elec: BigInt(ENERGY_DWH), billing_amount: 675n });
});

test('9004 after it is billed once, however often both are repeated', async () => {
  const orderNo = await testbed.startCharging({ energyDwh: 40_000 });
  testbed.advance(MINUTE_MS);
  const { start_time: startTime, start_meter: startMeter } = await testbed.orderRow(orderNo);
  const firstDwh = Number(startMeter);
  const startS = Math.floor(new Date(String(startTime)).getTime() / 1_000);
  const told = endInfo(orderNo, firstDwh);
  const slot = slotOf(startS * 1_000, 'Asia/Shanghai');
  const order: Exclude<RecordRequest, { type: '0000' }> = {
    type: '9004',
    body: {
      orderNo,
      gunNumber: 1,
      orderType: 1,
      startSource: 16,
      accountType: 1,
      account: 'CARD0001',
      vin: '',
      startTime: startS,
      stopTime: seconds(),
      startSoc: 40,
      stopSoc: 80,
      startMeter: firstDwh,
      stopMeter: firstDwh + ENERGY_DWH,
      chargingElec: ENERGY_DWH,
      elecTip: 0,
      elecPeak: 0,
      elecFlat: ENERGY_DWH,
      elecValley: 0,
      ...bySlot((each) => (each === slot ? ENERGY_DWH : 0)),
      elecAmount: 0,
      srvAmount: 0,
      other1Amount: 0,
      other2Amount: 0,
      orderAmount: 0,
      stopReason: 9,
      rateRuleNo: '',
      checkCode: '0'.repeat(16),
    },
  };
  for (const message of [told, order, order, told]) expect(await send(message, message.type)).toEqual([0, 0]);
  await testbed.worker.poll();
  expect(await send(order, order.type)).toEqual([0, 0]);
  await testbed.worker.poll();
  expect(await testbed.orderRow(orderNo)).toMatchObject({ order_state: 4, charging_elec: BigInt(ENERGY_DWH), billing_amount: 675n });
  const booked = await testbed.server.database.asSuperuser(
    'select from consume_record c join charging_order o using (charging_order_id) where o.charging_order_no = $1',
    [orderNo],
  );
  expect(booked).toHaveLength(1);
  expect(await testbed.brokenInvariants()).toEqual([]);
});
