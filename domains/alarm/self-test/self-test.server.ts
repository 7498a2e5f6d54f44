import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import type { Egress } from '#kit/server/egress/egress.ts';
import { deleteSelfTest, reportSelfTest, selfTestTimes } from './self-test-state.server.ts';
import { beginsNext, silentSinceMs } from './self-test.rules.ts';

const POLL_MS = 10_000;
const SELF_TEST_TOPIC = 'alarm.selfTest';

export interface SelfTestDeps extends Pick<Deps, 'database' | 'bus' | 'log' | 'clock'> {
  readonly egress: Pick<Egress, 'post'>;
  /** An address of a watcher elsewhere, which raises the alarm itself when it is no longer called. */
  readonly watcherUrl?: string | undefined;
}

/**
 * Lets an exception of the platform itself pass the whole chain every minute: condition, exception, warning, sender, and the same for its end. Each arrival
 * is told to a watcher outside, if there is one. When none arrives for three minutes, the log and the pages of exceptions say so, and the watcher hears
 * nothing.
 */
export const startSelfTest = (deps: SelfTestDeps): PollingWorker => {
  const worker = startPollingWorker(deps, {
    topic: SELF_TEST_TOPIC,
    everyMs: POLL_MS,
    errorMessage: 'the self-test of warnings failed',
    work: async () => {
      const now = deps.clock();
      await inSystem(deps.database, (tx) => begin(tx, now));
      await pingOutside(deps, now);
      await logSilence(deps, now);
      return false;
    },
  });
  void worker.poll();
  return worker;
};

/** One process begins a test; the others find the row locked, or the test begun. */
const begin = async (tx: Tx, now: Date): Promise<void> => {
  const { rows } = await sql<{ isOnly: boolean }>`select is_only from self_test for update skip locked`.execute(tx);
  if (rows.length === 0 || !beginsNext(await selfTestTimes(tx), now.getTime())) return;
  await deleteSelfTest(tx);
  await sql`update self_test set begun_at = ${now}`.execute(tx);
  await reportSelfTest(tx, true, now);
};

const pingOutside = async ({ database, egress, watcherUrl, log }: SelfTestDeps, now: Date): Promise<void> => {
  if (watcherUrl === undefined) return;
  const { rows } = await inSystem(database, (tx) =>
    sql<{
      tookMs: number | null;
    }>`update self_test set pinged_for = heard_at where heard_at > coalesce(pinged_for, '-infinity') returning took_ms`.execute(tx),
  );
  const [heard] = rows;
  if (!heard) return;
  try {
    await egress.post({
      url: watcherUrl,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ at: now.toISOString(), tookMs: heard.tookMs }),
    });
  } catch (error) {
    log.warn({ err: error }, 'the watcher of the self-test was not reached');
  }
};

/** Once for each silence, whatever process sees it first. */
const logSilence = async ({ database, log }: SelfTestDeps, now: Date): Promise<void> => {
  const silentMs = silentSinceMs(await timesIn(database), now.getTime());
  if (silentMs === undefined) return;
  const since = new Date(silentMs);
  const { numAffectedRows } = await inSystem(database, (tx) =>
    sql`update self_test set silence_logged_for = ${since} where silence_logged_for is distinct from ${since}::timestamptz`.execute(tx),
  );
  if (numAffectedRows === 1n) log.error({ since }, 'no self-test of warnings has arrived; warnings may not be sent');
};

const timesIn = (database: Database) => inSystem(database, selfTestTimes);
