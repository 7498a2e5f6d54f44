import { feature } from '#kit/resource/feature.ts';
import { savedViewApi } from '#kit/resource/shared-endpoints/saved-view.ts';
import { savedViewInputLabels, savedViewRefusals } from './saved-view.labels.ts';

export const savedViewFeature = feature({
  name: 'savedView',
  title: ['列表视图', '列表檢視', 'Saved views'],
  endpointTitles: { save: ['保存', '儲存', 'save'] },
  api: savedViewApi,
  inputLabels: savedViewInputLabels,
  refusals: savedViewRefusals,
});
