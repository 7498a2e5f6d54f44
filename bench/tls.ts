/**
 * What TLS costs: `npx tsx bench/tls.ts [--piles 1000] [--rest 60]`. After a group that warms the server up, so many idle piles without TLS connect,
 * then as many over TLS, half of each native and half OCPP; all report their state every minute. Prints the server's memory and CPU for a pile of each kind: while the
 * piles connect, and at rest. The piles without TLS are the limit, measured in the same run. Exits 1 if a pile over TLS takes more than 100 KB more
 * memory, or a pile is lost.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createCertificate, writeCertificate } from '#kit/test/certificates.ts';
import { connectPiles } from './server/connected-piles.ts';
import type { ConnectedPiles, ConnectedPilesOptions } from './server/connected-piles.ts';
import { startBenchServer } from './server/server.ts';
import type { BenchServer } from './server/server.ts';

const { values } = parseArgs({ options: { piles: { type: 'string', default: '1000' }, rest: { type: 'string', default: '60' } } });
const half = Math.ceil(Number(values.piles) / 2);
const piles = 2 * half;
const restMs = Number(values.rest) * 1_000;
const EXTRA_KB_MAX = 100;
/** One that warms the server up, one without and one with TLS. */
const GROUPS = 3;
const CONNECT_MAX_MS = 120_000;

interface Cost {
  /** Resident kilobytes of the server for each pile. */
  readonly kb: number;
  /** CPU milliseconds of the server for each connection, and for each pile and minute at rest. */
  readonly connectCpuMs: number;
  readonly restCpuMs: number;
}

const folder = await mkdtemp(path.join(tmpdir(), 'chargeops-bench-tls-'));
const { cert, key } = await createCertificate();
const bench = await startBenchServer({
  piles: GROUPS * piles,
  protocol: 'half',
  cards: 1,
  basePort: 21_500,
  tls: await writeCertificate(folder, { cert, key }),
});
const groups: ConnectedPiles[] = [];
try {
  const { ocpp, pile, ocppTls, pileTls } = bench.ports;
  const [native, others] = [(place: number) => place * half, (place: number) => (GROUPS + place) * half];
  // The heap of the server grows to its usual size while the first piles connect.
  await costOf(bench, { ports: { ocpp, pile }, firstNative: native(0), firstOcpp: others(0) });
  const plain = await costOf(bench, { ports: { ocpp, pile }, firstNative: native(1), firstOcpp: others(1) });
  const overTls = await costOf(bench, { ports: { ocpp: ocppTls, pile: pileTls }, firstNative: native(2), firstOcpp: others(2), ca: cert });
  for (const [kind, cost] of Object.entries({ plain, 'over TLS': overTls }))
    console.log(
      `${kind.padEnd(9)} ${piles} piles: ${cost.kb.toFixed(0)} KB of memory a pile, ${cost.connectCpuMs.toFixed(2)} ms of CPU a connection, ${cost.restCpuMs.toFixed(2)} ms a pile and minute at rest`,
    );
  const extraKb = overTls.kb - plain.kb;
  const lost = groups.reduce((sum, group) => sum + group.lost, 0);
  console.log(
    `ratios    memory ${(overTls.kb / plain.kb).toFixed(1)}, connection ${(overTls.connectCpuMs / plain.connectCpuMs).toFixed(1)}, rest ${(overTls.restCpuMs / plain.restCpuMs).toFixed(1)}; ${lost} lost`,
  );
  const isMet = extraKb <= EXTRA_KB_MAX && lost === 0;
  console.log(isMet ? 'within all limits' : `missed: ${extraKb.toFixed(0)} KB more a pile of ${EXTRA_KB_MAX}, ${lost} lost`);
  process.exitCode = isMet ? 0 : 1;
} finally {
  for (const group of groups) await group.disconnect();
  await bench.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Connects a group of piles and lets all piles rest; those that are connected already cost the same in each group. */
async function costOf(
  server: BenchServer,
  options: Pick<ConnectedPilesOptions, 'ports' | 'ca'> & { readonly firstNative: number; readonly firstOcpp: number },
): Promise<Cost> {
  const [restBefore, present] = groups.length === 0 ? [0, 0] : [await restCpuOf(server), groups.length * piles];
  const [bytesBefore, cpuBefore] = [await leastBytes(server), (await server.cpuMs()).server];
  const group = connectPiles({ native: half, ocpp: half, reportEveryMs: 60_000, retryMs: 1_000, ...options });
  groups.push(group);
  if (!(await group.waitFor(piles, CONNECT_MAX_MS))) throw new Error(`only ${group.count} of ${piles} connected`);
  const connectCpuMs = ((await server.cpuMs()).server - cpuBefore) / piles;
  // After the questions that follow each login.
  await sleep(30_000);
  const bytes = (await leastBytes(server)) - bytesBefore;
  const restAfter = await restCpuOf(server);
  return { kb: bytes / piles / 1024, connectCpuMs, restCpuMs: (restAfter - (present > 0 ? restBefore : 0)) / piles };
}

/** CPU milliseconds of the server in a minute at rest. */
async function restCpuOf(server: BenchServer): Promise<number> {
  const before = (await server.cpuMs()).server;
  await sleep(restMs);
  return (((await server.cpuMs()).server - before) / restMs) * 60_000;
}

/** The least memory within some seconds, which comes closest to what is in use. */
async function leastBytes(server: BenchServer): Promise<number> {
  let least = Infinity;
  for (const untilMs = performance.now() + 8_000; performance.now() < untilMs; await sleep(250)) least = Math.min(least, await server.memoryBytes());
  return least;
}
