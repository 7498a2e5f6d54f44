/**
 * Durable charging samples over real sockets: `npx tsx bench/samples.ts [ocpp|native] [piles] [seconds]`. Each sample is committed before it is
 * answered. Prints samples a second, latency, CPU per sample of server and database, and the ratio to a bare echo of the same messages by the same
 * client in the same run. Exits 1 if a limit is missed.
 */
import { startEcho } from './server/echo-server.ts';
import type { SampleProtocol } from './server/echo-server.ts';
import { nativeConnections } from './server/native-connections.ts';
import { ocppConnections } from './server/ocpp-connections.ts';
import { measure, summary } from './server/measure.ts';
import type { LoadConnection } from './server/measure.ts';
import { startBenchServer } from './server/server.ts';

const LIMITS = { perSecond: 5_000, p95Ms: 50, cpuMs: 0.4 } as const;

await main(process.argv[2] === 'native' ? 'native' : 'ocpp', Number(process.argv[3] ?? 500), Number(process.argv[4] ?? 10));

async function main(protocol: SampleProtocol, piles: number, seconds: number): Promise<void> {
  const connections = protocol === 'ocpp' ? ocppConnections : nativeConnections;
  const bench = await startBenchServer({ piles, protocol: protocol === 'ocpp' ? 2 : 1 });
  try {
    console.log(`${piles} piles log in and start`);
    const port = protocol === 'ocpp' ? bench.ports.ocpp : bench.ports.pile;
    const lines = await connections.charging(port, piles);
    await measure(lines, { perSecond: 2_000, seconds: 3 });
    const cpuBefore = await bench.cpuMs();
    const pacedResult = await measure(lines, { perSecond: LIMITS.perSecond * 1.04, seconds });
    const cpuAfter = await bench.cpuMs();
    const unpacedResult = await measure(lines, { perSecond: Number.POSITIVE_INFINITY, seconds: seconds / 2 });
    const storedSamples = await bench.sql.query<{ n: string }>('select count(*) as n from charging_sample');
    lines.forEach((line: LoadConnection) => line.end());
    const echoResult = await measureEcho(protocol, piles, seconds / 2);
    const cpu = {
      server: (cpuAfter.server - cpuBefore.server) / pacedResult.done,
      database: (cpuAfter.database - cpuBefore.database) / pacedResult.done,
    };
    console.log(
      `paced      ${summary(pacedResult)}; CPU ${(cpu.server + cpu.database).toFixed(3)} ms a sample (server ${cpu.server.toFixed(3)}, database ${cpu.database.toFixed(3)})`,
    );
    console.log(`unpaced    ${summary(unpacedResult)}`);
    console.log(`echo       ${summary(echoResult)}`);
    console.log(
      `ratio      ${(unpacedResult.perSecond / echoResult.perSecond).toFixed(3)} of a bare echo; ${storedSamples.rows[0]?.n ?? 0} samples are in the table`,
    );
    const missed = [
      pacedResult.perSecond < LIMITS.perSecond && 'rate',
      pacedResult.p95Ms >= LIMITS.p95Ms && 'p95',
      cpu.server + cpu.database >= LIMITS.cpuMs && 'CPU',
      Number(storedSamples.rows[0]?.n) < pacedResult.done + unpacedResult.done && 'durability',
    ].filter(Boolean);
    console.log(missed.length === 0 ? 'within all limits' : `missed: ${missed.join(', ')}`);
    process.exitCode = missed.length === 0 ? 0 : 1;
  } finally {
    await bench.stop();
  }
}

/** The limit: the same client and messages with a process that only parses and answers. */
async function measureEcho(protocol: SampleProtocol, piles: number, seconds: number) {
  const echo = await startEcho(protocol);
  const open = protocol === 'ocpp' ? ocppConnections : nativeConnections;
  const lines = await open.echo(echo.port, piles);
  const result = await measure(lines, { perSecond: Number.POSITIVE_INFINITY, seconds });
  lines.forEach((line: LoadConnection) => line.end());
  echo.end();
  return result;
}
