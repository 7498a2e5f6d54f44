/**
 * Where the CPU time of a durable charging sample goes: `npx tsx bench/sample-profile.ts [ocpp|native] [piles] [seconds] [--pace 5200] [--functions
 * 20]`. The client, the messages and the pace are those of bench/samples.ts; V8's sampling profiler runs in the server's process, so that client and
 * database are not in it. Prints microseconds of the server's CPU per sample by the parts of its path, beside them those of a process that only
 * answers the same messages. The CPU time is that of the process while nothing is profiled; the profile divides what its main thread used.
 */
import { parseArgs } from 'node:util';
import { PARTS, partsOf } from './profile/parts.ts';
import type { PartTimes } from './profile/parts.ts';
import { connectProfiler } from './profile/profiler.ts';
import { threadTimes, usPerSample } from './profile/threads.ts';
import { startEcho } from './server/echo-server.ts';
import type { SampleProtocol } from './server/echo-server.ts';
import { measure } from './server/measure.ts';
import type { LoadConnection } from './server/measure.ts';
import { nativeConnections } from './server/native-connections.ts';
import { ocppConnections } from './server/ocpp-connections.ts';
import { startBenchServer } from './server/server.ts';

const WARM_UP_S = 20;
const INSPECTOR_PORT = 22_900;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pace: { type: 'string', default: '5200' }, functions: { type: 'string', default: '0' } },
});
/** 0 means as fast as each is answered. */
const perSecond = Number(values.pace) || Number.POSITIVE_INFINITY;
await main(positionals[0] === 'native' ? 'native' : 'ocpp', Number(positionals[1] ?? 500), Number(positionals[2] ?? 10));

async function main(protocol: SampleProtocol, piles: number, seconds: number): Promise<void> {
  const connections = protocol === 'ocpp' ? ocppConnections : nativeConnections;
  const inspected = [`--inspect=127.0.0.1:${INSPECTOR_PORT}`];
  const echo = await startEcho(protocol, inspected);
  const bare = await profileSamples(await connections.echo(echo.port, piles), echo.pid, seconds);
  echo.end();
  const bench = await startBenchServer({ piles, protocol: protocol === 'ocpp' ? 2 : 1, nodeFlags: inspected });
  try {
    const lines = await connections.charging(protocol === 'ocpp' ? bench.ports.ocpp : bench.ports.pile, piles);
    print(protocol, await profileSamples(lines, bench.server().pid ?? 0, seconds), bare);
  } finally {
    await bench.stop();
  }
}

interface SampleProfile extends PartTimes {
  /** Microseconds per sample: of the main thread, of its part in the kernel, of all other threads. */
  readonly cpu: { readonly main: number; readonly system: number; readonly others: number };
  readonly p95Ms: number;
}

/** Measures the CPU time per sample while nothing is profiled, then records a profile. */
async function profileSamples(lines: readonly LoadConnection[], pid: number, seconds: number): Promise<SampleProfile> {
  await measure(lines, { perSecond, seconds: WARM_UP_S });
  const before = threadTimes(pid);
  const { done, p95Ms } = await measure(lines, { perSecond, seconds });
  const cpu = usPerSample(before, threadTimes(pid), done);
  const profiler = await connectProfiler(INSPECTOR_PORT);
  await profiler.start();
  await measure(lines, { perSecond, seconds });
  const times = partsOf(await profiler.stop());
  profiler.close();
  for (const line of lines) line.end();
  return { ...times, cpu, p95Ms };
}

function print(protocol: SampleProtocol, serverProfile: SampleProfile, echoProfile: SampleProfile): void {
  console.log(`${protocol}, microseconds of CPU a sample at ${perSecond} samples a second: the server, and a bare echo of the same messages`);
  const usOf = ({ shares, cpu }: SampleProfile, part: (typeof PARTS)[number]): number => (shares.get(part) ?? 0) * cpu.main;
  for (const part of PARTS) console.log(row(part, usOf(serverProfile, part), usOf(echoProfile, part)));
  console.log(row('other threads', serverProfile.cpu.others, echoProfile.cpu.others));
  console.log(row('together', serverProfile.cpu.main + serverProfile.cpu.others, echoProfile.cpu.main + echoProfile.cpu.others));
  console.log(row('of it in the system', serverProfile.cpu.system, echoProfile.cpu.system));
  console.log(`p95 ${serverProfile.p95Ms.toFixed(1)} ms`);
  for (const { part, name, share } of serverProfile.functions.slice(0, Number(values.functions)))
    console.log(`${(share * serverProfile.cpu.main).toFixed(2).padStart(8)}  ${name}  [${part}]`);
}

function row(part: string, serverUs: number, echoUs: number): string {
  return `${part.padEnd(44)} ${serverUs.toFixed(1).padStart(7)} ${echoUs.toFixed(1).padStart(7)}`;
}
