import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { signInSweep } from './sweep.ts';

/** Each sweep deletes what has expired by now, so it may be done twice. */
export const identityJobs = ({ sweep }: { readonly sweep: () => Promise<void> }): readonly Job[] => [
  implementJob(signInSweep, async () => {
    await sweep();
    return {};
  }),
];
