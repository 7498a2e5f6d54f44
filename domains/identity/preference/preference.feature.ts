import { feature } from '#kit/resource/feature.ts';
import { preferenceApi } from '#kit/resource/shared-endpoints/preference.ts';
import { preferenceInputLabels, preferenceRefusals } from './preference.labels.ts';

export const preferenceFeature = feature({
  name: 'preference',
  title: ['个人设置', '個人設定', 'Personal settings'],
  endpointTitles: { save: ['保存', '儲存', 'save'] },
  api: preferenceApi,
  inputLabels: preferenceInputLabels,
  refusals: preferenceRefusals,
});
