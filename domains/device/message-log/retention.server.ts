import { expireLog } from '#kit/db/schema/day-partitions.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { messageLogRetention } from './retention.ts';

export const messageLogJobs: readonly Job[] = [
  implementJob(messageLogRetention, async ({ tx, params }) => ({ daysDropped: await expireLog(tx, 'message_log', params.keepDays) })),
];
