import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endRecordMessage } from '#engines/protocol/native/client.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { charging } from '#domains/charging/resources.ts';
import { chargingRoutes } from '#domains/charging/server.ts';
import { CARD, startPileTestbed } from '../testing/pile-world.ts';
import type { PileTestbed } from '../testing/pile-world.ts';

/** The clock of a pile that was never set begins in 1970: its charges are dated by their arrival, flagged and billed. */
let piles: PileTestbed;
const worldOf = (protocol: 1 | 2): void => {
  beforeAll(async () => {
    piles = await startPileTestbed({ domains: [charging], routes: chargingRoutes, protocol });
  });
  afterAll(() => piles.close());
};

const MINUTE_MS = 60_000;
const MINUTES = 10;

/** The message that showed that the clock is wrong: the start or the end record. */
const flagged = (orderNo: string) =>
  piles.queryRows<{ kind: string }>(`select f.kind from order_fact f join charging_order o using (charging_order_id)
    where o.charging_order_no = '${orderNo}' and f.content -> 'soft' ? 'clockOff' order by f.kind`);

describe('over OCPP', () => {
  worldOf(2);
  test('a start, its samples and its stop', async () => {
    const station = await piles.station();
    const bootedMs = piles.now();
    const stamp = (): string => new Date(piles.now() - bootedMs).toISOString();
    await station.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Preparing', timestamp: stamp() });
    const [, , answer] = await station.call('StartTransaction', { connectorId: 1, idTag: CARD, meterStart: 1_000, timestamp: stamp() });
    expect(answer).toMatchObject({ idTagInfo: { status: 'Accepted' } });
    const transactionId = answer !== null && typeof answer === 'object' && 'transactionId' in answer ? Number(answer.transactionId) : 0;
    for (let minute = 1; minute <= MINUTES; minute++) {
      piles.advance(MINUTE_MS);
      const sampledValue = [{ value: String(1_000 + minute * 500), measurand: 'Energy.Active.Import.Register' }];
      await station.call('MeterValues', { connectorId: 1, transactionId, meterValue: [{ timestamp: stamp(), sampledValue }] });
    }
    await station.call('StopTransaction', { transactionId, meterStop: 6_000, timestamp: stamp() });
    await piles.world.worker.poll();
    const [row] = await piles.queryRows<Row>(`${rowOf} where transaction_id = ${transactionId}`);
    expect(row).toMatchObject({ state: 4, reason: null, amount: 750n });
    expect([Number(row?.began) - bootedMs, Number(row?.ended) - bootedMs]).toEqual([expect.closeTo(0, -4), expect.closeTo(MINUTES * MINUTE_MS, -4)]);
    expect(await flagged(row?.no ?? '')).toEqual([{ kind: 'endRecord' }, { kind: 'startResult' }]);
    station.ws.close();
    await station.closed;
  });

  test('a start and its stop that are told together later', async () => {
    const station = await piles.station();
    const toldMs = piles.now();
    const start = { connectorId: 1, idTag: CARD, meterStart: 6_000, timestamp: '1970-01-01T00:01:00Z' };
    const [, , answer] = await station.call('StartTransaction', start);
    const transactionId = answer !== null && typeof answer === 'object' && 'transactionId' in answer ? Number(answer.transactionId) : 0;
    await station.call('StopTransaction', { transactionId, meterStop: 11_000, timestamp: '1970-01-01T00:11:00Z' });
    await piles.world.worker.poll();
    const [row] = await piles.queryRows<Row>(`${rowOf} where transaction_id = ${transactionId}`);
    expect(row).toMatchObject({ state: 4, reason: null, amount: 750n });
    expect(Number(row?.ended) - toldMs).toEqual(expect.closeTo(0, -4));
    expect(await flagged(row?.no ?? '')).toEqual([{ kind: 'endRecord' }, { kind: 'startResult' }]);
    station.ws.close();
  });
});

describe('over the native protocol', () => {
  worldOf(1);
  test('a record of an order that began offline', async () => {
    const pile = await piles.pile();
    const energyDwh = 50_000;
    const { message } = await pile.sendRequest(
      endRecordMessage(
        pile.link,
        {
          chargingOrderNo: 'L1970',
          gunNumber: 1,
          orderType: 2,
          startSource: 19,
          accountType: 1,
          account: CARD,
          vin: '',
          startTime: 60,
          stopTime: 60 + MINUTES * 60,
          startSoc: 40,
          stopSoc: 50,
          startMeter: 1_000_000,
          stopMeter: 1_000_000 + energyDwh,
          chargingElec: energyDwh,
          elecTip: 0,
          elecPeak: 0,
          elecFlat: energyDwh,
          elecValley: 0,
          slots: Array.from({ length: 48 }, (_, slot) => (slot === 0 ? energyDwh : 0)),
          elecAmount: 0,
          srvAmount: 0,
          other1Amount: 0,
          other2Amount: 0,
          orderAmount: 0,
          stopReason: 3,
          rateRuleNo: '',
        },
        nodeCrypto,
      ),
    );
    expect(message).toMatchObject({ type: '0115', body: { result: 0 } });
    await piles.world.worker.poll();
    const [row] = await piles.queryRows<Row>(`${rowOf} where charging_order_no = 'L1970'`);
    expect(row).toMatchObject({ state: 4, reason: null, amount: 750n });
    expect(Number(row?.ended) - Number(row?.began)).toBe(MINUTES * MINUTE_MS);
    expect(Math.abs(Number(row?.ended) - piles.now())).toBeLessThan(MINUTE_MS);
    expect(await flagged('L1970')).toEqual([{ kind: 'endRecord' }]);
    pile.socket.destroy();
  });
});

interface Row {
  readonly no: string;
  readonly state: number;
  readonly reason: string | null;
  readonly amount: bigint | null;
  readonly began: Date;
  readonly ended: Date;
}
const rowOf = `select charging_order_no as no, order_state as state, abnormal_reason as reason, billing_amount as amount, start_time as began, stop_time as ended from charging_order`;
