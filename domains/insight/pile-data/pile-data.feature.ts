import { feature } from '#kit/resource/feature.ts';
import { pileDataLabels } from './pile-data.labels.ts';
import { pileData, pileDataApi } from './pile-data.ts';

export const pileDataFeature = feature({
  name: 'pileData',
  resource: pileData,
  api: pileDataApi,
  labels: pileDataLabels,
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/statistics/pile-data',
      component: 'insight/PileDataList',
      title: pileDataLabels.noun,
      icon: 'cus-pile',
      group: 'report',
      order: 54,
      allow: 'pileData:list',
    },
  ],
});
