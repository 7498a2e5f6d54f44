import { chargingJobs, proveHolds } from '#domains/charging/server.ts';
import { deviceJobs } from '#domains/device/server.ts';
import { driverJobs } from '#domains/driver/server.ts';
import { identityJobs } from '#domains/identity/server.ts';
import type { Identity } from '#domains/identity/server.ts';
import { chargeSumCheckJob } from '#domains/insight/server.ts';
import { cardEarningJob, couponExpiryJob, pointExpiryJob } from '#domains/marketing/server.ts';
import { lowBalanceJob, moneyJobs, statementJob } from '#domains/money/server.ts';
import type { ProofServices } from '#domains/money/server.ts';
import { partnerJobs } from '#domains/partner/server.ts';
import { retentionJobs } from '#domains/system/server.ts';
import type { FileStores } from '#domains/system/server.ts';
import type { LivePublisher } from '#kit/server/context/deps.ts';
import type { Job } from '#kit/server/background/job.ts';

interface JobServices extends Omit<ProofServices, 'extraProofs'> {
  readonly identity: Pick<Identity, 'sweep'>;
  readonly live: LivePublisher;
  readonly stores: FileStores;
}

/** The implementation of every declared kind of job. */
export const allJobs = ({ identity, ...services }: JobServices): readonly Job[] => [
  ...retentionJobs,
  ...identityJobs(identity),
  ...deviceJobs(services),
  ...moneyJobs({ ...services, extraProofs: [proveHolds] }),
  lowBalanceJob,
  statementJob,
  cardEarningJob,
  couponExpiryJob,
  pointExpiryJob,
  ...chargingJobs(services),
  ...partnerJobs,
  chargeSumCheckJob,
  ...driverJobs(services),
];
