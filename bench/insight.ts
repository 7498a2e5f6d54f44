/**
 * Statistics of ten million orders: `npm run build && npm run bench:insight -- [--data folder] [--port 21600] [--only text]`. `INSIGHT_ORDERS` has another number of
 * orders. Orders of 400 days at the network of bench/lists are loaded into a PostgreSQL of its own and added up by the recount of the product. Then the
 * server program answers each panel of the start page, the analytics and the statistics over HTTP, for every viewer, beside SQL by hand for the same figures;
 * the figures of big screens are read; a browser goes to each page by its link; and the busiest day of the busiest station is counted anew. With `--data` the
 * folder stays and is used again; with `--only` panels whose names contain the text are measured, and `dashboards`, `big screens` or `recount` if they contain it. Ten
 * million orders need 70 GB. Exits 1 if something reaches its limit.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureDashboards } from './insight/dashboards.ts';
import { addUpDays, loadSums } from './insight/load.ts';
import { measurePanels } from './insight/panels.ts';
import { measureScreens } from './insight/screens.ts';
import { startBenchDatabase, startProgram } from './lists/bench-database.ts';
import { timed } from './lists/measure.ts';
import { signInAll } from './lists/viewers.ts';

const { values } = parseArgs({ options: { data: { type: 'string' }, port: { type: 'string', default: '21600' }, only: { type: 'string' } } });
const RECOUNT_LIMIT_MS = 2_000;
const RECOUNTS = 5;
const USUAL_ORDERS = 10_000_000;
const count = Number(process.env['INSIGHT_ORDERS'] ?? USUAL_ORDERS);

const bench = await startBenchDatabase(values.data);
try {
  const mark = values.data === undefined ? undefined : path.join(values.data, 'loaded');
  if (mark === undefined || !existsSync(mark)) await loadSums(bench, count);
  if (mark !== undefined) await writeFile(mark, String(count));
  await bench.restart(true);
  await addUpDays(bench);
  const program = await startProgram(bench, Number(values.port));
  const viewers = (await signInAll(program)).filter(({ name }) => name !== 'customer');
  const client = await bench.client();
  const only = values.only ?? '';
  const missed = [...(await measurePanels({ program, client, viewers, only }))];
  if ('dashboards'.includes(only)) missed.push(...(await measureDashboards(program)));
  await program.stop();
  if ('big screens'.includes(only)) missed.push(...(await measureScreens(bench)));
  if ('recount'.includes(only)) missed.push(...(await measureRecount()));
  await client.end();
  console.log(missed.length === 0 ? 'all within their limits' : `beyond the limits: ${missed.join('; ')}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} catch (error) {
  // The end of the database ends open connections, whose errors would hide this one.
  console.error(error);
  process.exitCode = 1;
} finally {
  await bench.stop();
}

async function measureRecount(): Promise<readonly string[]> {
  const client = await bench.client();
  const { rows } = await client.query<{ station: string; day: string; orders: string }>(
    `select station_id as station, stat_day::text as day, sum(charging_count) as orders from charge_sum where subject = 0 and unit = 2 group by 1, 2
      order by sum(charging_count) desc limit 1`,
  );
  const [busiest] = rows;
  const { maxMs } = await timed(RECOUNTS, () => client.query('select charge_recount($1, $2, $2)', [busiest?.station, busiest?.day]));
  const byHand = await timed(RECOUNTS, () =>
    client.query(
      'select cp_code, sum(charging_elec), sum(billing_amount) from charging_order where station_id = $1 and charge_day = $2 and not is_delete group by 1',
      [busiest?.station, busiest?.day],
    ),
  );
  await client.end();
  console.log(
    `recount of the busiest day of a station, ${busiest?.orders ?? '0'} orders: at most ${maxMs.toFixed(0)} ms of ${RECOUNT_LIMIT_MS} ms; a sum of its orders by hand ${byHand.p50Ms.toFixed(1)} ms`,
  );
  return maxMs >= RECOUNT_LIMIT_MS ? ['recount'] : [];
}
