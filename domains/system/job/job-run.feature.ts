import { feature } from '#kit/resource/feature.ts';
import { jobRunLabels } from './job.labels.ts';
import { jobRun, jobRunApi } from './job.ts';

export const jobRunFeature = feature({
  name: 'jobRun',
  resource: jobRun,
  api: jobRunApi,
  labels: jobRunLabels,
  rights: { read: 'platform', write: 'platform', listedWith: 'job' },
});
