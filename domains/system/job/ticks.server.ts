import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { missedTicks, nextTick } from './job.rules.ts';
import type { JobSchedule } from './job.rules.ts';
import { jobOutcome, jobStatus, jobTrigger, missedPolicy } from './job.ts';

const outcome = valuesOf(jobOutcome);
const trigger = valuesOf(jobTrigger);
const policy = valuesOf(missedPolicy);

interface DueJob extends JobSchedule {
  readonly id: string;
  readonly missed: number;
  readonly nextRunTime: Date;
  readonly hasOpenRun: boolean;
}

/**
 * Turns one due tick into a run, or into the record of a missed one; true when a tick was due. The lock on the job's row allows one process at a
 * time.
 */
export const takeTick = (database: Database, now: Date): Promise<boolean> =>
  inSystem(database, async (tx) => {
    const { rows } = await sql<DueJob>`select j.id::text as id, j.cron_expression, j.timezone, j.missed, j.next_run_time, exists (
        select from sys_job_run r where r.job_id = j.id and r.outcome in (${outcome.waiting}, ${outcome.running})) as has_open_run
      from sys_job j where not j.is_delete and j.status = ${sql.lit(jobStatus.items.started.value)} and j.next_run_time <= ${now} order by j.next_run_time limit 1 for update of j skip locked`.execute(
      tx,
    );
    const [due] = rows;
    if (!due) return false;
    const missed = missedTicks(due, due.nextRunTime, now);
    const isSkipped = missed !== undefined && due.missed === policy.leaveOut;
    await recordTick(tx, now, {
      jobId: due.id,
      dueTime: missed?.last ?? due.nextRunTime,
      // Earlier missed ticks have no row of their own.
      missedCount: missed ? missed.before : 0,
      outcome: isSkipped ? outcome.missed : due.hasOpenRun ? outcome.overlapped : outcome.waiting,
    });
    const next = nextTick(due, now);
    await sql`update sys_job set next_run_time = ${next instanceof Date ? next : null} where id = ${due.id}`.execute(tx);
    return true;
  });

interface TickRecord {
  readonly jobId: string;
  readonly dueTime: Date;
  readonly missedCount: number;
  readonly outcome: number;
}

const recordTick = async (tx: Tx, now: Date, { jobId, dueTime, missedCount, outcome: runOutcome }: TickRecord): Promise<void> => {
  const endTime = runOutcome === outcome.waiting ? null : now;
  await sql`insert into sys_job_run (job_id, run_trigger, due_time, outcome, missed_count, end_time, create_by, create_time)
    values (${jobId}, ${trigger.clock}, ${dueTime}, ${runOutcome}, ${missedCount}, ${endTime}, 'system', ${now}) on conflict do nothing`.execute(tx);
};

/** Ends the runs of processes that no longer renew their lease. Each is started once more if the job is configured to catch up. */
export const abandonLostRuns = (database: Database, now: Date): Promise<boolean> =>
  inSystem(database, async (tx) => {
    const { rows } = await sql<{ jobId: string; dueTime: Date; runTrigger: number }>`update sys_job_run
      set outcome = ${outcome.lost}, end_time = ${now}, lease_until = null
      where outcome = ${outcome.running} and lease_until < ${now} returning job_id::text as job_id, due_time, run_trigger`.execute(tx);
    for (const { jobId, dueTime, runTrigger } of rows) {
      await sql`update sys_job set last_outcome = ${outcome.lost} where id = ${jobId}`.execute(tx);
      if (runTrigger === trigger.again) continue;
      await sql`insert into sys_job_run (job_id, run_trigger, due_time, outcome, create_by, create_time)
        select id, ${trigger.again}, ${dueTime}, ${outcome.waiting}, 'system', ${now} from sys_job
        where id = ${jobId} and not is_delete and missed = ${policy.makeUp} on conflict do nothing`.execute(tx);
    }
    return rows.length > 0;
  });
