/**
 * Where the CPU of a durable charging sample goes: `npx tsx bench/sample-profile.ts [ocpp|native] [piles] [seconds] [--pace 5200] [--functions 20]`. The client, the
 * messages and the pace are those of bench/samples.ts; V8's sampling profiler runs in the server's process, so that client and database stay out of it.
 * Prints microseconds of the server's CPU a sample by the parts of its way, beside them those of a process that only answers the same messages. The CPU is
 * that of the process while nothing is profiled; the profile shares out what its main thread used.
 */
import { parseArgs } from 'node:util';
import { PARTS, partsOf } from './profile/parts.ts';
import type { PartTimes } from './profile/parts.ts';
import { connectProfiler } from './profile/profiler.ts';
import { threadTimes, usPerSample } from './profile/threads.ts';
import { startEcho } from './stage/echo.ts';
import type { SampleProtocol } from './stage/echo.ts';
import { measure } from './stage/measure.ts';
import type { LoadLine } from './stage/measure.ts';
import { nativeLines } from './stage/native-lines.ts';
import { ocppLines } from './stage/ocpp-lines.ts';
import { startStage } from './stage/stage.ts';

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
  const open = protocol === 'ocpp' ? ocppLines : nativeLines;
  const inspected = [`--inspect=127.0.0.1:${INSPECTOR_PORT}`];
  const echo = await startEcho(protocol, inspected);
  const bare = await profiled(await open.echo(echo.port, piles), echo.pid, seconds);
  echo.end();
  const stage = await startStage({ piles, protocol: protocol === 'ocpp' ? 2 : 1, nodeFlags: inspected });
  try {
    const lines = await open.charging(protocol === 'ocpp' ? stage.ports.ocpp : stage.ports.pile, piles);
    print(protocol, await profiled(lines, stage.server().pid ?? 0, seconds), bare);
  } finally {
    await stage.stop();
  }
}

interface Profiled extends PartTimes {
  /** Microseconds a sample: of the main thread, of it in the system, of all other threads. */
  readonly cpu: { readonly main: number; readonly system: number; readonly others: number };
  readonly p95Ms: number;
}

/** CPU a sample while nothing is profiled, then a profile. */
async function profiled(lines: readonly LoadLine[], pid: number, seconds: number): Promise<Profiled> {
  await measure(lines, { perSecond, seconds: WARM_UP_S });
  const from = threadTimes(pid);
  const { done, p95Ms } = await measure(lines, { perSecond, seconds });
  const cpu = usPerSample(from, threadTimes(pid), done);
  const profiler = await connectProfiler(INSPECTOR_PORT);
  await profiler.start();
  await measure(lines, { perSecond, seconds });
  const times = partsOf(await profiler.stop());
  profiler.close();
  for (const line of lines) line.end();
  return { ...times, cpu, p95Ms };
}

function print(protocol: SampleProtocol, ours: Profiled, bare: Profiled): void {
  console.log(`${protocol}, microseconds of CPU a sample at ${perSecond} samples a second: the server, and a bare echo of the same messages`);
  const usOf = ({ shares, cpu }: Profiled, part: (typeof PARTS)[number]): number => (shares.get(part) ?? 0) * cpu.main;
  for (const part of PARTS) console.log(row(part, usOf(ours, part), usOf(bare, part)));
  console.log(row('other threads', ours.cpu.others, bare.cpu.others));
  console.log(row('together', ours.cpu.main + ours.cpu.others, bare.cpu.main + bare.cpu.others));
  console.log(row('of it in the system', ours.cpu.system, bare.cpu.system));
  console.log(`p95 ${ours.p95Ms.toFixed(1)} ms`);
  for (const { part, name, share } of ours.functions.slice(0, Number(values.functions)))
    console.log(`${(share * ours.cpu.main).toFixed(2).padStart(8)}  ${name}  [${part}]`);
}

function row(part: string, own: number, other: number): string {
  return `${part.padEnd(44)} ${own.toFixed(1).padStart(7)} ${other.toFixed(1).padStart(7)}`;
}
