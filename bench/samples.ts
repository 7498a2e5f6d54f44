/**
 * Durable charging samples over real sockets: `npx tsx bench/samples.ts [ocpp|native] [piles] [seconds]`.
 * Each sample is committed before it is answered. Prints samples a second, latency, CPU a sample of server and database, and the ratio to
 * a bare echo of the same messages by the same client in the same run. Exits 1 when a limit is missed.
 */
import { startEcho } from './stage/echo.ts';
import type { SampleProtocol } from './stage/echo.ts';
import { nativeLines } from './stage/native-lines.ts';
import { ocppLines } from './stage/ocpp-lines.ts';
import { measure, summary } from './stage/measure.ts';
import type { LoadLine } from './stage/measure.ts';
import { startStage } from './stage/stage.ts';

const LIMITS = { perSecond: 5_000, p95Ms: 50, cpuMs: 0.4 } as const;

await main(process.argv[2] === 'native' ? 'native' : 'ocpp', Number(process.argv[3] ?? 500), Number(process.argv[4] ?? 10));

async function main(protocol: SampleProtocol, piles: number, seconds: number): Promise<void> {
  const open = protocol === 'ocpp' ? ocppLines : nativeLines;
  const stage = await startStage({ piles, protocol: protocol === 'ocpp' ? 2 : 1 });
  try {
    console.log(`${piles} piles log in and start`);
    const port = protocol === 'ocpp' ? stage.ports.ocpp : stage.ports.pile;
    const lines = await open.charging(port, piles);
    await measure(lines, { perSecond: 2_000, seconds: 3 });
    const before = await stage.cpuMs();
    const paced = await measure(lines, { perSecond: LIMITS.perSecond * 1.04, seconds });
    const after = await stage.cpuMs();
    const full = await measure(lines, { perSecond: Number.POSITIVE_INFINITY, seconds: seconds / 2 });
    const kept = await stage.sql.query<{ n: string }>('select count(*) as n from charging_sample');
    lines.forEach((line: LoadLine) => line.end());
    const echo = await echoOf(protocol, piles, seconds / 2);
    const cpu = { server: (after.server - before.server) / paced.done, database: (after.database - before.database) / paced.done };
    console.log(
      `paced      ${summary(paced)}; CPU ${(cpu.server + cpu.database).toFixed(3)} ms a sample (server ${cpu.server.toFixed(3)}, database ${cpu.database.toFixed(3)})`,
    );
    console.log(`unpaced    ${summary(full)}`);
    console.log(`echo       ${summary(echo)}`);
    console.log(`ratio      ${(full.perSecond / echo.perSecond).toFixed(3)} of a bare echo; ${kept.rows[0]?.n ?? 0} samples are in the table`);
    const missed = [
      paced.perSecond < LIMITS.perSecond && 'rate',
      paced.p95Ms >= LIMITS.p95Ms && 'p95',
      cpu.server + cpu.database >= LIMITS.cpuMs && 'CPU',
      Number(kept.rows[0]?.n) < paced.done + full.done && 'durability',
    ].filter(Boolean);
    console.log(missed.length === 0 ? 'within all limits' : `missed: ${missed.join(', ')}`);
    process.exitCode = missed.length === 0 ? 0 : 1;
  } finally {
    await stage.stop();
  }
}

/** The limit: the same client and messages against a process that only parses and answers. */
async function echoOf(protocol: SampleProtocol, piles: number, seconds: number) {
  const echo = await startEcho(protocol);
  const open = protocol === 'ocpp' ? ocppLines : nativeLines;
  const lines = await open.echo(echo.port, piles);
  const result = await measure(lines, { perSecond: Number.POSITIVE_INFINITY, seconds });
  lines.forEach((line: LoadLine) => line.end());
  echo.end();
  return result;
}
