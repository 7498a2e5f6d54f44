import { chargingJobs } from '#domains/charging/server.ts';
import { deviceJobs } from '#domains/device/server.ts';
import { identityJobs } from '#domains/identity/server.ts';
import type { Identity } from '#domains/identity/server.ts';
import { retentionJobs } from '#domains/system/server.ts';
import type { Job } from '#kit/server/job.ts';

/** What every declared kind of job does. */
export const allJobs = (identity: Pick<Identity, 'sweep'>): readonly Job[] => [
  ...retentionJobs,
  ...identityJobs(identity),
  ...deviceJobs,
  ...chargingJobs,
];
