import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { rateMonthChange } from './rate-month-change.ts';
import { sendRates } from './send-rates.server.ts';

export const rateJobs: readonly Job[] = [
  implementJob(rateMonthChange, async ({ tx, now }) => ({
    told: await sendRates(tx, { nowMs: now.getTime(), requestedBy: 'timer', because: 'rates' }),
  })),
];
