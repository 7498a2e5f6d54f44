/**
 * Messages sent twice, late, in any sequence and over broken connections: `npx tsx bench/disorder.ts [--seeds 1000] [--first 1]`. Each seed runs
 * twice against a real database, in order and in disorder; final orders, consume records, bookings and balances must be equal. Prints what was run;
 * exits 1 and names the seeds if one differs.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startDisorderTestbed } from '#domains/charging/disorder/disorder-testbed.fixture.ts';
import { runScenarios } from '#domains/charging/disorder/run-scenarios.fixture.ts';
import type { ScenarioResults } from '#domains/charging/disorder/run-scenarios.fixture.ts';
import { prove } from '#domains/money/server.ts';
import { startEmbeddedDatabase } from '#kit/db/connections/embedded-database.ts';
import { inSystem, openDatabase } from '#kit/db/index.ts';
import { migrate } from '#kit/db/schema/migrate.ts';
import { testAddress } from '#kit/test/template.ts';

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '1000' }, first: { type: 'string', default: '1' } } });
const options = { seeds: Number(values.seeds), first: Number(values.first) };
/** Seeds that run at the same time. */
const BATCH = 100;
const DAY_MS = 86_400_000;
/** Evenings before a month's end, nights in which clocks change, and days between them; later runs begin where the earlier ones ended. */
const startTimesMs = [
  Date.UTC(2026, 0, 31, 14),
  Date.UTC(2026, 2, 29, 0),
  Date.UTC(2026, 4, 31, 21),
  Date.UTC(2026, 7, 12, 9),
  Date.UTC(2026, 9, 25, 0),
  Date.UTC(2026, 10, 30, 15),
];

const folder = await mkdtemp(path.join(tmpdir(), 'chargeops-disorder-'));
await chmod(folder, 0o711);
// Another benchmark tests what a crash of the database does.
const server = await startEmbeddedDatabase({ dataDir: path.join(folder, 'data'), durable: false });
try {
  await migrate({ url: server.url });
  await main();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const begunMs = performance.now();
  const database = openDatabase({ url: await testAddress(server.url) });
  const superuser = new pg.Pool({
    connectionString: server.superuserUrl.replace(/\/[^/?]+(\?|$)/, '/chargeops$1'),
    max: 2,
    types: database.appPool.options.types,
  });
  superuser.on('error', (error) => console.error(error.message));
  const testbed = await startDisorderTestbed(
    database,
    async <R extends object>(text: string, parameters: readonly unknown[] = []) => (await superuser.query<R>(text, [...parameters])).rows,
  );
  const results: ScenarioResults[] = [];
  let clockMs = 0;
  for (let from = 0; from < options.seeds; from += BATCH) {
    const seeds = Array.from({ length: Math.min(BATCH, options.seeds - from) }, (_unused, place) => options.first + from + place);
    const result = await runScenarios(testbed, seeds, startAfter(clockMs));
    clockMs = result.endMs;
    results.push(result);
    console.log(`seeds ${seeds[0]} to ${seeds.at(-1)}: ${result.problems.length === 0 ? 'equal' : result.problems.join('\n')}`);
  }
  const broken = (await inSystem(database, prove)).filter((each) => each.broken !== 0n);
  await testbed.close();
  await Promise.all([database.close(), superuser.end()]);
  report(results, {
    broken: broken.map(({ invariant, subject }) => `${invariant} ${subject ?? ''}`),
    seconds: (performance.now() - begunMs) / 1_000,
  });
}

/** The next of the listed instants, then every other day. */
function startAfter(clockMs: number): number {
  return startTimesMs.find((begin) => begin > clockMs) ?? Math.ceil((clockMs + DAY_MS) / DAY_MS) * DAY_MS;
}

function report(results: readonly ScenarioResults[], { broken, seconds }: { readonly broken: readonly string[]; readonly seconds: number }): void {
  const sum = (pick: (one: ScenarioResults) => number): number => results.reduce((all, one) => all + pick(one), 0);
  const cents = results.reduce((all, one) => all + one.settledCents, 0n);
  const problems = [...results.flatMap((one) => one.problems), ...broken];
  console.log(
    `seeds      ${options.seeds}, ${sum((one) => one.orders)} orders, ${cents / 100n}.${String(cents % 100n).padStart(2, '0')} billed in order and again in disorder`,
  );
  console.log(
    `messages   ${sum((one) => one.messageCount)} in order; ${sum((one) => one.disorderedMessageCount)} in disorder over ${sum((one) => one.logins)} broken connections, ${sum((one) => one.flagCount)} times an order was given up for a while`,
  );
  console.log(
    problems.length === 0 ? `all rows equal, books proven, in ${seconds.toFixed(0)} s` : `${problems.length} problems in ${seconds.toFixed(0)} s`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
