/**
 * An export of 100,000 orders: `npm run bench:export [-- --orders 100000] [--port 21520]`. The server program sends it over HTTP from a PostgreSQL of
 * its own with a heap of 192 MB, and then a bare loop reads the same columns through a cursor and writes them with the same library, both in this
 * run. Exits 1 if the server grows by more than 160 MB, by more than a third again as much as for half of the rows, or takes more than three times as
 * long as the bare loop.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { exportColumnsOf } from './export/columns.ts';
import { inDatabase, prepareDatabase, switchLoadSettings, startBenchDatabase, startProgram } from './lists/bench-database.ts';
import type { ServerProgram } from './lists/bench-database.ts';
import { fillNetwork } from './lists/network.ts';
import { loadOrders } from './lists/orders.ts';
import { signInAll } from './lists/viewers.ts';

const { values } = parseArgs({ options: { orders: { type: 'string', default: '100000' }, port: { type: 'string', default: '21520' } } });
const orders = Number(values.orders);
const LIMITS = { growthMb: 160, growthRatio: 1.33, timeRatio: 3 } as const;
/** The heap of both processes: with so little, what is held is needed and not garbage that is still to be collected. */
const HEAP = '--max-old-space-size=192';
const MEMORY_CHECK_MS = 20;
const MB = 1024 * 1024;

interface ExportResult {
  readonly tookS: number;
  readonly megabytes: number;
  readonly growthMb: number;
}

const benchDatabase = await startBenchDatabase(undefined);
const missedLimits: string[] = [];
try {
  await prepareDatabase(benchDatabase.database().url);
  await switchLoadSettings(benchDatabase, 'on');
  await benchDatabase.restart(false);
  const client = await benchDatabase.client();
  await fillNetwork(client);
  await loadOrders(inDatabase(benchDatabase.database().superuserUrl, 'chargeops'), { count: orders, now: new Date() });
  await client.end();
  await switchLoadSettings(benchDatabase, 'off');
  await benchDatabase.restart(true);
  const program = await startProgram(benchDatabase, Number(values.port), [HEAP]);
  try {
    await measure(program);
  } finally {
    await program.stop();
  }
} finally {
  await benchDatabase.stop();
}
console.log(missedLimits.length === 0 ? 'all within their limits' : `beyond the limits: ${missedLimits.join('; ')}`);
process.exitCode = missedLimits.length === 0 ? 0 : 1;

async function measure(program: ServerProgram): Promise<void> {
  const token = (await signInAll(program)).find(({ name }) => name === 'platform')?.token ?? '';
  const idleMb = await residentMb(program.pid);
  const halfResult = await measureExport(program, token, { rows: orders / 2, idleMb });
  const fullResult = await measureExport(program, token, { rows: orders, idleMb });
  const bareResult = await measureBareLoop();
  printResult('half', halfResult);
  printResult('all rows', fullResult);
  printResult('bare loop', bareResult);
  const [timeRatio, growthRatio] = [fullResult.tookS / bareResult.tookS, fullResult.growthMb / Math.max(halfResult.growthMb, 1)];
  console.log(
    `ratio      time ${timeRatio.toFixed(2)} of the bare loop; memory ${growthRatio.toFixed(2)} of half the rows, ${(fullResult.growthMb / bareResult.growthMb).toFixed(2)} of the bare loop`,
  );
  if (fullResult.growthMb > LIMITS.growthMb) missedLimits.push(`the server grew by ${fullResult.growthMb.toFixed(0)} MB`);
  if (growthRatio > LIMITS.growthRatio) missedLimits.push(`memory grew with the rows, ${growthRatio.toFixed(2)} times`);
  if (timeRatio > LIMITS.timeRatio) missedLimits.push(`it took ${timeRatio.toFixed(2)} times as long as the bare loop`);
}

function printResult(what: string, { tookS, megabytes, growthMb }: ExportResult): void {
  console.log(`${what.padEnd(10)} ${tookS.toFixed(1)} s, file of ${megabytes.toFixed(1)} MB, memory grew by ${growthMb.toFixed(0)} MB at most`);
}

/** Exports the newest `rows` orders from the server, selected by the time from which on there are as many. */
async function measureExport(
  program: ServerProgram,
  token: string,
  { rows, idleMb }: { readonly rows: number; readonly idleMb: number },
): Promise<ExportResult> {
  const client = await benchDatabase.client();
  const { rows: oldest } = await client.query<{ at: Date }>(
    'select create_time as at from charging_order order by create_time desc offset $1 limit 1',
    [rows - 1],
  );
  await client.end();
  const query = new URLSearchParams({ createTime_begin: oldest[0]?.at.toISOString() ?? '' }).toString();
  const memoryGrowth = watchMemory(program.pid, idleMb);
  const begunMs = performance.now();
  const response = await fetch(`${program.url}/order/sseChargingOrder/exportXls?${query}`, { headers: { 'x-access-token': token } });
  if (!response.body || !(response.headers.get('content-type') ?? '').includes('spreadsheet')) throw new Error(`no export: ${await response.text()}`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.byteLength;
  return { tookS: (performance.now() - begunMs) / 1e3, megabytes: bytes / MB, growthMb: memoryGrowth() };
}

/** Watches the memory of a process until the returned function is called, which returns how far it grew. */
function watchMemory(pid: number, idleMb: number): () => number {
  let highestMb = idleMb;
  const timer = setInterval(() => void residentMb(pid).then((now) => (highestMb = Math.max(highestMb, now))), MEMORY_CHECK_MS);
  return () => {
    clearInterval(timer);
    return highestMb - idleMb;
  };
}

async function residentMb(pid: number): Promise<number> {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** The same export by a separate process without the code of the product. */
async function measureBareLoop(): Promise<ExportResult> {
  const child = spawn(
    process.execPath,
    [
      HEAP,
      'bench/export/bare-loop.mjs',
      inDatabase(benchDatabase.database().superuserUrl, 'chargeops'),
      String(orders),
      exportColumnsOf('chargingOrder').join(','),
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  return JSON.parse(output) as ExportResult; // bare-loop.mjs prints one
}
