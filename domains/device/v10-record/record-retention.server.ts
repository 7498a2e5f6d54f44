import { expireLog } from '#kit/db/schema/day-partitions.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { recordRetention } from './record-retention.ts';

export const v10RecordJobs: readonly Job[] = [
  implementJob(recordRetention, async ({ tx, params }) => ({ daysDropped: await expireLog(tx, 'v10_record', params.keepDays) })),
];
