import { feature } from '#kit/resource/feature.ts';
import { powerControlLabels, powerControlRefusals } from './power-control.labels.ts';
import { powerControl, powerControlApi } from './power-control.ts';

export const powerControlFeature = feature({
  name: 'powerControl',
  resource: powerControl,
  api: powerControlApi,
  labels: powerControlLabels,
  refusals: powerControlRefusals,
  rights: { read: 'station', write: 'agent' },
  menu: [
    {
      path: '/power/power-control',
      component: 'power/PowerControlList',
      title: ['功率控制', '功率控制', 'Power control'],
      icon: 'thunderbolt',
      group: 'tariff',
      order: 20,
      allow: 'powerControl:list',
    },
  ],
});
