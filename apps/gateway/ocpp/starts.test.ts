import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { CARD } from '#domains/charging/charging-testbed.fixture.ts';
import { cardApi } from '#domains/customer/resources.ts';
import { startChargingGateway } from './testing/charging-gateway.ts';
import type { ChargingGateway } from './testing/charging-gateway.ts';
import type { Station } from './testing/test-gateway.ts';

/** What a station tells of a start that has happened already. */
const MINUTE_MS = 60_000;
const OTHER_CARD = 'CARD0002';

let gateway: ChargingGateway;
let station: Station;
let meterWh = 100_000;
beforeAll(async () => {
  gateway = await startChargingGateway();
  const { server, staff, fund } = gateway.world;
  const { icCardId } = await server.ok(staff, cardApi.add, { icCardNo: OTHER_CARD, canDiscount: 1 });
  await fund(`card:${icCardId}`, 100_00n);
});
afterAll(() => gateway.close());
beforeEach(async () => {
  station = await gateway.connect();
  await status('Available');
});
afterEach(async () => {
  station.ws.terminate();
  await station.closed;
});

const at = (ms: number): string => new Date(ms).toISOString();
const answer = async (action: string, payload: object): Promise<unknown> => {
  const [kind, , body, text] = await station.call(action, payload);
  if (kind !== 3) throw new Error(`${action}: ${String(body)} ${String(text)}`);
  return body;
};
const status = (word: string, atMs = gateway.now(), connectorId = 1) =>
  answer('StatusNotification', { connectorId, errorCode: 'NoError', status: word, timestamp: at(atMs) });
const pass = (ms: number): void => {
  gateway.world.ahead.ms += ms;
};

interface Told {
  readonly idTag?: string;
  readonly atMs?: number;
  readonly connectorId?: number;
}
const start = async ({ idTag = CARD, atMs = gateway.now(), connectorId = 1 }: Told = {}) => {
  const body = await answer('StartTransaction', { connectorId, idTag, meterStart: meterWh, timestamp: at(atMs) });
  return body as { readonly transactionId: number; readonly idTagInfo: { readonly status: string } };
};
const sample = (transactionId: number, wh: number, connectorId = 1) =>
  answer('MeterValues', {
    connectorId,
    transactionId,
    meterValue: [
      {
        timestamp: at(gateway.now()),
        sampledValue: [
          { value: String(meterWh + wh), measurand: 'Energy.Active.Import.Register' },
          { value: '100', measurand: 'Current.Import' },
        ],
      },
    ],
  });
const stop = async (transactionId: number, wh: number, more: object = {}): Promise<void> => {
  await answer('StopTransaction', { transactionId, meterStop: meterWh + wh, timestamp: at(gateway.now()), reason: 'Local', ...more });
  meterWh += wh;
  await gateway.world.worker.look();
};
const order = async (transactionId: number) => {
  const [row] = await gateway.ask<Record<string, unknown>>('select * from charging_order where transaction_id = $1', transactionId);
  return row ?? {};
};

test.each([['Charging'], ['SuspendedEV'], ['SuspendedEVSE'], ['Finishing'], ['Faulted'], ['Unavailable']])(
  'a start is taken although its gun has told %s before it',
  async (word) => {
    await status('Preparing');
    await status(word);
    pass(2_000);
    const { transactionId, idTagInfo } = await start();
    expect(idTagInfo).toEqual({ status: 'Accepted' });
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
  const startMs = gateway.now();
  pass(30 * MINUTE_MS);
  station.ws.terminate();
  await station.closed;
  station = await gateway.connect();
  await status(word);
  const { transactionId, idTagInfo } = await start({ atMs: startMs });
  expect(idTagInfo).toEqual({ status: 'Accepted' });
  pass(MINUTE_MS);
  await sample(transactionId, 9_000);
  pass(MINUTE_MS);
  await stop(transactionId, 10_000);
  const row = await order(transactionId);
  expect(row).toMatchObject({ order_state: 4, charging_elec: 100_000n, billing_amount: 1500n });
  expect(row['start_time']).toEqual(new Date(startMs));
});

test('nor is its instant a wrong clock where the gun has been seen charging since', async () => {
  const startMs = gateway.now();
  await status('Charging');
  pass(30 * MINUTE_MS);
  const { transactionId, idTagInfo } = await start({ atMs: startMs });
  expect(idTagInfo).toEqual({ status: 'Accepted' });
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
