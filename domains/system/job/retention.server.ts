import { sql } from 'kysely';
import { expireLog } from '#kit/db/schema/day-partitions.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { idempotencyRetention, jobRunRetention, sysLogRetention } from './retention.ts';

const DAY_MS = 86_400_000;

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

export const retentionJobs: readonly Job[] = [
  implementJob(sysLogRetention, async ({ tx, params }) => ({ daysDropped: await expireLog(tx, 'sys_log', params.keepDays) })),
  implementJob(idempotencyRetention, async ({ tx, now, params }) => {
    const { numAffectedRows } = await sql`delete from idem where created_at < ${daysBefore(now, params.keepDays)}`.execute(tx);
    return { keysDeleted: Number(numAffectedRows ?? 0n) };
  }),
  implementJob(jobRunRetention, async ({ tx, now, params }) => {
    const before = daysBefore(now, params.keepDays);
    const { numAffectedRows } = await sql`delete from sys_job_run where end_time < ${before}`.execute(tx);
    return { runsDeleted: Number(numAffectedRows ?? 0n) };
  }),
];
