import { feature } from '#kit/resource/feature.ts';
import { jobLabels, jobRefusals, jobWords } from './job.labels.ts';
import { job, jobApi } from './job.ts';
import { idempotencyRetention, jobRunRetention, sysLogRetention } from './retention.ts';

export const jobFeature = feature({
  name: 'job',
  resource: job,
  api: jobApi,
  labels: jobLabels,
  refusals: jobRefusals,
  jobs: [sysLogRetention, idempotencyRetention, jobRunRetention],
  rights: { read: 'platform', write: 'platform' },
  menu: [
    {
      path: '/system/job',
      component: 'system/JobList',
      title: jobWords.title,
      icon: 'dashboard',
      group: 'system',
      order: 75,
      allow: 'job:list',
    },
  ],
});
