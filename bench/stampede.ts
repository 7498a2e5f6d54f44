/**
 * Everybody at once: `npx tsx bench/stampede.ts [--piles 500]`. So many native piles, then as many OCPP ones, lose their connections, come back and
 * start charging at the same instant; no legal call may be refused, no session lost, and every order must begin. Then one pile of each protocol
 * reconnects 100 times without a pause while the others report. Prints latencies beside those of a pile alone and of a calm minute; exits 1 on a miss.
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { measure, summary } from './stage/measure.ts';
import type { LoadLine, Measured } from './stage/measure.ts';
import { startStage } from './stage/stage.ts';
import { beginnerOf } from './stampede/beginner.ts';
import type { StartingPile } from './stampede/beginner.ts';

const { values } = parseArgs({ options: { piles: { type: 'string', default: '500' }, port: { type: 'string', default: '21500' } } });
const piles = Number(values.piles);
const RECONNECTS = 100;
const WATCH = { perSecond: 200, seconds: 8 } as const;
/** What other piles may feel of the one that cannot stop reconnecting, times their calm latency. */
const NOTICED = 2;
const GRACE_MS = 5;

// One pile of each protocol more than the stampede needs, for the one that reconnects.
const half = piles + 1;
const stage = await startStage({ piles: 2 * half, protocol: 'half', basePort: Number(values.port) });
const missed: string[] = [];
try {
  for (const protocol of ['native', 'ocpp'] as const) await stampede(protocol);
} finally {
  await stage.stop();
}
console.log(missed.length === 0 ? 'nobody refused, nobody lost, nobody noticed' : `missed: ${missed.join(', ')}`);
process.exitCode = missed.length === 0 ? 0 : 1;

async function stampede(protocol: 'native' | 'ocpp'): Promise<void> {
  const first = protocol === 'native' ? 0 : half;
  const herd = Array.from({ length: piles }, (_unused, place) => beginnerOf(protocol, { ports: stage.ports, index: first + place }));
  const alone = beginnerOf(protocol, { ports: stage.ports, index: first + piles });
  await alone.connect();
  const aloneMs = await again(alone);
  const arrivedMs = await timed(() => Promise.all(herd.map((pile) => pile.connect())));
  const begunMs = performance.now();
  const each = (await Promise.all(herd.map(again))).toSorted((a, b) => a - b);
  const wholeMs = performance.now() - begunMs;
  await sleep(3_000);
  const refused = herd.flatMap((pile) => pile.refusals);
  const lost = herd.filter((pile) => !pile.open).length;
  const { rows } = await stage.sql.query<{ charging: string; online: string }>(
    `select (select count(*) from charging_order where order_state = 2 and cp_code = any($1)) as charging, (select count(*) from pile_state where online and cp_code = any($1)) as online`,
    [herd.map((pile) => pile.cpCode)],
  );
  console.log(
    `${protocol.padEnd(7)}    ${piles} piles arrive in ${Math.round(arrivedMs)} ms; cut, back and charging in ${Math.round(wholeMs)} ms, each p50 ${at(each, 0.5)} ms, p95 ${at(each, 0.95)} ms, alone ${Math.round(aloneMs)} ms`,
  );
  console.log(
    `           ${rows[0]?.charging ?? 0} orders charge, ${rows[0]?.online ?? 0} piles online, ${lost} sessions lost, ${refused.length} calls refused${refused.length > 0 ? `: ${refused.slice(0, 5).join('; ')}` : ''}`,
  );
  if (Number(rows[0]?.charging) !== piles || Number(rows[0]?.online) !== piles) missed.push(`${protocol}: orders or sessions`);
  if (lost > 0 || refused.length > 0) missed.push(`${protocol}: refused or lost`);
  await unnoticed(protocol, { herd, alone });
  for (const pile of [...herd, alone]) pile.cut();
}

/** One pile reconnects without a pause while the others report. */
async function unnoticed(protocol: string, { herd, alone }: { readonly herd: readonly StartingPile[]; readonly alone: StartingPile }): Promise<void> {
  const lines = herd.slice(0, WATCH.perSecond).map((pile): LoadLine => ({ send: () => pile.report(), end: () => pile.cut() }));
  const calm = await watched(() => measure(lines, WATCH));
  const restless = alone.reconnect(RECONNECTS);
  const stormy = await watched(() => measure(lines, WATCH));
  const { entered, refused, ms } = await restless;
  console.log(`           calm     ${summary(calm.measured)}; server ${calm.serverMs.toFixed(0)} ms of CPU`);
  console.log(
    `           restless ${summary(stormy.measured)}; server ${stormy.serverMs.toFixed(0)} ms of CPU; one pile came ${RECONNECTS} times in ${Math.round(ms)} ms, was let in ${entered} times and put off ${refused} times`,
  );
  const lost = herd.filter((pile) => !pile.open).length;
  if (stormy.measured.p95Ms > calm.measured.p95Ms * NOTICED + GRACE_MS || lost > 0) missed.push(`${protocol}: the restless pile was noticed`);
}

async function watched(work: () => Promise<Measured>): Promise<{ readonly measured: Measured; readonly serverMs: number }> {
  const before = await stage.cpuMs();
  const measured = await work();
  return { measured, serverMs: (await stage.cpuMs()).server - before.server };
}

/** Cuts, comes back and starts; answers how long that took. */
function again(pile: StartingPile): Promise<number> {
  pile.cut();
  return timed(() => pile.begin());
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begunMs = performance.now();
  await work();
  return performance.now() - begunMs;
}

function at(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
}
