import { expireLog } from '#kit/db/schema/day-partitions.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { siteSampleRetention } from './site-sample-retention.ts';

export const siteSampleJob: Job = implementJob(siteSampleRetention, async ({ tx, params }) => ({
  daysDropped: await expireLog(tx, 'power_site_sample', params.keepDays),
}));
