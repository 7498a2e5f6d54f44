/**
 * What TLS costs: `npx tsx bench/tls.ts [--piles 2000] [--rest 60]`. So many idle piles connect to a server process without TLS, then as many to another
 * one over TLS, half of each native and half OCPP; all report their state every minute. Prints the server's memory at rest, and its CPU for a connection
 * and for a pile and minute at rest. The process without TLS is the limit, measured in the same run. Exits 1 if a pile over TLS takes more than 100 KB
 * more memory, or a pile is lost.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createCertificate, writeCertificate } from '#kit/test/certificates.ts';
import { connectPiles } from './server/connected-piles.ts';
import { startBenchServer } from './server/server.ts';
import type { BenchServer } from './server/server.ts';

const { values } = parseArgs({ options: { piles: { type: 'string', default: '2000' }, rest: { type: 'string', default: '60' } } });
const half = Math.ceil(Number(values.piles) / 2);
const piles = 2 * half;
const restMs = Number(values.rest) * 1_000;
const EXTRA_KB_MAX = 100;
const CONNECT_MAX_MS = 120_000;
/** After this time the questions that follow each login are answered. */
const SETTLED_MS = 30_000;
const MB = 1024 * 1024;

interface Cost {
  readonly bytes: number;
  /** CPU milliseconds of the server for each connection, and for each pile and minute at rest. */
  readonly connectCpuMs: number;
  readonly restCpuMs: number;
  readonly lost: number;
}

const folder = await mkdtemp(path.join(tmpdir(), 'chargeops-bench-tls-'));
try {
  const plain = await costOf('plain');
  const overTls = await costOf('over TLS');
  const extraKb = (overTls.bytes - plain.bytes) / piles / 1024;
  console.log(
    `ratios    memory ${(overTls.bytes / plain.bytes).toFixed(2)} (${extraKb.toFixed(0)} KB more a pile), connection ${(overTls.connectCpuMs / plain.connectCpuMs).toFixed(1)}, rest ${(overTls.restCpuMs / plain.restCpuMs).toFixed(1)}`,
  );
  const lost = plain.lost + overTls.lost;
  const isMet = extraKb <= EXTRA_KB_MAX && lost === 0;
  console.log(isMet ? 'within all limits' : `missed: ${extraKb.toFixed(0)} KB more a pile of ${EXTRA_KB_MAX}, ${lost} lost`);
  process.exitCode = isMet ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Connects the piles to a server process of their own and lets them rest. */
async function costOf(kind: 'plain' | 'over TLS'): Promise<Cost> {
  const { cert, key } = await createCertificate();
  const tls = kind === 'plain' ? {} : { tls: await writeCertificate(folder, { cert, key }) };
  const bench = await startBenchServer({ piles, protocol: 'half', cards: 1, basePort: 21_500, ...tls });
  const { ocpp, pile, ocppTls, pileTls } = bench.ports;
  const cpuBefore = (await bench.cpuMs()).server;
  const ports = kind === 'plain' ? { ports: { ocpp, pile } } : { ports: { ocpp: ocppTls, pile: pileTls }, ca: cert };
  const group = connectPiles({ native: half, ocpp: half, reportEveryMs: 60_000, retryMs: 1_000, ...ports });
  try {
    if (!(await group.waitFor(piles, CONNECT_MAX_MS))) throw new Error(`only ${group.count} of ${piles} connected`);
    const connectCpuMs = ((await bench.cpuMs()).server - cpuBefore) / piles;
    await sleep(SETTLED_MS);
    const restBefore = (await bench.cpuMs()).server;
    const bytes = await leastBytes(bench);
    const restCpuMs = (((await bench.cpuMs()).server - restBefore) / restMs) * (60_000 / piles);
    console.log(
      `${kind.padEnd(9)} ${piles} piles: ${(bytes / MB).toFixed(0)} MB, ${connectCpuMs.toFixed(2)} ms of CPU a connection, ${restCpuMs.toFixed(2)} ms a pile and minute at rest, ${group.lost} lost`,
    );
    return { bytes, connectCpuMs, restCpuMs, lost: group.lost };
  } finally {
    await group.disconnect();
    await bench.stop();
  }
}

/** The least memory while all rest, which comes closest to what is in use. */
async function leastBytes(server: BenchServer): Promise<number> {
  let least = Infinity;
  for (const untilMs = performance.now() + restMs; performance.now() < untilMs; await sleep(250)) least = Math.min(least, await server.memoryBytes());
  return least;
}
