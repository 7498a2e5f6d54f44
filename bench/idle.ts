/**
 * A whole network at rest: `npx tsx bench/idle.ts [--piles 10000] [--rest 60]`. Half native, half OCPP, all on one server process with its database;
 * each reports its state every minute. Prints the server's memory, and how long all piles take to reconnect after its process was killed and started
 * again. The limit, measured in the same run: a process that keeps as many connections and does nothing with them. Exits 1 if memory reaches 400 MB
 * or the reconnection takes 10 s.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measureBareListener } from './server/bare-listener.ts';
import { connectPiles } from './server/connected-piles.ts';
import type { ConnectedPiles } from './server/connected-piles.ts';
import { endProcess, startBenchServer } from './server/server.ts';
import type { BenchServer } from './server/server.ts';

const { values } = parseArgs({
  options: { piles: { type: 'string', default: '10000' }, rest: { type: 'string', default: '60' }, port: { type: 'string', default: '21400' } },
});
const piles = Number(values.piles);
const LIMITS = { memoryMb: 400, backMs: 10_000 } as const;
const CONNECT_MAX_MS = 120_000;
const MB = 1024 * 1024;

const bare = await measureBareListener(piles);
const bench = await startBenchServer({ piles, protocol: 'half', cards: 1, basePort: Number(values.port) });
const native = Math.ceil(piles / 2);
const connectedPiles = connectPiles({ native, ocpp: piles - native, ports: bench.ports, reportEveryMs: 60_000, retryMs: 1_000 });
try {
  await main(bench, connectedPiles);
} finally {
  await connectedPiles.disconnect();
  await bench.stop();
}

async function main(server: BenchServer, connected: ConnectedPiles): Promise<void> {
  const connectMs = await timed(() => connected.waitFor(piles, CONNECT_MAX_MS));
  console.log(`arrived    ${connected.count} piles in ${seconds(connectMs)}; refused ${JSON.stringify([...connected.refused])}`);
  const cpuBefore = await server.cpuMs();
  const highestBytes = await highestOf(Number(values.rest) * 1_000, () => server.memoryBytes());
  const cpuAfter = await server.cpuMs();
  const lostAtRest = connected.lost;
  console.log(
    `at rest    ${(highestBytes / MB).toFixed(0)} MB at most in ${values.rest} s, ${connected.count} piles, ${lostAtRest} lost; server ${share(cpuAfter.server - cpuBefore.server)} and database ${share(cpuAfter.database - cpuBefore.database)} of a core`,
  );
  await endProcess(server.server(), 'SIGKILL');
  const killedMs = performance.now();
  const cpuAtKill = await server.cpuMs();
  await server.restart();
  const listeningMs = performance.now();
  const areAllBack = await connected.waitFor(piles, CONNECT_MAX_MS);
  const backMs = performance.now();
  const cpuAtReturn = await server.cpuMs();
  const online = await server.sql.query<{ online: string }>('select count(*) as online from pile_state where online');
  console.log(
    `back       ${connected.count} piles ${seconds(backMs - listeningMs)} after the server listened, ${seconds(backMs - killedMs)} after it was started; ${online.rows[0]?.online ?? 0} online in the database; refused ${JSON.stringify([...connected.refused])}`,
  );
  console.log(
    `cost       server ${(cpuAtReturn.server / piles).toFixed(2)} ms and database ${((cpuAtReturn.database - cpuAtKill.database) / piles).toFixed(2)} ms of CPU a pile that came back`,
  );
  const settledMb = (await highestOf(15_000, () => server.memoryBytes())) / MB;
  console.log(`afterwards ${settledMb.toFixed(0)} MB at most in 15 s`);
  const mostBytes = Math.max(highestBytes, settledMb * MB);
  console.log(
    `limit      ${(bare.bytes / MB).toFixed(0)} MB and ${seconds(bare.connectMs)} for as many connections that nobody listens to: ratios ${(mostBytes / bare.bytes).toFixed(1)} and ${((backMs - listeningMs) / bare.connectMs).toFixed(1)}`,
  );
  const missed = [
    Math.max(highestBytes / MB, settledMb) >= LIMITS.memoryMb && 'memory',
    (!areAllBack || backMs - listeningMs >= LIMITS.backMs) && 'return',
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
async function highestOf(forMs: number, read: () => Promise<number>): Promise<number> {
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
