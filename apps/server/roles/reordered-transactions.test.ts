import { afterAll, beforeAll, expect, test } from 'vitest';
import { charging } from '#domains/charging/resources.ts';
import { chargingRoutes } from '#domains/charging/server.ts';
import { cardApi } from '#domains/customer/resources.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { seededRandom } from '#engines/tariff/oracle/random.ts';
import type { Random } from '#engines/tariff/oracle/random.ts';
import { partsOf } from '#apps/gateway/ocpp/testing/test-gateway.ts';
import { CARD, startPileTestbed } from '../testing/pile-world.ts';
import type { PileTestbed } from '../testing/pile-world.ts';

/** An OCPP transaction whose messages come twice, in another sequence, and over connections that break between them. */
/** OCPP_SEQUENCES=100 takes more of them. */
const SEQUENCES = Number(process.env['OCPP_SEQUENCES'] ?? 40);
const MINUTE_MS = 60_000;
const PRICE_CENTS = 600n;
/** What the card has: 100.00 from the fixture, the rest added here. */
const FUNDS_CENTS = 1_000_00n;

let piles: PileTestbed;
let station: Awaited<ReturnType<PileTestbed['station']>>;
beforeAll(async () => {
  piles = await startPileTestbed({ domains: [charging], routes: chargingRoutes, protocol: 2 });
  await piles.world.fund(`card:${piles.world.ids.icCardId}`, FUNDS_CENTS - 100_00n);
  await connect();
});
afterAll(() => piles.close());

const connect = async (): Promise<void> => {
  const connected = await piles.station();
  station = connected;
  connected.ws.on('message', (data) => {
    const [kind, id] = partsOf(Buffer.isBuffer(data) ? data.toString('utf8') : '[]');
    if (kind === 2) connected.say([4, id, 'NotSupported', '', {}]);
  });
  await station.call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
};

interface Message {
  readonly action: string;
  readonly payload: object;
  /** When the station has something to tell, from the start on. */
  readonly afterMs: number;
}

/** Sends until an answer comes. Before it the connection may break, and the message may be sent once more although it was answered. */
const deliver = async ({ action, payload }: Message, random: Random): Promise<unknown> => {
  while (random.chance(0.15)) {
    station.say([2, `cut${random.below(1e9)}`, action, payload]);
    await new Promise((resolve) => setTimeout(resolve, random.below(8)));
    station.ws.terminate();
    await station.closed;
    await connect();
  }
  const answers = [];
  do {
    const [kind, , body] = await station.call(action, payload);
    if (kind !== 3) throw new Error(`${action} is answered with ${String(body)}`);
    answers.push(body);
  } while (random.chance(0.2));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size, action).toBe(1);
  return answers[0];
};

const at = (ms: number): string => new Date(ms).toISOString();
const meterValue = (ms: number, wh: number) => ({
  timestamp: at(ms),
  sampledValue: [{ value: String(wh), measurand: 'Energy.Active.Import.Register', unit: 'Wh' }],
});
const status = (word: string, afterMs: number, startMs: number): Message => ({
  action: 'StatusNotification',
  payload: { connectorId: 1, errorCode: 'NoError', status: word, timestamp: at(startMs + afterMs) },
  afterMs,
});

/** 4 kWh in five minutes. */
const messagesOf = (transactionId: number, startMs: number, meterWh: number): readonly Message[] => [
  status('Charging', 1_000, startMs),
  ...[1, 2, 3, 4].map((minute) => ({
    action: 'MeterValues',
    payload: { connectorId: 1, transactionId, meterValue: [meterValue(startMs + minute * MINUTE_MS, meterWh + minute * 900)] },
    afterMs: minute * MINUTE_MS,
  })),
  {
    action: 'StopTransaction',
    payload: {
      transactionId,
      meterStop: meterWh + 4_000,
      timestamp: at(startMs + 5 * MINUTE_MS),
      reason: 'EVDisconnected',
      transactionData: [meterValue(startMs + 2.5 * MINUTE_MS, meterWh + 2_250)],
    },
    afterMs: 5 * MINUTE_MS,
  },
  status('Finishing', 5 * MINUTE_MS + 1_000, startMs),
  status('Available', 5 * MINUTE_MS + 2_000, startMs),
];

const shuffled = <T>(items: readonly T[], random: Random): readonly T[] =>
  items
    .map((item) => ({ item, place: random.next() }))
    .toSorted((left, right) => left.place - right.place)
    .map(({ item }) => item);

test('a transaction in many sequences with broken connections is one order and one bill', async () => {
  const transactions: number[] = [];
  for (let seed = 1; seed <= SEQUENCES; seed++) {
    const random = seededRandom(seed);
    const meterWh = 1_000_000 + seed * 4_000;
    piles.advance(10 * MINUTE_MS);
    const startMs = piles.now();
    await deliver(status('Preparing', 0, startMs), random);
    await deliver({ action: 'Authorize', payload: { idTag: CARD }, afterMs: 0 }, random);
    const begun = { action: 'StartTransaction', payload: { connectorId: 1, idTag: CARD, meterStart: meterWh, timestamp: at(startMs) }, afterMs: 0 };
    const { transactionId } = (await deliver(begun, random)) as { readonly transactionId: number };
    transactions.push(transactionId);
    for (const message of shuffled(messagesOf(transactionId, startMs, meterWh), random)) {
      piles.advance(Math.max(0, startMs + message.afterMs - piles.now()));
      await deliver(message, random);
    }
    await piles.world.worker.poll();
  }
  const rows = await piles.queryRows<Record<string, unknown>>('select * from charging_order order by start_time');
  expect(rows.map((row) => row['transaction_id'])).toEqual(transactions);
  expect(rows.map((row) => [row['order_state'], row['charging_elec'], row['billing_amount']])).toEqual(
    transactions.map(() => [4, 40_000n, PRICE_CENTS]),
  );
  const { icCardId } = piles.world.ids;
  const { cardBalance } = await piles.world.server.ok(piles.world.staff, cardApi.queryById, { id: icCardId });
  expect(cardBalance).toBe(formatScaled(FUNDS_CENTS - BigInt(SEQUENCES) * PRICE_CENTS, 2));
  expect(await piles.world.brokenInvariants()).toEqual([]);
});
