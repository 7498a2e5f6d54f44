import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { parseShape } from '#kit/fields/parse.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import type { Job, JobResult } from '#kit/server/background/job.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { JOB_TOPIC } from './job.server.ts';
import { errorText, jobOutcome } from './job.ts';
import { abandonLostRuns, takeTick } from './ticks.server.ts';

type JobDeps = Pick<Deps, 'database' | 'bus' | 'log' | 'clock' | 'node'>;

export interface JobTimings {
  /** Ticks have a resolution of one second, so the tables are polled every second. */
  readonly everyMs: number;
  /** A process that has not renewed its lease for this long has lost its runs. */
  readonly leaseMs: number;
}
const defaultTimings: JobTimings = { everyMs: 1_000, leaseMs: 60_000 };
/** The number of concurrent runs in one process; further runs wait for this process or another. */
const CONCURRENT_RUNS_MAX = 3;

const outcome = valuesOf(jobOutcome);

interface ClaimedRun {
  readonly runId: string;
  readonly jobId: string;
  readonly jobClassName: string;
  readonly parameter: Readonly<Record<string, unknown>>;
}

/** Runs the jobs that are due. Any number of processes may do so: each tick becomes one run, and each run belongs to one process. */
export const startJobs = (deps: JobDeps, jobs: readonly Job[], timings: JobTimings = defaultTimings): PollingWorker => {
  const jobsByKind = new Map(jobs.map((job) => [job.kind.name, job]));
  const running = new Set<Promise<void>>();
  const claim = async (): Promise<boolean> => {
    if (running.size >= CONCURRENT_RUNS_MAX) return false;
    const run = await claimRun(deps, timings);
    if (!run) return false;
    const execution = executeRun(deps, timings, { run, job: jobsByKind.get(run.jobClassName) }).finally(() => {
      running.delete(execution);
      void worker.poll();
    });
    running.add(execution);
    return true;
  };
  const worker = startPollingWorker(deps, {
    topic: JOB_TOPIC,
    everyMs: timings.everyMs,
    errorMessage: 'jobs could not be looked for',
    work: async () => {
      const hasLostRuns = await abandonLostRuns(deps.database, deps.clock());
      const anyTick = await takeTick(deps.database, deps.clock());
      const anyClaimed = await claim();
      return hasLostRuns || anyTick || anyClaimed;
    },
  });
  return {
    poll: () => worker.poll(),
    stop: async () => {
      await worker.stop();
      await Promise.all(running);
    },
  };
};

const claimRun = async ({ database, clock, node }: JobDeps, { leaseMs }: JobTimings): Promise<ClaimedRun | undefined> => {
  const now = clock();
  const { rows } = await sql<ClaimedRun>`update sys_job_run r
    set outcome = ${outcome.running}, start_time = ${now}, node = ${node}, lease_until = ${new Date(now.getTime() + leaseMs)}
    from sys_job j where j.id = r.job_id and r.run_id = (
      select run_id from sys_job_run where outcome = ${outcome.waiting} order by run_id limit 1 for update skip locked)
    returning r.run_id::text as run_id, r.job_id::text as job_id, j.job_class_name, j.parameter`.execute(database.system);
  return rows[0];
};

/** Another process has taken over the run, so its effects are rolled back. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

interface ExecuteRunInput {
  readonly run: ClaimedRun;
  readonly job: Job | undefined;
}

const executeRun = async (deps: JobDeps, { leaseMs }: JobTimings, { run, job }: ExecuteRunInput): Promise<void> => {
  const { database, clock, log } = deps;
  const startedAt = clock();
  // Renews the lease three times in its period, so that one slow answer does not lose it.
  const leaseTimer = setInterval(() => {
    void sql`update sys_job_run set lease_until = ${new Date(clock().getTime() + leaseMs)} where run_id = ${run.runId} and outcome = ${outcome.running}`
      .execute(database.system)
      .catch((error: unknown) => log.warn({ err: error, run: run.runId }, 'a job could not say that it runs'));
  }, leaseMs / 3);
  try {
    await inSystem(database, async (tx) => {
      const result = await callJob(run, job, { tx, now: startedAt });
      const endedAt = clock();
      const { numAffectedRows } = await sql`update sys_job_run set outcome = ${outcome.done}, end_time = ${endedAt}, lease_until = null,
        duration_ms = ${endedAt.getTime() - startedAt.getTime()}, result = ${JSON.stringify(result)}::jsonb
        where run_id = ${run.runId} and outcome = ${outcome.running}`.execute(tx);
      if (numAffectedRows !== 1n) throw new LeaseLost(`run ${run.runId} was given up`);
      await sql`update sys_job set last_run_time = ${startedAt}, last_outcome = ${outcome.done} where id = ${run.jobId}`.execute(tx);
    });
    log.info({ job: run.jobClassName, run: run.runId, ms: clock().getTime() - startedAt.getTime() }, 'a job has run');
  } catch (error) {
    log.error({ err: error, job: run.jobClassName, run: run.runId }, 'a job failed');
    if (!(error instanceof LeaseLost))
      await recordFailure(deps, run, { startedAt, error }).catch((cause: unknown) => log.error({ err: cause }, 'a failed job could not be noted'));
  } finally {
    clearInterval(leaseTimer);
  }
};

const callJob = async (run: ClaimedRun, job: Job | undefined, runContext: Pick<Parameters<Job['run']>[0], 'tx' | 'now'>): Promise<JobResult> => {
  if (!job) throw new Error(`this program knows no job of the kind ${run.jobClassName}`);
  const params = parseShape(job.kind.params, run.parameter);
  if (!params.ok) throw new Error(`its parameters are wrong: ${Object.keys(params.problems).join(', ')}`);
  return job.run({ ...runContext, params: params.value });
};

const recordFailure = (
  { database, clock }: JobDeps,
  run: ClaimedRun,
  { startedAt, error }: { readonly startedAt: Date; readonly error: unknown },
): Promise<void> =>
  inSystem(database, async (tx) => {
    const endedAt = clock();
    await sql`update sys_job_run set outcome = ${outcome.failed}, end_time = ${endedAt}, lease_until = null, duration_ms = ${endedAt.getTime() - startedAt.getTime()},
      error = ${errorText(error)} where run_id = ${run.runId} and outcome = ${outcome.running}`.execute(tx);
    await sql`update sys_job set last_run_time = ${startedAt}, last_outcome = ${outcome.failed} where id = ${run.jobId}`.execute(tx);
  });
