import { expireLog } from '#kit/db/schema/day-partitions.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { sampleRetention } from './sample-retention.ts';

export const sampleJobs: readonly Job[] = [
  implementJob(sampleRetention, async ({ tx, params }) => ({ daysDropped: await expireLog(tx, 'charging_sample', params.keepDays) })),
];
