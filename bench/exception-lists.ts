/**
 * Lists of fifty million exceptions: `npx tsx bench/exception-lists.ts [--exceptions 50000000] [--data folder] [--port 21500]`. Exceptions of three years
 * at 10,000 piles of 20 tenants are loaded into a PostgreSQL of its own; then the server program sends pages with their counts over HTTP, for every
 * viewer, order, depth and filter. With `--data` the folder stays and is used again. Exits 1 if a p95 reaches 50 ms.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inDatabase, prepareDatabase, startBenchDatabase, startProgram, switchLoadSettings } from './lists/bench-database.ts';
import { loadExceptions, measuredExceptions } from './lists/exceptions.ts';
import { measureViewer } from './lists/measure.ts';
import { fillNetwork } from './lists/network.ts';
import { signInAll } from './lists/viewers.ts';

const { values } = parseArgs({
  options: { exceptions: { type: 'string', default: '50000000' }, data: { type: 'string' }, port: { type: 'string', default: '21500' } },
});
const LIMIT_MS = 50;
const count = Number(values.exceptions);
const bench = await startBenchDatabase(values.data);
try {
  const isLoaded = values.data !== undefined && existsSync(path.join(values.data, 'loaded'));
  if (!isLoaded) await load();
  await bench.restart(true);
  const program = await startProgram(bench, Number(values.port));
  const client = await bench.client();
  const missed: string[] = [];
  // A big customer sees no exceptions.
  for (const viewer of (await signInAll(program)).filter(({ name }) => name !== 'customer'))
    missed.push(...(await measureViewer(program, { client, noun: measuredExceptions, viewer, limitMs: LIMIT_MS })));
  await client.end();
  await program.stop();
  console.log(missed.length === 0 ? 'all within their limits' : `beyond the limits: ${missed.join('; ')}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await bench.stop();
}

async function load(): Promise<void> {
  await prepareDatabase(bench.database().url);
  await switchLoadSettings(bench, 'on');
  await bench.restart(false);
  const begunMs = performance.now();
  const client = await bench.client();
  await fillNetwork(client);
  await loadExceptions(inDatabase(bench.database().superuserUrl, 'chargeops'), { count, now: new Date() });
  const { rows } = await client.query<{ gb: number }>(`select pg_total_relation_size('exception_record')::float8 / 1e9 as gb`);
  await client.end();
  await switchLoadSettings(bench, 'off');
  if (values.data !== undefined) await writeFile(path.join(values.data, 'loaded'), String(count));
  const tookS = (performance.now() - begunMs) / 1e3;
  console.log(`load       ${count.toLocaleString('en')} exceptions in ${tookS.toFixed(0)} s, ${rows[0]?.gb.toFixed(1)} GB with indexes`);
}
