import { feature } from '#kit/resource/feature.ts';
import { areaInputLabels, areaRefusals } from './area.labels.ts';
import { areaApi } from './area.ts';

export const areaFeature = feature({
  name: 'area',
  api: areaApi,
  inputLabels: areaInputLabels,
  refusals: areaRefusals,
  extraPermissions: ['area:list'],
  rights: { read: 'station', write: 'platform' },
  menu: [
    {
      path: '/system/area',
      component: 'system/AreaPage',
      title: ['行政区划', '行政區劃', 'Areas'],
      icon: 'environment',
      group: 'system',
      order: 53,
      allow: 'area:list',
    },
  ],
});
