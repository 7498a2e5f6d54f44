import { reapplyCardEndpoint } from '#domains/customer/resources.ts';
import { feature } from '#kit/resource/feature.ts';
import { reapplyInputLabels, reapplyRefusals } from './reapply.labels.ts';

export const cardReapplyFeature = feature({
  name: 'cardReapply',
  title: ['IC卡', 'IC卡', 'IC card'],
  endpointTitles: { reapply: ['补办', '補辦', 'reissue'] },
  api: { reapply: reapplyCardEndpoint },
  inputLabels: reapplyInputLabels,
  refusals: reapplyRefusals,
});
