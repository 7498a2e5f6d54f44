/**
 * A whole network at rest: `npx tsx bench/idle.ts [--piles 10000] [--rest 60]`. Half native, half OCPP, all on one server process with its
 * database; each reports its state every minute. Prints the server's memory, and how long all take to be back after its process was killed and
 * started again. The limit, measured in the same run: a process that keeps as many connections and does nothing with them. Exits 1 when memory
 * reaches 400 MB or the return 10 s.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measureBareListener } from './stage/bare-listener.ts';
import { gather } from './stage/crowd.ts';
import type { ConnectedPiles } from './stage/crowd.ts';
import { ended, startStage } from './stage/stage.ts';
import type { Stage } from './stage/stage.ts';

const { values } = parseArgs({
  options: { piles: { type: 'string', default: '10000' }, rest: { type: 'string', default: '60' }, port: { type: 'string', default: '21400' } },
});
const piles = Number(values.piles);
const LIMITS = { memoryMb: 400, backMs: 10_000 } as const;
const PATIENCE_MS = 120_000;
const MB = 1024 * 1024;

const bare = await measureBareListener(piles);
const stage = await startStage({ piles, protocol: 'half', cards: 1, basePort: Number(values.port) });
const native = Math.ceil(piles / 2);
const crowd = gather({ native, ocpp: piles - native, ports: stage.ports, reportEveryMs: 60_000, retryMs: 1_000 });
try {
  await main(stage, crowd);
} finally {
  await crowd.leave();
  await stage.stop();
}

async function main(on: Stage, present: ConnectedPiles): Promise<void> {
  const first = await timed(() => present.until(piles, PATIENCE_MS));
  console.log(`arrived    ${present.present} piles in ${seconds(first)}; refused ${JSON.stringify([...present.refused])}`);
  const restBegun = await on.cpuMs();
  const highest = await watch(Number(values.rest) * 1_000, () => on.memoryBytes());
  const rested = await on.cpuMs();
  const lostAtRest = present.lost;
  console.log(
    `at rest    ${(highest / MB).toFixed(0)} MB at most in ${values.rest} s, ${present.present} piles, ${lostAtRest} lost; server ${share(rested.server - restBegun.server)} and database ${share(rested.database - restBegun.database)} of a core`,
  );
  await ended(on.server(), 'SIGKILL');
  const fellMs = performance.now();
  const before = await on.cpuMs();
  await on.restart();
  const upMs = performance.now();
  const isBack = await present.until(piles, PATIENCE_MS);
  const backMs = performance.now();
  const after = await on.cpuMs();
  const online = await on.sql.query<{ online: string }>('select count(*) as online from pile_state where online');
  console.log(
    `back       ${present.present} piles ${seconds(backMs - upMs)} after the server listened, ${seconds(backMs - fellMs)} after it was started; ${online.rows[0]?.online ?? 0} online in the database; refused ${JSON.stringify([...present.refused])}`,
  );
  console.log(
    `cost       server ${(after.server / piles).toFixed(2)} ms and database ${((after.database - before.database) / piles).toFixed(2)} ms of CPU a pile that came back`,
  );
  const settledMb = (await watch(15_000, () => on.memoryBytes())) / MB;
  console.log(`afterwards ${settledMb.toFixed(0)} MB at most in 15 s`);
  const most = Math.max(highest, settledMb * MB);
  console.log(
    `limit      ${(bare.bytes / MB).toFixed(0)} MB and ${seconds(bare.allMs)} for as many connections that nobody listens to: ratios ${(most / bare.bytes).toFixed(1)} and ${((backMs - upMs) / bare.allMs).toFixed(1)}`,
  );
  const missed = [
    Math.max(highest / MB, settledMb) >= LIMITS.memoryMb && 'memory',
    (!isBack || backMs - upMs >= LIMITS.backMs) && 'return',
    lostAtRest > 0 && 'piles lost at rest',
  ].filter(Boolean);
  console.log(missed.length === 0 ? 'within all limits' : `missed: ${missed.join(', ')}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begunMs = performance.now();
  await work();
  return performance.now() - begunMs;
}

/** The highest reading within the time. */
async function watch(forMs: number, read: () => Promise<number>): Promise<number> {
  let highest = 0;
  for (const untilMs = performance.now() + forMs; performance.now() < untilMs; await sleep(250)) highest = Math.max(highest, await read());
  return highest;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function share(ms: number): string {
  return `${(ms / Number(values.rest) / 10).toFixed(0)} %`;
}
