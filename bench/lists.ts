/**
 * Lists of ten million orders: `npx tsx bench/lists.ts [--orders 10000000] [--data folder] [--port 21500] [--only load|http|plans]`. Orders of three
 * years of 20 tenants, 200 agents and 2,000 stations are loaded into a PostgreSQL of its own; then the server program sends pages with their counts
 * over HTTP, for every viewer, order, depth and filter, beside what an expert's SQL takes in the same run. With `--data` the folder stays and is used
 * again. Exits 1 if a p95 reaches 50 ms, totals of a month 300 ms, or a plan reads a big table from end to end.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { chargingOrder } from '#domains/charging/resources.ts';
import { openDatabase } from '#kit/db/index.ts';
import { testAddress } from '#kit/test/template.ts';
import type { Database } from '#kit/db/index.ts';

import { inDatabase, prepareDatabase, registry, switchLoadSettings, startBenchDatabase, startProgram } from './lists/bench-database.ts';
import type { BenchDatabase, ServerProgram } from './lists/bench-database.ts';
import { measureViewer, timeHandWrittenSql, timeRequests, timed } from './lists/measure.ts';
import { fillNetwork } from './lists/network.ts';
import { benchViewers } from '#kit/test/nouns/bench-rows.ts';
import { nounsWithFewRows, fillNouns } from './lists/nouns.ts';
import { loadOrders, measuredOrders } from './lists/orders.ts';
import { getResult, signInAll } from './lists/viewers.ts';
import type { Viewer } from './lists/viewers.ts';
import { badPlansOf } from './lists/plans.ts';
import type { PlanOptions } from './lists/plans.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000000' },
    data: { type: 'string' },
    port: { type: 'string', default: '21500' },
    only: { type: 'string' },
  },
});
/** The database with rows of every noun. */
const NOUN_DATABASE = 'nouns';
const LIMITS = { pageMs: 50, totalsMs: 300, loadS: 600 } as const;
const orders = Number(values.orders);
const isSelected = (what: string): boolean => values.only === undefined || values.only === what;
const missedLimits: string[] = [];

const isLoaded = values.data !== undefined && existsSync(path.join(values.data, 'loaded'));
const benchDatabase = await startBenchDatabase(values.data);
try {
  await (isLoaded ? refreshData(benchDatabase) : loadData(benchDatabase));
  await benchDatabase.restart(true);
  if (isSelected('plans')) await checkPlans(benchDatabase);
  if (isSelected('http')) {
    const program = await startProgram(benchDatabase, Number(values.port));
    try {
      await measure(program);
    } finally {
      await program.stop();
    }
  }
} catch (error) {
  // Printed before PostgreSQL stops, which ends open connections with errors of its own.
  console.error(error);
  missedLimits.push('it broke off');
} finally {
  await benchDatabase.stop();
}
console.log(missedLimits.length === 0 ? 'all within their limits' : `beyond the limits: ${missedLimits.join('; ')}`);
process.exitCode = missedLimits.length === 0 ? 0 : 1;

/** Data of an earlier run has the tables of an older program, and sessions of users that this run inserts again. */
async function refreshData(on: BenchDatabase): Promise<void> {
  const client = await on.client();
  await client.query('delete from sys_session');
  await client.end();
  await prepareDatabase(on.database().url);
}

async function loadData(on: BenchDatabase): Promise<void> {
  await prepareDatabase(on.database().url);
  await switchLoadSettings(on, 'on');
  await on.restart(false);
  const begunMs = performance.now();
  const client = await on.client();
  await fillNetwork(client);
  const loaded = await loadOrders(inDatabase(on.database().superuserUrl, 'chargeops'), { count: orders, now: new Date() });
  await client.end();
  const tookS = (performance.now() - begunMs) / 1e3;
  await switchLoadSettings(on, 'off');
  if (values.data !== undefined) await writeFile(path.join(values.data, 'loaded'), String(orders));
  console.log(
    `load       ${orders.toLocaleString('en')} orders in ${tookS.toFixed(0)} s: rows ${loaded.rowsS.toFixed(0)} s, indexes ${loaded.indexS.toFixed(0)} s, vacuum ${loaded.vacuumS.toFixed(0)} s; ${loaded.heapGb.toFixed(1)} GB of rows, ${loaded.indexGb.toFixed(1)} GB of indexes`,
  );
  if (tookS > LIMITS.loadS) missedLimits.push(`the load took ${tookS.toFixed(0)} s`);
}

async function checkPlans(on: BenchDatabase): Promise<void> {
  const big = openDatabase({ url: await testAddress(on.database().url) });
  await printPlans(big, {
    names: ['chargingOrder', 'consume'],
    places: { tenant: '1', agents: ['1'], stations: ['1', '2', '3'], customer: '1000010' },
    deepPage: 900,
  });
  await big.close();
  await fillNounDatabase(on);
  const wide = openDatabase({ url: await testAddress(inDatabase(on.database().url, NOUN_DATABASE)) });
  const listed = registry.features.flatMap(({ resource, api }) =>
    resource && Object.values(api).some(({ listOf }) => listOf === resource) ? [resource.name] : [],
  );
  await printPlans(wide, {
    names: listed,
    places: benchViewers,
    deepPage: 100,
    // The platform rarely filters by rare codes over all tenants, and reading a hundred thousand rows takes about ten milliseconds.
    isExempt: ({ viewer, what, query }) => viewer === 'platform' && (query === 'count' || !what.startsWith('by ')),
  });
  await wide.close();
}

async function fillNounDatabase(on: BenchDatabase): Promise<void> {
  const root = await on.client('postgres');
  await root.query(`drop database if exists ${NOUN_DATABASE}`);
  await root.query(`create database ${NOUN_DATABASE} owner chargeops`);
  await root.end();
  await prepareDatabase(inDatabase(on.database().url, NOUN_DATABASE));
  const client = await on.client(NOUN_DATABASE);
  try {
    await fillNouns(client);
    const empty = await nounsWithFewRows(client, registry.features);
    if (empty.length > 0) missedLimits.push(`no <noun>.testing.ts fills ${empty.join(', ')}`);
  } finally {
    await client.end();
  }
}

async function printPlans(database: Database, options: PlanOptions & { readonly names: readonly string[] }): Promise<void> {
  let planCount = 0;
  for (const name of options.names) {
    const { checkedCount, badPlans } = await badPlansOf(database, registry.resource(name), options);
    planCount += checkedCount;
    for (const each of badPlans) console.log(`  SEQ SCAN   ${each.noun}: ${each.viewer}, ${each.what}, ${each.query}: ${each.table}`);
    if (badPlans.length > 0) missedLimits.push(`${badPlans.length} plans of ${name}`);
  }
  console.log(`plans      ${planCount} of ${options.names.length} nouns checked, each list for six viewers in every order and with every filter`);
}

async function measure(program: ServerProgram): Promise<void> {
  const client = await benchDatabase.client();
  const viewers = await signInAll(program);
  for (const viewer of viewers) {
    missedLimits.push(...(await measureViewer(program, { client, noun: measuredOrders, viewer, limitMs: LIMITS.pageMs })));
    await compareWithSql(program, client, viewer);
  }
  await totals(program, viewers);
  await client.end();
}

/** The same page by the program and by hand-written SQL. */
async function compareWithSql(program: ServerProgram, client: Client, viewer: Viewer): Promise<void> {
  for (const [what, pageNo] of [
    ['first page', 1],
    ['page 900', 900],
  ] as const) {
    const query = { pageNo: String(pageNo), pageSize: '20' };
    const http = await timeRequests(program, { viewer, what, path: `${chargingOrder.path}/list`, queries: [query] });
    const handWritten = await timeHandWrittenSql(client, { scope: viewer.scope, offset: (pageNo - 1) * 20, size: 20 });
    console.log(
      `  ${what.padEnd(10)} over HTTP p50 ${http.p50Ms.toFixed(1)} ms, p95 ${http.p95Ms.toFixed(1)} ms; by hand in SQL p50 ${handWritten.p50Ms.toFixed(1)} ms, p95 ${handWritten.p95Ms.toFixed(1)} ms; ratio ${(http.p50Ms / handWritten.p50Ms).toFixed(1)}`,
    );
  }
}

/** The totals of the biggest tenant's last whole month. */
async function totals(program: ServerProgram, viewers: readonly Viewer[]): Promise<void> {
  const tenant = viewers.find(({ name }) => name === 'tenant');
  if (!tenant) return;
  const month = new Date(Date.now() - 32 * 86_400_000).toISOString().slice(0, 7);
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
  const span = `createTime_begin=${month}-01&createTime_end=${month}-${days}`;
  for (const address of ['/order/sseChargingOrder/dealConsume', '/money/sseConsumeRecord/dealConsume']) {
    const answer = (await getResult(program, tenant.token, `${address}?${span}`)) as {
      readonly orderCount?: number;
      readonly byCurrency?: readonly { readonly rowCount?: number }[];
    };
    const time = await timed(12, () => getResult(program, tenant.token, `${address}?${span}`));
    console.log(
      `totals     ${address}, ${month}, ${(answer.orderCount ?? answer.byCurrency?.[0]?.rowCount ?? 0).toLocaleString('en')} rows: p50 ${time.p50Ms.toFixed(0)} ms, p95 ${time.p95Ms.toFixed(0)} ms`,
    );
    if (time.p95Ms >= LIMITS.totalsMs) missedLimits.push(`totals of ${address}`);
  }
}
