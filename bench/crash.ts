/**
 * Orders end while the server is killed again and again: `npx tsx bench/crash.ts [--orders 10000] [--piles 64] [--kills 50] [--pg 5] [--seed 1]`.
 * Native piles over TCP, every other one encrypted, keep their start results and order records until the platform acknowledges them; a fifth of the
 * orders start offline. The server's process gets SIGKILL `kills` times and PostgreSQL's postmaster `pg` times, spread evenly over the orders. At the
 * end nothing acknowledged may be missing, nothing billed twice, every order settled, the sum equal to a rational oracle's to the cent, the books
 * proven. Exits 1 otherwise.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DurablePile } from './crash/durable-pile.ts';
import type { PileCounts } from './crash/durable-pile.ts';
import { planOrders } from './crash/plan.ts';
import { problemLines, verify } from './crash/verify.ts';
import { endProcess, startBenchServer } from './server/server.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    piles: { type: 'string', default: '64' },
    kills: { type: 'string', default: '50' },
    pg: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '21300' },
  },
});
const options = {
  orders: Number(values.orders),
  piles: Number(values.piles),
  kills: Number(values.kills),
  pg: Number(values.pg),
  seed: Number(values.seed),
};
/** The time within which the last orders must be settled. */
const SETTLE_MS = 60_000;
const CHECK_MS = 20;

const bench = await startBenchServer({ piles: options.piles, protocol: 1, encryptionMode: 'alternate', basePort: Number(values.port) });
try {
  await main();
} finally {
  await bench.stop();
}

async function main(): Promise<void> {
  const begunMs = performance.now();
  let endedCount = 0;
  const piles = Array.from(
    { length: options.piles },
    (_unused, index) => new DurablePile({ index, port: bench.ports.pile, encrypted: index % 2 === 1 }, () => (endedCount += 1)),
  );
  const orderCounts = piles.map((_pile, index) => Math.floor((options.orders + index) / options.piles));
  const runs = Promise.all(piles.map((pile, index) => pile.run(planOrders(options.seed * 1_000 + index, orderCounts[index] ?? 0))));
  const downMs = await Promise.race([killRepeatedly(() => endedCount), runs.then(() => [])]);
  await runs;
  const chargedS = (performance.now() - begunMs) / 1_000;
  await Promise.all(piles.map((pile) => pile.flush()));
  await waitUntilSettled();
  const verification = await verify(
    bench.sql,
    piles.flatMap((pile) => pile.orders),
  );
  piles.forEach((pile) => pile.close());
  report({ counts: piles.map((pile) => pile.counts), chargedS, downMs, verification });
}

/** Kills each process when its share of the orders has ended; returns how long the server was unavailable each time. */
async function killRepeatedly(endedOrders: () => number): Promise<readonly number[]> {
  const killCount = options.kills + options.pg;
  const downMs: number[] = [];
  for (let kill = 1; kill <= killCount; kill += 1) {
    while (endedOrders() < (options.orders * kill) / (killCount + 1)) await sleep(CHECK_MS);
    await sleep(Math.random() * CHECK_MS);
    const killedMs = performance.now();
    if (Math.floor((kill * options.pg) / killCount) > Math.floor(((kill - 1) * options.pg) / killCount)) await bench.database.crash();
    else {
      await endProcess(bench.server(), 'SIGKILL');
      await bench.restart();
    }
    downMs.push(performance.now() - killedMs);
  }
  return downMs;
}

async function waitUntilSettled(): Promise<void> {
  const untilMs = performance.now() + SETTLE_MS;
  for (;;) {
    const { rows } = await bench.sql.query<{ open: string }>('select count(*) as open from charging_order where order_state <> 4');
    if (Number(rows[0]?.open) === 0 || performance.now() > untilMs) return;
    await sleep(200);
  }
}

interface Outcome {
  readonly counts: readonly PileCounts[];
  readonly chargedS: number;
  readonly downMs: readonly number[];
  readonly verification: Awaited<ReturnType<typeof verify>>;
}

function report({ counts, chargedS, downMs, verification }: Outcome): void {
  const sum = (pick: (one: PileCounts) => number): number => counts.reduce((all, one) => all + pick(one), 0);
  const wrongAnswers = counts.flatMap((one) => one.wrongAnswers);
  const problems = [...verification.problems, ...wrongAnswers.map((text) => `a pile was told what it should not: ${text}`)];
  if (downMs.length < options.kills + options.pg) problems.push(`only ${downMs.length} blows fell before the orders were over`);
  const amountText = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
  console.log(
    `orders     ${verification.orders} over ${options.piles} connections in ${chargedS.toFixed(1)} s; server killed ${options.kills} times, PostgreSQL ${options.pg} times`,
  );
  console.log(`away       median ${median(downMs).toFixed(0)} ms, longest ${Math.max(0, ...downMs).toFixed(0)} ms a blow`);
  console.log(
    `piles      ${sum((one) => one.reconnects)} reconnects, ${sum((one) => one.resent)} durable messages said again, ${sum((one) => one.deferred)} put off, ${sum((one) => one.loginsRefused)} logins refused`,
  );
  console.log(
    `settled    ${verification.settled} of ${verification.orders}; billed ${amountText(verification.billedCents)}, the oracle says ${amountText(verification.expectedCents)}`,
  );
  console.log(`samples    ${verification.samplesAcknowledged} acknowledged, ${verification.samplesKept} kept`);
  console.log(problems.length === 0 ? 'nothing lost, nothing billed twice, books proven' : `${problems.length} problems:\n${problemLines(problems)}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.trunc(list.length / 2)] ?? 0;
}
