import { sql } from 'kysely';
import { expireLog } from '#kit/db/days.ts';
import { performs } from '#kit/server/job.ts';
import type { Job } from '#kit/server/job.ts';
import { jobRunRetention, sysLogRetention } from './retention.ts';

const DAY_MS = 86_400_000;

export const retentionJobs: readonly Job[] = [
  performs(sysLogRetention, async ({ tx, params }) => ({ daysDropped: await expireLog(tx, 'sys_log', params.keepDays) })),
  performs(jobRunRetention, async ({ tx, now, params }) => {
    const before = new Date(now.getTime() - params.keepDays * DAY_MS);
    const { numAffectedRows } = await sql`delete from sys_job_run where end_time < ${before}`.execute(tx);
    return { runsDeleted: Number(numAffectedRows ?? 0n) };
  }),
];
