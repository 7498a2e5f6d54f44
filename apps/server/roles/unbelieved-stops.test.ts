import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endRecordMessage } from '#engines/protocol/native/client.ts';
import { chargingInfo, gunInfo, startRequest, startResult } from '#engines/protocol/native/testing/plain-messages.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { chargingOrderApi, charging } from '#domains/charging/resources.ts';
import { chargingRoutes } from '#domains/charging/server.ts';
import { CARD, startPileTestbed } from '../testing/pile-world.ts';
import type { PileTestbed } from '../testing/pile-world.ts';

/** An end record that cannot be billed still ends the charge: its order waits for an operator at once, and the next driver may start. */
let piles: PileTestbed;
const worldOf = (protocol: 1 | 2): void => {
  beforeAll(async () => {
    piles = await startPileTestbed({ domains: [charging], routes: chargingRoutes, protocol });
  });
  afterAll(() => piles.close());
};

const MINUTE_MS = 60_000;
const stamp = (): string => new Date(piles.now()).toISOString();
type Station = Awaited<ReturnType<PileTestbed['station']>>;

const status = (station: Station, word: string) =>
  station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: word, timestamp: stamp() });

/** Starts and charges for ten minutes; returns the number of the transaction. */
const charge = async (station: Station, meterStart: number): Promise<number> => {
  await status(station, 'Preparing');
  const [, , answer] = await station.call('StartTransaction', { connectorId: 1, idTag: CARD, meterStart, timestamp: stamp() });
  expect(answer).toMatchObject({ idTagInfo: { status: 'Accepted' } });
  const transactionId = answer !== null && typeof answer === 'object' && 'transactionId' in answer ? Number(answer.transactionId) : 0;
  await status(station, 'Charging');
  for (let minute = 1; minute <= 10; minute++) {
    piles.advance(MINUTE_MS);
    const sampledValue = [
      { value: String(meterStart + minute * 500), measurand: 'Energy.Active.Import.Register' },
      { value: '30', measurand: 'Current.Import' },
    ];
    await station.call('MeterValues', { connectorId: 1, transactionId, meterValue: [{ timestamp: stamp(), sampledValue }] });
  }
  return transactionId;
};

const orderOf = async (transactionId: number) =>
  (
    await piles.queryRows<{ no: string; state: number; reason: string | null }>(
      `select charging_order_no as no, order_state as state, abnormal_reason as reason from charging_order where transaction_id = ${transactionId}`,
    )
  )[0];
const gun = () =>
  piles.queryRows(
    `select charging_order_no as order_no, gun_work_stat as shown from gun where gun_number = 1 and cp_code = '${piles.world.pile.cpCode}'`,
  );

describe('over OCPP', () => {
  worldOf(2);
  test.each([
    {
      name: 'whose meter runs backward',
      meterStart: 1_000,
      stop: { meterStop: 999 },
      answered: 3,
      says: 'the meter runs backward from 1.0000 kWh to 0.9990 kWh',
    },
    {
      name: 'with more energy than the time allows',
      meterStart: 100_000,
      stop: { meterStop: 1_100_000 },
      answered: 3,
      says: '1000.0000 kWh is more than the pile can deliver in that time',
    },
    { name: 'that is refused for its meter', meterStart: 200_000, stop: { meterStop: -5 }, answered: 4, says: 'a value cannot be read' },
    { name: 'that is refused for what it lacks', meterStart: 300_000, stop: {}, answered: 4, says: 'a value cannot be read' },
  ])('a stop $name', async ({ meterStart, stop, answered, says }) => {
    const station = await piles.station();
    const transactionId = await charge(station, meterStart);
    const [said] = await station.call('StopTransaction', { transactionId, timestamp: stamp(), ...stop });
    expect(said).toBe(answered);
    const order = await orderOf(transactionId);
    expect(order).toMatchObject({ state: 9, reason: 'recordRefused' });
    expect(await gun()).toEqual([{ order_no: null, shown: 6 }]);
    await status(station, 'Finishing');
    expect(await gun()).toEqual([{ order_no: null, shown: 7 }]);
    await status(station, 'Available');

    // The next driver does not wait, and an operator can end the order by its meter values.
    const next = await charge(station, meterStart + 6_000);
    await station.call('StopTransaction', { transactionId: next, timestamp: stamp(), meterStop: meterStart + 11_000 });
    await piles.world.worker.poll();
    expect(await orderOf(next)).toMatchObject({ state: 4, reason: null });
    const { world } = piles;
    expect(await world.server.ok(world.staff, chargingOrderApi.endRecords, { id: await idOf(order?.no ?? '') })).toHaveLength(1);
    expect(await world.server.ok(world.staff, chargingOrderApi.orderLog, { id: await idOf(order?.no ?? '') })).toContainEqual(
      expect.objectContaining({ name: 'flagOpened', detail: `End record not believable · ${says}` }),
    );
    await world.server.ok(world.staff, chargingOrderApi.manualEnd, { chargingOrderNo: order?.no ?? '', reason: 'seen on site' });
    await world.worker.poll();
    expect(await world.orderRow(order?.no ?? '')).toMatchObject({ order_state: 4, charging_elec: 50_000n });
    station.ws.close();
    await station.closed;
  });
});

const idOf = async (orderNo: string): Promise<string> =>
  (await piles.queryRows<{ id: string }>(`select charging_order_id::text as id from charging_order where charging_order_no = '${orderNo}'`))[0]?.id ??
  '';

describe('over the native protocol', () => {
  worldOf(1);
  test('a record with more energy than the time allows, and then the true one', async () => {
    const pile = await piles.pile();
    await pile.sendRequest(gunInfo(3));
    const [began, chargingOrderNo] = [piles.now(), await start(pile)];
    piles.advance(MINUTE_MS);
    await pile.sendRequest(chargingInfo({ chargingOrderNo, time: seconds(), chargingElec: 5_000, meter: 1_005_000 }));
    expect(await piles.world.orderRow(chargingOrderNo)).toMatchObject({ order_state: 2 });
    piles.advance(MINUTE_MS);
    const record = (energyDwh: number) => pile.sendRequest(endRecordMessage(pile.link, { ...ended, ...told(energyDwh) }, nodeCrypto));
    const told = (energyDwh: number) => ({
      chargingOrderNo,
      startTime: Math.floor(began / 1_000),
      stopTime: seconds(),
      stopMeter: 1_000_000 + energyDwh,
      chargingElec: energyDwh,
      elecFlat: energyDwh,
      slots: Array.from({ length: 48 }, (_, slot) => (slot === 0 ? energyDwh : 0)),
    });
    // Stored, so that the station does not repeat it for ever.
    expect((await record(90_000_000)).message).toMatchObject({ type: '0115', body: { result: 0 } });
    expect(await piles.world.orderRow(chargingOrderNo)).toMatchObject({ order_state: 9, abnormal_reason: 'recordRefused' });
    await pile.sendRequest(gunInfo(7, chargingOrderNo));
    expect(await gun()).toEqual([{ order_no: null, shown: 7 }]);
    expect((await record(10_000)).message).toMatchObject({ body: { result: 0 } });
    await piles.world.worker.poll();
    expect(await piles.world.orderRow(chargingOrderNo)).toMatchObject({ order_state: 4, abnormal_reason: null, charging_elec: 10_000n });
  });
});

const seconds = (): number => Math.floor(piles.now() / 1_000);

const start = async (pile: Awaited<ReturnType<PileTestbed['pile']>>): Promise<string> => {
  const { message } = await pile.sendRequest(startRequest(CARD));
  const chargingOrderNo = message.type === '0104' ? message.body.chargingOrderNo : '';
  await pile.sendRequest(startResult({ chargingOrderNo, startTime: seconds(), startMeter: 1_000_000 }));
  return chargingOrderNo;
};

const ended = {
  gunNumber: 1,
  orderType: 1,
  startSource: 16,
  accountType: 1,
  account: CARD,
  vin: '',
  startSoc: 40,
  stopSoc: 50,
  startMeter: 1_000_000,
  elecTip: 0,
  elecPeak: 0,
  elecValley: 0,
  elecAmount: 0,
  srvAmount: 0,
  other1Amount: 0,
  other2Amount: 0,
  orderAmount: 0,
  stopReason: 3,
  rateRuleNo: '',
} as const;
