import { bulkApi } from '#kit/resource/bulk.ts';
import { feature } from '#kit/resource/feature.ts';
import { bulkInputLabels } from './bulk.labels.ts';

export const bulkFeature = feature({
  name: 'bulk',
  title: ['批量操作', '批次操作', 'Bulk actions'],
  endpointTitles: { run: ['批量执行', '批次執行', 'run for many rows'] },
  api: bulkApi,
  inputLabels: bulkInputLabels,
});
