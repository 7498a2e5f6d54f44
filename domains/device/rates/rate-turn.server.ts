import { performs } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { rateTurn } from './rate-turn.ts';
import { tellRates } from './tell-rates.server.ts';

export const rateJobs: readonly Job[] = [
  performs(rateTurn, async ({ tx, now }) => ({ told: await tellRates(tx, { nowMs: now.getTime(), requestedBy: 'timer', because: 'rates' }) })),
];
