import { feature } from '#kit/resource/feature.ts';
import { limitSource, limitState } from './power-limit.codes.ts';
import { powerLimitLabels, powerLimitRefusals, powerLimitWords } from './power-limit.labels.ts';
import { powerLimit, powerLimitApi } from './power-limit.ts';

export const powerLimitFeature = feature({
  name: 'powerLimit',
  resource: powerLimit,
  api: powerLimitApi,
  labels: powerLimitLabels,
  endpointTitles: { set: powerLimitWords.setShort, end: powerLimitWords.end },
  refusals: powerLimitRefusals,
  codes: [limitSource, limitState],
  rights: { read: 'station', write: 'agent' },
  menu: [
    {
      path: '/monitor/power-limit',
      component: 'power/PowerLimitList',
      title: ['临时限值', '臨時限值', 'Temporary limits'],
      icon: 'control',
      group: 'monitor',
      order: 15,
      allow: 'powerLimit:list',
    },
  ],
});
