import { feature } from '#kit/resource/feature.ts';
import { dictItem, dictItemApi } from './dict-item.ts';
import { dictItemLabels } from './dict.labels.ts';

export const dictItemFeature = feature({
  name: 'dictItem',
  resource: dictItem,
  api: dictItemApi,
  labels: dictItemLabels,
  rights: { read: 'agent', write: 'tenant', listedWith: 'dict' },
});
