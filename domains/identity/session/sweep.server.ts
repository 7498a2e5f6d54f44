import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { signInSweep } from './sweep.ts';

/** Each sweep deletes what has expired, so it can be repeated. */
export const identityJobs = ({ sweep }: { readonly sweep: () => Promise<void> }): readonly Job[] => [
  implementJob(signInSweep, async () => {
    await sweep();
    return {};
  }),
];
