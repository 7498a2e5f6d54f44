import { feature } from '#kit/resource/feature.ts';
import { pilePartLabels } from './pile-part.labels.ts';
import { pilePart, pilePartApi } from './pile-part.ts';

export const pilePartFeature = feature({
  name: 'pilePart',
  resource: pilePart,
  api: pilePartApi,
  labels: pilePartLabels,
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/device/pile-part',
      component: 'device/PilePartList',
      title: ['桩配件', '樁配件', 'Pile parts'],
      icon: 'tool',
      group: 'device',
      order: 40,
      allow: 'pilePart:list',
    },
  ],
});
