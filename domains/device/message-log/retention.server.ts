import { expireLog } from '#kit/db/schema/day-partitions.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { expireVendorMessages } from '../vendor-message/store-vendor-message.server.ts';
import { messageLogRetention } from './retention.ts';

const DAY_MS = 86_400_000;

export const messageLogJobs: readonly Job[] = [
  implementJob(messageLogRetention, async ({ tx, params, now }) => ({
    daysDropped: await expireLog(tx, 'message_log', params.keepDays),
    vendorMessages: await expireVendorMessages(tx, new Date(now.getTime() - params.keepDays * DAY_MS)),
  })),
];
