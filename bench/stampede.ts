/**
 * Many piles start at once: `npx tsx bench/stampede.ts [--piles 500]`. So many native piles, then as many OCPP ones, lose their connections,
 * reconnect and start charging at the same instant; no legal call may be refused, no session lost, and every order must start. Then one pile of each
 * protocol reconnects 100 times without a pause while the others report. Prints latencies beside those of one pile alone and of an undisturbed time;
 * exits 1 if a limit is missed.
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { measure, summary } from './server/measure.ts';
import type { LoadConnection, SampleTimings } from './server/measure.ts';
import { startBenchServer } from './server/server.ts';
import { startingPileOf } from './stampede/starting-pile.ts';
import type { StartingPile } from './stampede/starting-pile.ts';

const { values } = parseArgs({ options: { piles: { type: 'string', default: '500' }, port: { type: 'string', default: '21500' } } });
const piles = Number(values.piles);
const RECONNECTS = 100;
const REPORT_LOAD = { perSecond: 200, seconds: 8 } as const;
/** The most that the latency of other piles may grow, as a factor, while one pile reconnects without a pause. */
const LATENCY_RATIO_MAX = 2;
const TOLERANCE_MS = 5;

// One pile of each protocol more than the stampede needs, for the one that reconnects.
const pilesPerProtocol = piles + 1;
const bench = await startBenchServer({ piles: 2 * pilesPerProtocol, protocol: 'half', basePort: Number(values.port) });
const missedLimits: string[] = [];
try {
  for (const protocol of ['native', 'ocpp'] as const) await stampede(protocol);
} finally {
  await bench.stop();
}
console.log(missedLimits.length === 0 ? 'nobody refused, nobody lost, nobody noticed' : `missed: ${missedLimits.join(', ')}`);
process.exitCode = missedLimits.length === 0 ? 0 : 1;

async function stampede(protocol: 'native' | 'ocpp'): Promise<void> {
  const first = protocol === 'native' ? 0 : pilesPerProtocol;
  const herd = Array.from({ length: piles }, (_unused, place) => startingPileOf(protocol, { ports: bench.ports, index: first + place }));
  const singlePile = startingPileOf(protocol, { ports: bench.ports, index: first + piles });
  await singlePile.connect();
  const singleMs = await restart(singlePile);
  const connectedMs = await timed(() => Promise.all(herd.map((pile) => pile.connect())));
  const begunMs = performance.now();
  const startTimesMs = (await Promise.all(herd.map(restart))).toSorted((a, b) => a - b);
  const allMs = performance.now() - begunMs;
  await sleep(3_000);
  const refused = herd.flatMap((pile) => pile.refusals);
  const lostCount = herd.filter((pile) => !pile.open).length;
  const { rows } = await bench.sql.query<{ charging: string; online: string }>(
    `select (select count(*) from charging_order where order_state = 2 and cp_code = any($1)) as charging, (select count(*) from pile_state where online and cp_code = any($1)) as online`,
    [herd.map((pile) => pile.cpCode)],
  );
  console.log(
    `${protocol.padEnd(7)}    ${piles} piles arrive in ${Math.round(connectedMs)} ms; cut, back and charging in ${Math.round(allMs)} ms, each p50 ${quantileOf(startTimesMs, 0.5)} ms, p95 ${quantileOf(startTimesMs, 0.95)} ms, alone ${Math.round(singleMs)} ms`,
  );
  console.log(
    `           ${rows[0]?.charging ?? 0} orders charge, ${rows[0]?.online ?? 0} piles online, ${lostCount} sessions lost, ${refused.length} calls refused${refused.length > 0 ? `: ${refused.slice(0, 5).join('; ')}` : ''}`,
  );
  if (Number(rows[0]?.charging) !== piles || Number(rows[0]?.online) !== piles) missedLimits.push(`${protocol}: orders or sessions`);
  if (lostCount > 0 || refused.length > 0) missedLimits.push(`${protocol}: refused or lost`);
  await measureReconnects(protocol, { herd, alone: singlePile });
  for (const pile of [...herd, singlePile]) pile.cut();
}

/** Measures the other piles while one pile reconnects without a pause. */
async function measureReconnects(
  protocol: string,
  { herd, alone: singlePile }: { readonly herd: readonly StartingPile[]; readonly alone: StartingPile },
): Promise<void> {
  const connections = herd.slice(0, REPORT_LOAD.perSecond).map((pile): LoadConnection => ({ send: () => pile.report(), end: () => pile.cut() }));
  const calm = await withServerCpu(() => measure(connections, REPORT_LOAD));
  const reconnects = singlePile.reconnect(RECONNECTS);
  const disturbed = await withServerCpu(() => measure(connections, REPORT_LOAD));
  const { accepted, refused, ms } = await reconnects;
  console.log(`           calm     ${summary(calm.measured)}; server ${calm.serverMs.toFixed(0)} ms of CPU`);
  console.log(
    `           restless ${summary(disturbed.measured)}; server ${disturbed.serverMs.toFixed(0)} ms of CPU; one pile came ${RECONNECTS} times in ${Math.round(ms)} ms, was let in ${accepted} times and put off ${refused} times`,
  );
  const lostCount = herd.filter((pile) => !pile.open).length;
  if (disturbed.measured.p95Ms > calm.measured.p95Ms * LATENCY_RATIO_MAX + TOLERANCE_MS || lostCount > 0)
    missedLimits.push(`${protocol}: the restless pile was noticed`);
}

async function withServerCpu(work: () => Promise<SampleTimings>): Promise<{ readonly measured: SampleTimings; readonly serverMs: number }> {
  const before = await bench.cpuMs();
  const measured = await work();
  return { measured, serverMs: (await bench.cpuMs()).server - before.server };
}

/** Closes the connection, reconnects and starts a charge; returns how long that took. */
function restart(pile: StartingPile): Promise<number> {
  pile.cut();
  return timed(() => pile.startCharge());
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begunMs = performance.now();
  await work();
  return performance.now() - begunMs;
}

function quantileOf(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
}
