import { feature } from '#kit/resource/feature.ts';
import { openApi } from './open-api.ts';
import { openApiInputLabels, openApiWords } from './open-api.labels.ts';
import { openRefusals } from './open-refusals.labels.ts';

export const openApiFeature = feature({
  name: 'openApi',
  title: ['开放接口', '開放介面', 'Open API'],
  api: openApi,
  endpointTitles: openApiWords,
  inputLabels: openApiInputLabels,
  refusals: openRefusals,
});
