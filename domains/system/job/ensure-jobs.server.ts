import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { say } from '#kit/fields/words.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import { nextTick } from './job.rules.ts';
import { jobStatus, missedPolicy } from './job.ts';

/** The time zone of initial jobs, which run at night; operators can change it. */
const ZONE = 'Asia/Shanghai';

/** Creates the initial job of every kind that never had one. A job that was deleted is not created again. Runs at every start. */
export const ensureJobs = (database: Database, registry: Registry, now: Date): Promise<void> =>
  inSystem(database, async (tx) => {
    // Two processes that start at the same time must not create the same job twice.
    await sql`select pg_advisory_xact_lock(hashtext('sys_job'))`.execute(tx);
    for (const { name, title, initial } of registry.jobs.values()) {
      const next = nextTick({ cronExpression: initial.cron, timezone: ZONE }, now);
      if (!(next instanceof Date)) throw new Error(`the first job of ${name} never runs`);
      await sql`insert into sys_job (job_name, job_class_name, cron_expression, timezone, parameter, status, missed, next_run_time, create_by, create_time)
        select ${say(title, 'zh_CN')}, ${name}, ${initial.cron}, ${ZONE}, ${JSON.stringify(initial.params)}::jsonb, ${sql.lit(jobStatus.items.started.value)}, ${sql.lit(missedPolicy.items.makeUp.value)}, ${next}, 'system', ${now}
        where not exists (select from sys_job where job_class_name = ${name}) on conflict do nothing`.execute(tx);
    }
  });
