/**
 * From a driver's payment to the start of the charge: `npx tsx bench/pay-start.ts [--payments 400] [--rate 200] [--samples 5000] [--port 21200]`.
 * Drivers have ordered over the public API; the stand-in of a provider takes their money and notifies the platform, which asks the provider and tells
 * the pile to start. Measured from the request that pays to the command at the pile: one payment after another, then 20 a second on the machine
 * without other work, then at the rate beside charging samples.
 *
 * The CPU time that a payment and a sample take of the server and its database is measured before the last part. Where the rates take more than half of
 * the machine (the piles, the phones and the provider run on it too), both are lowered by one factor, which is printed: the machine then bears the
 * same share of work as one that is large enough. Limits: p95 of the last part is 50 ms, or four times that of one payment after another, which is
 * measured on the same machine in the same run. Exits 1 if both are missed.
 */
import { EventEmitter, once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { mapConcurrently } from '#apps/simulator/demo/ensure.ts';
import { createPhone } from '#apps/simulator/demo/phone.ts';
import { openShop, startStandIn } from './pay/shop.ts';
import { measure, summary } from './server/measure.ts';
import { pileCode } from './server/names.ts';
import { ocppConnections } from './server/ocpp-connections.ts';
import { startBenchServer } from './server/server.ts';
import { openOcpp } from './server/ocpp-pile.ts';
import type { OcppPileConnection } from './server/ocpp-pile.ts';

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '400' },
    rate: { type: 'string', default: '200' },
    samples: { type: 'string', default: '5000' },
    port: { type: 'string', default: '21200' },
  },
});
const payments = Number(values.payments);
const LIMITS = { p95Ms: 50, ratio: 4 } as const;
/** The part of the machine that the server and its database get. */
const SHARE = 0.5;
/** A rate near the one that is asked for, to measure what a sample takes: a sample among few costs more, because fewer are stored together. */
const PROBED = { perSecond: 3_000, seconds: 4 } as const;
/** A rate that every machine bears, to measure what a payment takes. */
const CALM_PER_SECOND = 20;
/** Piles that charge, whose samples are the other work. */
const CHARGING = 500;
const SINGLE = 50;
const SETTLE_MS = 3_000;
const SAMPLE_MS = 15_000;
const START_MAX_MS = 30_000;

interface Started {
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly missing: number;
}

const standIn = await startStandIn();
process.env['PAYMENT_STAND_IN'] = standIn.origin;
const bench = await startBenchServer({
  piles: CHARGING + SINGLE + 2 * payments,
  protocol: 2,
  cards: CHARGING,
  basePort: Number(values.port),
});
try {
  await main();
} finally {
  await bench.stop();
  standIn.child.kill();
}

async function main(): Promise<void> {
  const url = `http://127.0.0.1:${bench.ports.http}`;
  const cpCodes = Array.from({ length: SINGLE + 2 * payments }, (_unused, index) => pileCode(CHARGING + index));
  const labels = await openShop({ bench, standIn: standIn.origin, cpCodes });
  console.log(`${CHARGING} piles charge`);
  const samples = await ocppConnections.charging(bench.ports.ocpp, CHARGING);
  const at = (from: number, count: number): Promise<readonly PayingPile[]> => readyPiles({ from, count, url, labels });
  // All are connected until the end: a loss of connections is other work.
  const [first, second, third] = [
    await at(CHARGING, SINGLE),
    await at(CHARGING + SINGLE, payments),
    await at(CHARGING + SINGLE + payments, payments),
  ];
  await sleep(SETTLE_MS);
  const single = await inTurn(first);
  print('in turn', single);
  const calm = await paced(second, CALM_PER_SECOND);
  print(`${CALM_PER_SECOND}/s`, calm);
  // The charges that were paid for are work too, which belongs to no sample of the probe.
  const rest = await withCpu(() => sleep(PROBED.seconds * 1_000));
  const probe = await withCpu(() => measure(samples, PROBED));
  const rates = ratesOn({ paymentMs: calm.cpuMs, sampleMs: (probe.cpuMs - rest.cpuMs) / probe.result.done });
  const seconds = payments / rates.payments + 2;
  const beside = sleep(1_000).then(() => paced(third, rates.payments));
  const [load, busy] = await Promise.all([measure(samples, { perSecond: rates.samples, seconds }), beside]);
  print('beside', busy);
  console.log(`samples    ${summary(load)}`);
  const ratio = busy.p95Ms / single.p95Ms;
  console.log(`ratio      ${ratio.toFixed(1)} of payments in turn on the machine without other work (p95)`);
  for (const pile of [...first, ...second, ...third]) pile.cut();
  samples.forEach((line) => line.end());
  const missed = [
    busy.p95Ms >= LIMITS.p95Ms && ratio > LIMITS.ratio && 'p95',
    single.missing + calm.missing + busy.missing > 0 && 'payments without a start',
  ].filter(Boolean);
  console.log(missed.length === 0 ? 'within all limits' : `missed: ${missed.join(', ')}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

interface Measured<T> {
  readonly result: T;
  /** Of the server and its database. */
  readonly cpuMs: number;
}

async function withCpu<T>(work: () => Promise<T>): Promise<Measured<T>> {
  const before = await bench.cpuMs();
  const result = await work();
  const after = await bench.cpuMs();
  return { result, cpuMs: after.server - before.server + after.database - before.database };
}

interface Rates {
  readonly payments: number;
  readonly samples: number;
}

/** The rates that were asked for, or both lowered by the same factor to what this machine has room for. */
function ratesOn({ paymentMs, sampleMs }: { readonly paymentMs: number; readonly sampleMs: number }): Rates {
  const [asked, cores] = [{ payments: Number(values.rate), samples: Number(values.samples) }, availableParallelism()];
  const neededCores = (asked.payments * paymentMs + asked.samples * sampleMs) / 1_000;
  const factor = Math.min(1, (SHARE * cores) / neededCores);
  const rates = { payments: Math.max(1, Math.round(asked.payments * factor)), samples: Math.round(asked.samples * factor) };
  console.log(
    `CPU        ${paymentMs.toFixed(1)} ms a payment, ${sampleMs.toFixed(2)} ms a sample: ${asked.payments} payments and ${asked.samples} samples a second take ${neededCores.toFixed(1)} cores; ` +
      `${SHARE * 100}% of ${cores} bear ${(100 * factor).toFixed(0)}% of it: ${rates.payments} and ${rates.samples} a second`,
  );
  return rates;
}

/** A plugged-in pile at which a driver has ordered. */
interface PayingPile {
  /** Pays, and resolves with the milliseconds until the pile was told to start; undefined if it was not. */
  startAfterMs(): Promise<number | undefined>;
  cut(): void;
}

interface ReadyPiles {
  readonly from: number;
  readonly count: number;
  readonly url: string;
  readonly labels: ReadonlyMap<string, string>;
}

async function readyPiles({ from, count, url, labels }: ReadyPiles): Promise<readonly PayingPile[]> {
  const begunMs = performance.now();
  const indexes = Array.from({ length: count }, (_unused, index) => from + index);
  const piles = await mapConcurrently(indexes, async (index): Promise<PayingPile> => {
    const calls = new EventEmitter();
    const started = once(calls, 'start').then(() => performance.now());
    const pile = await openOcpp({
      port: bench.ports.ocpp,
      index,
      onCall: (action, payload) => void (action === 'RemoteStartTransaction' && calls.emit('start', payload['idTag'])),
    });
    // A pile that is cut at the end gets no answer.
    calls.once('start', (idTag) => void chargeFrom(pile, String(idTag)).catch(() => undefined));
    await pile.call('StatusNotification', { connectorId: 1, status: 'Preparing', errorCode: 'NoError', timestamp: new Date().toISOString() });
    const order = await createPhone({ url, ip: `10.0.${index >> 8}.${index & 255}` }).order(`${url}/q/${labels.get(pile.cpCode)}/1`);
    return {
      startAfterMs: async () => {
        const paidMs = performance.now();
        await order.pay();
        const startedMs = await Promise.race([started, sleep(START_MAX_MS, undefined, { ref: false })]);
        return startedMs === undefined ? undefined : startedMs - paidMs;
      },
      cut: () => pile.cut(),
    };
  });
  console.log(`${count} drivers have ordered in ${((performance.now() - begunMs) / 1_000).toFixed(1)} s`);
  return piles;
}

/** As a real pile does, so that no start fails by its time, no charge falls silent, and no money goes back during the measurement. */
async function chargeFrom(pile: OcppPileConnection, idTag: string): Promise<void> {
  const { transactionId } = await pile.call('StartTransaction', { connectorId: 1, idTag, meterStart: 0, timestamp: new Date().toISOString() });
  const sampling = setInterval(() => {
    const sampledValue = [{ value: '100', measurand: 'Energy.Active.Import.Register', unit: 'Wh' }];
    pile
      .call('MeterValues', { connectorId: 1, transactionId, meterValue: [{ timestamp: new Date().toISOString(), sampledValue }] })
      .catch(() => undefined);
  }, SAMPLE_MS);
  await pile.closed;
  clearInterval(sampling);
}

async function inTurn(piles: readonly PayingPile[]): Promise<Started> {
  const times: (number | undefined)[] = [];
  for (const pile of piles) times.push(await pile.startAfterMs());
  return startedOf(times);
}

/** Pays at the rate; returns also what a payment took of the server and its database. */
async function paced(piles: readonly PayingPile[], perSecond: number): Promise<Started & { readonly cpuMs: number }> {
  const paid = await withCpu(() =>
    Promise.all(
      piles.map(async (pile, index) => {
        await sleep((index * 1_000) / perSecond);
        return pile.startAfterMs();
      }),
    ),
  );
  return { ...startedOf(paid.result), cpuMs: paid.cpuMs / piles.length };
}

function startedOf(times: readonly (number | undefined)[]): Started {
  const known = times.filter((time) => time !== undefined).toSorted((a, b) => a - b);
  const atShare = (share: number): number => known[Math.min(known.length - 1, Math.floor(known.length * share))] ?? Number.NaN;
  return { p50Ms: atShare(0.5), p95Ms: atShare(0.95), missing: times.length - known.length };
}

function print(name: string, { p50Ms, p95Ms, missing }: Started): void {
  console.log(
    `${name.padEnd(10)} from payment to start p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms${missing > 0 ? `, ${missing} not started` : ''}`,
  );
}
