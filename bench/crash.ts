/**
 * Orders end while the server is killed again and again: `npx tsx bench/crash.ts [--orders 10000] [--piles 64] [--kills 50] [--pg 5] [--seed 1]`.
 * Native piles over TCP, every other one encrypted, keep their start results and order records until these are acknowledged; a fifth of the orders began
 * offline. The server's process gets SIGKILL `kills` times and PostgreSQL's postmaster `pg` times, spread evenly over the orders. At the end nothing
 * acknowledged may be missing, nothing billed twice, every order settled, the sum equal to a rational oracle's to the cent, the books proven. Exits 1 otherwise.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DurablePile } from './crash/durable-pile.ts';
import type { PileCounts } from './crash/durable-pile.ts';
import { planOrders } from './crash/plan.ts';
import { shown, verify } from './crash/verify.ts';
import { ended, startStage } from './stage/stage.ts';

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
const asked = {
  orders: Number(values.orders),
  piles: Number(values.piles),
  kills: Number(values.kills),
  pg: Number(values.pg),
  seed: Number(values.seed),
};
/** The last orders may take this long to be settled. */
const SETTLE_MS = 60_000;
const LOOK_MS = 20;

const stage = await startStage({ piles: asked.piles, protocol: 1, encryptionMode: 'alternate', basePort: Number(values.port) });
try {
  await main();
} finally {
  await stage.stop();
}

async function main(): Promise<void> {
  const begunMs = performance.now();
  let over = 0;
  const piles = Array.from(
    { length: asked.piles },
    (_unused, index) => new DurablePile({ index, port: stage.ports.pile, encrypted: index % 2 === 1 }, () => (over += 1)),
  );
  const counts = piles.map((_pile, index) => Math.floor((asked.orders + index) / asked.piles));
  const running = Promise.all(piles.map((pile, index) => pile.run(planOrders(asked.seed * 1_000 + index, counts[index] ?? 0))));
  const downMs = await Promise.race([storm(() => over), running.then(() => [])]);
  await running;
  const chargedS = (performance.now() - begunMs) / 1_000;
  await Promise.all(piles.map((pile) => pile.present()));
  await settled();
  const found = await verify(
    stage.sql,
    piles.flatMap((pile) => pile.orders),
  );
  piles.forEach((pile) => pile.end());
  report({ counts: piles.map((pile) => pile.counts), chargedS, downMs, found });
}

/** Kills what has to be killed, each when its share of the orders is over; answers how long the server was away each time. */
async function storm(over: () => number): Promise<readonly number[]> {
  const blows = asked.kills + asked.pg;
  const downMs: number[] = [];
  for (let blow = 1; blow <= blows; blow += 1) {
    while (over() < (asked.orders * blow) / (blows + 1)) await sleep(LOOK_MS);
    await sleep(Math.random() * LOOK_MS);
    const fellMs = performance.now();
    if (Math.floor((blow * asked.pg) / blows) > Math.floor(((blow - 1) * asked.pg) / blows)) await stage.database.crash();
    else {
      await ended(stage.server(), 'SIGKILL');
      await stage.restart();
    }
    downMs.push(performance.now() - fellMs);
  }
  return downMs;
}

async function settled(): Promise<void> {
  const untilMs = performance.now() + SETTLE_MS;
  for (;;) {
    const { rows } = await stage.sql.query<{ open: string }>('select count(*) as open from charging_order where order_state <> 4');
    if (Number(rows[0]?.open) === 0 || performance.now() > untilMs) return;
    await sleep(200);
  }
}

interface Outcome {
  readonly counts: readonly PileCounts[];
  readonly chargedS: number;
  readonly downMs: readonly number[];
  readonly found: Awaited<ReturnType<typeof verify>>;
}

function report({ counts, chargedS, downMs, found }: Outcome): void {
  const sum = (pick: (one: PileCounts) => number): number => counts.reduce((all, one) => all + pick(one), 0);
  const wrong = counts.flatMap((one) => one.wrong);
  const problems = [...found.problems, ...wrong.map((text) => `a pile was told what it should not: ${text}`)];
  if (downMs.length < asked.kills + asked.pg) problems.push(`only ${downMs.length} blows fell before the orders were over`);
  const money = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
  console.log(
    `orders     ${found.orders} over ${asked.piles} connections in ${chargedS.toFixed(1)} s; server killed ${asked.kills} times, PostgreSQL ${asked.pg} times`,
  );
  console.log(`away       median ${median(downMs).toFixed(0)} ms, longest ${Math.max(0, ...downMs).toFixed(0)} ms a blow`);
  console.log(
    `piles      ${sum((one) => one.reconnects)} reconnects, ${sum((one) => one.saidAgain)} durable messages said again, ${sum((one) => one.putOff)} put off, ${sum((one) => one.loginsRefused)} logins refused`,
  );
  console.log(`settled    ${found.settled} of ${found.orders}; billed ${money(found.billedCents)}, the oracle says ${money(found.expectedCents)}`);
  console.log(`samples    ${found.samplesAcknowledged} acknowledged, ${found.samplesKept} kept`);
  console.log(problems.length === 0 ? 'nothing lost, nothing billed twice, books proven' : `${problems.length} problems:\n${shown(problems)}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.trunc(list.length / 2)] ?? 0;
}
