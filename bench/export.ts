/**
 * An export of 100,000 orders: `npm run bench:export [-- --orders 100000] [--port 21520]`. The server program answers it over HTTP from a
 * PostgreSQL of its own with a heap of 192 MB, and then a bare loop reads the same columns through a cursor and writes them with the same library, both in
 * this run. Exits 1 when the server grows by more than 160 MB, by more than a third again as much as for half of the rows, or takes
 * more than three times as long as the bare loop.
 */
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { exportColumnsOf } from './export/columns.ts';
import { inDatabase, prepare, settingsOfLoad, startGround, startProgram } from './lists/ground.ts';
import type { Program } from './lists/ground.ts';
import { fillNetwork } from './lists/network.ts';
import { loadOrders } from './lists/orders.ts';
import { signInAll } from './lists/people.ts';

const { values } = parseArgs({ options: { orders: { type: 'string', default: '100000' }, port: { type: 'string', default: '21520' } } });
const orders = Number(values.orders);
const LIMITS = { growthMb: 160, growthRatio: 1.33, timeRatio: 3 } as const;
/** Of both processes: what is held with so little is needed, and is no garbage that nobody was in a hurry to collect. */
const HEAP = '--max-old-space-size=192';
const LOOK_MS = 20;
const MB = 1024 * 1024;

interface Measured {
  readonly tookS: number;
  readonly megabytes: number;
  readonly growthMb: number;
}

const ground = await startGround(undefined);
const missed: string[] = [];
try {
  await prepare(ground.database().url);
  await settingsOfLoad(ground, 'on');
  await ground.restart(false);
  const client = await ground.client();
  await fillNetwork(client);
  await loadOrders(inDatabase(ground.database().superuserUrl, 'chargeops'), { count: orders, now: new Date() });
  await client.end();
  await settingsOfLoad(ground, 'off');
  await ground.restart(true);
  const program = await startProgram(ground, Number(values.port), [HEAP]);
  try {
    await measure(program);
  } finally {
    await program.stop();
  }
} finally {
  await ground.stop();
}
console.log(missed.length === 0 ? 'all within their limits' : `beyond the limits: ${missed.join('; ')}`);
process.exitCode = missed.length === 0 ? 0 : 1;

async function measure(program: Program): Promise<void> {
  const token = (await signInAll(program)).find(({ name }) => name === 'platform')?.token ?? '';
  const idleMb = await residentMb(program.pid);
  const half = await exported(program, token, { rows: orders / 2, idleMb });
  const whole = await exported(program, token, { rows: orders, idleMb });
  const bare = await bareLoop();
  tell('half', half);
  tell('all rows', whole);
  tell('bare loop', bare);
  const [time, growth] = [whole.tookS / bare.tookS, whole.growthMb / Math.max(half.growthMb, 1)];
  console.log(
    `ratio      time ${time.toFixed(2)} of the bare loop; memory ${growth.toFixed(2)} of half the rows, ${(whole.growthMb / bare.growthMb).toFixed(2)} of the bare loop`,
  );
  if (whole.growthMb > LIMITS.growthMb) missed.push(`the server grew by ${whole.growthMb.toFixed(0)} MB`);
  if (growth > LIMITS.growthRatio) missed.push(`memory grew with the rows, ${growth.toFixed(2)} times`);
  if (time > LIMITS.timeRatio) missed.push(`it took ${time.toFixed(2)} times as long as the bare loop`);
}

function tell(what: string, { tookS, megabytes, growthMb }: Measured): void {
  console.log(`${what.padEnd(10)} ${tookS.toFixed(1)} s, file of ${megabytes.toFixed(1)} MB, memory grew by ${growthMb.toFixed(0)} MB at most`);
}

/** The newest orders as the server exports them: as many of the platform's as there are since some instant. */
async function exported(program: Program, token: string, { rows, idleMb }: { readonly rows: number; readonly idleMb: number }): Promise<Measured> {
  const client = await ground.client();
  const { rows: edge } = await client.query<{ at: Date }>(
    'select create_time as at from charging_order order by create_time desc offset $1 limit 1',
    [rows - 1],
  );
  await client.end();
  const query = new URLSearchParams({ createTime_begin: edge[0]?.at.toISOString() ?? '' }).toString();
  const watch = watched(program.pid, idleMb);
  const begunMs = performance.now();
  const response = await fetch(`${program.url}/order/sseChargingOrder/exportXls?${query}`, { headers: { 'x-access-token': token } });
  if (!response.body || !(response.headers.get('content-type') ?? '').includes('spreadsheet')) throw new Error(`no export: ${await response.text()}`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.byteLength;
  return { tookS: (performance.now() - begunMs) / 1e3, megabytes: bytes / MB, growthMb: watch() };
}

/** Looks at what a process holds until it is asked how far that grew. */
function watched(pid: number, idleMb: number): () => number {
  let most = idleMb;
  const timer = setInterval(() => void residentMb(pid).then((now) => (most = Math.max(most, now))), LOOK_MS);
  return () => {
    clearInterval(timer);
    return most - idleMb;
  };
}

async function residentMb(pid: number): Promise<number> {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** A process of its own that knows nothing of the house. */
async function bareLoop(): Promise<Measured> {
  const child = spawn(
    process.execPath,
    [
      HEAP,
      'bench/export/bare.mjs',
      inDatabase(ground.database().superuserUrl, 'chargeops'),
      String(orders),
      exportColumnsOf('chargingOrder').join(','),
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  for await (const chunk of child.stdout) said += String(chunk);
  return JSON.parse(said) as Measured; // bare.mjs prints one
}
