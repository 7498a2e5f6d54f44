/**
 * Drivers pay while the server is killed again and again and the provider misbehaves: `npx tsx bench/pay-crash.ts [--payments 1000] [--kills 30]
 * [--seed 1] [--port 21400]`. Each payment draws faults from the seed: its notification is lost, sent twice, late, forged, stale, a probe or
 * names another amount, and calls of the platform are answered with an error, not at all, or without a right signature. The charge takes a part of the
 * money, the rest goes back. The server's process gets SIGKILL `kills` times, spread over the payments. At the end what was received and refunded is what
 * the stand-in's own account says, payment by payment to the cent, and the books are proven. Exits 1 otherwise.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { StandInPayment } from '#apps/payments/books.ts';
import { seededRandom } from '#engines/tariff/oracle/random.ts';
import type { Random } from '#engines/tariff/oracle/random.ts';
import { callFaults, notificationFaults } from '#apps/payments/misbehaviour.ts';
import { BuyingPile } from './pay/buying-pile.ts';
import { brokenProofs, compare } from './pay/compare.ts';
import type { Comparison } from './pay/compare.ts';
import { openShop, startStandIn } from './pay/shop.ts';
import { pileCode } from './server/names.ts';
import { endProcess, startBenchServer } from './server/server.ts';
import { inDatabase } from './lists/bench-database.ts';

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '21400' },
  },
});
const options = { payments: Number(values.payments), kills: Number(values.kills), seed: Number(values.seed) };
/** The share of payments whose notification, and during which a call, goes wrong. */
const [NOTIFICATION_SHARE, CALL_SHARE] = [0.5, 0.3];
/** A hanging call occupies its caller for its whole time limit; so few tell as much. */
const usualFaults = callFaults.filter((fault) => fault !== 'hang');
/** Drivers at the same time, each at a pile of its own: a gun waits minutes for a driver whose payment could not be made. */
const AT_ONCE = 20;
const PILES_FOR_EACH = 1.6;
/** Refunds whose result is unknown are asked for again after seconds, half a minute and two minutes. */
const END_MAX_MS = 240_000;
const CHECK_MS = 500;
const KILL_CHECK_MS = 50;
const TIME_FACTOR = '20';

const standIn = await startStandIn({ STAND_IN_TIME_FACTOR: TIME_FACTOR });
process.env['PAYMENT_STAND_IN'] = standIn.origin;
const pileCount = Math.ceil(options.payments * PILES_FOR_EACH);
const bench = await startBenchServer({ piles: pileCount, protocol: 2, basePort: Number(values.port) });
try {
  await main();
} finally {
  await bench.stop();
  standIn.child.kill();
}

async function main(): Promise<void> {
  const url = `http://127.0.0.1:${bench.ports.http}`;
  const cpCodes = Array.from({ length: pileCount }, (_unused, index) => pileCode(index));
  const labels = await openShop({ bench, standIn: standIn.origin, cpCodes });
  const random = seededRandom(options.seed);
  let [paid, charges] = [0, 0];
  const begunMs = performance.now();
  const waiting = cpCodes.entries();
  const selling = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const [index, cpCode] of waiting) {
        if (paid >= options.payments) return;
        const address = `${url}/q/${labels.get(cpCode)}/1`;
        const pile = new BuyingPile({ index, ocppPort: bench.ports.ocpp, url, address, beforePayment: () => misbehave(random) });
        const sale = await pile.sell(random);
        pile.close();
        if (sale !== 'refused') paid += 1;
        if (sale === 'charged') charges += 1;
      }
    }),
  );
  for (let kill = 1; kill <= options.kills; kill += 1) {
    while (paid < (options.payments * kill) / (options.kills + 1)) await sleep(KILL_CHECK_MS);
    await endProcess(bench.server(), 'SIGKILL');
    await bench.restart();
  }
  await selling;
  console.log(`${paid} paid, the rest of the money goes back`);
  const soldS = (performance.now() - begunMs) / 1_000;
  const comparison = await compared();
  report({ soldS, charges, comparison, broken: await brokenProofs(inDatabase(bench.database.superuserUrl, 'chargeops')) });
}

/** What the stand-in does wrong next, each once. */
async function misbehave(random: Random): Promise<void> {
  const one = <T>(faults: readonly T[], share: number): readonly T[] => (random.chance(share) ? [random.pick(faults)] : []);
  const faults = { notifications: one(notificationFaults, NOTIFICATION_SHARE), calls: one(usualFaults, CALL_SHARE) };
  await fetch(`${standIn.origin}/_ctl/faults`, { method: 'POST', body: JSON.stringify(faults) });
}

/** Waits until everything has ended, and no longer than `END_MAX_MS`. */
async function compared(): Promise<Comparison> {
  const untilMs = performance.now() + END_MAX_MS;
  for (;;) {
    const told: unknown = await (await fetch(`${standIn.origin}/_ctl`)).json();
    const comparison = await compare(bench.sql, paymentsIn(told));
    if ((comparison.waiting.length === 0 && comparison.differences.length === 0) || performance.now() > untilMs) return comparison;
    await sleep(CHECK_MS);
  }
}

function paymentsIn(told: unknown): readonly StandInPayment[] {
  const hasPayments = (value: unknown): value is { readonly payments: readonly StandInPayment[] } =>
    typeof value === 'object' && value !== null && 'payments' in value && Array.isArray(value.payments);
  return hasPayments(told) ? told.payments : [];
}

interface Outcome {
  readonly soldS: number;
  readonly charges: number;
  readonly comparison: Comparison;
  readonly broken: readonly string[];
}

function report({ soldS, charges, comparison: { paid, receivedCents, refundedCents, waiting, differences }, broken }: Outcome): void {
  const yuan = (cents: number): string => (cents / 100).toFixed(2);
  console.log(`payments   ${paid} in ${soldS.toFixed(0)} s, ${charges} charges; server killed ${options.kills} times`);
  console.log(`money      ${yuan(receivedCents)} received and ${yuan(refundedCents)} refunded, says the provider`);
  const problems = [...differences, ...waiting.map((no) => `${no} has not ended`), ...broken.map((proof) => `broken proof ${proof}`)];
  if (paid < options.payments) problems.push(`only ${paid} of ${options.payments} payments`);
  console.log(
    problems.length === 0
      ? 'equal to the cent, nobody paid or refunded twice, books proven'
      : `${problems.length} problems:\n${problems.slice(0, 20).join('\n')}`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
