import { feature } from '#kit/resource/feature.ts';
import { pilePolicyApi, pilePolicyRefusals } from './pile-policy.ts';

export const pilePolicyFeature = feature({
  name: 'pilePolicy',
  title: ['桩费率', '樁費率', 'Rate rule of a pile'],
  endpointTitles: { setRateRule: ['下发费率', '下發費率', 'assign'] },
  api: pilePolicyApi,
  refusals: pilePolicyRefusals,
});
