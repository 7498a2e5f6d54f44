import { feature } from '#kit/resource/feature.ts';
import { pilePowerApi, pilePowerRefusals, pilePowerWords } from './pile-power.ts';

export const pilePowerFeature = feature({
  name: 'pilePower',
  title: ['桩功率控制', '樁功率控制', 'Power control of a pile'],
  endpointTitles: { setPowerControl: pilePowerWords.set },
  api: pilePowerApi,
  refusals: pilePowerRefusals,
});
