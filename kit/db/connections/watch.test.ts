import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import type { TestDatabase } from '../../test/database.ts';
import { startStallingProxy } from '../../test/stalling-proxy.ts';
import type { StallingProxy } from '../../test/stalling-proxy.ts';
import { inSystem, isDatabaseAway, openDatabase, watchDatabase } from '../index.ts';
import type { Database } from '../index.ts';

const TIMINGS = { everyMs: 50, awayEveryMs: 50, silentMs: 1_200 };

let real: TestDatabase;
let proxy: StallingProxy;
let database: Database;
let changes: boolean[];
let stop: () => Promise<void>;
beforeEach(async () => {
  real = await freshDatabase();
  proxy = await startStallingProxy(real.url);
  database = openDatabase({ url: proxy.url, systemConnections: 1, appConnections: 1 });
  changes = [];
  const watch = watchDatabase({ url: proxy.url, gate: database.gate, onChange: (answers) => void changes.push(answers), timings: TIMINGS });
  stop = watch.close;
});
afterEach(async () => {
  await stop();
  await database.close();
  proxy.close();
  await real.close();
});

/** The result of a transaction, and its duration. */
const runTimed = async (statement: string): Promise<{ readonly result: string; readonly tookMs: number }> => {
  const begunMs = performance.now();
  const result = await inSystem(database, (tx) => sql.raw(statement).execute(tx)).then(
    () => 'done',
    (error: unknown) => (isDatabaseAway(error) ? 'away' : String(error)),
  );
  return { result, tookMs: performance.now() - begunMs };
};

test('a database that stops answering fails what is under way and what waits, then all at once, until it answers again', async () => {
  expect((await runTimed('SELECT 1')).result).toBe('done');
  const underWay = runTimed('SELECT pg_sleep(0.2)');
  const waits = runTimed('SELECT 1');
  proxy.stall();
  const [one, other] = await Promise.all([underWay, waits]);
  expect([one.result, other.result]).toEqual(['away', 'away']);
  expect(Math.max(one.tookMs, other.tookMs)).toBeLessThan(8_000);
  const after = await runTimed('SELECT 1');
  expect([after.result, after.tookMs < TIMINGS.silentMs]).toEqual(['away', true]);
  proxy.resume();
  await expect.poll(() => database.gate.isOpen).toBe(true);
  expect((await runTimed('SELECT 1')).result).toBe('done');
  expect(changes).toEqual([false, true]);
});

test('a statement that takes longer than the silence is let alone while the database answers others', async () => {
  expect((await runTimed('SELECT pg_sleep(1.6)')).result).toBe('done');
  expect(changes).toEqual([]);
});

test('what a file or another service fails with is not the database’s', () => {
  const failed = (code: string) => Object.assign(new Error('no'), { code });
  expect([isDatabaseAway(failed('ENOENT')), isDatabaseAway(failed('ECONNREFUSED')), isDatabaseAway(failed('53100'))]).toEqual([false, false, true]);
});

test('a server that refuses connections is away', async () => {
  const gone = openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/none' });
  const error: unknown = await inSystem(gone, (tx) => sql`SELECT 1`.execute(tx)).catch((cause: unknown) => cause);
  expect(isDatabaseAway(error)).toBe(true);
  await gone.close();
});
